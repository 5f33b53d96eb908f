// Writing: the file's own content as a description, twice, and what was written read back.
#include "conformance/case_worker.h"

#include "conformance/file_judgement.h"
#include "conformance/writing.h"
#include "validator/dump_sha256.h"

namespace ggufproof {
namespace {

using nlohmann::json;

/// Versions 2 and 3 differ in nothing but their number where the bytes are little-endian: a writer is asked
/// for one that it knows.
void ask_for_known_version(const Handshake& testee, json& description) {
  const std::uint64_t version = description["version"];
  const std::uint64_t other = version == 3 ? 2 : 3;
  if (version >= 2 && !testee.versions.contains(version) && testee.versions.contains(other))
    description["version"] = other;
}

/// One digest over all the files.
std::optional<std::string> digest_of(const std::vector<std::filesystem::path>& files) {
  std::string digests;
  for (const auto& file : files) {
    const auto source = Source::open(file.string());
    const auto* opened = std::get_if<Source>(&source);
    const auto digest = opened == nullptr ? std::nullopt : sha256_hex(opened->bytes());
    if (!digest) return std::nullopt;
    digests += *digest;
  }
  return digests;
}

void remove_all(const std::vector<std::filesystem::path>& files) {
  std::error_code ignored;
  for (const auto& file : files) std::filesystem::remove(file, ignored);
}

}  // namespace

CaseWorker::CaseWorker(const Corpus& corpus, const Results& run, const MakeSubject& make_subject)
    : corpus_(corpus), run_(run), subject_(make_subject(folder_.path().string())) {
  subject_->start();
}

std::variant<CaseResult, FileFault> CaseWorker::run(const CorpusEntry& entry) {
  if (folder_.path().empty() || files_.path().empty())
    return FileFault{"a temporary folder", "none can be made"};
  const Expectation expectation = expectation_in(run_, entry.read);
  auto written = write_case(corpus_, entry, files_.path() / "case");
  if (auto* fault = std::get_if<FileFault>(&written)) return std::move(*fault);
  const auto& file = std::get<std::filesystem::path>(written);
  if (run_.direction == Direction::read)
    return judge_file(*subject_, run_.testee, entry.text.id, expectation, file);
  return write(entry, expectation, file);
}

CaseResult CaseWorker::write(const CorpusEntry& entry, const Expectation& expectation,
                             const std::filesystem::path& file) {
  const auto source = Source::open(file.string());
  const auto* opened = std::get_if<Source>(&source);
  auto description = opened == nullptr ? std::nullopt : description_of(map_file(opened->bytes()));
  if (!description) return unasked(entry.text.id, expectation, "cannot be described");
  ask_for_known_version(run_.testee, *description);
  if (const std::string why = unsupported(run_.testee, *description); !why.empty())
    return unasked(entry.text.id, expectation, why);
  const auto one = folder_.path() / "one.gguf", two = folder_.path() / "two.gguf";
  Answer answer = subject_->write(entry.text.id, *description, one.string());
  hide_places(answer.words);
  Written written;
  if (answer.reply == Reply::accepted) {
    const auto files = files_written(one);
    written = judge_written(files, *description, run_.side);
    notes_.insert(written.notes.begin(), written.notes.end());
    const Answer again = subject_->write(entry.text.id, *description, two.string());
    if (again.reply != Reply::accepted || digest_of(files) != digest_of(files_written(two)))
      notes_.insert("writes other bytes each time");
  }
  remove_all(files_written(one));
  remove_all(files_written(two));
  return judge_writing(entry.text.id, expectation, answer, written);
}

}  // namespace ggufproof
