// One function a statement. Pairs, tensors and nameless bytes are numbered as they come, which gives them
// their labels.
#include "generators/case_body.h"

#include <algorithm>
#include <array>

#include "generators/case_number.h"

namespace ggufproof {
namespace {

using Kind = CaseToken::Kind;

class Body {
 public:
  Body(CaseLexer& lexer, const CaseLimits& limits) : lexer_(lexer), fields_(lexer, image_, limits) {}

  CaseImage read() {
    while (lexer_.peek().kind != Kind::end) statement();
    return std::move(image_);
  }

 private:
  struct Statement {
    std::string_view word;
    void (Body::*read)();
  };
  static const std::array<Statement, 16> statements;

  void statement();
  void repeat() {
    fields_.repeat([&] { statement(); });
  }
  void cut();

  void order();
  void magic();
  void version();
  void counts();
  void tensor_count() { header_count("tensor_count"); }
  void metadata_kv_count() { header_count("metadata_kv_count"); }
  void header_count(std::string_view name);

  void pair();
  void tensor();
  void dimensions(const std::string& label);
  void tensor_type(const std::string& label);
  void pad();
  void data();
  std::uint64_t data_bytes();

  void hex() {
    named_bytes([&] { fields_.hex(); });
  }
  void raw() {
    named_bytes([&] { text_bytes("a text in double quotes"); });
  }
  void sparse() {
    named_bytes([&] { fields_.zeros(lexer_.number("a number of bytes")); });
  }
  void elided() {
    named_bytes([&] { fields_.elided(); });
  }
  /// The bytes of a text, without a length.
  void text_bytes(std::string_view wanted) {
    const std::string bytes = lexer_.quoted(wanted);
    if (fields_.afford(bytes.size(), lexer_.last())) image_.append(bytes);
  }
  template <class Read>
  void named_bytes(Read read) {
    const std::uint64_t begin = image_.size();
    read();
    image_.label(indexed("bytes", nameless_++), begin, 1);
  }

  CaseLexer& lexer_;
  CaseImage image_;
  CaseFields fields_;
  std::uint64_t pairs_ = 0, nameless_ = 0;
  std::vector<std::string> tensors_;   ///< their names
  std::optional<std::uint64_t> last_;  ///< the tensor whose data came last
  std::uint64_t next_ = 0;             ///< the tensor whose data come next
};

const std::array<Body::Statement, 16> Body::statements{{
    {"order", &Body::order},
    {"magic", &Body::magic},
    {"version", &Body::version},
    {"counts", &Body::counts},
    {"tensor_count", &Body::tensor_count},
    {"metadata_kv_count", &Body::metadata_kv_count},
    {"kv", &Body::pair},
    {"tensor", &Body::tensor},
    {"pad", &Body::pad},
    {"data", &Body::data},
    {"hex", &Body::hex},
    {"raw", &Body::raw},
    {"sparse", &Body::sparse},
    {"elided", &Body::elided},
    {"repeat", &Body::repeat},
    {"cut", &Body::cut},
}};

void Body::statement() {
  const CaseToken token = lexer_.peek();
  const auto* found = std::find_if(statements.begin(), statements.end(), [&](const Statement& s) {
    return token.kind == Kind::word && s.word == token.raw;
  });
  if (found != statements.end()) {
    lexer_.next();
    (this->*found->read)();
    if (image_.too_large())
      lexer_.fail_at(token, "a file of less than 2^63 bytes, which this makes too large");
    return;
  }
  const auto* header = std::find(case_header_words.begin(), case_header_words.end(), token.raw);
  if (header != case_header_words.end())
    return lexer_.fail_next("a statement: lines of the header, such as this one, stand before the first");
  std::string wanted = fields_.stands_behind_hex() ? "pairs of hexadecimal digits, or one of:" : "one of:";
  for (const Statement& s : statements) wanted += ' ' + std::string(s.word);
  lexer_.fail_next(wanted);
}

/// The file ends N bytes into a label; nothing may follow.
void Body::cut() {
  const CaseToken label = lexer_.peek();
  lexer_.word("the label of a field");
  const std::uint64_t inside = lexer_.number("how many bytes of it remain");
  const CaseToken count = lexer_.last();
  const auto range = image_.range(label.raw);
  if (!range) return lexer_.fail_at(label, "the label of a field above");
  if (inside > range->end - range->begin)
    return lexer_.fail_at(
        count, "at most " + std::to_string(range->end - range->begin) + ", the bytes of the field");
  image_.cut(range->begin + inside);
  if (lexer_.peek().kind != Kind::end) lexer_.fail_next("the end of the case after cut");
}

// --- the header

void Body::order() {
  const std::string_view order = lexer_.peek().raw;
  if (order != "big" && order != "little") return lexer_.fail_next("big or little");
  image_.order = order == "big" ? ByteOrder::big : ByteOrder::little;
  lexer_.next();
}

void Body::magic() {
  const std::uint64_t begin = image_.size();
  text_bytes("the first bytes of the file as a text");
  image_.label("magic", begin, 1);
}

void Body::version() {
  lexer_.expect("u32");
  const std::uint64_t version = fields_.scalar(ValueType::u32);
  image_.append_field("version", version, 4);
  image_.count_width = count_bytes(static_cast<std::uint32_t>(version));
}

/// Counts as wide as no version makes them.
void Body::counts() {
  const std::string_view width = lexer_.peek().raw;
  if (width != "u32" && width != "u64") return lexer_.fail_next("u32 or u64");
  image_.count_width = width == "u32" ? 4 : 8;
  lexer_.next();
}

void Body::header_count(std::string_view name) {
  lexer_.expect("u64");
  image_.append_count(std::string(name), lexer_.number(scalar_wanted(ValueType::u64)));
}

// --- pairs and tensor infos

void Body::pair() {
  const std::string label = indexed("kv", pairs_++);
  fields_.text(label + ".key");
  fields_.value(label);
  fields_.changes(
      label, [](std::string_view word) { return word.starts_with("key.") || word.starts_with("value"); });
}

void Body::tensor() {
  const std::string label = indexed("tensor", tensors_.size());
  const CaseLexer::Mark name_at = lexer_.mark();
  tensors_.push_back(lexer_.peek().kind == Kind::text ? lexer_.quoted("a name") : "");
  lexer_.back_to(name_at);
  fields_.text(label + ".name");
  lexer_.expect("dims");
  dimensions(label);
  tensor_type(label);
  lexer_.expect("offset");
  image_.append_field(label + ".offset", lexer_.number("an offset in bytes"), 8);
  fields_.changes(label,
                  [](std::string_view word) { return word.starts_with("name.") || word == "n_dimensions"; });
}

void Body::dimensions(const std::string& label) {
  const std::uint64_t rank_at = image_.size();
  image_.append_field(label + ".n_dimensions", 0, 4);
  const std::uint64_t begin = image_.size();
  std::uint64_t rank = 0;
  while (lexer_.ok() && !lexer_.accept("type"))
    image_.append_count(indexed(label + ".dimensions", rank++), lexer_.number("a dimension, or type"));
  image_.label(label + ".dimensions", begin);
  image_.patch_u32(rank_at, static_cast<std::uint32_t>(rank));
}

void Body::tensor_type(const std::string& label) {
  const std::string_view word = lexer_.peek().raw;
  const TensorTypeRow* row = find_tensor_type(word);
  const auto id = row != nullptr ? std::optional<std::uint64_t>(static_cast<std::uint32_t>(row->type))
                                 : parse_scalar(ValueType::u32, word);
  if (!id) return lexer_.fail_next("a tensor type such as f32 or q4_0, or the number of one");
  lexer_.next();
  image_.append_field(label + ".type", *id, 4);
}

// --- data

/// Zeros up to the next multiple of N in the file, or what `fill` says, or just these bytes.
void Body::pad() {
  const std::uint64_t begin = image_.size();
  if (lexer_.accept("hex")) {
    fields_.hex();
  } else {
    const std::uint64_t to = lexer_.number("what the file is padded to a multiple of, or hex");
    if (to == 0) return lexer_.fail_at(lexer_.last(), "a number above 0; `pad 1` writes nothing");
    fields_.fill((to - begin % to) % to);
  }
  image_.label(last_ ? indexed("tensor", *last_) + ".padding" : "padding", begin, 1);
}

/// The data of the next tensor, or of the one that is named.
void Body::data() {
  const CaseToken statement = lexer_.last();
  if (const CaseToken token = lexer_.peek(); token.kind == Kind::text) {
    const auto found = std::find(tensors_.begin(), tensors_.end(), lexer_.quoted("a tensor's name"));
    if (found == tensors_.end()) return lexer_.fail_at(token, "the name of a tensor above");
    next_ = static_cast<std::uint64_t>(found - tensors_.begin());
  }
  if (next_ >= tensors_.size())
    return lexer_.fail_at(
        statement, "a tensor above whose data did not come yet; raw, hex and sparse write bytes of none");
  const std::uint64_t begin = image_.size(), width = data_bytes();
  last_ = next_++;
  image_.label(indexed("tensor", *last_) + ".data", begin, width);
}

/// Returns how many bytes an index into the label picks.
std::uint64_t Body::data_bytes() {
  if (const ValueTypeRow* row = find_scalar_type(lexer_.peek().raw)) {
    lexer_.next();
    if (!lexer_.accept(Kind::open)) lexer_.fail_next("[ after a space");
    fields_.elements("", row->type);
    return row->bytes;
  }
  if (lexer_.accept("hex")) {
    fields_.hex();
  } else if (lexer_.accept("elided")) {
    fields_.elided();
  } else if (lexer_.accept("sparse")) {
    fields_.zeros(lexer_.number("a number of bytes"));
  } else {
    fields_.fill(lexer_.number("a number of bytes, hex, sparse, elided, or a type such as f32"));
  }
  return 1;
}

}  // namespace

CaseImage read_case_body(CaseLexer& lexer, const CaseLimits& limits) { return Body(lexer, limits).read(); }

}  // namespace ggufproof
