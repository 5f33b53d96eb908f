// The variables of a program while it runs over a file, and the evaluation of its expressions: whole numbers
// of 64 bits, every step checked. A value can be unknown: what depends on a missing key or on an overflow is
// not judged further.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "validator/architecture_file.h"
#include "validator/architecture_program.h"

namespace ggufproof {

struct Value {
  std::int64_t number = 0;
  bool known = true;

  bool is(bool wanted) const { return known && (number != 0) == wanted; }
};

/// Where a variable's value comes from, for words about it.
struct Origin {
  std::string_view key{};           ///< as the table writes it, or empty
  bool absent = false;              ///< the file does not have the key
  std::optional<NodeId> formula{};  ///< what it was computed by
};

/// One variable: a number, or one number a block.
struct Variable {
  std::int64_t number = 0;
  std::vector<std::int64_t> elements{};  ///< those beyond its end are `number`
  std::uint64_t count = 0;               ///< elements that the file's array has, all or not of them kept
  bool known = true;
  Origin origin{};
};

/// Why an expression has no value that can be used.
enum class ValueFault { none, overflow, division_by_zero };

class Values {
 public:
  /// `partial`: the file holds only a part of its model's tensors, so an absent one may be elsewhere.
  Values(const Program& program, const ArchitectureFile& file, bool partial)
      : program_(program), file_(file), partial_(partial), variables_(program.names.size()) {}

  Value evaluate(NodeId node);

  Variable& at(Slot slot) { return variables_[slot]; }
  const Program& program() const { return program_; }
  const ArchitectureFile& file() const { return file_; }
  bool partial() const { return partial_; }

  /// A tensor's name with its values; nothing where one is unknown or negative.
  std::optional<std::string> name_of(std::uint32_t pattern);

  /// What went wrong since the last call, which forgets it.
  ValueFault take_fault();

 private:
  Value arithmetic(const Node& node);
  Value logic(const Node& node);
  Value question(const Node& node);
  Value variable(Slot slot, std::optional<Value> index);
  Value defined(const Definition& definition, std::optional<Value> index);
  Value present(std::uint32_t pattern);
  Value dimension(const Node& node);
  Value faulty(ValueFault fault);

  const Program& program_;
  const ArchitectureFile& file_;
  bool partial_;
  std::vector<Variable> variables_;
  ValueFault fault_ = ValueFault::none;
};

}  // namespace ggufproof
