// One page that asks nobody for anything: style and script stand in it, and a policy forbids all else. Each
// text goes through xml_escaped() where it is written. The map works without the script too, but for zooming.
#include <algorithm>
#include <array>
#include <initializer_list>
#include <ostream>
#include <utility>
#include <vector>

#include "validator/describe.h"
#include "validator/output/escapes.h"
#include "validator/output/page_facts.h"
#include "validator/output/report.h"
#include "validator/progress.h"
#include "validator/text.h"

namespace ggufproof {
namespace {

constexpr std::string_view style =
#include "validator/output/page.css.inc"
    ;
constexpr std::string_view script =
#include "validator/output/page.js.inc"
    ;

/// What the buttons of a map do, as page.js has it, and their names.
constexpr std::array<std::pair<std::string_view, std::string_view>, 5> buttons{
    {{"in", "zoom in"}, {"out", "zoom out"}, {"whole", "whole file"}, {"left", "left"}, {"right", "right"}}};
constexpr double map_width = 1000;  // of the picture, as page.js has it
constexpr std::array kinds{"header", "pair", "info", "data", "padding", "gap"};
constexpr std::array kind_names{"header", "metadata", "tensor infos", "tensor data", "padding", "unclaimed"};

std::string cell(std::string_view text) { return "<td>" + xml_escaped(text) + "</td>"; }

std::string code_cell(std::string_view text) { return "<td><code>" + xml_escaped(text) + "</code></td>"; }

std::string number_cell(const std::string& text) { return "<td class=\"number\">" + text + "</td>"; }

/// The bytes of a range as attributes, which page.js reads.
std::string data_of(Range bytes) {
  return " data-begin=\"" + number(bytes.begin) + "\" data-end=\"" + number(bytes.end) + '"';
}

/// A button that shows bytes on the map.
std::string place_cell(Range bytes) {
  return "<td><button type=\"button\" class=\"place\"" + data_of(bytes) + "><code>" + hex(bytes.begin) +
         "</code></button></td>";
}

/// Opens a table that may be scrolled, also by keys.
std::string table_head(std::string_view label, std::initializer_list<std::string_view> columns) {
  std::string text = "<div class=\"table\" tabindex=\"0\" role=\"region\" aria-label=\"" +
                     std::string(label) + "\"><table><thead><tr>";
  for (const std::string_view column : columns) text += "<th scope=\"col\">" + std::string(column) + "</th>";
  return text + "</tr></thead><tbody>\n";
}

constexpr std::string_view table_foot = "</tbody></table></div>\n";

std::string rect(std::string_view kind, Range bytes, std::uint64_t size, std::string_view rest,
                 std::string_view title) {
  const double scale = map_width / static_cast<double>(std::max<std::uint64_t>(size, 1));
  const double width = static_cast<double>(bytes.end - bytes.begin) * scale;
  return "<rect class=\"" + std::string(kind) + '"' + data_of(bytes) + " x=\"" +
         std::to_string(static_cast<double>(bytes.begin) * scale) + "\" width=\"" + std::to_string(width) +
         "\" " + std::string(rest) + "><title>" + xml_escaped(title) + " (" + hex(bytes.begin) + " to " +
         hex(bytes.end) + ", " + size_shown(bytes.end - bytes.begin) + ")</title></rect>\n";
}

class HtmlReport final : public RunReport {
 public:
  HtmlReport(std::ostream& out, const ReportSettings& settings) : RunReport(out, settings) {
    out_ << "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>gguf-validate</title>\n"
            "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
            "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
            "style-src 'unsafe-inline'; script-src 'unsafe-inline'\">\n<style>"
         << style << "</style></head>\n<body><main><h1>gguf-validate</h1>\n";
  }

  void add(const JudgedFile& file) override {
    const std::string verdict(file.verdict());
    out_ << "<article class=\"" << verdict << "\"><h2>" << xml_escaped(path_shown(file.path))
         << "</h2>\n<p><strong class=\"verdict\">" << verdict << "</strong>";
    if (file.readable()) {
      print_facts(file.judgement);
      print_findings(file.judgement.report);
      if (file.page) print_page(*file.page, file.judgement);
    } else {
      out_ << ": " << xml_escaped(file.error) << "</p>\n";
    }
    out_ << "</article>\n";
  }

  void finish(const RunSummary&) override {
    out_ << "</main><script>" << script << "</script></body></html>\n";
  }

 private:
  void print_facts(const Judgement& judgement) {
    const Report& report = judgement.report;
    for (const Severity severity : {Severity::error, Severity::warning, Severity::note}) {
      const std::uint64_t n = report.count(severity);
      out_ << ", " << n << ' ' << name_of(severity) << (n == 1 ? "" : "s");
    }
    if (report.accepted() > 0) out_ << ", " << report.accepted() << " accepted";
    out_ << "</p>\n<p>" << name_of(judgement.role);
    if (judgement.version != 0)
      out_ << ", version " << judgement.version << ", "
           << (judgement.order == ByteOrder::big ? "big-endian" : "little-endian");
    out_ << ", " << size_shown(judgement.size) << ", " << judgement.tensors << " tensors, " << judgement.pairs
         << " keys</p>\n";
  }

  void print_findings(const Report& report) {
    std::string rows;
    for (const Finding& finding : report.findings()) {
      if (!shows(finding)) continue;
      const RuleRow& row = rule_row(finding.rule);
      const std::string severity(name_of(finding.severity));
      rows += "<tr class=\"" + severity + "\"><td><b>" + severity + "</b></td>" + place_cell(finding.bytes) +
              code_cell(finding.at) + "<td>" + xml_escaped(message_of(finding)) + " <code>" +
              xml_escaped(row.name) + "</code></td>" + cell(row.remedy) + "</tr>\n";
    }
    out_ << "<h3>Findings</h3>\n";
    if (rows.empty()) {
      out_ << "<p>none</p>\n";
    } else {
      out_ << table_head("Findings", {"severity", "byte", "field", "what", "how to mend it"}) << rows
           << table_foot;
    }
  }

  void print_page(const PageFacts& page, const Judgement& judgement) {
    print_map(page, judgement);
    print_types(page);
    print_tensors(page);
    print_pairs(page);
  }

  void print_map(const PageFacts& page, const Judgement& judgement) {
    out_ << "<h3>Byte map</h3>\n<div class=\"map\" data-size=\"" << judgement.size << "\"><p>";
    for (const auto& [action, name] : buttons)
      out_ << "<button type=\"button\" data-do=\"" << action << "\">" << name << "</button> ";
    out_ << "<span class=\"window\"></span></p>\n<svg viewBox=\"0 0 1000 60\" preserveAspectRatio=\"none\" "
            "tabindex=\"0\" role=\"application\" aria-label=\"The file's bytes; plus and minus zoom, arrows "
            "move\">\n";
    for (const PageRegion& region : page.regions)
      out_ << rect(xml_escaped(region.kind), region.bytes, judgement.size, "y=\"10\" height=\"50\"",
                   region.name);
    for (const Finding& finding : judgement.report.findings()) {
      if (shows(finding))
        out_ << rect("mark " + std::string(name_of(finding.severity)), finding.bytes, judgement.size,
                     "y=\"0\" height=\"9\"", message_of(finding));
    }
    out_ << "</svg>\n<p class=\"where\" aria-live=\"polite\"></p>\n<ul class=\"legend\">";
    for (std::size_t i = 0; i < kinds.size(); ++i)
      out_ << "<li><svg viewBox=\"0 0 1 1\" aria-hidden=\"true\"><path class=\"" << kinds[i]
           << "\" d=\"M0 0h1v1H0z\"/></svg>" << kind_names[i] << "</li>";
    out_ << "</ul></div>\n";
  }

  void print_types(const PageFacts& page) {
    if (page.types.empty()) return;
    std::vector<std::pair<std::string, PageType>> rows(page.types.begin(), page.types.end());
    std::ranges::stable_sort(rows, std::ranges::greater(), [](const auto& row) { return row.second.bytes; });
    out_ << "<h3>Tensors by type</h3>\n"
         << table_head("Tensors by type", {"type", "tensors", "bytes", "size"});
    for (const auto& [type, sum] : rows)
      out_ << "<tr>" << code_cell(type) << number_cell(number(sum.tensors)) << number_cell(number(sum.bytes))
           << number_cell(size_shown(sum.bytes)) << "</tr>\n";
    out_ << table_foot;
  }

  void print_tensors(const PageFacts& page) {
    if (page.tensors.empty()) return;
    out_ << "<h3>Tensors by size</h3>\n"
         << table_head("Tensors by size", {"byte", "name", "type", "dimensions", "bytes"});
    for (const PageTensor& tensor : page.tensors) {
      const std::uint64_t begin = tensor.begin.value_or(0);
      const bool is_placed = tensor.begin && tensor.size && *tensor.size <= ~begin;
      out_ << "<tr>" << (is_placed ? place_cell({begin, begin + *tensor.size}) : cell(""))
           << code_cell(tensor.name) << cell(tensor.type) << cell(tensor.dimensions)
           << number_cell(tensor.size ? number(*tensor.size) : "unknown") << "</tr>\n";
    }
    out_ << table_foot;
    if (page.more_tensors > 0) out_ << "<p>and " << page.more_tensors << " more tensors</p>\n";
  }

  void print_pairs(const PageFacts& page) {
    if (page.pairs.empty()) return;
    out_ << "<h3>Metadata</h3>\n" << table_head("Metadata", {"byte", "key", "type", "value"});
    for (const PagePair& pair : page.pairs)
      out_ << "<tr>" << place_cell(pair.bytes) << code_cell(pair.key) << cell(pair.type)
           << code_cell(pair.value) << "</tr>\n";
    out_ << table_foot;
    if (page.more_pairs > 0) out_ << "<p>and " << page.more_pairs << " more keys</p>\n";
  }
};

}  // namespace

std::unique_ptr<RunReport> html_report(std::ostream& out, const ReportSettings& settings) {
  return std::make_unique<HtmlReport>(out, settings);
}

}  // namespace ggufproof
