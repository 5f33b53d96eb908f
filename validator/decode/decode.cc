// Rows: the table from type to block decoder, and the types that have no blocks.
#include "validator/decode/decode.h"

#include <algorithm>
#include <array>

#include "validator/decode/block.h"

namespace ggufproof {

// Declares what the table below needs, for every live type; plain types have no block decoder and their
// declaration stays unused.
#define GGUFPROOF_DECLARE_live(id) \
  template <>                      \
  void decode_block<TensorType::id>(Block, float*);
#define GGUFPROOF_DECLARE_intermediate(id)
#define GGUFPROOF_DECLARE_retired(id)
#define TENSOR_TYPE(id, code, name, elements, bytes, status) GGUFPROOF_DECLARE_##status(id)
#include "spec/tensor_types.def"

namespace {

using BlockDecoder = void (*)(Block, float*);

/// Elements of the largest block.
constexpr std::uint64_t most_block_elements =
    std::max_element(tensor_types.begin(), tensor_types.end(), [](const auto& a, const auto& b) {
      return a.block_elements < b.block_elements;
    }) -> block_elements;

template <TensorType type>
constexpr BlockDecoder block_decoder() {
  constexpr const TensorTypeRow& row = *tensor_type_row(static_cast<std::uint32_t>(type));
  if constexpr (row.status == TensorTypeStatus::live && is_quantized(row)) {
    return decode_block<type>;
  } else {
    return nullptr;
  }
}

constexpr std::array block_decoders{
#define TENSOR_TYPE(id, code, name, elements, bytes, status) block_decoder<TensorType::id>(),
#include "spec/tensor_types.def"
};

/// Decodes elements that are stored one by one as Stored and become values by `widen`.
template <class Stored, class Out, class Widen>
void decode_each(Bytes bytes, ByteOrder order, std::span<Out> out, Widen widen) {
  const std::uint8_t* from = bytes.data();
  for (Out& value : out) {
    value = static_cast<Out>(widen(load<Stored>(from, order)));
    from += sizeof(Stored);
  }
}

template <class Out>
void decode_plain(TensorType type, Bytes bytes, ByteOrder order, std::span<Out> out) {
  const auto same = [](auto value) { return value; };
  switch (type) {
    case TensorType::f32:
      return decode_each<float>(bytes, order, out, same);
    case TensorType::f16:
      return decode_each<std::uint16_t>(bytes, order, out, f16_to_float);
    case TensorType::bf16:
      return decode_each<std::uint16_t>(bytes, order, out, bf16_to_float);
    case TensorType::f64:
      return decode_each<double>(bytes, order, out, same);
    case TensorType::i8:
      return decode_each<std::int8_t>(bytes, order, out, same);
    case TensorType::i16:
      return decode_each<std::int16_t>(bytes, order, out, same);
    case TensorType::i32:
      return decode_each<std::int32_t>(bytes, order, out, same);
    case TensorType::i64:
      return decode_each<std::int64_t>(bytes, order, out, same);
    default:
      return;
  }
}

void decode_blocks(BlockDecoder decoder, const TensorTypeRow& row, Bytes blocks, ByteOrder order,
                   std::span<float> out) {
  float* to = out.data();
  for (std::uint64_t at = 0; at < blocks.size(); at += row.block_bytes, to += row.block_elements) {
    decoder({blocks.data() + at, order}, to);
  }
}

void decode_blocks(BlockDecoder decoder, const TensorTypeRow& row, Bytes blocks, ByteOrder order,
                   std::span<double> out) {
  std::array<float, most_block_elements> narrow;
  double* to = out.data();
  for (std::uint64_t at = 0; at < blocks.size(); at += row.block_bytes, to += row.block_elements) {
    decoder({blocks.data() + at, order}, narrow.data());
    std::copy_n(narrow.data(), row.block_elements, to);
  }
}

template <class Out>
bool decode_any(TensorType type, Bytes blocks, ByteOrder order, std::span<Out> out) {
  if (!is_decodable(type)) return false;
  const TensorTypeRow& row = *tensor_type_row(static_cast<std::uint32_t>(type));
  const std::uint64_t count = blocks.size() / row.block_bytes;
  if (blocks.size() % row.block_bytes != 0 || out.size() % row.block_elements != 0) return false;
  if (out.size() / row.block_elements != count) return false;
  if (const BlockDecoder decoder = block_decoders[static_cast<std::size_t>(type)]) {
    decode_blocks(decoder, row, blocks, order, out);
  } else {
    decode_plain(type, blocks, order, out);
  }
  return true;
}

}  // namespace

bool is_decodable(TensorType type) {
  const TensorTypeRow* row = tensor_type_row(static_cast<std::uint32_t>(type));
  return row != nullptr && row->status == TensorTypeStatus::live;
}

bool decode_row(TensorType type, Bytes blocks, ByteOrder order, std::span<float> out) {
  return decode_any(type, blocks, order, out);
}

bool decode_row(TensorType type, Bytes blocks, ByteOrder order, std::span<double> out) {
  return decode_any(type, blocks, order, out);
}

}  // namespace ggufproof
