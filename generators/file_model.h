// A GGUF file as plain values, without a single offset, count or length: those follow from the values and are
// filled in by generators/write. Everything that makes or changes files works on this; a mutation that must
// lie about a length works on generators/wire instead.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "spec/tables.h"
#include "spec/wire.h"

namespace ggufproof {

/// A number of a metadata value: the bits as they stand in the file, zero-extended, so that NaNs compare too.
struct Scalar {
  ValueType type = ValueType::u8;  ///< neither string nor array
  std::uint64_t bits = 0;
  friend bool operator==(const Scalar&, const Scalar&) = default;
};

struct ModelArray;

/// The elements of an array: bits of numbers, texts, or arrays, as the element type says.
using ModelElements =
    std::variant<std::vector<std::uint64_t>, std::vector<std::string>, std::vector<ModelArray>>;

/// An array value. The alternative that `elements` holds fits `element_type`, for empty arrays too.
struct ModelArray {
  ValueType element_type = ValueType::u8;
  ModelElements elements;
  friend bool operator==(const ModelArray&, const ModelArray&) = default;
};

using ModelValue = std::variant<Scalar, std::string, ModelArray>;

struct ModelPair {
  std::string key;
  ModelValue value;
  friend bool operator==(const ModelPair&, const ModelPair&) = default;
};

/// Tensor data by rule, so that counterexamples stay small: byte k is (first + k * step) mod 64. Below 64 no
/// exponent is all ones, whichever float type reads the bytes and in whichever order: the numbers are finite.
struct Fill {
  std::uint8_t first = 0;
  std::uint8_t step = 0;
  friend bool operator==(const Fill&, const Fill&) = default;
};

struct ModelTensor {
  std::string name;
  std::vector<std::uint64_t> dimensions;  ///< in elements, fastest first
  TensorType type = TensorType::f32;
  std::variant<Fill, std::vector<std::uint8_t>> data;
  friend bool operator==(const ModelTensor&, const ModelTensor&) = default;
};

struct FileModel {
  ByteOrder order = ByteOrder::little;
  std::uint32_t version = limits::current_version;
  std::vector<ModelPair> metadata;
  std::vector<ModelTensor> tensors;
  friend bool operator==(const FileModel&, const FileModel&) = default;
};

/// The alignment in bytes: general.alignment where that is a u32 and not 0, else 32 (gguf.md:
/// general.alignment).
inline std::uint64_t alignment_of(const FileModel& file) {
  for (const ModelPair& pair : file.metadata) {
    const auto* number = std::get_if<Scalar>(&pair.value);
    const bool usable = number != nullptr && number->type == ValueType::u32 && number->bits != 0;
    if (pair.key == "general.alignment" && usable) return number->bits;
  }
  return limits::default_alignment;
}

}  // namespace ggufproof
