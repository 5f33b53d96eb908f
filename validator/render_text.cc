// Text for people: `path:0x18: error: what is wrong (subject): found this, wanted that [rule] at field`.
#include <algorithm>
#include <ostream>

#include "validator/describe.h"
#include "validator/render.h"
#include "validator/text.h"

namespace ggufproof {
namespace {

std::string_view colour_of(Severity severity) {
  switch (severity) {
    case Severity::error:
      return "\033[1;31m";
    case Severity::warning:
      return "\033[1;35m";
    default:
      return "\033[1;36m";
  }
}

std::string painted(std::string_view text, std::string_view colour, bool on) {
  return on ? std::string(colour) + std::string(text) + "\033[0m" : std::string(text);
}

std::string plural(std::uint64_t n, std::string_view noun) {
  return number(n) + ' ' + std::string(noun) + (n == 1 ? "" : "s");
}

std::uint64_t kept_errors(const Report& report) {
  const auto is_error = [](const Finding& finding) { return finding.severity == Severity::error; };
  return static_cast<std::uint64_t>(
      std::count_if(report.findings().begin(), report.findings().end(), is_error));
}

/// "1 error, 2 notes"; of a quiet run only what it shows.
std::string tally(const Report& report, bool quiet) {
  std::string out;
  for (const Severity severity : {Severity::error, Severity::warning, Severity::note}) {
    const std::uint64_t n = report.count(severity);
    if (quiet && severity != Severity::error) continue;
    if (n > 0) out += (out.empty() ? "" : ", ") + plural(n, name_of(severity));
  }
  if (report.accepted() > 0) out += (out.empty() ? "" : ", ") + plural(report.accepted(), "accepted finding");
  return out;
}

std::string about(const Judgement& judgement) {
  if (judgement.version == 0) return "";
  return " (" + std::string(name_of(judgement.role)) + ", version " + number(judgement.version) +
         (judgement.order == ByteOrder::big ? ", big-endian, " : ", ") + plural(judgement.tensors, "tensor") +
         ", " + plural(judgement.pairs, "key") + ")";
}

}  // namespace

std::string_view JudgedFile::verdict() const {
  if (!readable()) return "unreadable";
  if (!judgement.report.valid()) return "invalid";
  return judgement.report.accepted(Severity::error) > 0 ? "accepted" : "valid";
}

std::string finding_shown(const Finding& finding, bool colour) {
  return hex(finding.bytes.begin) + ": " +
         painted(name_of(finding.severity), colour_of(finding.severity), colour) + ": " +
         message_of(finding) + " [" + std::string(rule_row(finding.rule).name) + "] at " + finding.at;
}

void print_text(std::ostream& out, const JudgedFile& file, const TextStyle& style) {
  const std::string path = path_shown(file.path);
  if (!file.readable()) {
    out << path << ": " << painted("cannot be read", colour_of(Severity::error), style.colour) << ": "
        << file.error << '\n';
    return;
  }
  const Report& report = file.judgement.report;
  if (style.quiet && report.valid()) return;
  for (const Finding& finding : report.findings()) {
    if (style.quiet && finding.severity != Severity::error) continue;
    out << path << ':' << finding_shown(finding, style.colour) << '\n';
  }
  const std::uint64_t hidden = style.quiet ? report.count(Severity::error) - kept_errors(report)
                                           : report.total() - report.findings().size();
  if (hidden > 0)
    out << path << ": " << plural(hidden, style.quiet ? "more error" : "more finding")
        << " not shown (--max-findings)\n";
  const std::string counts = tally(report, style.quiet);
  out << path << ": "
      << painted(file.verdict(), report.valid() ? "\033[1;32m" : colour_of(Severity::error), style.colour)
      << (counts.empty() ? "" : ", " + counts) << about(file.judgement) << '\n';
}

}  // namespace ggufproof
