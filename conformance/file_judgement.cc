// A dump is made of files alone that are to be taken: of others there is nothing to compare.
#include "conformance/file_judgement.h"

#include <regex>

#include "conformance/dump_compare.h"
#include "conformance/expected_dump.h"
#include "validator/source.h"

namespace ggufproof {

CaseResult unasked(const std::string& id, const Expectation& expectation, const std::string& why) {
  return judge_answer(id, expectation, {Reply::skipped, why, ""}, std::nullopt);
}

std::string unsupported(const Handshake& testee, const nlohmann::json& dump) {
  const auto order = dump.value("endian", nlohmann::json());
  if (order.is_string() && !testee.byte_orders.contains(order.get<std::string>()))
    return "byte order " + order.get<std::string>() + " is not supported";
  const auto version = dump.value("version", nlohmann::json());
  if (version.is_number_unsigned() && !testee.versions.contains(version.get<std::uint64_t>()))
    return "version " + version.dump() + " is not supported";
  return "";
}

void hide_places(std::string& words) {
  static const std::regex folders(R"((^|[^\w.])(/[\w.+~-]+)+/)");
  words = std::regex_replace(words, folders, "$1");
}

CaseResult judge_file(Subject& subject, const Handshake& testee, const std::string& id,
                      const Expectation& expectation, const std::filesystem::path& file) {
  nlohmann::json dump;
  if (expectation.wanted != Wanted::refuse && !testee.loads_models) {
    const auto source = Source::open(file.string());
    if (const auto* opened = std::get_if<Source>(&source))
      dump = expected_dump(map_file(opened->bytes()), testee.decodes);
  }
  Answer answer = subject.read(id, file.string());
  hide_places(answer.words);
  if (answer.reply == Reply::refused && expectation.wanted == Wanted::accept) {
    if (const std::string why = unsupported(testee, dump); !why.empty()) return unasked(id, expectation, why);
  }
  std::optional<std::string> difference;
  if (answer.reply == Reply::accepted && dump.is_object())
    difference = first_difference(dump, answer.dump, testee.omits);
  return judge_answer(id, expectation, answer, difference);
}

}  // namespace ggufproof
