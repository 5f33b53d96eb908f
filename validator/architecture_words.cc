// Explains values by walking the expressions that they come from. A macro's parameters stand for what they
// were called with, so that nobody has to know the macro.
#include "validator/architecture_words.h"

#include <algorithm>

namespace ggufproof {
namespace {

using Kind = Node::Kind;

constexpr int deepest = 8;  // formulas behind formulas; the table's own are three deep

bool is_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '.';
}

class Words {
 public:
  explicit Words(Values& values) : values_(values), program_(values.program()) {}

  /// The source of an expression, with what the parameters of macros stand for.
  std::string text(NodeId node) {
    const std::string_view source = program_.node_text[node];
    std::string out;
    for (std::size_t at = 0; at < source.size();) {
      std::size_t end = at;
      while (end < source.size() && is_word(source[end])) ++end;
      const std::string_view word = source.substr(at, std::max<std::size_t>(end - at, 1));
      const auto formula = parameter(word);
      if (formula) {
        const std::string inner = text(*formula);
        const bool simple = std::all_of(inner.begin(), inner.end(), is_word) || word.size() == source.size();
        out += simple ? inner : "(" + inner + ")";
      } else {
        out += word;
      }
      at += word.size();
    }
    return out;
  }

  /// Calls visit(node) for each variable and element node below `node`, parameters resolved.
  template <class Visit>
  void leaves(NodeId id, const Visit& visit) {
    const Node& node = program_.nodes[id];
    if (node.kind == Kind::number) return;
    if (node.kind == Kind::variable) {
      const auto formula = parameter(program_.names[node.slot]);
      return formula ? leaves(*formula, visit) : visit(id);
    }
    if (node.kind == Kind::element) return visit(id);
    if (node.kind >= Kind::present && node.kind <= Kind::arch) return;
    leaves(node.a, visit);
    if (node.kind == Kind::opposite || node.kind == Kind::negate || node.kind == Kind::size ||
        node.kind == Kind::most)
      return;
    leaves(node.b, visit);
    if (node.kind == Kind::choose) leaves(node.c, visit);
  }

  /// "where E = embedding_length = 256, ..." for the leaves of some expressions.
  std::string where(const std::vector<NodeId>& nodes) {
    std::vector<std::string> seen;
    std::string out;
    for (const NodeId node : nodes) {
      leaves(node, [&](NodeId leaf) {
        const std::string words = explained(leaf);
        if (std::find(seen.begin(), seen.end(), words) != seen.end()) return;
        out += (seen.empty() ? ", where " : ", ") + words;
        seen.push_back(words);
      });
    }
    return out;
  }

  /// The origin of a leaf: that of the variable which its definition, if it has one, comes down to.
  Origin origin(NodeId leaf) {
    const Node* node = &program_.nodes[leaf];
    std::optional<Value> index;
    if (node->kind == Kind::element) index = values_.evaluate(node->a);
    for (int depth = 0; depth < deepest; ++depth) {
      const auto& definition = program_.definitions[node->slot];
      if (!definition) return values_.at(node->slot).origin;
      if (definition->index) {
        Variable& i = values_.at(*definition->index);
        const Variable before = i;
        i.number = index ? index->number : 0;
        const NodeId chosen = branch_of(definition->e);
        i = before;
        if (program_.nodes[chosen].kind != Kind::variable) return {.formula = chosen};
        node = &program_.nodes[chosen];
      } else {
        const NodeId chosen = branch_of(definition->e);
        if (program_.nodes[chosen].kind != Kind::variable) return {.formula = definition->e};
        node = &program_.nodes[chosen];
      }
    }
    return {};
  }

 private:
  NodeId branch_of(NodeId id) {
    const Node& node = program_.nodes[id];
    if (node.kind != Kind::choose) return id;
    return values_.evaluate(node.a).is(true) ? node.b : node.c;
  }

  std::string explained(NodeId leaf) {
    const Node& node = program_.nodes[leaf];
    std::string out(program_.names[node.slot]);
    if (node.kind == Kind::element) out += '[' + std::to_string(values_.evaluate(node.a).number) + ']';
    const Origin from = origin(leaf);
    if (!from.key.empty()) {
      const std::string_view key = from.key.substr(from.key.starts_with('/') ? 1 : 0);
      if (key != program_.names[node.slot]) out += " = " + std::string(key);
      if (from.absent) out += " (absent)";
    } else if (from.formula && !program_.node_text[*from.formula].empty()) {
      out += " = " + text(*from.formula);
    }
    const Value value = values_.evaluate(leaf);
    return out + " = " + (value.known ? std::to_string(value.number) : "unknown");
  }

  /// What a macro's parameter stands for.
  std::optional<NodeId> parameter(std::string_view word) {
    for (const Macro& macro : program_.macros) {
      for (const Slot slot : macro.parameters) {
        if (program_.names[slot] == word) return values_.at(slot).origin.formula;
      }
    }
    return std::nullopt;
  }

  Values& values_;
  const Program& program_;
};

/// Calls visit(origin, value) for the leaves of an expression and for those of the formulas behind them.
template <class Visit>
void walk(Words& words, Values& values, NodeId node, int depth, const Visit& visit) {
  if (depth == deepest) return;
  words.leaves(node, [&](NodeId leaf) {
    const Origin from = words.origin(leaf);
    visit(from, values.evaluate(leaf));
    if (from.key.empty() && from.formula) walk(words, values, *from.formula, depth + 1, visit);
  });
}

}  // namespace

std::string shape_shown(Values& values, const std::vector<NodeId>& dims) {
  Words words(values);
  std::string symbols, numbers;
  for (const NodeId dim : dims) {
    const Value value = values.evaluate(dim);
    symbols += (symbols.empty() ? "" : ", ") + words.text(dim);
    numbers +=
        (numbers.empty() ? "" : ", ") + (value.known ? std::to_string(value.number) : std::string("?"));
  }
  return '[' + symbols + "] = [" + numbers + ']' + words.where(dims);
}

std::string condition_shown(Values& values, NodeId condition) {
  Words words(values);
  return words.text(condition) + words.where({condition});
}

bool mentions(Values& values, NodeId node, Slot slot) {
  bool found = false;
  Words(values).leaves(node,
                       [&](NodeId leaf) { found = found || values.program().nodes[leaf].slot == slot; });
  return found;
}

std::optional<std::string_view> absent_key_behind(Values& values, NodeId node) {
  Words words(values);
  std::optional<std::string_view> found;
  walk(words, values, node, 0, [&](const Origin& from, Value value) {
    if (!found && from.absent && value.is(false)) found = from.key;
  });
  return found;
}

std::optional<std::uint64_t> pair_behind(Values& values, NodeId node) {
  Words words(values);
  std::optional<std::uint64_t> found;
  walk(words, values, node, 0, [&](const Origin& from, Value) {
    if (!found && !from.key.empty() && !from.absent) found = values.file().pair_of(from.key);
  });
  return found;
}

}  // namespace ggufproof
