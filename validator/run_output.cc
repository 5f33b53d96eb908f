// Reports do not know of each other, of standard output or of files.
#include "validator/run_output.h"

#include <algorithm>
#include <cstdlib>
#include <iostream>

#include <unistd.h>

#include "validator/command_line.h"

namespace ggufproof {
namespace {

constexpr int exit_invalid = 1;

int exit_code(int so_far, const JudgedFile& file) {
  if (!file.readable()) return exit_unusable;
  return file.judgement.report.valid() ? so_far : std::max(so_far, exit_invalid);
}

bool wants_colour() {
  const char* no_colour = std::getenv("NO_COLOR");
  return isatty(STDOUT_FILENO) != 0 && (no_colour == nullptr || *no_colour == '\0');
}

bool is_on_screen(const OutputChoice& choice) { return choice.path == "-"; }

}  // namespace

std::string RunOutput::open(std::span<const std::string> inputs) {
  for (const OutputChoice& choice : settings_.outputs) {
    auto file = std::make_unique<ReportFile>(choice.path, inputs);
    if (!file->fault().empty()) return file->fault();
    const ReportSettings style{settings_.options.profile, settings_.quiet,
                               is_on_screen(choice) && wants_colour(), settings_.against.value_or("")};
    auto report = choice.format->make(file->out(), style);
    reports_.push_back({&choice, std::move(file), std::move(report)});
  }
  return "";
}

void RunOutput::show(const JudgedFile& file) {
  code_ = exit_code(code_, file);
  summary_.add(file);
  const auto silence = progress_.silence();
  for (const Opened& opened : reports_) opened.report->add(file);
}

void RunOutput::show_against(const std::vector<TensorComparison>& rows) {
  for (const Opened& opened : reports_) opened.report->add_against(rows);
}

int RunOutput::finish() {
  progress_.wipe();
  bool is_text_shown = false;
  for (const Opened& opened : reports_) {
    opened.report->finish(summary_);
    opened.file->finish();
    if (!opened.file->fault().empty()) {
      std::cerr << "gguf-validate: " << opened.file->fault() << '\n';
      code_ = exit_unusable;
    }
    is_text_shown |= is_on_screen(*opened.choice) && opened.choice->format->name == "text";
  }
  if (is_text_shown && !settings_.quiet) {
    std::cout.flush();  // what was found stands before what to do about it
    summary_.print_advice(std::cerr, "gguf-validate");
  }
  return code_;
}

}  // namespace ggufproof
