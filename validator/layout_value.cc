// Values, element by element. The elements that the style leaves out become one field, whose range is theirs.
#include "validator/layout_value.h"

#include <array>
#include <charconv>
#include <cmath>

#include "validator/array_walk.h"
#include "validator/describe.h"
#include "validator/scalar.h"

namespace ggufproof {
namespace {

std::string shown(BoolByte value) {
  return value.byte == 0 ? "false" : value.byte == 1 ? "true" : number(value.byte);
}

template <class T>
std::string shown(T value) {
  std::array<char, 40> text{};
  if constexpr (std::is_floating_point_v<T>) {
    if (std::isnan(value)) {
      using Bits = std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>;
      const auto end = std::to_chars(text.begin(), text.end(), std::bit_cast<Bits>(value), 16).ptr;
      return "nan (0x" + std::string(text.begin(), end) + ")";
    }
  }
  return {text.begin(), std::to_chars(text.begin(), text.end(), value).ptr};
}

std::string type_name(ValueType type) {
  return std::string(value_types[static_cast<std::size_t>(type)].name);
}

/// Sees an array's parts, hands on those that are to be shown and counts the others.
class ArrayFields {
 public:
  ArrayFields(const Cursor& file, const std::string& path, const MapStyle& style, const FieldSink& sink)
      : file_(file), path_(path), most_(style.elements), sink_(sink), end_(file.at()) {}

  void head(const ElementPath& at, std::uint64_t, const RecordRead<ArrayRecord>& head) {
    // The outermost head is always shown, since it says how many elements there are; an inner one is an
    // element.
    const bool outermost = head.fields[0].begin == file_.at();
    nested_ = nested_ || !outermost;
    if (!outermost && fold(head.fields[0].begin, head.fields[1].end, 0, 1)) return;
    if (!outermost) ++shown_;
    put_head(path_ + at.text(), head, true);
  }

  void string(const ElementPath& at, std::uint64_t, std::uint64_t i, std::string_view text, Range range) {
    if (fold(range.begin, range.end, i, 1)) return;
    sink_({range, element(at, i), type_name(ValueType::string), text, ""});
    ++shown_;
  }

  void scalars(const ElementPath& at, std::uint64_t, ValueType type, std::uint64_t count, Range range) {
    const std::uint64_t width = count == 0 ? 0 : (range.end - range.begin) / count;
    std::uint64_t i = 0;
    for (; i < count && shown_ < most_ && !folded(); ++i, ++shown_) {
      const std::uint64_t begin = range.begin + i * width;
      Cursor one = file_;
      one.skip(begin - file_.at());
      sink_({{begin, begin + width}, element(at, i), type_name(type), {}, scalar_shown(one, type)});
    }
    end_ = range.begin + i * width;
    if (i < count) fold(end_, range.end, i, count - i);
  }

  /// Hands on what can be read of a head that breaks the array off: its lie is what one looks for.
  void broken_head(const ArrayFault& fault) {
    using Kind = ArrayFault::Kind;
    if (folded() || (fault.kind != Kind::type_unknown && fault.kind != Kind::beyond_end)) return;
    Cursor cursor = file_;
    cursor.skip(end_ - file_.at());
    const auto head = read_record<ArrayRecord>(cursor);
    put_head(path_ + fault.at.substr(0, fault.at.rfind('.')), head, fault.kind == Kind::beyond_end);
  }

  /// Hands on the one field of what was left out.
  void finish() {
    if (!folded()) return;
    const std::string span =
        nested_ ? "[...]" : "[" + number(first_) + ".." + number(first_ + left_out_ - 1) + "]";
    sink_({{fold_begin_, end_},
           path_ + span,
           "",
           {},
           number(left_out_) + (left_out_ == 1 ? " more element" : " more elements")});
  }

  std::uint64_t end() const { return end_; }

 private:
  bool folded() const { return fold_begin_ != not_folded; }
  std::string element(const ElementPath& at, std::uint64_t i) const {
    return path_ + at.text() + '[' + number(i) + ']';
  }

  void put_head(const std::string& path, const RecordRead<ArrayRecord>& head, bool with_count) {
    sink_({head.fields[0], path + ".element_type", "u32", {}, value_type_shown(head.record.element_type)});
    end_ = head.fields[0].end;
    if (!with_count) return;
    sink_({head.fields[1],
           path + ".count",
           count_type_name(file_.version()),
           {},
           number(head.record.count.value)});
    end_ = head.fields[1].end;
  }

  /// Takes note of a part that ends at `end`. True if it is left out, since enough has been shown.
  bool fold(std::uint64_t begin, std::uint64_t end, std::uint64_t index, std::uint64_t elements) {
    end_ = end;
    if (!folded()) {
      if (shown_ < most_) return false;
      fold_begin_ = begin;
      first_ = index;
    }
    left_out_ += elements;
    return true;
  }

  static constexpr std::uint64_t not_folded = ~std::uint64_t{0};

  Cursor file_;
  const std::string& path_;
  std::uint64_t most_;
  const FieldSink& sink_;
  bool nested_ = false;
  std::uint64_t shown_ = 0;
  std::uint64_t fold_begin_ = not_folded;
  std::uint64_t first_ = 0;
  std::uint64_t left_out_ = 0;
  std::uint64_t end_;
};

}  // namespace

std::string scalar_shown(Cursor cursor, ValueType type) {
  std::string text;
  take_scalar(cursor, type, [&](auto value) { text = shown(value); });
  return text;
}

bool value_fields(Cursor& cursor, ValueType type, const std::string& path, const MapStyle& style,
                  const FieldSink& sink) {
  const std::uint64_t begin = cursor.at();
  if (type == ValueType::array) {
    ArrayFields fields(cursor, path, style, sink);
    Cursor walk = cursor;
    const auto fault = walk_array(walk, fields);
    if (fault) fields.broken_head(*fault);
    fields.finish();
    cursor.skip(fields.end() - begin);
    return !fault;
  }
  if (type == ValueType::string) {
    Text text;
    Cursor probe = cursor;
    if (!probe.take(text)) return false;
    cursor = probe;
    sink({{begin, cursor.at()}, path, type_name(type), text.bytes, ""});
    return true;
  }
  const std::string value = scalar_shown(cursor, type);
  if (!cursor.skip(value_types[static_cast<std::size_t>(type)].bytes)) return false;
  sink({{begin, cursor.at()}, path, type_name(type), {}, value});
  return true;
}

}  // namespace ggufproof
