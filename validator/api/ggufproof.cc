// The C interface over the validator. Whatever is thrown below (there may be no memory, or no thread) becomes
// a status here; sizes and enumerations of the caller are checked before anything of his is read.
#include <exception>
#include <memory>
#include <new>
#include <optional>
#include <string>
#include <vector>

#include <ggufproof/ggufproof.h>

#include "validator/file_name.h"
#include "validator/severity_option.h"
#include "validator/source.h"
#include "validator/validate.h"
#include "validator/version.h"

/// What a caller holds: a judgement, or why there is none.
struct ggufproof_report {
  std::string error;
  std::optional<ggufproof::Judgement> judgement;
  std::vector<std::string> messages;  ///< of each finding
};

namespace {

using namespace ggufproof;

constexpr std::array profiles{Profile::deflt, Profile::spec, Profile::ggml};
constexpr std::array depths{DataDepth::values, DataDepth::bounds, DataDepth::none};

template <class T, std::size_t n>
bool choose(const std::array<T, n>& from, std::int32_t number, T& into) {
  if (number < 0 || static_cast<std::size_t>(number) >= n) return false;
  into = from[static_cast<std::size_t>(number)];
  return true;
}

/// Reads a caller's options; what is wrong with them, or nothing.
std::string read_options(const ggufproof_options* given, Options& into) {
  into.data = DataDepth::values;
  if (given == nullptr) return "";
  if (given->size != sizeof(ggufproof_options))
    return "the options have a size that this library does not know";
  if (!choose(profiles, given->profile, into.profile)) return "there is no such profile";
  if (!choose(depths, given->data, into.data)) return "there is no such depth of data";
  if (given->max_findings != 0) into.max_findings = given->max_findings;
  into.reading.jobs = given->jobs;
  if (given->name != nullptr) into.name = given->name;
  for (const char* const* text = given->severities; text != nullptr && *text != nullptr; ++text) {
    if (std::string fault = read_severity(*text, into.severities); !fault.empty()) return fault;
  }
  return "";
}

ggufproof_status refuse(ggufproof_report& report, ggufproof_status status, std::string why) {
  report.error = std::move(why);
  return status;
}

ggufproof_status judge(Bytes bytes, const Options& options, ggufproof_report& report) {
  report.judgement = validate(bytes, options);
  report.judgement->shard.reset();  // views of bytes that may be gone when the report is read
  for (const Finding& finding : report.judgement->report.findings())
    report.messages.push_back(message_of(finding));
  return GGUFPROOF_OK;
}

ggufproof_status judge_file(const std::string& path, Options options, ggufproof_report& report) {
  auto opened = Source::open(path, {}, Source::Wanted::gguf);
  if (auto* why = std::get_if<std::string>(&opened))
    return refuse(report, GGUFPROOF_UNREADABLE, std::move(*why));
  const auto& source = std::get<Source>(opened);
  if (options.name.empty() && path != "-") options.name = base_name(path);
  options.reading.stretch = [&](std::uint64_t at) { return source.stretch(at); };
  const ggufproof_status status = judge(source.bytes(), options, report);
  if (std::string fault = source.fault(); !fault.empty()) {
    report.judgement.reset();
    return refuse(report, GGUFPROOF_UNREADABLE, std::move(fault));
  }
  return status;
}

/// Makes a report by `work(options, report)`, which may throw.
template <class Work>
ggufproof_status make_report(const ggufproof_options* given, ggufproof_report** out, Work&& work) noexcept {
  if (out == nullptr) return GGUFPROOF_BAD_ARGUMENT;
  *out = new (std::nothrow) ggufproof_report;
  if (*out == nullptr) return GGUFPROOF_NO_MEMORY;
  ggufproof_report& report = **out;
  const char* why = "the library failed";
  try {
    Options options;
    if (std::string fault = read_options(given, options); !fault.empty())
      return refuse(report, GGUFPROOF_BAD_ARGUMENT, std::move(fault));
    return work(options, report);
  } catch (const std::bad_alloc&) {
    ggufproof_report_free(std::exchange(*out, nullptr));
    return GGUFPROOF_NO_MEMORY;
  } catch (...) {
    report.judgement.reset();
  }
  try {
    return refuse(report, GGUFPROOF_INTERNAL, why);
  } catch (...) {
    return GGUFPROOF_INTERNAL;
  }
}

bool holds_judgement(const ggufproof_report* report) { return report != nullptr && report->judgement; }

}  // namespace

const char* ggufproof_version() { return tool_version.data(); }

ggufproof_status ggufproof_validate_buffer(const void* data, size_t bytes, const ggufproof_options* options,
                                           ggufproof_report** report) {
  return make_report(options, report, [&](const Options& read, ggufproof_report& into) {
    if (data == nullptr && bytes != 0) return refuse(into, GGUFPROOF_BAD_ARGUMENT, "the bytes are null");
    return judge(Bytes(static_cast<const std::uint8_t*>(data), bytes), read, into);
  });
}

ggufproof_status ggufproof_validate_file(const char* path, const ggufproof_options* options,
                                         ggufproof_report** report) {
  return make_report(options, report, [&](const Options& read, ggufproof_report& into) {
    if (path == nullptr) return refuse(into, GGUFPROOF_BAD_ARGUMENT, "the path is null");
    return judge_file(path, read, into);
  });
}

const char* ggufproof_report_error(const ggufproof_report* report) {
  if (report == nullptr) return "there is no memory";
  return report->judgement ? nullptr : report->error.c_str();
}

ggufproof_status ggufproof_report_summary(const ggufproof_report* report, ggufproof_summary* summary) {
  if (!holds_judgement(report) || summary == nullptr || summary->size != sizeof(ggufproof_summary))
    return GGUFPROOF_BAD_ARGUMENT;
  const Judgement& judgement = *report->judgement;
  const Report& found = judgement.report;
  *summary = {sizeof(ggufproof_summary),
              found.valid(),
              judgement.order == ByteOrder::big,
              judgement.version,
              name_of(judgement.role).data(),
              judgement.size,
              judgement.pairs,
              judgement.tensors,
              found.count(Severity::error),
              found.count(Severity::warning),
              found.count(Severity::note),
              found.findings().size()};
  return GGUFPROOF_OK;
}

ggufproof_status ggufproof_report_finding(const ggufproof_report* report, uint64_t index,
                                          ggufproof_finding* finding) {
  if (!holds_judgement(report) || finding == nullptr || finding->size != sizeof(ggufproof_finding) ||
      index >= report->messages.size())
    return GGUFPROOF_BAD_ARGUMENT;
  const Finding& found = report->judgement->report.findings()[index];
  const RuleRow& row = rule_row(found.rule);
  *finding = {sizeof(ggufproof_finding),
              row.name.data(),
              static_cast<std::int32_t>(found.severity),
              found.bytes.begin,
              found.bytes.end,
              found.at.c_str(),
              found.subject.c_str(),
              found.got.c_str(),
              found.want.c_str(),
              report->messages[index].c_str(),
              row.clause.data(),
              row.remedy.data()};
  return GGUFPROOF_OK;
}

void ggufproof_report_free(ggufproof_report* report) { delete report; }
