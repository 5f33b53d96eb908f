// The C++ interface of ggufproof, the GGUF validator: judges bytes or a file and gives findings as plain
// values.
//
//   const ggufproof::Result result = ggufproof::validate_file("model.gguf");
//   for (const ggufproof::Finding& finding : result.findings) std::cerr << finding.message << '\n';
//
// It stands in this header alone, over the C interface, so that programs of any compiler, standard library
// and standard from C++17 on can use one libggufproof.so. Throws nothing but std::bad_alloc.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <string>
#include <vector>

#include <ggufproof/ggufproof.h>

namespace ggufproof {
inline namespace v0 {

/// Whose judgement counts.
enum class Profile { deflt = GGUFPROOF_DEFAULT, spec = GGUFPROOF_SPEC, ggml = GGUFPROOF_GGML };

/// How much of the tensors' data is looked at: the weights too, where they lie, or nothing.
enum class Data {
  values = GGUFPROOF_DATA_VALUES,
  bounds = GGUFPROOF_DATA_BOUNDS,
  none = GGUFPROOF_DATA_NONE
};

enum class Severity { note = GGUFPROOF_NOTE, warning = GGUFPROOF_WARNING, error = GGUFPROOF_ERROR };

/// What to judge by.
struct Options {
  Profile profile = Profile::deflt;
  Data data = Data::values;
  std::uint64_t max_findings = 0;  ///< keep at most this many; 0: 1000
  std::uint64_t jobs = 0;          ///< threads that judge values; 0: one a core
  std::string name;                ///< the file's name without folders; if empty, a file's own, none of bytes
  std::vector<std::string> severities;  ///< "RULE=SEVERITY", such as "template.*=error"
};

/// One thing that is wrong with a file.
struct Finding {
  std::string rule;  ///< stable name, such as "layout.gap"
  Severity severity = Severity::note;
  std::uint64_t begin = 0, end = 0;  ///< the bytes concerned: offsets in the file, half-open
  std::string at;                    ///< path of the field, such as "tensor[1].offset"
  std::string subject, got, wanted;  ///< any may be empty
  std::string message;               ///< all of it as one sentence
  std::string clause, remedy;        ///< of the format; how to mend it
};

/// What became of a file. Findings are in the order of their places; those above the most to keep are
/// counted.
struct Result {
  std::string error;   ///< why nothing was judged; empty where something was
  bool valid = false;  ///< no error, and the structure could be followed to its end
  bool big_endian = false;
  std::uint32_t version = 0;  ///< of the format; 0 where it could not be read
  std::string role;           ///< "model", "adapter" ...
  std::uint64_t bytes = 0, pairs = 0, tensors = 0;
  std::uint64_t errors = 0, warnings = 0, notes = 0;
  std::vector<Finding> findings;
};

namespace detail {

/// Calls `judge(options, report)` of the C interface and copies what comes of it.
template <class Judge>
Result run(const Options& options, Judge&& judge) {
  std::vector<const char*> severities;
  for (const std::string& text : options.severities) severities.push_back(text.c_str());
  severities.push_back(nullptr);
  const ggufproof_options given{sizeof(ggufproof_options),
                                static_cast<std::int32_t>(options.profile),
                                static_cast<std::int32_t>(options.data),
                                options.max_findings,
                                options.jobs,
                                options.name.c_str(),
                                severities.data()};
  ggufproof_report* made = nullptr;
  const ggufproof_status status = judge(&given, &made);
  const std::unique_ptr<ggufproof_report, void (*)(ggufproof_report*)> report(made, ggufproof_report_free);
  if (status == GGUFPROOF_NO_MEMORY) throw std::bad_alloc();
  Result result;
  ggufproof_summary summary{};
  summary.size = sizeof summary;
  if (ggufproof_report_summary(made, &summary) != GGUFPROOF_OK) {
    result.error = ggufproof_report_error(made);
    return result;
  }
  result.valid = summary.valid != 0;
  result.big_endian = summary.big_endian != 0;
  result.version = summary.version;
  result.role = summary.role;
  result.bytes = summary.bytes;
  result.pairs = summary.pairs;
  result.tensors = summary.tensors;
  result.errors = summary.errors;
  result.warnings = summary.warnings;
  result.notes = summary.notes;
  ggufproof_finding found{};
  found.size = sizeof found;
  for (std::uint64_t i = 0; ggufproof_report_finding(made, i, &found) == GGUFPROOF_OK; ++i)
    result.findings.push_back({found.rule, static_cast<Severity>(found.severity), found.begin, found.end,
                               found.at, found.subject, found.got, found.wanted, found.message, found.clause,
                               found.remedy});
  return result;
}

}  // namespace detail

/// The library's version, such as "0.1.0".
inline std::string version() { return ggufproof_version(); }

/// Judges `bytes` bytes at `data`, a whole file.
inline Result validate(const void* data, std::size_t bytes, const Options& options = {}) {
  return detail::run(options, [&](const ggufproof_options* given, ggufproof_report** report) {
    return ggufproof_validate_buffer(data, bytes, given, report);
  });
}

/// Judges a file by its path, which is mapped; "-" is standard input. Sets a handler of SIGBUS: see the C
/// interface.
inline Result validate_file(const std::string& path, const Options& options = {}) {
  return detail::run(options, [&](const ggufproof_options* given, ggufproof_report** report) {
    return ggufproof_validate_file(path.c_str(), given, report);
  });
}

}  // namespace v0
}  // namespace ggufproof
