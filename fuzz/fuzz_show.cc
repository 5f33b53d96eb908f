// Any bytes, shown: the byte map covers each byte once and in order, the dump is ASCII and JSON that a parser
// takes, and the file as a case assembles to the same bytes.
#include <algorithm>
#include <sstream>
#include <variant>

#include <nlohmann/json.hpp>

#include "fuzz/oracle.h"
#include "generators/case_text.h"
#include "generators/uncase.h"
#include "validator/dump_json.h"
#include "validator/layout_fields.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace ggufproof;
  const Bytes file(data, size);
  const FileMap map = map_file(file);
  std::uint64_t at = 0;
  layout_fields(map, {}, [&at](const Field& field) {
    require(field.bytes.begin == at && field.bytes.end >= at, "fields join without a hole or an overlap",
            field.path);
    at = field.bytes.end;
  });
  require(at == size, "the fields cover the file");

  std::ostringstream dump;
  dump_json(dump, map, {.sha256 = true});
  const std::string text = dump.str();
  require(std::ranges::all_of(text, [](unsigned char c) { return c < 0x7f; }), "the dump is ASCII", text);
  require(nlohmann::json::accept(text), "the dump is JSON", text);

  const std::string shown = uncase(file, {.whole = size}).text;
  const auto read = parse_case(shown);
  require(std::holds_alternative<Case>(read), "a file is shown as a case", shown);
  const auto bytes = std::get<Case>(read).file.bytes();
  require(std::ranges::equal(bytes, file), "a file shown as a case comes back", shown);
  return 0;
}
