// Large files for measuring: real vocabularies' sizes, and shapes that would make a careless reader slow or
// greedy. Every file is the same on every run. Tensor data are a hole, so that a file of gigabytes costs no
// disk. The bytes come from a few lines of their own rather than from generators/, whose label for each field
// would cost more than the files.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "conformance/memory_file.h"
#include "spec/tables.h"
#include "spec/wire.h"

namespace ggufproof {

/// A file's bytes up to the data section, and the size of the whole.
struct LargeFile {
  std::string head;  ///< header, metadata and tensor infos, padded to the alignment where there are tensors
  std::uint64_t infos = 0;  ///< offset in bytes where the tensor infos end: what has to be read
  std::uint64_t size = 0;   ///< bytes of the whole file; those after the head are a hole of zeros
};

/// Makes `file` the content of `place`. False where the system refuses.
bool put(const LargeFile& file, const MemoryFile& place);

/// Appends little-endian fields of one file. Counts of the header are stated, not checked.
class HeadWriter {
 public:
  HeadWriter(std::uint64_t tensors, std::uint64_t pairs, std::uint32_t version = limits::current_version);

  void u8(std::uint8_t value) { number(value, 1); }
  void u32(std::uint32_t value) { number(value, 4); }
  void u64(std::uint64_t value) { number(value, 8); }
  void f32(float value);
  void count(std::uint64_t value) { number(value, version_ == 1 ? 4 : 8); }
  void text(std::string_view bytes);
  void type(ValueType type) { u32(static_cast<std::uint32_t>(type)); }

  /// A pair up to its value; and one up to the first element of its array.
  void key(std::string_view key, ValueType type);
  void array(std::string_view key, ValueType elements, std::uint64_t count);
  /// The head of an array within an array.
  void inner_array(ValueType elements, std::uint64_t count);
  void u32_pair(std::string_view key, std::uint32_t value);
  void string_pair(std::string_view key, std::string_view value);

  /// A tensor with these dimensions, the first a multiple of its type's block, placed after the ones before
  /// it.
  void tensor(std::string_view name, const std::vector<std::uint64_t>& dimensions,
              TensorType type = TensorType::f32);
  /// A tensor info as stated.
  void tensor_at(std::string_view name, const std::vector<std::uint64_t>& dimensions, std::uint64_t offset,
                 TensorType type = TensorType::f32);

  /// Bytes so far, and bytes of data that the tensors so far take.
  std::uint64_t size() const { return bytes_.size(); }
  std::uint64_t data() const { return data_; }

  /// The file; with `data` bytes of hole after the head, by default what the tensors take.
  LargeFile finish() &&;
  LargeFile finish(std::uint64_t data) &&;

 private:
  void number(std::uint64_t value, int bytes);

  std::uint32_t version_;
  std::uint64_t tensors_;
  std::uint64_t data_ = 0;
  std::string bytes_;
};

/// A llama model with a byte-level BPE vocabulary of `merges` merges and 256 tokens more, each with a score
/// and a type, and 9 tensors a block besides 4. `width` is the length of an embedding, a multiple of 32.
LargeFile model(std::uint64_t merges, std::uint64_t blocks, std::uint64_t width = 512);

/// `n` pairs of u32 with distinct keys.
LargeFile many_keys(std::uint64_t n);

/// `n` tensors with distinct names.
LargeFile many_tensors(std::uint64_t n);

/// `n` pairs and `n` tensors.
LargeFile many_keys_and_tensors(std::uint64_t n);

/// One array of `n` short strings.
LargeFile string_array(std::uint64_t n);

/// One value that is an array in an array, `levels` deep. Each level holds `width` arrays (1 or 2), the first
/// of which goes deeper.
LargeFile nested_arrays(std::uint64_t levels, std::uint64_t width = 1,
                        std::uint32_t version = limits::current_version);

/// One string value of `bytes` bytes.
LargeFile long_string(std::uint64_t bytes);

}  // namespace ggufproof
