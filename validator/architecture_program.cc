// Reads the rows of spec/architectures. README.md there explains them; the text is the project's own, so that
// what is wrong with it is a defect of the table and found by a test, not by a user.
#include "validator/architecture_program.h"

#include <algorithm>
#include <array>
#include <memory>
#include <mutex>

#include "spec/architectures.h"
#include "validator/architecture_expression.h"

namespace ggufproof {
namespace {

using Kind = Row::Kind;

struct Line {
  std::size_t indent;
  std::string_view text;
};

std::vector<Line> lines_of(std::string_view text) {
  std::vector<Line> out;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    const std::size_t indent = std::min(line.find_first_not_of(' '), line.size());
    if (indent < line.size() && line[indent] != '#') out.push_back({indent, line.substr(indent)});
  }
  return out;
}

/// Takes the text up to `mark` off `text` and returns it trimmed; all of the text where there is no mark.
std::string_view take_until(std::string_view& text, std::string_view mark) {
  const std::size_t at = text.find(mark);
  const std::string_view taken = trimmed(text.substr(0, at));
  text = at == std::string_view::npos ? std::string_view() : trimmed(text.substr(at + mark.size()));
  return taken;
}

class RowReader {
 public:
  RowReader(Program& program, std::string_view text) : program_(program), lines_(lines_of(text)) {}

  /// Reads a whole file; its keys go to `keys`.
  void file(std::vector<Row>& keys) {
    while (at_ < lines_.size() && program_.error.empty()) {
      std::string_view rest = lines_[at_++].text;
      const std::string_view word = take_until(rest, " ");
      if (word == "keys") {
        keys = block(0);
      } else if (word == "tensors") {
        program_.tensors = block(0);
      } else if (word == "define") {
        definition(rest);
      } else if (word == "macro") {
        macro(rest);
      } else if (word == "side") {
        const std::string_view name = take_until(rest, "[");
        program_.sides.push_back({name, read_expression(program_, take_until(rest, "]"))});
      } else {
        fail("no such heading");
      }
    }
  }

 private:
  /// The rows that stand deeper than `indent`.
  std::vector<Row> block(std::size_t indent) {
    std::vector<Row> rows;
    while (at_ < lines_.size() && lines_[at_].indent > indent && program_.error.empty()) {
      std::string_view rest = lines_[at_++].text;
      const std::string_view word = take_until(rest, " ");
      if (word == "elif" || word == "else") {
        add_otherwise(rows, word, rest);
        continue;
      }
      rows.push_back(row(word, rest));
    }
    return rows;
  }

  /// Hangs an elif or else on the last branch of the block.
  void add_otherwise(std::vector<Row>& rows, std::string_view word, std::string_view rest) {
    if (rows.empty() || rows.back().kind != Kind::branch) return fail("no branch before this");
    Row* last = &rows.back();
    while (!last->otherwise.empty()) last = &last->otherwise.back();
    const std::size_t indent = lines_[at_ - 1].indent;
    if (word == "else") {
      last->otherwise = block(indent);
      return;
    }
    Row branch{.kind = Kind::branch};
    branch.e = read_expression(program_, rest);
    branch.then = block(indent);
    last->otherwise.push_back(std::move(branch));
  }

  Row row(std::string_view word, std::string_view rest) {
    Row out;
    const std::size_t indent = lines_[at_ - 1].indent;
    if (word.ends_with('?')) {
      out.optional = true;
      word.remove_suffix(1);
    }
    if (word == "key" || word == "array" || word == "count") {
      reading(out, word, rest);
    } else if (word == "let" || word == "list" || word == "set") {
      assignment(out, word, rest);
    } else if (word == "if") {
      out.kind = Kind::branch;
      out.e = read_expression(program_, rest);
      out.then = block(indent);
    } else if (word == "for") {
      out.kind = Kind::loop;
      out.slot = slot_of(program_, take_until(rest, " in "));
      out.e = read_expression(program_, take_until(rest, " .. "));
      out.to = read_expression(program_, rest);
      out.then = block(indent);
    } else if (word == "tensor") {
      out.kind = Kind::tensor;
      out.pattern = read_pattern(program_, take_until(rest, " ["));
      for (const auto dim : split_arguments(take_bracket(rest)))
        out.list.push_back(read_expression(program_, dim));
      if (!rest.empty()) out.flags = read_expression(program_, rest);
    } else if (word == "require" || word == "compute") {
      out.kind = word == "require" ? Kind::require : Kind::compute;
      out.e = read_expression(program_, rest);
    } else if (word == "repeats") {
      out.kind = Kind::repeats;
    } else if (word == "use") {
      use(out, rest);
    } else {
      fail("no such row");
    }
    return out;
  }

  /// What stands before the bracket that closes a list, whose opening one has been taken.
  static std::string_view take_bracket(std::string_view& text) {
    int depth = 1;
    std::size_t at = 0;
    while (at < text.size() && (depth += (text[at] == '[') - (text[at] == ']')) > 0) ++at;
    const std::string_view inside = text.substr(0, at);
    text = trimmed(text.substr(std::min(at + 1, text.size())));
    return inside;
  }

  void reading(Row& out, std::string_view word, std::string_view rest) {
    out.kind = word == "key" ? Kind::key : word == "array" ? Kind::array : Kind::count;
    std::string_view head = take_until(rest, "->");
    out.name = take_until(head, " ");
    if (out.kind != Kind::count) out.type = type_of(take_until(head, " x "));
    if (!head.empty()) out.e = read_expression(program_, head);
    const std::string_view own = out.name.substr(out.name.starts_with('/') ? 1 : 0);
    out.slot = slot_of(program_, rest.empty() ? own : rest);
  }

  void assignment(Row& out, std::string_view word, std::string_view rest) {
    std::string_view target = take_until(rest, " = ");
    out.kind = word == "let" ? Kind::let : word == "set" ? Kind::set : Kind::list;
    if (out.kind == Kind::set) {
      const std::string_view array = take_until(target, "[");
      out.slot = slot_of(program_, array);
      out.e = read_expression(program_, take_bracket(target));
      out.to = read_expression(program_, rest);
      return;
    }
    out.slot = slot_of(program_, target);
    if (out.kind == Kind::let) out.e = read_expression(program_, rest);
    if (out.kind == Kind::list) out.name = rest;
  }

  void use(Row& out, std::string_view rest) {
    out.kind = Kind::use;
    const std::string_view name = take_until(rest, "(");
    if (rest.ends_with(')')) rest.remove_suffix(1);
    for (const auto argument : split_arguments(rest)) out.list.push_back(read_expression(program_, argument));
    const auto found = std::find_if(program_.macros.begin(), program_.macros.end(),
                                    [&](const Macro& m) { return m.name == name; });
    out.macro = static_cast<std::uint32_t>(found - program_.macros.begin());
    if (found == program_.macros.end() || found->parameters.size() != out.list.size()) fail("no such macro");
  }

  void definition(std::string_view rest) {
    std::string_view name = take_until(rest, " = ");
    Definition made;
    if (name.ends_with(']')) {
      std::string_view index = name.substr(0, name.size() - 1);
      name = take_until(index, "[");
      made.index = slot_of(program_, index);
    }
    const Slot slot = slot_of(program_, name);
    made.e = read_expression(program_, rest);
    program_.definitions[slot] = made;
  }

  void macro(std::string_view rest) {
    Macro made;
    made.name = take_until(rest, "(");
    if (rest.ends_with(')')) rest.remove_suffix(1);
    for (const auto parameter : split_arguments(rest))
      made.parameters.push_back(slot_of(program_, parameter));
    const std::size_t index = program_.macros.size();
    program_.macros.push_back(made);
    auto rows = block(0);
    program_.macros[index].rows = std::move(rows);
  }

  ValueType type_of(std::string_view name) {
    if (name == "str") name = "string";
    const auto found = std::find_if(value_types.begin(), value_types.end(),
                                    [&](const ValueTypeRow& row) { return row.name == name; });
    if (found == value_types.end()) fail("no such type");
    return found == value_types.end() ? ValueType::u32 : found->type;
  }

  void fail(std::string_view why) {
    if (program_.error.empty() && at_ > 0)
      program_.error = std::string(lines_[at_ - 1].text) + ": " + std::string(why);
  }

  Program& program_;
  std::vector<Line> lines_;
  std::size_t at_ = 0;
};

std::optional<std::size_t> index_of(std::string_view architecture) {
  const auto found = std::find_if(architectures.begin(), architectures.end(),
                                  [&](const ArchitectureText& text) { return text.name == architecture; });
  if (found == architectures.end()) return std::nullopt;
  return static_cast<std::size_t>(found - architectures.begin());
}

/// An architecture's rows; those of the one that it is the same as, where the file says so.
std::string_view rows_of(std::string_view rows) {
  for (const Line& line : lines_of(rows)) {
    if (!line.text.starts_with("as ")) break;
    if (const auto other = index_of(line.text.substr(3))) return architectures[*other].rows;
  }
  return rows;
}

}  // namespace

Program read_program(std::string_view base, std::string_view rows) {
  Program program;
  RowReader(program, base).file(program.base_keys);
  RowReader(program, rows).file(program.keys);
  return program;
}

bool is_architecture(std::string_view name) { return index_of(name).has_value(); }

const Program* program_of(std::string_view architecture) {
  static std::array<std::once_flag, architectures.size()> once;
  static std::array<std::unique_ptr<const Program>, architectures.size()> programs;
  const auto index = index_of(architecture);
  if (!index) return nullptr;
  std::call_once(once[*index], [&] {
    programs[*index] =
        std::make_unique<const Program>(read_program(architecture_base, rows_of(architectures[*index].rows)));
  });
  return programs[*index].get();
}

}  // namespace ggufproof
