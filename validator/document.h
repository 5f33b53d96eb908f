// A parsed file: where each metadata pair and each tensor info begins, and views of them made on demand.
// Nothing is copied out of the file, so a document costs fifteen bytes a pair and nine a tensor, whatever the
// values hold.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <optional>
#include <string_view>
#include <vector>

#include "spec/tables.h"
#include "spec/wire.h"
#include "validator/bytes.h"
#include "validator/text_index.h"

namespace ggufproof {

/// A view of one metadata pair.
struct Pair {
  std::string_view key;
  std::uint32_t type = 0;  ///< code of the value's type
  Range whole;             ///< key, type and value
  Range key_text;          ///< the key's bytes without the length
  Range type_field;
  Range value;

  bool is(ValueType wanted) const { return type == static_cast<std::uint32_t>(wanted); }
};

/// A view of an array value's head.
struct Array {
  std::uint32_t element_type = 0;
  std::uint64_t count = 0;  ///< elements
  Range element_type_field;
  Range count_field;
  Range elements;  ///< from the first element to the end of the value

  bool is(ValueType wanted) const { return element_type == static_cast<std::uint32_t>(wanted); }
};

/// A view of one tensor info. Dimensions are in file order, fastest first; only the first limits::dimensions
/// are kept.
struct Tensor {
  std::string_view name;
  std::uint32_t n_dimensions = 0;
  std::array<std::uint64_t, limits::dimensions> dimensions{1, 1, 1, 1};
  std::uint32_t type = 0;
  std::uint64_t offset = 0;  ///< bytes from the start of the data section
  Range whole;
  Range name_text;
  Range n_dimensions_field;
  Range dimension_fields;
  Range type_field;
  Range offset_field;
};

/// How far the structure of a file could be followed.
enum class Reached { nothing, header, metadata, tensors };

/// Offsets of records in a file. A deque, since a vector holds up to three times its elements while it grows.
using Offsets = std::deque<std::uint64_t>;

struct Document {
  Bytes bytes;
  ByteOrder order = ByteOrder::little;
  std::uint32_t version = 0;
  std::uint64_t tensor_count = 0;  ///< as claimed
  std::uint64_t kv_count = 0;      ///< as claimed
  std::uint64_t header_end = 0;
  Offsets pair_at;                ///< offset of each whole pair
  Offsets tensor_at;              ///< offset of each whole tensor info
  TextIndex keys;                 ///< the first pair of each key; see index_keys
  std::vector<bool> plain_array;  ///< for each pair: an array in whose elements there is nothing to judge
  std::uint64_t metadata_end = 0;
  std::uint64_t infos_end = 0;
  Reached reached = Reached::nothing;

  /// The i-th pair. REQUIRES: i < pair_at.size().
  Pair pair(std::size_t i) const;

  /// The i-th tensor info. REQUIRES: i < tensor_at.size().
  Tensor tensor(std::size_t i) const;

  /// The head of an array value. REQUIRES: pair.is(ValueType::array) and the pair stems from this document.
  Array array(const Pair& pair) const;

  /// The key of the i-th pair. REQUIRES: i < pair_at.size().
  std::string_view key(std::size_t i) const { return text_at(pair_at[i]); }

  /// The name of the i-th tensor. REQUIRES: i < tensor_at.size().
  std::string_view tensor_name(std::size_t i) const { return text_at(tensor_at[i]); }

  /// Fills `keys` once all pairs are known; find and index_of need it.
  void index_keys();

  /// The number of the first pair with exactly this key. Costs one look into a hash table.
  std::optional<std::uint64_t> index_of(std::string_view key) const;

  /// The first pair with exactly this key.
  std::optional<Pair> find(std::string_view key) const;

  /// The value of a pair of unsigned, signed or bool type as a u64; nothing for other types and negative
  /// values.
  std::optional<std::uint64_t> as_u64(const Pair& pair) const;

  /// The text of a string value; nothing for other types.
  std::optional<std::string_view> as_string(const Pair& pair) const;

  Cursor cursor(std::uint64_t at) const { return {bytes, order, version, at}; }

  /// A cursor that stays within a record of the file.
  Cursor cursor(Range record) const { return {bytes.first(record.end), order, version, record.begin}; }

 private:
  std::string_view text_at(std::uint64_t at) const {
    Cursor c = cursor(at);
    Text text;
    c.take(text);
    return text.bytes;
  }
};

/// Size of a tensor in bytes, computed without wrapping.
struct TensorSize {
  bool elements_overflow =
      false;  ///< the product of the dimensions reaches 2^63 by the reference reader's test
  bool bytes_overflow = false;
  bool known = false;  ///< bytes is meaningful
  std::uint64_t elements = 0;
  std::uint64_t bytes = 0;
};

/// The size of a tensor: dims[0] / block elements * block bytes * the other dims
/// (gguf.cpp:gguf_init_from_reader).
TensorSize size_of(const Tensor& tensor);

/// `offset` rounded up to a multiple of `alignment`, or nothing where that passes 2^64. REQUIRES: alignment >
/// 0.
std::optional<std::uint64_t> padded(std::uint64_t offset, std::uint64_t alignment);

}  // namespace ggufproof
