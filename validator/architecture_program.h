// What spec/architectures says of one architecture, as a program: rows that the checker runs over a file. The
// text of the table is part of the binary; a program is made from it once for each architecture that a file
// names.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "spec/tables.h"

namespace ggufproof {

/// Index of a node in Program::nodes.
using NodeId = std::uint32_t;
/// Index of a variable: a name of the table.
using Slot = std::uint32_t;

/// A tensor's name with values in it: each piece is a text and, but for the last, the value that follows it.
struct NamePattern {
  struct Piece {
    std::string_view text;
    std::optional<NodeId> value;
  };
  std::vector<Piece> pieces;
};

/// One node of an expression.
struct Node {
  enum class Kind : std::uint8_t {
    number,
    variable,
    element,  // 7, E, H[i]
    negate,
    opposite,  // -a, !a
    add,
    subtract,
    multiply,
    divide,
    remainder,
    equal,
    different,
    less,
    more,
    at_most,
    at_least,
    both,
    either,
    bit_and,
    bit_or,
    choose,  // a ? b : c
    present,
    dim,
    has,
    is_array,
    is,
    arch,
    size,
    most,
    max,
  };
  Kind kind{};
  Slot slot = 0;  ///< of variable and element
  std::int64_t number = 0;
  NodeId a = 0, b = 0, c = 0;
  std::uint32_t pattern = 0;       ///< of present and dim: index in Program::patterns
  std::string_view key{}, text{};  ///< of has, is_array, is, arch: as the table writes them
};

/// One row, with the rows inside it.
struct Row {
  enum class Kind : std::uint8_t {
    key,
    array,
    count,
    let,
    set,
    list,
    branch,
    loop,
    tensor,
    use,
    require,
    compute,
    repeats
  };
  Kind kind{};
  bool optional = false;
  ValueType type{};
  std::string_view name{};     ///< the key as the table writes it, or the digits of a list
  Slot slot = 0;               ///< the variable that is read into or assigned
  std::optional<NodeId> e{};   ///< value, condition, count of a key, first of a loop, index of set
  std::optional<NodeId> to{};  ///< end of a loop, value of set
  std::vector<NodeId> list{};  ///< dimensions of a tensor, arguments of a macro
  std::optional<NodeId> flags{};
  std::uint32_t pattern = 0;  ///< of a tensor: index in Program::patterns
  std::uint32_t macro = 0;    ///< index in Program::macros
  std::vector<Row> then{}, otherwise{};
};

/// A named expression of base.arch, with the slot of its index where it has one.
struct Definition {
  NodeId e = 0;
  std::optional<Slot> index;
};

struct Macro {
  std::string_view name;
  std::vector<Slot> parameters;
  std::vector<Row> rows;
};

/// Tensors of one value or more that may stand beside a weight: blk.N.NAME.scale and .input_scale.
struct Side {
  std::string_view name;
  NodeId elements = 0;
};

/// The flags of a tensor row; bits of a value.
namespace tensor_flags {
inline constexpr std::int64_t optional = 1, shared = 2, unused = 4, any_shape = 8;
}

struct Program {
  std::vector<Node> nodes;
  std::vector<std::string_view>
      node_text;  ///< the source of each node that is the root of an expression, else empty
  std::vector<NamePattern> patterns;
  std::vector<std::string_view> names;                 ///< of variables, by slot
  std::vector<std::optional<Definition>> definitions;  ///< by slot
  std::vector<Macro> macros;
  std::vector<Side> sides;
  std::vector<Row> base_keys, keys, tensors;
  std::string error;  ///< what could not be read, or empty
};

/// Reads base.arch and then one architecture's rows. Errors go to Program::error: "file:line: what".
Program read_program(std::string_view base, std::string_view rows);

/// Whether the table knows an architecture of this name.
bool is_architecture(std::string_view name);

/// The program of an architecture, made at the first call; nullptr where the table does not know the name.
const Program* program_of(std::string_view architecture);

}  // namespace ggufproof
