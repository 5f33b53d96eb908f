// The dump's frame, and tensors. Members that a file leaves open are null, so that a missing member is a
// mistake of whoever wrote the dump.
#include "validator/dump_json.h"

#include <ostream>
#include <string>

#include <nlohmann/json.hpp>

#include "validator/dump_sha256.h"
#include "validator/dump_value.h"

namespace ggufproof {
namespace {

constexpr int dump_version = 1;

std::string in_quotes(std::string_view plain) { return '"' + std::string(plain) + '"'; }

/// A u64 as a decimal string, or null.
std::string quoted_u64(std::optional<std::uint64_t> value) {
  return value ? in_quotes(std::to_string(*value)) : "null";
}

class Dump {
 public:
  Dump(std::ostream& out, const FileMap& map, const DumpOptions& options)
      : out_(out), map_(map), doc_(map.document), options_(options) {}

  void write() {
    const bool known = doc_.reached >= Reached::header;
    out_ << "{\"ggufproof_dump\":" << dump_version
         << ",\n\"version\":" << (known ? std::to_string(doc_.version) : "null") << ",\n\"endian\":"
         << (!known                         ? "null"
             : doc_.order == ByteOrder::big ? "\"big\""
                                            : "\"little\"")
         << ",\n\"alignment\":" << (map_.alignment ? std::to_string(*map_.alignment) : "null")
         << ",\n\"data_offset\":" << quoted_u64(map_.data_begin);
    list("metadata", doc_.pair_at.size(), [&](std::size_t i) { pair(doc_.pair(i)); });
    list("tensors", doc_.tensor_at.size(), [&](std::size_t i) { tensor(doc_.tensor(i)); });
    if (map_.stop) stop(*map_.stop);
    out_ << "\n}\n";
  }

 private:
  template <class Entry>
  void list(std::string_view name, std::size_t count, Entry&& entry) {
    out_ << ",\n\"" << name << "\":[";
    for (std::size_t i = 0; i < count; ++i) {
      out_ << (i == 0 ? "\n" : ",\n");
      entry(i);
    }
    out_ << ']';
  }

  void pair(const Pair& pair) {
    out_ << "{\"key\":";
    dump_text(out_, pair.key);
    out_ << ",\"value\":";
    dump_value(out_, doc_, pair);
    out_ << '}';
  }

  void tensor(const Tensor& tensor) {
    const TensorPlace place = place_of(map_, tensor);
    const TensorTypeRow* type = tensor_type_row(tensor.type);
    out_ << "{\"name\":";
    dump_text(out_, tensor.name);
    out_ << ",\"type\":" << tensor.type << ",\"type_name\":" << (type ? in_quotes(type->name) : "null")
         << ",\"dimensions\":[";
    dimensions(tensor);
    out_ << "],\"offset\":" << quoted_u64(tensor.offset) << ",\"absolute_offset\":" << quoted_u64(place.begin)
         << ",\"size\":" << quoted_u64(place.bytes);
    if (options_.sha256) out_ << ",\"sha256\":" << sha256(place);
    out_ << '}';
  }

  /// All of them, also those beyond the four that a Tensor keeps.
  void dimensions(const Tensor& tensor) {
    Cursor cursor = doc_.cursor(tensor.dimension_fields.begin);
    Count dimension;
    for (std::uint32_t k = 0; k < tensor.n_dimensions && cursor.take(dimension); ++k)
      out_ << (k == 0 ? "" : ",") << quoted_u64(dimension.value);
  }

  std::string sha256(const TensorPlace& place) const {
    const auto range = place.within(doc_.bytes.size());
    if (!range) return "null";
    const auto hex = sha256_hex(doc_.bytes.subspan(range->begin, range->end - range->begin));
    return hex ? in_quotes(*hex) : "null";
  }

  void stop(const Stop& stop) {
    out_ << ",\n\"stopped\":{\"at\":" << quoted_u64(stop.at) << ",\"path\":" << in_quotes(stop.path)
         << ",\"why\":" << nlohmann::json(stop.why).dump(-1, ' ', true) << '}';
  }

  std::ostream& out_;
  const FileMap& map_;
  const Document& doc_;
  const DumpOptions& options_;
};

}  // namespace

void dump_json(std::ostream& out, const FileMap& map, const DumpOptions& options) {
  Dump(out, map, options).write();
}

}  // namespace ggufproof
