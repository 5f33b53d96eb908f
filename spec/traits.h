// The tables of what readers stumble over as C++: spec/traits.def, and which known readers do,
// spec/readers.def.
#pragma once

#include <array>
#include <string_view>

#include "spec/rules.h"

namespace ggufproof {

/// A trait that files have in which a rule finds something.
struct RuleTraitRow {
  Rule rule;
  std::string_view witnesses;  ///< ids of cases, a space between
  std::string_view others;     ///< names of traits, a space between
};

inline constexpr std::array rule_traits{
#define RULE_TRAIT(rule, witnesses, others) RuleTraitRow{Rule::rule, witnesses, others},
#include "spec/traits.def"
};

/// A trait that no rule is about.
struct ShapeTraitRow {
  std::string_view name;
  std::string_view words;
  std::string_view witnesses;
  std::string_view others;
};

inline constexpr std::array shape_traits{
#define SHAPE_TRAIT(predicate, name, words, witnesses, others) ShapeTraitRow{name, words, witnesses, others},
#include "spec/traits.def"
};

/// What a reader does with a file that has a trait.
enum class ReaderDoes { refuses, misreads, crashes, hangs, exhausts };

/// One row of spec/readers.def: readers that do the same for the same reason.
struct TroubleRow {
  std::string_view trait;
  ReaderDoes does;
  std::string_view member;   ///< of what it misreads, the first member of the dump that differs; else empty
  std::string_view witness;  ///< id of the case that shows it
  std::string_view readers;  ///< reader@version, ", " between
};

inline constexpr std::array troubles{
#define TROUBLE(trait, does, member, witness, readers) \
  TroubleRow{trait, ReaderDoes::does, member, witness, readers},
#include "spec/readers.def"
};

/// All readers that were recorded, as reader@version.
inline constexpr std::array known_readers{
#define READER(name) std::string_view(name),
#include "spec/readers.def"
};

}  // namespace ggufproof
