// What a reader should do with the file of a case, and which levels hang on it.
//
// A reader of containers answers for the structure of a file alone: rules that stand in rules_structure.def.
// What a file says beyond that (tokenizers, architectures, weights) is for programs that load models. Where
// document and reference reader differ the case is disputed, and costs nothing unless somebody takes a side.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

#include "conformance/testee.h"
#include "generators/case_text.h"

namespace ggufproof {

enum class Level : std::uint8_t {
#define LEVEL(id, name, promise) id,
#include "conformance/levels.def"
};

struct LevelRow {
  Level level;
  std::string_view name;
  std::string_view promise;
};

inline constexpr std::array levels{
#define LEVEL(id, name, promise) LevelRow{Level::id, name, promise},
#include "conformance/levels.def"
};

/// Whose judgement decides where the document and the reference reader differ: nobody's, or one of theirs.
enum class Side : std::uint8_t { neither, spec, ggml };

inline constexpr std::array<std::string_view, 3> side_names{"both", "spec", "ggml"};

/// Where a reader can first see the fault of a file.
enum class Stage : std::uint8_t { header, metadata, tensors, data };

inline constexpr std::array<std::string_view, 4> stage_names{"header", "metadata", "tensors", "data"};

std::optional<Stage> stage_of(std::string_view name);

enum class Wanted : std::uint8_t { accept, refuse, either };

struct Expectation {
  Wanted wanted = Wanted::either;
  bool writing = false;           ///< it is a writer that is asked
  bool disputed = false;          ///< either, since authorities differ
  bool safe = false;              ///< must be refused since it cannot be decoded
  std::optional<Stage> fault;     ///< of a file that is to be refused
  const RuleRow* rule = nullptr;  ///< why it is to be refused, or why it is disputed
};

/// What a testee that supports what its handshake says should do with a case.
Expectation expectation_of(const Case& the_case, const Handshake& testee, Side side);

/// Whether a rule is one of the structure of a file.
bool is_structural(Rule rule);

}  // namespace ggufproof
