// Does the validator say of a case's file what the case expects? Findings are compared one by one, in every
// judgement: rule, severity and the exact bytes.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "generators/case_text.h"
#include "validator/validate.h"

namespace ggufproof {

/// A case and its file.
struct CaseFile {
  const Case& the_case;
  Bytes file;
};

/// The files that a case is judged with.
struct CaseSurroundings {
  std::vector<CaseFile> beside;      ///< shards of the same model
  std::optional<CaseFile> original;  ///< the model that it was made from
};

/// What the validator says of a case's file in one of the case judgements, with some rules left out. The
/// files beside it are found there if the case is a first shard, as a reader finds them, else named along
/// with it, so that each file speaks for itself.
Judgement judge_case(const CaseFile& judged, const CaseSurroundings& surroundings,
                     const CaseJudgement& judgement, const RuleSet& disabled = {});

/// All that is not as expected, a sentence each. Errors and warnings that the case does not list are wrong;
/// notes that it does not list are not, since a case is about one rule and notes are about taste.
std::vector<std::string> faults_of(const CaseFile& judged, const CaseSurroundings& surroundings,
                                   const RuleSet& disabled = {});

}  // namespace ggufproof
