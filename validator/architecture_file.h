// A model as the rows of spec/architectures ask about it: keys below its architecture, tensors by name, and
// which tensors the rows have accounted for. It may lie in several files: the first has the keys, all have
// tensors, which are numbered through.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "validator/document.h"
#include "validator/finding.h"

namespace ggufproof {

/// What the name of a tensor in a block says: blk.7.attn_q.weight is block 7, and attn_q.weight is left.
struct BlockName {
  std::uint64_t block = 0;
  std::string_view rest;
  bool plain = true;  ///< decimal without leading zeros, as readers write it
};

/// Takes a tensor's name apart; nothing where it does not begin with blk. and digits.
std::optional<BlockName> block_of(std::string_view tensor_name);

/// One file of a model, and where to say what is wrong with it. Both must outlive who uses them.
struct ModelPart {
  const Document* document = nullptr;
  Report* report = nullptr;
};

/// A tensor in the file that has it.
struct PlacedTensor {
  Tensor tensor;
  std::uint64_t number = 0;  ///< in its file
  Report& report;            ///< of its file
};

/// The files of one model with the look-ups that judging its architecture needs.
class ArchitectureFile {
 public:
  /// REQUIRES: at least one part; the first has the metadata.
  ArchitectureFile(std::vector<ModelPart> parts, std::string_view architecture);

  /// A key as the table writes it, in full: "block_count" is "llama.block_count", "/split.no" is "split.no".
  std::string key_name(std::string_view key) const;

  /// The number of the pair with a key as the table writes it, or nothing.
  std::optional<std::uint64_t> pair_of(std::string_view key) const {
    return document().index_of(key_name(key));
  }

  /// The tensors of all files.
  std::uint64_t tensor_count() const { return accounted_.size(); }

  /// REQUIRES: i < tensor_count().
  PlacedTensor tensor(std::uint64_t i) const;
  std::string_view tensor_name(std::uint64_t i) const;

  /// The number of the tensor with this name, or nothing.
  std::optional<std::uint64_t> tensor_of(std::string_view name) const;

  /// Whether any tensor belongs to the block.
  bool has_block(std::uint64_t block) const { return block < blocks_.size() && blocks_[block]; }

  /// Notes that the rows know the tensor; returns whether they did already.
  bool account_for(std::uint64_t tensor);
  bool is_accounted_for(std::uint64_t tensor) const { return accounted_[tensor]; }

  /// The file with the metadata, and its report.
  const Document& document() const { return *parts_.front().document; }
  Report& report() const { return *parts_.front().report; }
  std::string_view architecture() const { return architecture_; }

 private:
  /// The file of a tensor; makes its number that in the file.
  const ModelPart& part_of(std::uint64_t& tensor) const;

  std::vector<ModelPart> parts_;
  std::vector<std::uint64_t> begins_;  ///< the number of each part's first tensor
  std::string_view architecture_;
  TextIndex tensors_;
  std::vector<bool> accounted_, blocks_;
};

}  // namespace ggufproof
