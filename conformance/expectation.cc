// The verdict follows from the rules that a case expects, their severities, and what a testee supports.
#include "conformance/expectation.h"

#include <algorithm>

namespace ggufproof {
namespace {

constexpr std::array structural{
#define RULE(id, ...) Rule::id,
#include "spec/rules_structure.def"
};

constexpr std::array undecodable{
#define UNDECODABLE(id) Rule::id,
#include "conformance/undecodable.def"
};

template <class T, std::size_t N>
bool is_in(const std::array<T, N>& all, const T& one) {
  return std::find(all.begin(), all.end(), one) != all.end();
}

/// Rules about what a reader may or may not support: no fault for one that does.
bool is_supported(Rule rule, const Handshake& testee) {
  switch (rule) {
    case Rule::header_big_endian:
      return testee.byte_orders.contains("big");
    case Rule::header_version_1:
      return testee.versions.contains(1);
    case Rule::header_version_2:
      return testee.versions.contains(2);
    default:
      return false;
  }
}

Stage stage_of_label(std::string_view label) {
  if (label.starts_with("kv")) return Stage::metadata;
  if (label.starts_with("tensor[")) return label.find("].data") == label.npos ? Stage::tensors : Stage::data;
  const bool header = label.starts_with("magic") || label.starts_with("version") ||
                      label.starts_with("header") || label.ends_with("count") || label == "file";
  return header ? Stage::header : Stage::data;
}

class Verdict {
 public:
  Verdict(const Handshake& testee, Side side) : testee_(testee), side_(side) {}

  void add(const ExpectedFinding& finding) {
    const RuleRow& row = rule_row(finding.rule);
    if (testee_.loads_models) return add_of_model(finding, row);
    if (!is_structural(finding.rule) || is_supported(finding.rule, testee_)) return;
    if (row.scope == Scope::data && !testee_.reads_data) return;
    const bool spec = row.spec == Severity::error, ggml = row.ggml == Severity::error;
    if (side_ == Side::neither ? spec && ggml : side_ == Side::spec ? spec : ggml)
      return refuse(finding, row);
    if (side_ == Side::neither && (spec || ggml)) {
      out_.disputed = true;
      if (out_.rule == nullptr) out_.rule = &row;
    }
  }

  Expectation finish() {
    if (out_.wanted == Wanted::refuse) {
      out_.disputed = false;
    } else if (!testee_.loads_models && !out_.disputed) {
      out_.wanted = Wanted::accept;
    }
    return out_;
  }

 private:
  /// Whoever loads models has the loader of llama.cpp for a measure; which models it knows is its own affair.
  void add_of_model(const ExpectedFinding& finding, const RuleRow& row) {
    if (row.deflt == Severity::error && row.ggml == Severity::error) refuse(finding, row);
  }

  void refuse(const ExpectedFinding& finding, const RuleRow& row) {
    if (out_.wanted != Wanted::refuse) {
      out_.rule = &row;
      out_.fault = stage_of_label(finding.label);
    }
    out_.wanted = Wanted::refuse;
    out_.safe = out_.safe || is_in(undecodable, finding.rule);
  }

  const Handshake& testee_;
  Side side_;
  Expectation out_;
};

}  // namespace

std::optional<Stage> stage_of(std::string_view name) {
  const auto found = std::find(stage_names.begin(), stage_names.end(), name);
  if (found == stage_names.end()) return std::nullopt;
  return static_cast<Stage>(found - stage_names.begin());
}

bool is_structural(Rule rule) { return is_in(structural, rule); }

Expectation expectation_of(const Case& the_case, const Handshake& testee, Side side) {
  Verdict verdict(testee, side);
  if (the_case.finding) verdict.add(*the_case.finding);
  for (const ExpectedFinding& also : the_case.also) verdict.add(also);
  return verdict.finish();
}

}  // namespace ggufproof
