// A file as the rows of spec/architectures ask about it: keys below its architecture, tensors by name, and
// which tensors the rows have accounted for.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "validator/document.h"

namespace ggufproof {

/// What the name of a tensor in a block says: blk.7.attn_q.weight is block 7, and attn_q.weight is left.
struct BlockName {
  std::uint64_t block = 0;
  std::string_view rest;
  bool plain = true;  ///< decimal without leading zeros, as readers write it
};

/// Takes a tensor's name apart; nothing where it does not begin with blk. and digits.
std::optional<BlockName> block_of(std::string_view tensor_name);

/// One document with the look-ups that judging its architecture needs. The document must outlive it.
class ArchitectureFile {
 public:
  ArchitectureFile(const Document& document, std::string_view architecture);

  /// A key as the table writes it, in full: "block_count" is "llama.block_count", "/split.no" is "split.no".
  std::string key_name(std::string_view key) const;

  /// The number of the pair with a key as the table writes it, or nothing.
  std::optional<std::uint64_t> pair_of(std::string_view key) const {
    return document_.index_of(key_name(key));
  }

  /// The number of the tensor with this name, or nothing.
  std::optional<std::uint64_t> tensor_of(std::string_view name) const;

  /// Whether any tensor belongs to the block.
  bool has_block(std::uint64_t block) const { return block < blocks_.size() && blocks_[block]; }

  /// Notes that the rows know the tensor; returns whether they did already.
  bool account_for(std::uint64_t tensor);
  bool is_accounted_for(std::uint64_t tensor) const { return accounted_[tensor]; }

  const Document& document() const { return document_; }
  std::string_view architecture() const { return architecture_; }

 private:
  const Document& document_;
  std::string_view architecture_;
  TextIndex tensors_;
  std::vector<bool> accounted_, blocks_;
};

}  // namespace ggufproof
