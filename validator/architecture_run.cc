// The rows that compute, decide and demand tensors. Those that read keys are in architecture_keys.cc.
//
// Loops over numbers that a file states are bounded, so that a small file cannot cost more than one of 512
// blocks does.
#include "validator/architecture_run.h"

#include <algorithm>

#include "validator/architecture_words.h"
#include "validator/check_tensor_types.h"
#include "validator/describe.h"
#include "validator/text.h"

namespace ggufproof {
namespace {

constexpr std::uint64_t most_steps = 1 << 17;
constexpr std::int64_t most_turns = 4096;

}  // namespace

void ArchitectureRun::run() {
  const Program& program = values_.program();
  rows(program.base_keys);
  rows(program.keys);
  rows(program.tensors);
  if (!loads_) return;
  for (const auto& [bytes, detail] : aborts_)
    report_.add(Rule::model_value_aborts, bytes, [&, &made = detail] { return made; });
}

void ArchitectureRun::rows(const std::vector<Row>& some) {
  for (const Row& one : some) {
    if (++steps_ > most_steps) complete_ = false;
    if (steps_ > most_steps) return;
    row(one);
  }
}

void ArchitectureRun::row(const Row& row) {
  switch (row.kind) {
    case Row::Kind::key:
      return key(row);
    case Row::Kind::array:
      return array(row);
    case Row::Kind::count:
      return count(row);
    case Row::Kind::let:
      return let(row);
    case Row::Kind::set:
      return set(row);
    case Row::Kind::list:
      return list(row);
    case Row::Kind::branch:
      return branch(row);
    case Row::Kind::loop:
      return loop(row);
    case Row::Kind::tensor:
      return tensor(row);
    case Row::Kind::use:
      return use(row);
    case Row::Kind::require:
      return require(row);
    case Row::Kind::compute:
      return compute(row);
    case Row::Kind::repeats:
      repeats_ = true;
  }
}

void ArchitectureRun::unsure(const std::vector<Row>& some) {
  const bool before = sure_;
  sure_ = false;
  rows(some);
  sure_ = before;
}

/// Evaluates, and reports what cannot be computed.
Value ArchitectureRun::value(NodeId node) {
  const Value out = values_.evaluate(node);
  const ValueFault fault = values_.take_fault();
  if (fault == ValueFault::none || !sure_ || !reported_.insert('#' + std::to_string(node)).second) return out;
  const auto pair = pair_behind(values_, node);
  const std::uint64_t end = file_.document().metadata_end;
  refuse(Rule::model_value_unusable, pair ? file_.document().pair(*pair).value : Range{end, end}, [&] {
    return Detail{pair ? pair_path(*pair, "value") : "metadata", "", condition_shown(values_, node),
                  fault == ValueFault::overflow ? "a value below 2^63" : "a divisor other than 0"};
  });
  return out;
}

void ArchitectureRun::let(const Row& row) {
  const Node& node = values_.program().nodes[*row.e];
  const bool whole = node.kind == Node::Kind::variable && !values_.program().definitions[node.slot];
  Variable made;
  if (whole) {
    made = values_.at(node.slot);
  } else {
    const Value computed = value(*row.e);
    made.number = computed.number;
    made.known = computed.known;
  }
  made.known = made.known && sure_;
  made.origin = {.formula = row.e};
  values_.at(row.slot) = std::move(made);
}

void ArchitectureRun::set(const Row& row) {
  const Value index = value(*row.e), to = value(*row.to);
  Variable& array = values_.at(row.slot);
  if (!sure_ || !index.known || !to.known || index.number < 0 || index.number >= most_turns) {
    array.known = false;
    return;
  }
  const auto at = static_cast<std::size_t>(index.number);
  if (at >= array.elements.size()) array.elements.resize(at + 1, array.number);
  array.elements[at] = to.number;
}

void ArchitectureRun::list(const Row& row) {
  Variable& array = values_.at(row.slot);
  array = {};
  for (const char digit : row.name) array.elements.push_back(digit - '0');
}

void ArchitectureRun::branch(const Row& row) {
  const Value condition = value(*row.e);
  if (condition.known) return rows(condition.number != 0 ? row.then : row.otherwise);
  unsure(row.then);
  unsure(row.otherwise);
}

void ArchitectureRun::loop(const Row& row) {
  const Value from = value(*row.e), to = value(*row.to);
  if (!from.known || !to.known || from.number < 0 || to.number > most_turns) {
    complete_ = false;
    return;
  }
  for (std::int64_t i = from.number; i < to.number && steps_ <= most_steps; ++i) {
    values_.at(row.slot) = {.number = i, .origin = {}};
    rows(row.then);
  }
}

void ArchitectureRun::use(const Row& row) {
  const Macro& macro = values_.program().macros[row.macro];
  std::vector<Variable> arguments;
  for (const NodeId node : row.list) {
    const Value computed = value(node);
    arguments.push_back({.number = computed.number, .known = computed.known, .origin = {.formula = node}});
  }
  for (std::size_t i = 0; i < arguments.size(); ++i)
    values_.at(macro.parameters[i]) = std::move(arguments[i]);
  rows(macro.rows);
}

/// A refused number of blocks would give a finding for each block or tensor: what depends on it is not
/// judged.
void ArchitectureRun::forget_blocks(NodeId condition) {
  const auto& names = values_.program().names;
  const auto slot = static_cast<Slot>(std::find(names.begin(), names.end(), "L_all") - names.begin());
  if (!mentions(values_, condition, slot)) return;
  values_.at(slot).known = false;
  blocks_known_ = complete_ = false;
}

void ArchitectureRun::require(const Row& row) {
  if (!sure_ || !value(*row.e).is(false)) return;
  const auto refused = refused_value(*row.e);
  refuse(Rule::model_value, refused.first, [&] { return refused.second; });
  forget_blocks(*row.e);
}

void ArchitectureRun::compute(const Row& row) {
  if (!sure_ || !value(*row.e).is(false)) return;
  const auto pair = pair_behind(values_, *row.e);
  if (aborting_.insert(pair.value_or(0)).second) aborts_.push_back(refused_value(*row.e));
}

/// The value behind a condition that does not hold, and words about it.
std::pair<Range, Detail> ArchitectureRun::refused_value(NodeId condition) {
  const auto pair = pair_behind(values_, condition);
  const std::uint64_t end = file_.document().metadata_end;
  return {pair ? file_.document().pair(*pair).value : Range{end, end},
          {pair ? pair_path(*pair, "value") : "metadata", quoted(file_.architecture()), "",
           condition_shown(values_, condition)}};
}

void ArchitectureRun::tensor(const Row& row) {
  const auto name = values_.name_of(row.pattern);
  if (!name) {
    complete_ = false;
    return;
  }
  const auto i = file_.tensor_of(*name);
  const Value flags = row.flags ? value(*row.flags) : Value{};
  if (!i) {
    const bool demanded = flags.known && (flags.number & tensor_flags::optional) == 0;
    if (demanded && sure_ && !values_.partial()) missing_tensor(row, *name);
    return;
  }
  const bool again = file_.account_for(*i);
  if (!sure_ || !flags.known) return;
  const PlacedTensor placed = file_.tensor(*i);
  check_shape(row, *i, placed, (flags.number & tensor_flags::any_shape) != 0);
  const bool read = (flags.number & tensor_flags::unused) == 0;
  if (!again && read && !misshapen_.contains(*i))
    check_tensor_type(placed.tensor, placed.number, placed.report);
}

void ArchitectureRun::missing_tensor(const Row& row, const std::string& name) {
  const auto block = block_of(name);
  const bool whole_block = block && !file_.has_block(block->block);
  const std::string what = whole_block ? "blk." + number(block->block) : name;
  if (!reported_.insert(what).second) return;
  const std::uint64_t end = file_.document().infos_end;
  refuse(whole_block ? Rule::model_block_missing : Rule::model_tensor_missing, {end, end}, [&] {
    return Detail{"tensors", quoted(what), whole_block ? "no tensor of this block" : "no such tensor",
                  whole_block ? quoted(name) + " and others" : shape_shown(values_, row.list)};
  });
}

void ArchitectureRun::check_shape(const Row& row, std::uint64_t i, const PlacedTensor& placed,
                                  bool any_shape) {
  const Tensor& tensor = placed.tensor;
  if (tensor.n_dimensions > limits::dimensions) return;
  bool same = true;
  std::uint64_t wanted_elements = 1, elements = 1;
  bool overflow = false;
  for (std::size_t d = 0; d < tensor.dimensions.size(); ++d) {
    const Value wanted = d < row.list.size() ? value(row.list[d]) : Value{1, true};
    if (!wanted.known) return;
    const auto size = static_cast<std::uint64_t>(wanted.number);
    same = same && size == tensor.dimensions[d];
    overflow |= __builtin_mul_overflow(wanted_elements, size, &wanted_elements);
    overflow |= __builtin_mul_overflow(elements, tensor.dimensions[d], &elements);
  }
  if (same || (any_shape && !overflow && elements == wanted_elements)) return;
  for (const NodeId dim : row.list) {
    if (!values_.evaluate(dim).is(false)) continue;
    const auto key = absent_key_behind(values_, dim);
    if (key)
      return missing_key(*key, "where it is absent it counts as 0, and " + quoted(tensor.name) + " wants " +
                                   shape_shown(values_, row.list));
  }
  if (!misshapen_.insert(i).second) return;
  loads_ = false;
  placed.report.add(Rule::model_tensor_shape, tensor.dimension_fields, [&] {
    return Detail{tensor_path(placed.number, "dimensions"), quoted(tensor.name), dimensions_shown(tensor),
                  shape_shown(values_, row.list)};
  });
}

}  // namespace ggufproof
