// The reader has checked that every pair and info is whole; each step here is bounded by the cursor all the
// same.
#include "generators/lift.h"

#include <string>
#include <utility>

#include "validator/reader.h"
#include "validator/wire_read.h"

namespace ggufproof {
namespace {

template <class T>
std::optional<std::uint64_t> taken(Cursor& cursor) {
  T bits{};
  if (!cursor.take(bits)) return std::nullopt;
  return bits;
}

std::optional<std::uint64_t> take_bits(Cursor& cursor, ValueType type) {
  switch (value_type_row(static_cast<std::uint32_t>(type))->bytes) {
    case 1:
      return taken<std::uint8_t>(cursor);
    case 2:
      return taken<std::uint16_t>(cursor);
    case 4:
      return taken<std::uint32_t>(cursor);
    default:
      return taken<std::uint64_t>(cursor);
  }
}

std::optional<std::string> take_text(Cursor& cursor) {
  Text text;
  if (!cursor.take(text)) return std::nullopt;
  return std::string(text.bytes);
}

// `count` elements, each by `take_one`. The count is not trusted: each element takes bytes, or this ends.
template <class TakeOne>
std::optional<ModelElements> take_elements(std::uint64_t count, TakeOne take_one) {
  std::vector<typename decltype(take_one())::value_type> elements;
  for (std::uint64_t i = 0; i < count; ++i) {
    auto element = take_one();
    if (!element) return std::nullopt;
    elements.push_back(*std::move(element));
  }
  return elements;
}

std::optional<ModelArray> take_array(Cursor& cursor, std::uint64_t depth) {
  const auto head = read_record<ArrayRecord>(cursor);
  if (!head.ok() || value_type_row(head.record.element_type) == nullptr || depth == 0) return std::nullopt;
  const auto type = static_cast<ValueType>(head.record.element_type);
  const std::uint64_t count = head.record.count.value;
  std::optional<ModelElements> elements;
  if (type == ValueType::array) {
    elements = take_elements(count, [&] { return take_array(cursor, depth - 1); });
  } else if (type == ValueType::string) {
    elements = take_elements(count, [&] { return take_text(cursor); });
  } else {
    elements = take_elements(count, [&] { return take_bits(cursor, type); });
  }
  if (!elements) return std::nullopt;
  return ModelArray{type, *std::move(elements)};
}

std::optional<ModelPair> lift_pair(const Document& document, std::size_t i) {
  const Pair pair = document.pair(i);
  Cursor cursor = document.cursor(pair.value.begin);
  ModelPair lifted{std::string(pair.key), {}};
  if (pair.is(ValueType::array)) {
    auto array = take_array(cursor, lift_depth);
    if (!array) return std::nullopt;
    lifted.value = *std::move(array);
  } else if (pair.is(ValueType::string)) {
    auto text = take_text(cursor);
    if (!text) return std::nullopt;
    lifted.value = *std::move(text);
  } else {
    const auto type = static_cast<ValueType>(pair.type);
    const auto bits = take_bits(cursor, type);
    if (!bits) return std::nullopt;
    lifted.value = Scalar{type, *bits};
  }
  return lifted;
}

// `data_begin` is where the data section starts in the file, in bytes.
std::optional<ModelTensor> lift_tensor(const Document& document, std::size_t i, std::uint64_t data_begin) {
  const Tensor tensor = document.tensor(i);
  const TensorSize size = size_of(tensor);
  const std::uint64_t file_bytes = document.bytes.size();
  if (!size.known || tensor.offset > file_bytes - data_begin) return std::nullopt;
  const std::uint64_t begin = data_begin + tensor.offset;
  if (size.bytes > file_bytes - begin) return std::nullopt;
  const Bytes data = document.bytes.subspan(begin, size.bytes);
  return ModelTensor{std::string(tensor.name),
                     {tensor.dimensions.begin(), tensor.dimensions.begin() + tensor.n_dimensions},
                     static_cast<TensorType>(tensor.type),
                     std::vector<std::uint8_t>(data.begin(), data.end())};
}

}  // namespace

std::optional<FileModel> lift(Bytes bytes) {
  Report report;
  const Document document = read_document(bytes, report);
  if (document.reached != Reached::tensors) return std::nullopt;
  FileModel file{document.order, document.version, {}, {}};
  for (std::size_t i = 0; i < document.pair_at.size(); ++i) {
    auto pair = lift_pair(document, i);
    if (!pair) return std::nullopt;
    file.metadata.push_back(*std::move(pair));
  }
  if (document.tensor_at.empty()) return file;
  const auto data_begin = padded(document.infos_end, alignment_of(file));
  if (!data_begin || *data_begin > bytes.size()) return std::nullopt;
  for (std::size_t i = 0; i < document.tensor_at.size(); ++i) {
    auto tensor = lift_tensor(document, i, *data_begin);
    if (!tensor) return std::nullopt;
    file.tensors.push_back(*std::move(tensor));
  }
  return file;
}

}  // namespace ggufproof
