// Any text: it is a case within its limits, or a mistake with a place in the text and words to show. The file
// of a case, shown as a case again, assembles to the same bytes, and that text stands for itself.
#include <algorithm>
#include <variant>

#include "fuzz/oracle.h"
#include "generators/case_text.h"
#include "generators/uncase.h"

namespace ggufproof {
namespace {

constexpr CaseLimits small{.written = 1 << 20, .turns = 10'000, .depth = 64};
constexpr std::uint64_t most_shown = 1 << 20;  // bytes of a file, holes included, that are made

void expect_told(const CaseError& error, std::string_view text) {
  const auto lines = static_cast<std::uint64_t>(std::ranges::count(text, '\n')) + 1;
  const std::string message = message_of(error);
  require(error.place.line >= 1 && error.place.line <= lines, "mistakes have a place in the text", message);
  require(std::ranges::none_of(message, [](unsigned char c) { return c < ' ' || c == 0x7f; }),
          "messages hold no control characters", message);
}

}  // namespace
}  // namespace ggufproof

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace ggufproof;
  const std::string_view text = as_text({data, size});
  const auto read = parse_case(text, small);
  if (const auto* error = std::get_if<CaseError>(&read)) return expect_told(*error, text), 0;
  const CaseImage& image = std::get<Case>(read).file;
  require(image.written() <= small.written, "a case writes no more than it may");
  if (image.size() > most_shown) return 0;
  const auto bytes = image.bytes();
  require(bytes.size() == image.size(), "a file has the size of its image");
  const Uncased shown = uncase(bytes, {.whole = most_shown});
  const auto again = parse_case(shown.text);
  require(std::holds_alternative<Case>(again), "what is shown of a file is a case", shown.text);
  require(std::get<Case>(again).file.bytes() == bytes, "a file shown as a case comes back", shown.text);
  require(uncase(std::get<Case>(again).file.bytes(), {.whole = most_shown}).text == shown.text,
          "a shown case stands for itself", shown.text);
  return 0;
}
