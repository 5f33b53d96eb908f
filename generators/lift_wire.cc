// Each step appends the bytes from where the last one stopped, so that the fields cover the file once and in
// order.
#include "generators/lift_wire.h"

#include <algorithm>
#include <numeric>
#include <string>
#include <vector>

#include "generators/lift.h"
#include "validator/array_walk.h"
#include "validator/checks.h"
#include "validator/reader.h"
#include "validator/wire_read.h"

namespace ggufproof {
namespace {

struct DepthVisitor {
  std::uint64_t levels = 0;
  void head(const ElementPath&, std::uint64_t depth, const RecordRead<ArrayRecord>&) {
    levels = std::max(levels, depth + 1);
  }
  void string(const ElementPath&, std::uint64_t, std::uint64_t, std::string_view, Range) {}
  void scalars(const ElementPath&, std::uint64_t, ValueType, std::uint64_t, Range) {}
};

/// The file with counts that it could hold, since nothing is read of one whose counts are beyond that.
std::vector<std::uint8_t> with_plausible_counts(Bytes bytes) {
  std::vector<std::uint8_t> copy(bytes.begin(), bytes.end());
  Report unused;
  const Document document = read_document(bytes, unused);
  if (document.reached == Reached::nothing) return copy;
  const std::uint64_t left = bytes.size() - document.header_end;
  const std::uint64_t tensors = left / smallest_tensor_bytes(document.version);
  const std::uint64_t pairs = left / smallest_pair_bytes(document.version);
  Wire header(document.order, document.version);
  header.append_record("", HeaderRecord{gguf_magic,
                                        document.version,
                                        {std::min(document.tensor_count, tensors)},
                                        {std::min(document.kv_count, pairs)}});
  std::ranges::copy(header.bytes(), copy.begin());
  return copy;
}

class WireLifter {
 public:
  explicit WireLifter(Bytes bytes)
      : report_(Profile::deflt),
        readable_(with_plausible_counts(bytes)),
        doc_(read_document(readable_, report_)),
        bytes_(bytes),
        wire_(doc_.order, doc_.version) {}

  Wire lifted() {
    header();
    for (std::uint64_t i = 0; i < doc_.pair_at.size(); ++i) pair(i);
    for (std::uint64_t i = 0; i < doc_.tensor_at.size(); ++i) info(i);
    if (doc_.reached == Reached::tensors && !doc_.tensor_at.empty()) data_section();
    nameless(bytes_.size());
    return std::move(wire_);
  }

 private:
  void header();
  void pair(std::uint64_t i);
  void value(const std::string& label, Cursor& cursor, ValueType type);
  void array(const std::string& label, Cursor& cursor);
  void info(std::uint64_t i);
  void data_section();
  void padding(const std::string& label, std::uint64_t alignment);
  void nameless(std::uint64_t end);

  std::vector<std::uint8_t> taken(std::uint64_t end) {
    const Bytes part = bytes_.subspan(at_, end - at_);
    at_ = end;
    return {part.begin(), part.end()};
  }

  Report report_;
  const std::vector<std::uint8_t> readable_;
  const Document doc_;
  const Bytes bytes_;
  Wire wire_;
  std::uint64_t at_ = 0;  ///< what has a field up to here
  std::uint64_t gaps_ = 0;
};

void WireLifter::header() {
  Cursor cursor(bytes_, doc_.order, doc_.version);  // the counts as they are claimed
  const auto read = read_record<HeaderRecord>(cursor);
  if (doc_.reached >= Reached::header) {
    wire_.append_record("", read.record);
    at_ = doc_.header_end;
  } else if (read.whole >= 2 && read.record.magic == gguf_magic) {
    wire_.append("magic", read.record.magic);
    wire_.append("version", read.record.version);
    at_ = read.fields[1].end;
  }
}

void WireLifter::pair(std::uint64_t i) {
  const Pair pair = doc_.pair(i);
  const auto type = static_cast<ValueType>(pair.type);
  Cursor cursor = doc_.cursor(pair.value.begin);
  if (type == ValueType::array) {
    Cursor probe = cursor;
    DepthVisitor depth;
    walk_array(probe, depth);
    if (depth.levels > lift_depth) return nameless(pair.whole.end);
  }
  const std::string label = indexed("kv", i);
  wire_.append_record(label, KeyRecord{{pair.key}, pair.type});
  value(label + ".value", cursor, type);
  at_ = pair.whole.end;
}

void WireLifter::value(const std::string& label, Cursor& cursor, ValueType type) {
  if (type == ValueType::array) return array(label, cursor);
  if (type == ValueType::string) {
    Text text;
    cursor.take(text);
    return wire_.append(label, text);
  }
  const std::uint64_t width = value_type_row(static_cast<std::uint32_t>(type))->bytes;
  std::uint64_t bits = 0;
  for (std::uint64_t k = 0; k < width; ++k) {
    std::uint8_t byte = 0;
    cursor.take(byte);
    bits |= std::uint64_t{byte} << (8 * (doc_.order == ByteOrder::little ? k : width - 1 - k));
  }
  wire_.append_number(label, type, bits);
}

void WireLifter::array(const std::string& label, Cursor& cursor) {
  const ArrayRecord head = read_record<ArrayRecord>(cursor).record;
  wire_.append_record(label, head);
  for (std::uint64_t j = 0; j < head.count.value; ++j)
    value(indexed(label, j), cursor, static_cast<ValueType>(head.element_type));
}

void WireLifter::info(std::uint64_t i) {
  const Tensor tensor = doc_.tensor(i);
  const std::string label = indexed("tensor", i);
  wire_.append_record(label, TensorNameRecord{{tensor.name}, tensor.n_dimensions});
  Cursor cursor = doc_.cursor(tensor.dimension_fields.begin);
  for (std::uint32_t k = 0; k < tensor.n_dimensions; ++k) {
    Count dimension;
    cursor.take(dimension);
    wire_.append(indexed(label + ".dimensions", k), dimension);
  }
  wire_.append_record(label, TensorPlaceRecord{tensor.type, tensor.offset});
  at_ = tensor.whole.end;
}

void WireLifter::data_section() {
  const auto alignment = check_alignment(doc_, report_);
  const auto begin = alignment ? padded(at_, *alignment) : std::nullopt;
  if (!begin || *begin > bytes_.size()) return;
  padding("padding", *alignment);
  nameless(*begin);
  std::vector<std::uint64_t> order(doc_.tensor_at.size());
  std::iota(order.begin(), order.end(), std::uint64_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::uint64_t a, std::uint64_t b) {
    return doc_.tensor(a).offset < doc_.tensor(b).offset;
  });
  for (const std::uint64_t i : order) {
    const Tensor tensor = doc_.tensor(i);
    const TensorSize size = size_of(tensor);
    const std::uint64_t room = bytes_.size() - *begin;
    if (!size.known || tensor.offset > room || *begin + tensor.offset < at_) continue;
    nameless(*begin + tensor.offset);
    const std::string label = indexed("tensor", i);
    wire_.append_bytes(label + ".data", WireKind::data,
                       taken(at_ + std::min(size.bytes, room - tensor.offset)));
    padding(label + ".padding", *alignment);
  }
}

/// Padding up to the next multiple of the alignment, where the file has zeros up to there.
void WireLifter::padding(const std::string& label, std::uint64_t alignment) {
  const auto end = padded(at_, alignment);
  if (!end || *end > bytes_.size()) return;
  const Bytes part = bytes_.subspan(at_, *end - at_);
  if (std::any_of(part.begin(), part.end(), [](std::uint8_t byte) { return byte != 0; })) return;
  wire_.append_padding(label, alignment);
  at_ = *end;
}

void WireLifter::nameless(std::uint64_t end) {
  if (at_ < end) wire_.append_bytes(indexed("nameless", gaps_++), WireKind::raw, taken(end));
}

}  // namespace

Wire lift_wire(Bytes bytes) { return WireLifter(bytes).lifted(); }

}  // namespace ggufproof
