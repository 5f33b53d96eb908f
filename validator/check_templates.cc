// Chat templates as a danger: texts that leave a sandbox, characters that hide, data that is not text. A look
// at the words only; whether a template would do harm, nobody can tell without running it.
#include <array>

#include "validator/checks.h"
#include "validator/describe.h"
#include "validator/text.h"

namespace ggufproof {
namespace {

struct Hazard {
  std::string_view text, what;
};

constexpr std::array hazards{
#define HAZARD(text, what) Hazard{text, what},
#include "spec/template_hazards.def"
};

/// Letters and digits without a break longer than this are no words of any language's templates.
constexpr std::size_t longest_word = 200;

bool is_template_key(std::string_view key) {
  return key == "tokenizer.chat_template" || key.starts_with("tokenizer.chat_template.");
}

bool is_encoded(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '+' || c == '/' ||
         c == '=';
}

/// Judges one template. `begin` is where its first byte lies in the file.
class Template {
 public:
  Template(std::string_view text, std::uint64_t begin, std::string at, Report& report)
      : text_(text), begin_(begin), at_(std::move(at)), report_(report) {}

  void judge() {
    for (const Hazard& hazard : hazards) {
      const std::size_t found = text_.find(hazard.text);
      if (found == std::string_view::npos) continue;
      finding(Rule::template_sandbox, found, hazard.text.size(),
              quoted(hazard.text) + ", which " + std::string(hazard.what));
    }
    hidden();
    encoded();
  }

 private:
  void finding(Rule rule, std::size_t from, std::size_t size, std::string got) {
    report_.add(rule, {begin_ + from, begin_ + from + size}, [&] {
      return Detail{at_, "", std::move(got), ""};
    });
  }

  /// The first hidden character: one finding a template is enough to make somebody look.
  void hidden() {
    for (std::size_t i = 0; i < text_.size();) {
      const std::size_t length = utf8_sequence_length(text_.substr(i));
      const std::size_t size =
          std::max<std::size_t>(1, length);  // bytes that are not UTF-8 have a rule of their own
      if (length > 0 && is_hidden(text_.substr(i, size))) {
        finding(Rule::template_invisible, i, size, escaped(text_.substr(i, size)) + " at byte " + number(i));
        return;
      }
      i += size;
    }
  }

  void encoded() {
    std::size_t run = 0;
    for (std::size_t i = 0; i < text_.size(); ++i) {
      run = is_encoded(text_[i]) ? run + 1 : 0;
      if (run <= longest_word) continue;
      const std::size_t from = i + 1 - run;
      finding(Rule::template_encoded, from, run, quoted(text_.substr(from, 40)) + " and on");
      return;
    }
  }

  std::string_view text_;
  std::uint64_t begin_;
  std::string at_;
  Report& report_;
};

}  // namespace

void check_templates(const Document& document, Report& report) {
  for (std::uint64_t i = 0; i < document.pair_at.size(); ++i) {
    const Pair pair = document.pair(i);
    if (!is_template_key(pair.key)) continue;
    const auto text = document.as_string(pair);
    if (text) Template(*text, pair.value.end - text->size(), pair_path(i, "value"), report).judge();
  }
}

}  // namespace ggufproof
