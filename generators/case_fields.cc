// Lengths and counts are written as 0 first and put right when what they count has been read; then come the
// author's own changes, which have the last word.
#include "generators/case_fields.h"

#include <algorithm>

#include "generators/case_number.h"

namespace ggufproof {
namespace {

using Kind = CaseToken::Kind;

std::uint64_t width_of(ValueType type) { return value_types[static_cast<std::size_t>(type)].bytes; }

}  // namespace

const ValueTypeRow* find_scalar_type(std::string_view name) {
  const ValueTypeRow* row = find_value_type(name);
  return row != nullptr && row->bytes > 0 ? row : nullptr;
}

bool CaseFields::afford(std::uint64_t bytes, const CaseToken& culprit) {
  if (bytes <= limits_.written - std::min(limits_.written, image_.written())) return true;
  lexer_.fail_at(culprit, "at most " + std::to_string(limits_.written) +
                              " bytes written out in the whole file (sparse costs none)");
  return false;
}

bool CaseFields::enter() {
  if (++depth_ <= limits_.depth) return true;
  lexer_.fail_at(lexer_.last(),
                 "at most " + std::to_string(limits_.depth) + " arrays and repeats inside one another");
  return false;
}

bool CaseFields::can_turn(std::uint64_t times, const CaseToken& count) {
  if (times > limits_.turns)
    lexer_.fail_at(count, "at most " + std::to_string(limits_.turns) + " turns of all repeats together");
  return lexer_.ok();
}

bool CaseFields::start_turn(const CaseToken& count) { return can_turn(++turns_, count); }

std::uint64_t CaseFields::scalar(ValueType type, std::string_view or_else) {
  const auto bits = parse_scalar(type, lexer_.peek().raw);
  if (bits) {
    lexer_.next();
  } else {
    lexer_.fail_next(scalar_wanted(type) + std::string(or_else));
  }
  return bits.value_or(0);
}

void CaseFields::text(const std::string& label) {
  const std::uint64_t begin = image_.size();
  image_.append_count(label + ".length", 0);
  const std::uint64_t bytes_begin = image_.size();
  if (lexer_.accept("sparse")) {
    zeros(lexer_.number("a number of bytes"));
  } else {
    const std::string once = lexer_.quoted("a text in double quotes, or sparse");
    const std::uint64_t times = lexer_.accept("x") ? lexer_.number("how often") : 1;
    const bool endless = times > limits_.written && !once.empty();
    if (!afford(endless ? limits_.written + 1 : times * once.size(), lexer_.last())) return;
    std::string whole;
    for (std::uint64_t i = 0; i < times && !once.empty(); ++i) whole += once;
    image_.append(whole);
  }
  image_.label(label + ".bytes", bytes_begin, 1);
  image_.patch_count(begin, image_.size() - bytes_begin);
}

void CaseFields::value(const std::string& label) {
  const ValueTypeRow* row = find_value_type(lexer_.peek().raw);
  if (row == nullptr) return lexer_.fail_next("a value type such as u32, string or array");
  lexer_.next();
  image_.append_field(label + ".value_type", static_cast<std::uint32_t>(row->type), 4);
  if (row->type == ValueType::string) return text(label + ".value");
  if (row->type == ValueType::array) return array(label + ".value");
  image_.append_field(label + ".value", scalar(row->type), row->bytes);
}

void CaseFields::array(const std::string& label) {
  const std::string_view word = lexer_.peek().raw;
  const ValueTypeRow* row = find_value_type(word);
  const auto code = row != nullptr ? std::optional<std::uint64_t>(static_cast<std::uint32_t>(row->type))
                                   : parse_scalar(ValueType::u32, word);
  if (!code) return lexer_.fail_next("an element type such as u32, string or array, or the number of one");
  lexer_.next();
  image_.append_field(label + ".element_type", *code, 4);
  const std::uint64_t count_at = image_.size(), width = row != nullptr ? row->bytes : 1;
  image_.append_count(label + ".count", 0);
  const std::uint64_t begin = image_.size();
  std::uint64_t count = 0;
  if (width > 0 && lexer_.accept("sparse")) {
    count = lexer_.number("a number of elements");
    zeros(count <= ~std::uint64_t{0} / width ? count * width : ~std::uint64_t{0});
  } else if (lexer_.accept(Kind::open)) {
    count = elements(label, row != nullptr ? row->type : ValueType::u8);
  } else {
    lexer_.fail_next("[ after a space, or sparse after a type of fixed width");
  }
  if (width > 0) image_.label(label, begin, width);
  image_.patch_count(count_at, count);
}

std::uint64_t CaseFields::elements(const std::string& label, ValueType type) {
  std::uint64_t count = 0;
  if (!enter()) return count;
  while (lexer_.ok() && !lexer_.accept(Kind::close)) element(label, type, count);
  --depth_;
  return count;
}

void CaseFields::element(const std::string& label, ValueType type, std::uint64_t& count) {
  if (lexer_.accept("repeat")) return repeat([&] { element(label, type, count); });
  if (type == ValueType::string) return text(indexed(label, count++));
  if (type == ValueType::array) return array(indexed(label, count++));
  const std::uint64_t bits = scalar(type, ", repeat or ]");
  if (afford(width_of(type), lexer_.last())) image_.append_number(bits, width_of(type));
  ++count;
}

void CaseFields::changes(const std::string& label, bool (*is_field)(std::string_view)) {
  while (lexer_.peek().kind == Kind::word && is_field(lexer_.peek().raw)) {
    const CaseToken field = lexer_.next();
    const ValueTypeRow* row = find_scalar_type(lexer_.peek().raw);
    if (row == nullptr) return lexer_.fail_next("the type of the field, u32 or u64");
    lexer_.next();
    const CaseToken type = lexer_.last();
    const std::uint64_t bits = scalar(row->type);
    const std::string name = label + '.' + std::string(field.raw);
    switch (image_.patch_number(name, bits, row->bytes)) {
      case CaseImage::Patch::done:
        break;
      case CaseImage::Patch::no_such_field:
        return lexer_.fail_at(field, "a number of this record, such as value.count");
      case CaseImage::Patch::wrong_width:
        return lexer_.fail_at(
            type, "a type as wide as the field, " + std::to_string(8 * image_.number_width(name)) + " bits");
      case CaseImage::Patch::too_large:
        return lexer_.fail_at(lexer_.last(), "a number of 32 bits, which is how wide the field is");
    }
  }
}

void CaseFields::zeros(std::uint64_t n) {
  if (!image_.append_zeros(n)) lexer_.fail_at(lexer_.last(), "a file of less than 2^63 bytes");
}

void CaseFields::fill(std::uint64_t n) {
  const CaseToken count = lexer_.last();
  if (!lexer_.accept("fill")) return zeros(n);
  const std::uint64_t byte = scalar(ValueType::u8);
  if (afford(n, count)) image_.append(std::string(n, static_cast<char>(byte)));
}

void CaseFields::hex() {
  const auto is_bytes = [](const CaseToken& token) {
    return token.kind == Kind::word && token.raw.size() % 2 == 0 && is_hex(token.raw, token.raw.size());
  };
  if (!is_bytes(lexer_.peek())) lexer_.fail_next("pairs of hexadecimal digits");
  while (is_bytes(lexer_.peek()) && afford(lexer_.peek().raw.size() / 2, lexer_.peek())) {
    const std::string_view digits = lexer_.next().raw;
    last_digits_ = lexer_.last().place;
    std::string bytes;
    for (std::size_t i = 0; i < digits.size(); i += 2)
      bytes += static_cast<char>(*parse_u64("0x" + std::string(digits.substr(i, 2))));
    image_.append(bytes);
  }
}

void CaseFields::elided() {
  const std::uint64_t n = lexer_.number("a number of bytes");
  const CaseToken count = lexer_.last();
  lexer_.expect("sha256");
  if (!is_hex(lexer_.peek().raw, 64)) return lexer_.fail_next("64 hexadecimal digits");
  if (!image_.append_elided(n, std::string(lexer_.next().raw)))
    lexer_.fail_at(count, "a file of less than 2^63 bytes");
}

}  // namespace ggufproof
