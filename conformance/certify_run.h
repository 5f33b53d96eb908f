// Gives the cases of a corpus to a reader, several at a time, and keeps what came of each.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "conformance/outcome.h"
#include "conformance/subject.h"
#include "generators/manifest.h"
#include "validator/part.h"

namespace ggufproof {

/// Which cases to give. What is empty picks all.
struct Selection {
  std::vector<std::string> ids;    ///< patterns as of the shell: layout/*
  std::vector<std::string> rules;  ///< patterns for the rule that a case is about
  std::vector<std::string> flags;
  std::optional<Level> level;  ///< only cases that belong to it
  bool large = false;          ///< cases of more than 1 MiB too
  Part part;

  /// Whether it leaves cases out by anything but parts.
  bool filters() const { return !ids.empty() || !rules.empty() || !flags.empty() || level; }
};

/// In which direction a testee is asked.
enum class Direction : std::uint8_t { read, write };

struct CertifyRun {
  Side side = Side::neither;
  Direction direction = Direction::read;
  Selection selection;
  std::uint64_t jobs = 0;  ///< threads; 0: as many as there are cores
  std::function<void(std::uint64_t done, std::uint64_t of)> progress{};
};

/// A reader's results, in the order of the corpus.
struct Results {
  Handshake testee;
  Side side = Side::neither;
  Direction direction = Direction::read;
  std::set<std::string> notes;  ///< of a writer: what it does that nobody asked for
  bool without_network = true;  ///< false where it could have talked to others
  std::vector<CaseResult> cases;
};

/// The entries that a selection picks for a testee that is asked so, in the order of the corpus.
std::vector<const CorpusEntry*> select(const Corpus& corpus, const Results& testee,
                                       const Selection& selection);

/// What a testee should do with a case, in the direction in which it is asked.
Expectation expectation_in(const Results& run, const Case& the_case);

/// Runs the cases. The error is a sentence: the subject cannot be started, or there is no folder to work in.
std::variant<Results, std::string> run_cases(const Corpus& corpus, const MakeSubject& make_subject,
                                             const CertifyRun& settings);

}  // namespace ggufproof
