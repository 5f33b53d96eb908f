// Views into a parsed file. The reader has made sure that every pair and tensor info in the index is whole,
// so the cursors here cannot run short. A file may change under a mapping, though, so they
// stay within the record all the same, and what is read again is never trusted with memory.
#include "validator/document.h"

#include <algorithm>
#include <limits>

#include "validator/array_walk.h"

namespace ggufproof {
namespace {

constexpr std::uint64_t most_elements = std::numeric_limits<std::int64_t>::max();
constexpr std::uint64_t most_bytes = std::numeric_limits<std::int64_t>::max();  // files have no more

/// The type that was read, or u8 where there is no such type any more.
std::uint32_t known_type(std::uint32_t code) { return value_type_row(code) != nullptr ? code : 0; }

template <class T>
std::optional<std::uint64_t> non_negative(Cursor cursor) {
  T value{};
  if (!cursor.take(value) || value < T{}) return std::nullopt;
  return static_cast<std::uint64_t>(value);
}

}  // namespace

Pair Document::pair(std::size_t i) const {
  Pair pair;
  pair.whole = {pair_at[i], i + 1 < pair_at.size() ? pair_at[i + 1] : metadata_end};
  Cursor c = cursor(pair.whole);
  Text key;
  c.take(key);
  pair.key = key.bytes;
  pair.key_text = {c.at() - key.bytes.size(), c.at()};
  c.take(pair.type);
  pair.type = known_type(pair.type);
  pair.type_field = {pair.key_text.end, c.at()};
  pair.value = {c.at(), pair.whole.end};
  return pair;
}

Array Document::array(const Pair& pair) const {
  Array array;
  Cursor c = cursor(pair.value);
  c.take(array.element_type);
  array.element_type = known_type(array.element_type);
  array.element_type_field = {pair.value.begin, c.at()};
  Count count;
  c.take(count);
  const auto type = static_cast<ValueType>(array.element_type);
  array.count = std::min(count.value, c.remaining() / smallest_element_bytes(type, version));
  array.count_field = {array.element_type_field.end, c.at()};
  array.elements = {c.at(), pair.value.end};
  return array;
}

Tensor Document::tensor(std::size_t i) const {
  Tensor tensor;
  tensor.whole = {tensor_at[i], i + 1 < tensor_at.size() ? tensor_at[i + 1] : infos_end};
  Cursor c = cursor(tensor.whole);
  Text name;
  c.take(name);
  tensor.name = name.bytes;
  tensor.name_text = {c.at() - name.bytes.size(), c.at()};
  c.take(tensor.n_dimensions);
  tensor.n_dimensions_field = {tensor.name_text.end, c.at()};
  for (std::uint32_t d = 0; d < tensor.n_dimensions; ++d) {
    Count dimension;
    if (!c.take(dimension)) break;
    if (d < tensor.dimensions.size()) tensor.dimensions[d] = dimension.value;
  }
  tensor.dimension_fields = {tensor.n_dimensions_field.end, c.at()};
  c.take(tensor.type);
  tensor.type_field = {tensor.dimension_fields.end, c.at()};
  c.take(tensor.offset);
  tensor.offset_field = {tensor.type_field.end, c.at()};
  return tensor;
}

void Document::index_keys() {
  keys = TextIndex(pair_at.size());
  for (std::uint64_t i = 0; i < pair_at.size(); ++i) {
    keys.add(i, [this](std::uint64_t number) { return key(number); });
  }
}

std::optional<std::uint64_t> Document::index_of(std::string_view wanted) const {
  return keys.find(wanted, [this](std::uint64_t number) { return key(number); });
}

std::optional<Pair> Document::find(std::string_view wanted) const {
  const auto i = index_of(wanted);
  return i ? std::optional(pair(*i)) : std::nullopt;
}

std::optional<std::uint64_t> Document::as_u64(const Pair& pair) const {
  const Cursor c = cursor(pair.value.begin);
  switch (static_cast<ValueType>(pair.type)) {
    case ValueType::u8:
    case ValueType::boolean:
      return non_negative<std::uint8_t>(c);
    case ValueType::i8:
      return non_negative<std::int8_t>(c);
    case ValueType::u16:
      return non_negative<std::uint16_t>(c);
    case ValueType::i16:
      return non_negative<std::int16_t>(c);
    case ValueType::u32:
      return non_negative<std::uint32_t>(c);
    case ValueType::i32:
      return non_negative<std::int32_t>(c);
    case ValueType::u64:
      return non_negative<std::uint64_t>(c);
    case ValueType::i64:
      return non_negative<std::int64_t>(c);
    default:
      return std::nullopt;
  }
}

std::optional<std::string_view> Document::as_string(const Pair& pair) const {
  if (!pair.is(ValueType::string)) return std::nullopt;
  Cursor c = cursor(pair.value);
  Text text;
  if (!c.take(text)) return std::nullopt;
  return text.bytes;
}

TensorSize size_of(const Tensor& tensor) {
  TensorSize size;
  const auto& dims = tensor.dimensions;
  if (tensor.n_dimensions > dims.size()) return size;
  for (const std::uint64_t d : dims) {
    if (d > most_elements) return size;
  }
  const bool empty = std::any_of(dims.begin(), dims.end(), [](std::uint64_t d) { return d == 0; });
  size.elements = empty ? 0 : dims[0];
  for (std::size_t i = 1; i < dims.size() && !empty; ++i) {
    // The reference reader's own test, a shade stricter than the product needs: a shape that it refuses is an
    // error.
    if (most_elements / dims[i] <= size.elements) {
      size.elements_overflow = true;
      return size;
    }
    size.elements *= dims[i];
  }
  const TensorTypeRow* type = tensor_type_row(tensor.type);
  if (type == nullptr || type->block_elements == 0 || dims[0] % type->block_elements != 0) return size;
  const std::uint64_t blocks = size.elements / type->block_elements;
  if (blocks > most_bytes / type->block_bytes) {
    size.bytes_overflow = true;
    return size;
  }
  size.bytes = blocks * type->block_bytes;
  size.known = true;
  return size;
}

std::optional<std::uint64_t> padded(std::uint64_t offset, std::uint64_t alignment) {
  const std::uint64_t rest = offset % alignment;
  if (rest == 0) return offset;
  const std::uint64_t missing = alignment - rest;
  if (offset > std::numeric_limits<std::uint64_t>::max() - missing) return std::nullopt;
  return offset + missing;
}

}  // namespace ggufproof
