// Rows: the table of the types that can be encoded, and the walk over rows and blocks.
#include "validator/encode/encode.h"

#include <algorithm>
#include <array>

#include "validator/encode/block_out.h"
#include "validator/encode/search.h"

// Types in closed form, those of them that importances turn into a search, and those always searched for. The
// encoders are defined in encode_*.cc.
#define GGUFPROOF_CLOSED_TYPES(each)                                                                   \
  each(f32) each(f16) each(bf16) each(q8_0) each(tq1_0) each(tq2_0) each(mxfp4) each(nvfp4) each(q1_0) \
      each(q2_0)
#define GGUFPROOF_BOTH_TYPES(each) each(q4_0) each(q4_1) each(q5_0) each(q5_1)
#define GGUFPROOF_SEARCHED_TYPES(each)                                                           \
  each(q2_k) each(q3_k) each(q4_k) each(q5_k) each(q6_k) each(iq4_nl) each(iq4_xs) each(iq2_xxs) \
      each(iq2_xs) each(iq2_s) each(iq3_xxs) each(iq3_s) each(iq1_s) each(iq1_m)

namespace ggufproof {

#define GGUFPROOF_DECLARE_CLOSED(id) \
  template <>                        \
  void encode_block<TensorType::id>(BlockValues, BlockOut);
#define GGUFPROOF_DECLARE_SEARCHED(id) \
  template <>                          \
  void search_block<TensorType::id>(const SearchedBlock&, BlockOut);
GGUFPROOF_CLOSED_TYPES(GGUFPROOF_DECLARE_CLOSED)
GGUFPROOF_BOTH_TYPES(GGUFPROOF_DECLARE_CLOSED)
GGUFPROOF_BOTH_TYPES(GGUFPROOF_DECLARE_SEARCHED)
GGUFPROOF_SEARCHED_TYPES(GGUFPROOF_DECLARE_SEARCHED)

namespace {

struct Encoder {
  TensorType type;
  void (*encode)(BlockValues, BlockOut);           // null where codes are always searched for
  void (*search)(const SearchedBlock&, BlockOut);  // null where importances say nothing
};

constexpr std::array encoders{
#define GGUFPROOF_CLOSED(id) Encoder{TensorType::id, encode_block<TensorType::id>, nullptr},
#define GGUFPROOF_BOTH(id) \
  Encoder{TensorType::id, encode_block<TensorType::id>, search_block<TensorType::id>},
#define GGUFPROOF_SEARCHED(id) Encoder{TensorType::id, nullptr, search_block<TensorType::id>},
    GGUFPROOF_CLOSED_TYPES(GGUFPROOF_CLOSED) GGUFPROOF_BOTH_TYPES(GGUFPROOF_BOTH)
        GGUFPROOF_SEARCHED_TYPES(GGUFPROOF_SEARCHED)};

const Encoder* find_encoder(TensorType type) {
  const auto* found =
      std::find_if(encoders.begin(), encoders.end(), [&](const Encoder& e) { return e.type == type; });
  return found == encoders.end() ? nullptr : found;
}

/// Encodes one row, or all values where there are no importances.
void encode_blocks(const Encoder& encoder, const TensorTypeRow& type, BlockValues values,
                   BlockValues importance, BlockOut out) {
  const bool searched = encoder.encode == nullptr || (encoder.search != nullptr && !importance.empty());
  const float mean_square =
      searched && !importance.empty() ? sum_of_squares(values) / static_cast<float>(values.size()) : 0.0F;
  for (std::uint64_t at = 0; at < values.size(); at += type.block_elements) {
    const BlockValues block = values.subspan(at, type.block_elements);
    if (searched) {
      const BlockValues weights =
          importance.empty() ? importance : importance.subspan(at, type.block_elements);
      encoder.search({block, weights, mean_square}, out);
    } else {
      encoder.encode(block, out);
    }
    out.bytes += type.block_bytes;
  }
}

}  // namespace

bool is_encodable(TensorType type) { return find_encoder(type) != nullptr; }

bool encode_row(TensorType type, std::span<const float> values, ByteOrder order,
                std::span<std::uint8_t> blocks, std::span<const float> importance) {
  const Encoder* encoder = find_encoder(type);
  if (encoder == nullptr) return false;
  const TensorTypeRow& row = *tensor_type_row(static_cast<std::uint32_t>(type));
  const std::uint64_t columns = importance.empty() ? values.size() : importance.size();
  if (columns % row.block_elements != 0 || (columns != 0 && values.size() % columns != 0)) return false;
  if (blocks.size() % row.block_bytes != 0) return false;
  if (blocks.size() / row.block_bytes != values.size() / row.block_elements) return false;
  for (std::uint64_t at = 0; at < values.size(); at += columns) {
    encode_blocks(*encoder, row, values.subspan(at, columns), importance,
                  {blocks.data() + at / row.block_elements * row.block_bytes, order});
  }
  return true;
}

}  // namespace ggufproof
