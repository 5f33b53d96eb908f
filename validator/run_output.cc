// JSON is one document, so it waits for the last file.
#include "validator/run_output.h"

#include <algorithm>
#include <cstdlib>
#include <iostream>

#include <unistd.h>

#include "validator/command_line.h"
#include "validator/fidelity/render_fidelity.h"
#include "validator/render_readers.h"

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

}  // namespace

void RunOutput::show(const JudgedFile& file) {
  code_ = exit_code(code_, file);
  summary_.add(file);
  if (settings_.json) {
    entries_.push_back(to_json(file, settings_.quiet));
    if (file.roundtrip) entries_.back()["roundtrip"] = roundtrip_json(*file.roundtrip);
    if (file.traits) entries_.back()["readers"] = readers_json(file);
  } else if (!settings_.quiet || !file.readable() || !file.judgement.report.valid()) {
    const auto silence = progress_.silence();
    print_text(std::cout, file, {wants_colour(), settings_.quiet});
    if (file.roundtrip && !settings_.quiet) print_roundtrip(std::cout, *file.roundtrip);
    if (file.traits && !settings_.quiet) print_readers(std::cout, file);
  }
}

void RunOutput::show_against(const std::vector<TensorComparison>& rows) {
  if (settings_.json) {
    against_ = against_json(*settings_.against, rows);
  } else if (!settings_.quiet) {
    print_against(std::cout, *settings_.against, rows);
  }
}

int RunOutput::finish() {
  progress_.wipe();
  if (settings_.json) {
    constexpr auto replace =
        nlohmann::json::error_handler_t::replace;  // a file may change while it is quoted
    auto report = report_json(settings_.options.profile, std::move(entries_));
    if (!against_.is_null()) report["against"] = std::move(against_);
    std::cout << report.dump(2, ' ', true, replace) << '\n';
  } else if (!settings_.quiet) {
    summary_.print_counts(std::cout);
    std::cout.flush();  // what was found stands before what to do about it
    summary_.print_advice(std::cerr, "gguf-validate");
  }
  return code_;
}

}  // namespace ggufproof
