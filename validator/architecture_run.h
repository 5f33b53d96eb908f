// Runs a program of the table over a file and reports what llama.cpp's loader would refuse: keys, values,
// tensors.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "validator/architecture_values.h"
#include "validator/finding.h"

namespace ggufproof {

class ArchitectureRun {
 public:
  /// `partial`: the file holds only a part of its model's tensors.
  ArchitectureRun(const Program& program, ArchitectureFile& file, bool partial)
      : file_(file), values_(program, file, partial), report_(file.report()) {}

  /// Runs the rows that all architectures share and then the architecture's own.
  void run();

  /// Whether every tensor that the architecture may have was asked for, so that any other is one too many.
  bool complete() const { return complete_; }

  /// Whether the number of blocks is one that llama.cpp takes.
  bool blocks_known() const { return blocks_known_; }

  /// The keys, as the table writes them, and blocks and tensors that were told to be missing or unfit.
  const std::set<std::string, std::less<>>& reported() const { return reported_; }

  /// Whether blocks run again with the weights of others, and scales may bear the number of any.
  bool repeats() const { return repeats_; }

  Values& values() { return values_; }

 private:
  void rows(const std::vector<Row>& rows);
  void row(const Row& row);
  void key(const Row& row);
  void array(const Row& row);
  void count(const Row& row);
  void let(const Row& row);
  void set(const Row& row);
  void list(const Row& row);
  void branch(const Row& row);
  void loop(const Row& row);
  void use(const Row& row);
  void require(const Row& row);
  void compute(const Row& row);
  void tensor(const Row& row);

  void forget_blocks(NodeId condition);
  /// Adds a finding of what llama.cpp's loader refuses.
  template <class MakeDetail>
  void refuse(Rule rule, Range bytes, MakeDetail&& detail) {
    loads_ = false;
    report_.add(rule, bytes, std::forward<MakeDetail>(detail));
  }

  std::pair<Range, Detail> refused_value(NodeId condition);
  void unsure(const std::vector<Row>& some);
  Value value(NodeId node);
  void take_scalar(const Row& row, std::uint64_t i, Variable& into);
  void epsilon(std::uint64_t i);
  void take_array(const Row& row, std::uint64_t i, Variable& into);
  void missing_key(std::string_view key, std::string why);
  void wrong_type(const Row& row, std::uint64_t i, Range bytes, std::string field, std::string got);
  void wrong_length(std::uint64_t i, std::uint64_t length, std::string want);
  void missing_tensor(const Row& row, const std::string& name);
  void check_shape(const Row& row, std::uint64_t i, const PlacedTensor& placed, bool any_shape);

  ArchitectureFile& file_;
  Values values_;
  Report& report_;
  bool sure_ = true;  ///< false inside a branch whose condition is unknown: nothing is demanded there
  bool complete_ = true;
  bool repeats_ = false;
  bool blocks_known_ = true;
  std::uint64_t steps_ = 0;
  std::set<std::string, std::less<>> reported_;     ///< keys and blocks that were reported missing
  std::set<std::uint64_t> misshapen_, aborting_;    ///< tensors, pairs
  bool loads_ = true;                               ///< nothing was found that llama.cpp refuses
  std::vector<std::pair<Range, Detail>> aborts_{};  ///< told only of a file that loads
};

}  // namespace ggufproof
