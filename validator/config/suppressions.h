// Suppressions at work: which findings they take, and which of them nobody needs any more.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "spec/rules.h"
#include "validator/config/config_file.h"
#include "validator/finding.h"

namespace ggufproof {

class Suppressions {
 public:
  explicit Suppressions(const Config& config);

  bool empty() const { return states_.empty(); }

  /// Whether one of them takes this finding of the file at `place` (place.h). Expired ones take nothing.
  bool accepts(const std::string& place, const Finding& finding);

  /// Notes that a file was judged, so that what is for it and took nothing is idle.
  void saw(const std::string& place);

  /// What whoever keeps the configuration has to mend: suppressions that took nothing although a file was
  /// judged that they are for, or all files were. `judged` tells whether a rule was looked at.
  template <class Judged>
  std::vector<std::string> idle(bool all_files, Judged&& judged) const {
    std::vector<std::string> faults;
    for (const State& state : states_) {
      const bool was_judged = std::any_of(state.rules.begin(), state.rules.end(),
                                          [&](const RuleRow* row) { return judged(*row); });
      if (!state.used && was_judged && (state.concerned || all_files)) faults.push_back(idle_text(state));
    }
    return faults;
  }

  /// Those that expired and would have taken a finding.
  std::vector<std::string> expired() const;

 private:
  struct State {
    Suppression what;
    std::vector<const RuleRow*> rules;
    bool is_expired = false;
    bool concerned = false;  ///< a file was judged that it is for
    bool used = false;
  };

  std::string idle_text(const State& state) const;

  std::string config_path_;
  std::vector<State> states_;
};

}  // namespace ggufproof
