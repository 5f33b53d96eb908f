// Values are written as they are walked. JSON's numbers are doubles to many readers, so whatever is 64 bits
// wide becomes a decimal string and a float its bits.
#include "validator/dump_value.h"

#include <ostream>

#include <nlohmann/json.hpp>

#include "validator/array_walk.h"
#include "validator/scalar.h"
#include "validator/text.h"

namespace ggufproof {
namespace {

std::string_view type_name(ValueType type) { return value_types[static_cast<std::size_t>(type)].name; }

void put_hex(std::ostream& out, std::uint64_t value, int bytes) {
  for (int shift = 8 * bytes - 4; shift >= 0; shift -= 4) out << "0123456789abcdef"[value >> shift & 0xF];
}

template <class T>
void put_scalar(std::ostream& out, T value) {
  if constexpr (std::is_same_v<T, BoolByte>) {
    if (value.byte <= 1) {
      out << (value.byte == 1 ? "true" : "false");
    } else {
      out << int{value.byte};
    }
  } else if constexpr (std::is_floating_point_v<T>) {
    using Bits = std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>;
    out << '"';
    put_hex(out, std::bit_cast<Bits>(value), sizeof(T));
    out << '"';
  } else if constexpr (sizeof(T) == 8) {
    out << '"' << value << '"';
  } else {
    out << static_cast<std::int64_t>(value);
  }
}

/// Writes an array as it is walked. `open_` says how many brackets are still to be closed: an inner array
/// ends where an element of an array less deep follows.
class ArrayDump {
 public:
  ArrayDump(std::ostream& out, const Cursor& file) : out_(out), file_(file) {}

  void head(const ElementPath&, std::uint64_t depth, const RecordRead<ArrayRecord>& head) {
    close(depth);
    separate();
    out_ << R"({"element_type":")" << type_name(static_cast<ValueType>(head.record.element_type))
         << R"(","count":")" << head.record.count.value << R"(","elements":[)";
    ++open_;
    first_ = true;
  }

  void string(const ElementPath&, std::uint64_t, std::uint64_t, std::string_view text, Range) {
    separate();
    dump_text(out_, text);
  }

  void scalars(const ElementPath&, std::uint64_t, ValueType type, std::uint64_t count, Range range) {
    Cursor cursor = file_;
    cursor.skip(range.begin - cursor.at());
    for (std::uint64_t i = 0; i < count; ++i) {
      separate();
      take_scalar(cursor, type, [&](auto value) { put_scalar(out_, value); });
    }
  }

  /// Closes arrays until `depth` of them are open.
  void close(std::uint64_t depth) {
    if (open_ > depth) first_ = false;
    for (; open_ > depth; --open_) out_ << "]}";
  }

 private:
  void separate() {
    if (!first_) out_ << ',';
    first_ = false;
  }

  std::ostream& out_;
  Cursor file_;
  std::uint64_t open_ = 0;
  bool first_ = true;
};

}  // namespace

void dump_text(std::ostream& out, std::string_view text) {
  if (!first_invalid_utf8(text)) {
    constexpr auto replace = nlohmann::json::error_handler_t::replace;  // the file may have changed since
    out << nlohmann::json(text).dump(-1, ' ', true, replace);
    return;
  }
  out << R"({"bytes":")";
  for (const std::uint8_t byte : as_bytes(text)) put_hex(out, byte, 1);
  out << R"("})";
}

void dump_value(std::ostream& out, const Document& document, const Pair& pair) {
  const auto type = static_cast<ValueType>(pair.type);
  Cursor cursor = document.cursor(pair.value.begin);
  out << R"({")" << type_name(type) << R"(":)";
  if (type == ValueType::array) {
    ArrayDump dump(out, cursor);
    walk_array(cursor, dump);
    dump.close(0);
  } else if (type == ValueType::string) {
    dump_text(out, document.as_string(pair).value_or(""));
  } else {
    take_scalar(cursor, type, [&](auto value) { put_scalar(out, value); });
  }
  out << '}';
}

}  // namespace ggufproof
