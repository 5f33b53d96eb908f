// Files are judged here; rules are the library's, words and colours those of run_output.cc.
#include "validator/validate_run.h"

#include <algorithm>
#include <chrono>
#include <functional>
#include <iostream>

#include <tbb/parallel_pipeline.h>
#include <unistd.h>

#include "validator/command_line.h"
#include "validator/fidelity/against_files.h"
#include "validator/fidelity/check_roundtrip.h"
#include "validator/file_name.h"
#include "validator/files.h"
#include "validator/output/page_facts.h"
#include "validator/progress.h"
#include "validator/remote/remote_file.h"
#include "validator/run_output.h"
#include "validator/shard_set.h"
#include "validator/source.h"
#include "validator/text.h"
#include "validator/threads.h"

namespace ggufproof {
namespace {

/// Hears how the work on a file proceeds: bytes of a stream that were copied, and bytes of data that were
/// judged.
struct Listeners {
  Source::Listener copied{};
  std::function<void(std::uint64_t bytes, std::uint64_t of)> judged{};
};

/// Judges a file that is open, as a Source or as a RemoteFile; throws nothing away of either.
template <class File>
JudgedFile judge_open(File& opened, const std::string& path, Options options, const RunSettings& settings,
                      const Listeners& listeners) {
  JudgedFile file{path, ""};
  options.reading.stretch = [&](std::uint64_t at) { return opened.stretch(at); };
  options.reading.progress = listeners.judged;
  file.judgement = validate(opened.bytes(), options);
  if (settings.roundtrip) {
    Report& report = file.judgement.report;
    const auto has_changed = [&] { return !opened.fault().empty(); };
    file.roundtrip = check_roundtrip(map_file(opened.bytes()), options.reading.jobs, has_changed, report);
    report.finish();
  }
  if (settings.readers) file.traits = traits_of(opened.bytes());
  if (std::ranges::any_of(settings.outputs, [](const auto& output) { return output.format->shows_bytes; }))
    file.page = std::make_shared<const PageFacts>(page_facts(opened.bytes()));
  if (const std::string fault = opened.fault(); !fault.empty()) return {path, fault};
  return file;
}

JudgedFile judge_remote(const std::string& address, const RunSettings& settings, const Listeners& listeners) {
  auto opened = RemoteFile::open(address, settings.remote.patience, listeners.copied);
  if (const auto* error = std::get_if<std::string>(&opened)) return {address, *error};
  const std::shared_ptr<RemoteFile> remote = std::get<std::unique_ptr<RemoteFile>>(std::move(opened));
  Options options = settings.options;
  const std::string name = name_at(address);
  options.name = name;
  if (!settings.remote.whole && options.data == DataDepth::values) options.data = DataDepth::bounds;
  JudgedFile file = judge_open(*remote, address, options, settings, listeners);
  remote->finish();
  if (settings.remote.verbose) file.told = remote->told();
  if (file.readable() && file.judgement.shard) file.bytes = remote;
  return file;
}

JudgedFile judge(const NamedFile& named, const RunSettings& settings, const Listeners& listeners) {
  if (!named.error.empty()) return {named.path, named.error};
  if (is_address(named.path)) return judge_remote(named.path, settings, listeners);
  auto opened = Source::open(named.path, listeners.copied, Source::Wanted::gguf);
  if (const auto* error = std::get_if<std::string>(&opened)) return {named.path, *error};
  auto& source = std::get<Source>(opened);
  Options options = settings.options;
  if (named.path != "-" && !is_special(named.path)) options.name = base_name(named.path);
  JudgedFile file = judge_open(source, named.path, options, settings, listeners);
  if (file.readable() && file.judgement.shard)
    file.bytes = std::make_shared<const Mapping>(std::move(source).release());
  return file;
}

/// A shard that nobody named: a pipe of that name is none, and is not waited for.
JudgedFile judge_unnamed(const std::string& path, const RunSettings& settings) {
  return judge({path, is_special(path) ? "is not a file" : ""}, settings, {});
}

/// "[3/40] name: 12.3 MB read": short enough for one line of a terminal. `what` may be empty.
std::string progress_line(const std::vector<NamedFile>& files, std::size_t i, const std::string& what) {
  std::string line = path_shown(files[i].path, 40);
  if (files.size() > 1) line = '[' + std::to_string(i + 1) + '/' + std::to_string(files.size()) + "] " + line;
  return what.empty() ? line : line + ": " + what;
}

/// Judges files side by side and hands them on in the order in which they were named. However many there are,
/// a few at a time are open or wait for their turn.
void judge_each(const RunSettings& settings, Progress& progress,
                const std::function<void(JudgedFile)>& take) {
  const auto& files = settings.files;
  std::size_t next = 0;
  const auto give = [&](tbb::flow_control& control) {
    if (next == files.size()) control.stop();
    return next++;
  };
  const auto judge_one = [&](std::size_t i) {
    const auto begun = std::chrono::steady_clock::now();
    const auto show = [&](const auto& what) {
      progress.show([&] { return progress_line(files, i, what()); });
    };
    show([] { return ""; });
    const Listeners listeners{
        [&](std::uint64_t bytes) { show([&] { return bytes == 0 ? "" : size_shown(bytes) + " read"; }); },
        [&](std::uint64_t bytes, std::uint64_t of) {
          show([&] { return pace_shown(bytes, of, std::chrono::steady_clock::now() - begun); });
        }};
    return judge(files[i], settings, listeners);
  };
  using Order = tbb::filter_mode;
  arena_of(settings.options.reading.jobs).execute([&] {
    const auto at_once = 2 * static_cast<std::size_t>(tbb::this_task_arena::max_concurrency());
    tbb::parallel_pipeline(at_once,
                           tbb::make_filter<void, std::size_t>(Order::serial_in_order, give) &
                               tbb::make_filter<std::size_t, JudgedFile>(Order::parallel, judge_one) &
                               tbb::make_filter<JudgedFile, void>(Order::serial_in_order, take));
  });
}

std::string why_not_comparable(const RunSettings& settings) {
  if (!settings.against || settings.files.empty()) return "";
  std::vector<std::string> paths;
  for (const NamedFile& file : settings.files) paths.push_back(file.path);
  return why_not_one_model(paths);
}

/// The paths of all files that will be read.
std::vector<std::string> inputs_of(const RunSettings& settings) {
  std::vector<std::string> paths = settings.sources;
  for (const NamedFile& file : settings.files) paths.push_back(file.path);
  if (settings.against) {
    for (const NamedFile& file : expand_paths({*settings.against})) paths.push_back(file.path);
  }
  return paths;
}

/// How the files compare with their original; why they cannot be compared, or no tensor of them.
struct Comparison {
  std::vector<TensorComparison> rows;
  std::string error;
};

/// Says nothing of files that cannot be read: their own lines do.
Comparison compare(const RunSettings& settings, std::vector<JudgedFile>& files, Progress& progress) {
  const bool readable =
      std::all_of(files.begin(), files.end(), [](const JudgedFile& file) { return file.readable(); });
  if (files.empty() || !readable) return {};
  const auto listener = [&](std::uint64_t tensor, std::uint64_t of) {
    progress.show(
        [&] { return "tensor " + std::to_string(tensor) + " of " + std::to_string(of) + " compared"; });
  };
  auto compared = compare_files(*settings.against, files, settings.options.reading.jobs, listener);
  if (auto* error = std::get_if<std::string>(&compared)) return {{}, std::move(*error)};
  auto& rows = std::get<std::vector<TensorComparison>>(compared);
  std::string why = why_nothing_compared(rows);
  return {std::move(rows), std::move(why)};
}

/// Whether this run can give findings of a rule, so that whoever suppresses it can be told that there are
/// none.
bool is_judged(const RuleRow& row, const RunSettings& settings) {
  const std::string_view name = row.name;
  if (name.starts_with("against.")) return settings.against.has_value();
  if (name.starts_with("roundtrip.")) return settings.roundtrip;
  if (name.starts_with("values.")) return settings.options.data == DataDepth::values;
  return row.scope != Scope::data || settings.options.data != DataDepth::none;
}

/// Tells what became of suppressions and baseline. Returns the exit status: `code`, or that of a
/// configuration that has to be mended.
int tell_of_acceptance(const RunSettings& settings, Acceptance& acceptance, int code) {
  const Suppressions& suppressions = acceptance.suppressions();
  for (const std::string& text : suppressions.expired()) std::cerr << "gguf-validate: " << text << '\n';
  const auto judged = [&](const RuleRow& row) { return is_judged(row, settings); };
  const bool is_part = settings.part.of > 1;  // what takes nothing here may take a finding in another part
  for (const std::string& text :
       is_part ? std::vector<std::string>{} : suppressions.idle(settings.all_files, judged)) {
    std::cerr << "gguf-validate: " << text << '\n';
    code = exit_unusable;
  }
  if (const std::uint64_t left = acceptance.left_in_baseline(); left > 0 && !settings.quiet)
    std::cerr << "gguf-validate: " << left << (left == 1 ? " finding" : " findings")
              << " of the baseline did not come; --write-baseline makes it anew\n";
  if (const std::string fault = acceptance.finish(); !fault.empty()) {
    std::cerr << "gguf-validate: " << fault << '\n';
    code = exit_unusable;
  }
  return code;
}

/// Why the run cannot begin, or nothing.
std::string why_not_begun(const RunSettings& settings, RunOutput& output, Acceptance& acceptance) {
  if (std::ranges::count(settings.files, "-", &NamedFile::path) > 1)
    return "standard input is named twice, and can be read once";
  if (const std::string why = why_not_comparable(settings); !why.empty()) return why;
  const std::vector<std::string> inputs = inputs_of(settings);
  if (const std::string why = output.open(inputs); !why.empty()) return why;
  return settings.new_baseline.empty() ? "" : acceptance.open_new_baseline(settings.new_baseline, inputs);
}

}  // namespace

/// What is said of a shard may depend on files that come later, so from the first shard on files wait for the
/// last. Where findings may be accepted, more are kept until then than are shown.
int judge_all(const RunSettings& asked, Acceptance& acceptance) {
  RunSettings settings = asked;
  if (acceptance.is_needed() || !asked.new_baseline.empty()) settings.options.max_findings = most_looked_at;
  Progress progress(std::cerr, isatty(STDERR_FILENO) != 0);
  RunOutput output(settings, progress);
  if (const std::string why = why_not_begun(settings, output, acceptance); !why.empty()) {
    std::cerr << "gguf-validate: " << why << '\n';
    return exit_unusable;
  }
  const auto show = [&](JudgedFile& file) {
    acceptance.apply(file);
    file.judgement.report.keep(asked.options.max_findings);
    output.show(file);
  };
  std::vector<JudgedFile> waiting;
  judge_each(settings, progress, [&](JudgedFile file) {
    if (!file.told.empty()) {
      const auto silence = progress.silence();
      std::cerr << "gguf-validate: " << path_shown(file.path) << ": " << file.told << '\n';
    }
    if (waiting.empty() && !settings.against && !may_be_in_set(file)) {
      show(file);
    } else {
      waiting.push_back(std::move(file));
    }
  });
  check_shard_sets(waiting, [&](const std::string& path) { return judge_unnamed(path, settings); });
  Comparison comparison;
  if (settings.against) comparison = compare(settings, waiting, progress);
  for (JudgedFile& file : waiting) show(file);
  if (!comparison.rows.empty()) output.show_against(comparison.rows);
  int code = tell_of_acceptance(settings, acceptance, output.finish());
  if (!comparison.error.empty()) {
    std::cerr << "gguf-validate: " << comparison.error << '\n';
    code = exit_unusable;
  }
  if (settings.files.empty()) {
    std::cerr << "gguf-validate: no *.gguf file in the directories named"
              << (settings.part.of > 1 ? ", or none in this part" : "") << '\n';
    code = exit_unusable;
  }
  return code;
}

}  // namespace ggufproof
