// Text appears as files are judged.
#include <ostream>

#include "validator/fidelity/render_fidelity.h"
#include "validator/output/report.h"
#include "validator/render_readers.h"

namespace ggufproof {
namespace {

class TextReport final : public RunReport {
 public:
  using RunReport::RunReport;

  void add(const JudgedFile& file) override {
    if (settings_.quiet && file.readable() && file.judgement.report.valid()) return;
    print_text(out_, file, {settings_.colour, settings_.quiet});
    if (settings_.quiet) return;
    if (file.roundtrip) print_roundtrip(out_, *file.roundtrip);
    if (file.traits) print_readers(out_, file);
  }

  void add_against(std::span<const TensorComparison> rows) override {
    if (!settings_.quiet) print_against(out_, settings_.original, rows);
  }

  void finish(const RunSummary& summary) override {
    if (!settings_.quiet) summary.print_counts(out_);
  }
};

}  // namespace

std::unique_ptr<RunReport> text_report(std::ostream& out, const ReportSettings& settings) {
  return std::make_unique<TextReport>(out, settings);
}

}  // namespace ggufproof
