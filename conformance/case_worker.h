// One thread's share of a run: a subject of its own, and a folder in which one case after another lies.
#pragma once

#include <memory>
#include <set>
#include <string>

#include "conformance/case_workspace.h"
#include "conformance/certify_run.h"

namespace ggufproof {

class CaseWorker {
 public:
  /// `run` says who is asked, and how.
  CaseWorker(const Corpus& corpus, const Results& run, const MakeSubject& make_subject);

  /// Gives the subject a case, and judges what it makes of it. The error says why its file cannot be written,
  /// which is nobody's fault but the machine's.
  std::variant<CaseResult, FileFault> run(const CorpusEntry& entry);

  /// What a writer did that nobody asked for.
  const std::set<std::string>& notes() const { return notes_; }

 private:
  CaseResult write(const CorpusEntry& entry, const Expectation& expectation,
                   const std::filesystem::path& file);

  const Corpus& corpus_;
  const Results& run_;
  TemporaryFolder folder_, files_;
  std::unique_ptr<Subject> subject_;
  std::set<std::string> notes_;
};

}  // namespace ggufproof
