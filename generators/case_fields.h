// What stands in the statements of a case: texts, values, arrays, runs of bytes, repeated blocks, and the
// changes that an author makes to fields. Each is read from the text and written to the image in one go.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "generators/case_image.h"
#include "generators/case_lexer.h"
#include "spec/tables.h"

namespace ggufproof {

/// What a case may cost, so that a text of a few bytes cannot ask for hours or all memory.
struct CaseLimits {
  std::uint64_t written = std::uint64_t{256} << 20;  ///< bytes of the file that are not left to holes
  std::uint64_t turns = 4'000'000;                   ///< of all repeats together
  std::uint64_t depth = 64;                          ///< of arrays and repeats inside one another
};

class CaseFields {
 public:
  CaseFields(CaseLexer& lexer, CaseImage& image, const CaseLimits& limits)
      : lexer_(lexer), image_(image), limits_(limits) {}

  /// A text with its length: "..." or "..." x N or sparse N.
  void text(const std::string& label);

  /// A value type and a value.
  void value(const std::string& label);

  /// ELEMENT_TYPE [ ... ] or ELEMENT_TYPE sparse N.
  void array(const std::string& label);

  /// Elements up to the closing bracket; returns how many.
  std::uint64_t elements(const std::string& label, ValueType type);

  /// A number of this type, or a mistake.
  std::uint64_t scalar(ValueType type, std::string_view or_else = "");

  /// Fields that the author states himself, such as value.count u64 9, as long as `is_field` knows the next
  /// word.
  void changes(const std::string& label, bool (*is_field)(std::string_view));

  /// Whether so many more bytes may be written out; a mistake of the culprit if not.
  bool afford(std::uint64_t bytes, const CaseToken& culprit);

  /// As many zeros as the number says that was taken last.
  void zeros(std::uint64_t n);
  /// N bytes of 0, or of what `fill` says; N is the number that was taken last, or follows from it.
  void fill(std::uint64_t n);
  /// Pairs of hexadecimal digits, as many as come.
  void hex();
  /// Whether the token that was taken last are digits of hex.
  bool stands_behind_hex() const {
    const TextPlace last = lexer_.last().place;
    return last.line == last_digits_.line && last.column == last_digits_.column;
  }
  /// N sha256 DIGEST.
  void elided();

  /// N { ... }: has the block read N times by `read`, which reads one thing of it.
  template <class Read>
  void repeat(Read read) {
    const std::uint64_t times = lexer_.number("how often"), around = lexer_.turn();
    const CaseToken count = lexer_.last();
    if (times == 0) lexer_.fail_at(count, "how often, at least 1");
    if (!can_turn(times, count) || !enter()) return;
    if (!lexer_.accept(CaseToken::Kind::open_block)) lexer_.fail_next("{");
    const CaseLexer::Mark begin = lexer_.mark();
    for (std::uint64_t turn = 0; turn < times && start_turn(count); ++turn) {
      lexer_.back_to(begin);
      lexer_.set_turn(turn);
      while (lexer_.ok() && !lexer_.accept(CaseToken::Kind::close_block)) {
        if (lexer_.peek().kind == CaseToken::Kind::end) lexer_.fail_next("}");
        if (lexer_.ok()) read();
      }
    }
    lexer_.set_turn(around);
    --depth_;
  }

 private:
  bool enter();
  bool can_turn(std::uint64_t times, const CaseToken& count);
  bool start_turn(const CaseToken& count);
  void element(const std::string& label, ValueType type, std::uint64_t& count);

  CaseLexer& lexer_;
  CaseImage& image_;
  const CaseLimits limits_;
  std::uint64_t turns_ = 0, depth_ = 0;
  TextPlace last_digits_{0, 0};  ///< nowhere yet
};

/// The row of a number or bool type by its name, or nullptr.
const ValueTypeRow* find_scalar_type(std::string_view name);

}  // namespace ggufproof
