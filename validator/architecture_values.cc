// Evaluates the table's expressions. The depth of recursion is that of the project's own text, never of a
// file.
#include "validator/architecture_values.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace ggufproof {
namespace {

using Kind = Node::Kind;

constexpr Value unknown{0, false};

constexpr Value truth(bool yes) { return {yes ? 1 : 0, true}; }

/// The result of an operator that cannot fail, or nothing where it is none of those.
std::optional<std::int64_t> compare(Kind kind, std::int64_t a, std::int64_t b) {
  switch (kind) {
    case Kind::equal:
      return a == b;
    case Kind::different:
      return a != b;
    case Kind::less:
      return a < b;
    case Kind::more:
      return a > b;
    case Kind::at_most:
      return a <= b;
    case Kind::at_least:
      return a >= b;
    case Kind::bit_and:
      return a & b;
    case Kind::bit_or:
      return a | b;
    case Kind::max:
      return std::max(a, b);
    default:
      return std::nullopt;
  }
}

}  // namespace

Value Values::evaluate(NodeId id) {
  const Node& node = program_.nodes[id];
  switch (node.kind) {
    case Kind::number:
      return {node.number, true};
    case Kind::variable:
      return variable(node.slot, std::nullopt);
    case Kind::element:
      return variable(node.slot, evaluate(node.a));
    case Kind::choose: {
      const Value condition = evaluate(node.a);
      if (!condition.known) return unknown;
      return evaluate(condition.number != 0 ? node.b : node.c);
    }
    case Kind::opposite:
    case Kind::both:
    case Kind::either:
      return logic(node);
    case Kind::present:
    case Kind::dim:
    case Kind::has:
    case Kind::is_array:
    case Kind::is:
    case Kind::arch:
    case Kind::size:
    case Kind::most:
      return question(node);
    default:
      return arithmetic(node);
  }
}

Value Values::logic(const Node& node) {
  const Value a = evaluate(node.a);
  if (node.kind == Kind::opposite) return a.known ? truth(a.number == 0) : unknown;
  const bool decisive = node.kind == Kind::either;
  if (a.is(decisive)) return truth(decisive);
  const Value b = evaluate(node.b);
  if (b.is(decisive)) return truth(decisive);
  return a.known && b.known ? truth(!decisive) : unknown;
}

Value Values::arithmetic(const Node& node) {
  const Value a = evaluate(node.a);
  if (node.kind == Kind::negate)
    return a.known ? Value{-std::max(a.number, -std::numeric_limits<std::int64_t>::max()), true} : unknown;
  const Value b = evaluate(node.b);
  if (!a.known || !b.known) return unknown;
  if (const auto easy = compare(node.kind, a.number, b.number)) return {*easy, true};
  std::int64_t out = 0;
  bool overflow = false;
  switch (node.kind) {
    case Kind::add:
      overflow = __builtin_add_overflow(a.number, b.number, &out);
      break;
    case Kind::subtract:
      overflow = __builtin_sub_overflow(a.number, b.number, &out);
      break;
    case Kind::multiply:
      overflow = __builtin_mul_overflow(a.number, b.number, &out);
      break;
    default:
      if (b.number == 0) return faulty(ValueFault::division_by_zero);
      overflow = b.number == -1 && a.number == std::numeric_limits<std::int64_t>::min();
      if (!overflow) out = node.kind == Kind::divide ? a.number / b.number : a.number % b.number;
  }
  return overflow ? faulty(ValueFault::overflow) : Value{out, true};
}

Value Values::question(const Node& node) {
  const Document& document = file_.document();
  switch (node.kind) {
    case Kind::present:
      return present(node.pattern);
    case Kind::dim:
      return dimension(node);
    case Kind::has:
      return truth(file_.pair_of(node.key).has_value());
    case Kind::is_array: {
      const auto pair = file_.pair_of(node.key);
      return truth(pair && document.pair(*pair).is(ValueType::array));
    }
    case Kind::is: {
      const auto pair = file_.pair_of(node.key);
      return truth(pair && document.as_string(document.pair(*pair)) == node.text);
    }
    case Kind::arch:
      return truth(node.key == file_.architecture());
    default:
      break;
  }
  const Variable& array = variables_[program_.nodes[node.a].slot];
  if (!array.known) return unknown;
  if (node.kind == Kind::size)
    return {static_cast<std::int64_t>(std::min<std::uint64_t>(array.count, 1U << 31)), true};
  if (array.elements.empty()) return {array.number, true};
  return {*std::max_element(array.elements.begin(), array.elements.end()), true};
}

Value Values::variable(Slot slot, std::optional<Value> index) {
  if (const auto& definition = program_.definitions[slot]) return defined(*definition, index);
  const Variable& found = variables_[slot];
  if (!found.known || (index && !index->known)) return unknown;
  const std::int64_t i = index ? index->number : 0;
  if (i < 0) return unknown;
  const auto at = static_cast<std::uint64_t>(i);
  return {at < found.elements.size() ? found.elements[at] : found.number, true};
}

Value Values::defined(const Definition& definition, std::optional<Value> index) {
  if (!definition.index) return evaluate(definition.e);
  Variable inner;
  inner.number = index ? index->number : 0;
  inner.known = !index || index->known;
  std::swap(inner, variables_[*definition.index]);
  const Value out = evaluate(definition.e);
  std::swap(inner, variables_[*definition.index]);
  return out;
}

Value Values::present(std::uint32_t pattern) {
  const auto name = name_of(pattern);
  if (!name) return unknown;
  if (file_.tensor_of(*name)) return truth(true);
  return partial_ ? unknown : truth(false);
}

Value Values::dimension(const Node& node) {
  const auto name = name_of(node.pattern);
  const auto tensor = name ? file_.tensor_of(*name) : std::nullopt;
  const Value index = evaluate(node.b);
  if (!tensor || !index.known || index.number < 0 || index.number >= 4) return unknown;
  const std::uint64_t size = file_.tensor(*tensor).tensor.dimensions[static_cast<std::size_t>(index.number)];
  if (size > std::numeric_limits<std::int64_t>::max()) return faulty(ValueFault::overflow);
  return {static_cast<std::int64_t>(size), true};
}

std::optional<std::string> Values::name_of(std::uint32_t pattern) {
  std::string out;
  for (const auto& piece : program_.patterns[pattern].pieces) {
    out += piece.text;
    if (!piece.value) continue;
    const Value value = evaluate(*piece.value);
    if (!value.known || value.number < 0) return std::nullopt;
    out += std::to_string(value.number);
  }
  return out;
}

ValueFault Values::take_fault() { return std::exchange(fault_, ValueFault::none); }

Value Values::faulty(ValueFault fault) {
  if (fault_ == ValueFault::none) fault_ = fault;
  return unknown;
}

}  // namespace ggufproof
