// Precedence climbing over text that the project wrote itself; anything unexpected is a mistake in the table,
// which architecture_program_test finds.
#include "validator/architecture_expression.h"

#include <algorithm>
#include <array>
#include <charconv>

namespace ggufproof {
namespace {

using Kind = Node::Kind;

struct Operator {
  std::string_view text;
  Kind kind;
  int strength;
};

// Longer spellings stand before those that they begin with.
constexpr std::array operators{
    Operator{"||", Kind::either, 1},    Operator{"&&", Kind::both, 2},    Operator{"==", Kind::equal, 5},
    Operator{"!=", Kind::different, 5}, Operator{"<=", Kind::at_most, 6}, Operator{">=", Kind::at_least, 6},
    Operator{"<", Kind::less, 6},       Operator{">", Kind::more, 6},     Operator{"|", Kind::bit_or, 3},
    Operator{"&", Kind::bit_and, 4},    Operator{"+", Kind::add, 7},      Operator{"-", Kind::subtract, 7},
    Operator{"*", Kind::multiply, 8},   Operator{"/", Kind::divide, 8},   Operator{"%", Kind::remainder, 8},
};

struct Function {
  std::string_view name;
  Kind kind;
};

constexpr std::array functions{
    Function{"present", Kind::present},   Function{"dim", Kind::dim},   Function{"has", Kind::has},
    Function{"is_array", Kind::is_array}, Function{"is", Kind::is},     Function{"arch", Kind::arch},
    Function{"size", Kind::size},         Function{"most", Kind::most}, Function{"max", Kind::max},
};

constexpr std::array<std::pair<std::string_view, std::int64_t>, 5> flag_names{{
    {"optional", tensor_flags::optional},
    {"tied", tensor_flags::optional},
    {"shared", tensor_flags::shared},
    {"unused", tensor_flags::unused},
    {"any_shape", tensor_flags::any_shape},
}};

bool is_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '.';
}

class Reader {
 public:
  Reader(Program& program, std::string_view text) : program_(program), text_(text) {}

  NodeId all() {
    const NodeId root = choice();
    skip_spaces();
    if (at_ != text_.size()) fail("is not part of an expression");
    program_.node_text[root] = text_;
    return root;
  }

 private:
  NodeId choice() {
    const NodeId condition = binary(1);
    if (!take("?")) return condition;
    const NodeId yes = choice();
    if (!take(":")) fail("wants a colon");
    const NodeId no = choice();
    return make({.kind = Kind::choose, .a = condition, .b = yes, .c = no});
  }

  NodeId binary(int strength) {
    NodeId left = unary();
    while (const Operator* found = next_operator(strength)) {
      at_ += found->text.size();
      const NodeId right = binary(found->strength + 1);
      left = make({.kind = found->kind, .a = left, .b = right});
    }
    return left;
  }

  const Operator* next_operator(int strength) {
    skip_spaces();
    const std::string_view rest = text_.substr(at_);
    const auto found = std::find_if(operators.begin(), operators.end(),
                                    [&](const Operator& o) { return rest.starts_with(o.text); });
    return found != operators.end() && found->strength >= strength ? &*found : nullptr;
  }

  NodeId unary() {
    if (take("!")) return make({.kind = Kind::opposite, .a = unary()});
    if (take("-")) return make({.kind = Kind::negate, .a = unary()});
    if (take("(")) {
      const NodeId inside = choice();
      if (!take(")")) fail("wants a bracket");
      return inside;
    }
    return word();
  }

  NodeId word() {
    skip_spaces();
    const std::size_t begin = at_;
    while (at_ < text_.size() && is_word(text_[at_])) ++at_;
    const std::string_view name = text_.substr(begin, at_ - begin);
    if (name.empty()) return fail("wants a name or number");
    if (name[0] >= '0' && name[0] <= '9') {
      std::int64_t value = 0;
      std::from_chars(name.data(), name.data() + name.size(), value);
      return make({.kind = Kind::number, .number = value});
    }
    if (take("(")) return call(name);
    for (const auto& [flag, value] : flag_names) {
      if (flag == name) return make({.kind = Kind::number, .number = value});
    }
    const Slot slot = slot_of(program_, name);
    if (!take("[")) return make({.kind = Kind::variable, .slot = slot});
    const NodeId index = choice();
    if (!take("]")) fail("wants a bracket");
    return make({.kind = Kind::element, .slot = slot, .a = index});
  }

  NodeId call(std::string_view name) {
    const std::size_t begin = at_;
    for (int depth = 1; depth > 0 && at_ < text_.size(); ++at_) {
      depth += (text_[at_] == '(') - (text_[at_] == ')');
    }
    const auto arguments = split_arguments(text_.substr(begin, at_ - 1 - begin));
    const auto found =
        std::find_if(functions.begin(), functions.end(), [&](const Function& f) { return f.name == name; });
    if (found == functions.end() || arguments.empty()) return fail("is no function");
    Node node{.kind = found->kind};
    switch (found->kind) {
      case Kind::present:
      case Kind::dim:
        node.pattern = read_pattern(program_, arguments[0]);
        break;
      case Kind::has:
      case Kind::is_array:
      case Kind::is:
      case Kind::arch:
        node.key = arguments[0];
        break;
      default:
        node.a = Reader(program_, arguments[0]).all();
    }
    if (arguments.size() > 1 && found->kind == Kind::is) node.text = arguments[1];
    if (arguments.size() > 1 && found->kind != Kind::is) node.b = Reader(program_, arguments[1]).all();
    return make(node);
  }

  NodeId make(const Node& node) {
    program_.nodes.push_back(node);
    program_.node_text.emplace_back();
    return static_cast<NodeId>(program_.nodes.size() - 1);
  }

  bool take(std::string_view token) {
    skip_spaces();
    if (!text_.substr(at_).starts_with(token)) return false;
    if (token == "!" && text_.substr(at_).starts_with("!=")) return false;
    at_ += token.size();
    return true;
  }

  void skip_spaces() {
    while (at_ < text_.size() && text_[at_] == ' ') ++at_;
  }

  NodeId fail(std::string_view why) {
    if (program_.error.empty())
      program_.error = '"' + std::string(text_.substr(at_)) + "\" " + std::string(why);
    return make({});
  }

  Program& program_;
  std::string_view text_;
  std::size_t at_ = 0;
};

}  // namespace

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
  while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
  return text;
}

std::vector<std::string_view> split_arguments(std::string_view text) {
  std::vector<std::string_view> out;
  std::size_t begin = 0;
  int depth = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    depth += (text[i] == '(' || text[i] == '[') - (text[i] == ')' || text[i] == ']');
    if (text[i] != ',' || depth != 0) continue;
    out.push_back(trimmed(text.substr(begin, i - begin)));
    begin = i + 1;
  }
  if (!trimmed(text).empty()) out.push_back(trimmed(text.substr(begin)));
  return out;
}

Slot slot_of(Program& program, std::string_view name) {
  const auto found = std::find(program.names.begin(), program.names.end(), name);
  if (found == program.names.end()) {
    program.names.push_back(name);
    program.definitions.emplace_back();
    return static_cast<Slot>(program.names.size() - 1);
  }
  return static_cast<Slot>(found - program.names.begin());
}

std::uint32_t read_pattern(Program& program, std::string_view text) {
  NamePattern pattern;
  while (true) {
    const std::size_t open = text.find('{');
    if (open == std::string_view::npos) break;
    const std::size_t close = text.find('}', open);
    const NodeId value = read_expression(program, text.substr(open + 1, close - open - 1));
    pattern.pieces.push_back({text.substr(0, open), value});
    text.remove_prefix(std::min(close, text.size() - 1) + 1);
  }
  pattern.pieces.push_back({text, std::nullopt});
  program.patterns.push_back(std::move(pattern));
  return static_cast<std::uint32_t>(program.patterns.size() - 1);
}

NodeId read_expression(Program& program, std::string_view text) {
  return Reader(program, trimmed(text)).all();
}

}  // namespace ggufproof
