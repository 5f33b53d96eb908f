// Rows: the table of the types that can be encoded, and the walk over blocks.
#include "validator/encode/encode.h"

#include <algorithm>
#include <array>

#include "validator/encode/block_out.h"

namespace ggufproof {
namespace {

struct Encoder {
  TensorType type;
  void (*encode)(BlockValues, BlockOut);
};

}  // namespace

// Declared before the table uses them; defined in encode_*.cc.
#define GGUFPROOF_ENCODED_TYPES(each)                                                               \
  each(f32) each(f16) each(bf16) each(q4_0) each(q4_1) each(q5_0) each(q5_1) each(q8_0) each(tq1_0) \
      each(tq2_0) each(mxfp4) each(nvfp4) each(q1_0) each(q2_0)
#define GGUFPROOF_DECLARE(id) \
  template <>                 \
  void encode_block<TensorType::id>(BlockValues, BlockOut);
GGUFPROOF_ENCODED_TYPES(GGUFPROOF_DECLARE)

namespace {

constexpr std::array encoders{
#define GGUFPROOF_ENCODER(id) Encoder{TensorType::id, encode_block<TensorType::id>},
    GGUFPROOF_ENCODED_TYPES(GGUFPROOF_ENCODER)};

const Encoder* find_encoder(TensorType type) {
  const auto* found =
      std::find_if(encoders.begin(), encoders.end(), [&](const Encoder& e) { return e.type == type; });
  return found == encoders.end() ? nullptr : found;
}

}  // namespace

bool is_encodable(TensorType type) { return find_encoder(type) != nullptr; }

bool encode_row(TensorType type, std::span<const float> values, ByteOrder order,
                std::span<std::uint8_t> blocks) {
  const Encoder* encoder = find_encoder(type);
  if (encoder == nullptr) return false;
  const TensorTypeRow& row = *tensor_type_row(static_cast<std::uint32_t>(type));
  const std::uint64_t count = values.size() / row.block_elements;
  if (values.size() % row.block_elements != 0 || blocks.size() % row.block_bytes != 0) return false;
  if (blocks.size() / row.block_bytes != count) return false;
  for (std::uint64_t i = 0; i < count; ++i) {
    encoder->encode(values.subspan(i * row.block_elements, row.block_elements),
                    {blocks.data() + i * row.block_bytes, order});
  }
  return true;
}

}  // namespace ggufproof
