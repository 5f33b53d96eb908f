// Decoding and encoding whole blocks of a type, as the codec's target asks for it.
#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include "fuzz/oracle.h"
#include "validator/decode/decode.h"
#include "validator/encode/encode.h"

namespace ggufproof {

/// Whether a type's encoder, given what it made once, makes the same again; the encoders of other types
/// search.
constexpr bool comes_back(TensorType type) {
#define ROUND_TRIP(id, without) \
  if (type == TensorType::id) return type != TensorType::q4_1 && type != TensorType::q5_1;
#include "spec/round_trips.def"
  return type == TensorType::f32 || type == TensorType::f16 || type == TensorType::bf16;
}

template <class Number>
std::vector<Number> decoded(const TensorTypeRow& row, Bytes blocks, ByteOrder order) {
  std::vector<Number> values(blocks.size() / row.block_bytes * row.block_elements);
  require(decode_row(row.type, blocks, order, std::span<Number>(values)), "whole blocks are decoded",
          row.name);
  return values;
}

inline std::vector<std::uint8_t> encoded(const TensorTypeRow& row, const std::vector<float>& values,
                                         ByteOrder order) {
  std::vector<std::uint8_t> blocks(values.size() / row.block_elements * row.block_bytes);
  require(encode_row(row.type, values, order, blocks), "whole blocks are encoded", row.name);
  return blocks;
}

/// The values after a journey through a type's blocks.
inline std::vector<float> sent_round(const TensorTypeRow& row, const std::vector<float>& values,
                                     ByteOrder order) {
  return decoded<float>(row, encoded(row, values, order), order);
}

/// The largest magnitude; infinity where a value is not finite.
inline float largest_of(const std::vector<float>& values) {
  float largest = 0;
  for (const float value : values) {
    largest = std::isfinite(value) ? std::max(largest, std::fabs(value)) : HUGE_VALF;
    if (largest == HUGE_VALF) break;
  }
  return largest;
}

}  // namespace ggufproof
