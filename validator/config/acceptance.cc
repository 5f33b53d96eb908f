// A suppression comes before a baseline, which is for what nobody has looked at yet.
#include "validator/config/acceptance.h"

#include "validator/text.h"

namespace ggufproof {

std::string Acceptance::read_baseline(const std::string& path) {
  old_.emplace(path);
  return old_->baseline.read();
}

std::string Acceptance::open_new_baseline(const std::string& path, std::span<const std::string> inputs) {
  new_.emplace(path);
  new_file_ = std::make_unique<ReportFile>(path, inputs);
  return new_file_->fault();
}

void Acceptance::apply(JudgedFile& file) {
  if (!file.readable()) return;
  const std::string place = place_in(folder_, file.path);
  suppressions_.saw(place);
  for (auto* one : {&old_, &new_}) {
    if (*one) (*one)->baseline.begin(place_in((*one)->folder, file.path));
  }
  file.judgement.report.accept([&](const Finding& finding) {
    if (suppressions_.accepts(place, finding)) return true;
    if (new_) new_->baseline.note(finding);
    return new_ || (old_ && old_->baseline.accepts(finding));
  });
  if (old_ && !new_) left_in_baseline_ += old_->baseline.left();
}

std::string Acceptance::finish() {
  if (!new_) return "";
  new_->baseline.print(new_file_->out());
  new_file_->finish();
  return new_file_->fault();
}

}  // namespace ggufproof
