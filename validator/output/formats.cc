// One table; the rest is derived.
#include "validator/output/formats.h"

#include <algorithm>
#include <array>
#include <filesystem>

#include "validator/nearest.h"
#include "validator/text.h"

namespace ggufproof {
namespace {

constexpr std::array formats{
    ReportFormat{"text", "one finding a line, for people", text_report},
    ReportFormat{"json", "everything, for programs", json_report},
    ReportFormat{"sarif", "SARIF 2.1.0, for code scanning", sarif_report},
    ReportFormat{"junit", "JUnit XML, for test reports", junit_report},
    ReportFormat{"github", "annotations of GitHub Actions", github_report},
    ReportFormat{"markdown", "a job summary", markdown_report},
    ReportFormat{"gitlab", "GitLab's code quality report", gitlab_report},
    ReportFormat{"html", "a page with a map of the bytes", html_report, true},
};

std::string unknown_format(std::string_view name) {
  std::vector<std::string_view> names;
  for (const ReportFormat& format : formats) names.push_back(format.name);
  std::string text = quoted(name) + " is no format";
  const std::string_view meant = nearest(name, names);
  if (!meant.empty()) return text + "; did you mean " + std::string(meant) + '?';
  text += "; there are";
  for (const std::string_view known : names)
    text += (known == names.front() ? " " : ", ") + std::string(known);
  return text;
}

/// By another of its names, too: as a file it would be replaced.
bool is_standard_output(std::string_view path) {
  return path == "-" || path == "/dev/stdout" || path == "/dev/fd/1" || path == "/proc/self/fd/1";
}

bool is_same_place(const std::string& a, const std::string& b) {
  if (a == "-" || b == "-") return a == b;
  const auto resolved = [](const std::string& path) {
    std::error_code ignored;
    return std::filesystem::weakly_canonical(std::filesystem::absolute(path, ignored), ignored);
  };
  return resolved(a) == resolved(b);
}

}  // namespace

std::span<const ReportFormat> report_formats() { return formats; }

std::variant<OutputChoice, std::string> read_output(std::string_view text) {
  const std::size_t colon = text.find(':');
  const std::string_view name = text.substr(0, colon);
  const auto* format = std::ranges::find(formats, name, &ReportFormat::name);
  if (format == formats.end()) return unknown_format(name);
  const std::string_view path = colon == std::string_view::npos ? "-" : text.substr(colon + 1);
  if (path.empty()) return std::string(name) + ": names no file; leave out the colon for standard output";
  return OutputChoice{format, is_standard_output(path) ? "-" : std::string(path)};
}

std::string why_not_together(std::span<const OutputChoice> outputs) {
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      if (!is_same_place(outputs[i].path, outputs[j].path)) continue;
      const std::string place = outputs[i].path == "-" ? "standard output" : path_shown(outputs[i].path);
      return std::string(outputs[j].format->name) + " and " + std::string(outputs[i].format->name) +
             " would both go to " + place + "; give one of them a file: --output " +
             std::string(outputs[i].format->name) + ":FILE";
    }
  }
  return "";
}

}  // namespace ggufproof
