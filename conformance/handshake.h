// What a testee says of itself when it is started (protocol/README.md), and messages as JSON.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <variant>

#include <nlohmann/json.hpp>

namespace ggufproof {

/// What a testee tells of itself; the members are the protocol's.
struct Handshake {
  std::string name, version, language;
  bool reads = false;       ///< takes `read`
  bool reads_data = false;  ///< takes a file only if its tensors' data are there
  bool loads_models = false;
  bool writes = false;
  std::set<std::uint64_t> versions{2, 3};
  std::set<std::string> byte_orders{"little"};
  std::set<std::string> omits;
  std::set<std::string> decodes;
};

/// Reads the answer to `start`. The error is a sentence: what is missing, or not as its schema has it.
std::variant<Handshake, std::string> parse_handshake(const std::string& line);

/// A message of the protocol, or a record; discarded where the text is no JSON or is nested more than ten
/// thousand deep, which would overflow the stack of whoever looks at it.
template <class Json = nlohmann::json>
Json parse_message(std::string_view text) {
  constexpr int most_levels = 10000;
  bool deep = false;
  const auto watch = [&](int depth, typename Json::parse_event_t, Json&) {
    deep |= depth > most_levels;
    return !deep;
  };
  Json said = Json::parse(text, watch, false);
  return deep ? Json(Json::value_t::discarded) : said;
}

}  // namespace ggufproof
