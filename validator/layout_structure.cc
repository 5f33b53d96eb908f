// The fields before the data section. The records are read again with the reader's own primitives, since a
// document keeps only where each record begins.
#include "validator/describe.h"
#include "validator/foreign.h"
#include "validator/layout_fields.h"
#include "validator/layout_value.h"

namespace ggufproof {
namespace {

class Structure {
 public:
  Structure(const FileMap& map, const MapStyle& style, const FieldSink& sink)
      : doc_(map.document), style_(style), sink_(sink), cursor_(doc_.cursor(0)) {}

  std::uint64_t walk() {
    if (header() && pairs()) tensors();
    return cursor_.at();
  }

 private:
  bool header();
  bool pairs();
  bool pair(std::uint64_t i);
  bool tensors();
  bool tensor(std::uint64_t i);

  const char* count_type() const { return count_type_name(doc_.version); }
  void put(Range bytes, std::string path, std::string type, std::string value) {
    sink_({bytes, std::move(path), std::move(type), {}, std::move(value)});
    cursor_ = doc_.cursor(bytes.end);
  }
  void put_text(Range bytes, std::string path, std::string_view text) {
    sink_({bytes, std::move(path), "string", text, ""});
    cursor_ = doc_.cursor(bytes.end);
  }

  const Document& doc_;
  const MapStyle& style_;
  const FieldSink& sink_;
  Cursor cursor_;  ///< after the last field
};

/// Nothing but the magic and the version can be told of a header whose version is unknown.
bool Structure::header() {
  if (!looks_like_gguf(doc_.bytes)) return false;
  Cursor probe = cursor_;
  const auto head = read_record<HeaderRecord>(probe);
  if (head.whole >= 1) put(head.fields[0], "magic", "", "\"GGUF\"");
  if (head.whole >= 2) {
    put(head.fields[1], "version", "u32",
        number(head.record.version) + (doc_.order == ByteOrder::big ? " (big-endian)" : ""));
  }
  const bool known = doc_.version >= 1 && doc_.version <= limits::current_version;
  if (head.whole >= 3 && known)
    put(head.fields[2], "tensor_count", count_type(), number(head.record.tensor_count.value));
  if (head.whole >= 4 && known) {
    put(head.fields[3], "metadata_kv_count", count_type(), number(head.record.metadata_kv_count.value));
  }
  return doc_.reached >= Reached::header;
}

bool Structure::pairs() {
  for (std::uint64_t i = 0; i < doc_.pair_at.size(); ++i) {
    if (!pair(i)) return false;
  }
  if (doc_.reached >= Reached::metadata) return true;
  if (doc_.pair_at.size() < doc_.kv_count) pair(doc_.pair_at.size());
  return false;
}

bool Structure::pair(std::uint64_t i) {
  Cursor probe = cursor_;
  const auto head = read_record<KeyRecord>(probe);
  if (head.whole >= 1) put_text(head.fields[0], pair_path(i, "key"), head.record.key.bytes);
  if (!head.ok()) return false;
  const std::uint32_t type = head.record.value_type;
  put(head.fields[1], pair_path(i, "value_type"), "u32", value_type_shown(type));
  return value_type_row(type) != nullptr &&
         value_fields(cursor_, static_cast<ValueType>(type), pair_path(i, "value"), style_, sink_);
}

bool Structure::tensors() {
  for (std::uint64_t i = 0; i < doc_.tensor_at.size(); ++i) {
    if (!tensor(i)) return false;
  }
  if (doc_.reached >= Reached::tensors) return true;
  tensor(doc_.tensor_at.size());
  return false;
}

bool Structure::tensor(std::uint64_t i) {
  Cursor probe = cursor_;
  const auto name = read_record<TensorNameRecord>(probe);
  if (name.whole >= 1) put_text(name.fields[0], tensor_path(i, "name"), name.record.name.bytes);
  if (!name.ok()) return false;
  const std::uint32_t dimensions = name.record.n_dimensions;
  put(name.fields[1], tensor_path(i, "n_dimensions"), "u32", number(dimensions));
  if (dimensions > limits::readable_dimensions) return false;
  for (std::uint32_t k = 0; k < dimensions; ++k) {
    Count dimension;
    const std::uint64_t begin = probe.at();
    if (!probe.take(dimension)) return false;
    put({begin, probe.at()}, tensor_path(i, "dimensions[" + number(k) + "]"), count_type(),
        number(dimension.value));
  }
  const auto place = read_record<TensorPlaceRecord>(probe);
  if (place.whole >= 1)
    put(place.fields[0], tensor_path(i, "type"), "u32", tensor_type_shown(place.record.type));
  if (place.whole >= 2) put(place.fields[1], tensor_path(i, "offset"), "u64", number(place.record.offset));
  return place.ok();
}

}  // namespace

std::uint64_t structure_fields(const FileMap& map, const MapStyle& style, const FieldSink& sink) {
  return Structure(map, style, sink).walk();
}

}  // namespace ggufproof
