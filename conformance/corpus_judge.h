// Does the validator say of a case's file what the case expects? Findings are compared one by one, in every
// judgement: rule, severity and the exact bytes.
#pragma once

#include <string>
#include <vector>

#include "generators/case_text.h"
#include "validator/validate.h"

namespace ggufproof {

/// What the validator says of a file in one of the case judgements, with some rules left out.
Judgement judge_case(Bytes file, const CaseJudgement& judgement, const RuleSet& disabled = {});

/// All that is not as expected, a sentence each. Errors and warnings that the case does not list are wrong;
/// notes that it does not list are not, since a case is about one rule and notes are about taste.
std::vector<std::string> faults_of(const Case& the_case, Bytes file, const RuleSet& disabled = {});

}  // namespace ggufproof
