// Every step writes the bytes from where the last one stopped, so that the text covers the file once and in
// order however strange the file is.
#include "generators/uncase.h"

#include <algorithm>
#include <numeric>
#include <vector>

#include "generators/case_digest.h"
#include "generators/case_number.h"
#include "generators/case_show.h"
#include "validator/array_walk.h"
#include "validator/checks.h"
#include "validator/reader.h"
#include "validator/wire_read.h"

namespace ggufproof {
namespace {

constexpr std::uint64_t most_levels = 32;     ///< of arrays; deeper ones are written as bytes
constexpr std::uint64_t worth_repeating = 8;  ///< equal elements in a row
constexpr std::uint64_t worth_a_hole = 64;    ///< zeros in a row, among bytes without a name

/// Finds out how deep an array is.
struct DepthVisitor {
  std::uint64_t levels = 0;
  void head(const ElementPath&, std::uint64_t depth, const RecordRead<ArrayRecord>&) {
    levels = std::max(levels, depth + 1);
  }
  void string(const ElementPath&, std::uint64_t, std::uint64_t, std::string_view, Range) {}
  void scalars(const ElementPath&, std::uint64_t, ValueType, std::uint64_t, Range) {}
};

class Uncase {
 public:
  Uncase(Bytes bytes, const UncaseOptions& options)
      : report_(Profile::deflt), doc_(read_document(bytes, report_)), bytes_(bytes), options_(options) {}

  Uncased write() {
    header();
    for (std::uint64_t i = 0; i < doc_.pair_at.size(); ++i) pair(i);
    for (std::uint64_t i = 0; i < doc_.tensor_at.size(); ++i) tensor(i);
    if (doc_.reached == Reached::tensors) data_section();
    nameless(bytes_.size());
    result_.text = writer_.take();
    return std::move(result_);
  }

 private:
  void header();
  void pair(std::uint64_t i);
  void value(Cursor& cursor, ValueType type);
  void array(Cursor& cursor);
  void scalars(Cursor& cursor, ValueType type, std::uint64_t count);
  std::uint64_t scalar(Cursor& cursor, ValueType type) const;
  void tensor(std::uint64_t i);

  void data_section();
  void pad_to(std::uint64_t end, std::uint64_t alignment);
  void data(std::uint64_t i, std::uint64_t end);
  bool name_tensor(std::uint64_t i);
  void nameless(std::uint64_t end);
  void nameless_run(std::uint64_t end);
  void elided(std::uint64_t end);

  Bytes part(std::uint64_t end) const { return bytes_.subspan(at_, end - at_); }
  bool is_zero(std::uint64_t end) const {
    const Bytes bytes = part(end);
    return std::all_of(bytes.begin(), bytes.end(), [](std::uint8_t b) { return b == 0; });
  }

  Report report_;
  const Document doc_;
  const Bytes bytes_;
  const UncaseOptions options_;
  CaseWriter writer_;
  Uncased result_;
  std::uint64_t at_ = 0;           ///< what is written up to here
  std::uint64_t next_tensor_ = 0;  ///< whose data an unnamed data statement would be
};

// --- header, metadata, tensor infos

void Uncase::header() {
  Cursor cursor = doc_.cursor(0);
  const auto header = read_record<HeaderRecord>(cursor);
  const bool whole = doc_.reached >= Reached::header;
  if (header.whole == 0 || header.record.magic != gguf_magic || (!whole && header.whole < 2)) return;
  if (doc_.order == ByteOrder::big) writer_.line("order big");
  writer_.line("magic \"GGUF\"");
  writer_.field("version u32 " + std::to_string(header.record.version));
  at_ = header.fields[1].end;
  if (!whole) return;
  writer_.field("tensor_count u64 " + std::to_string(doc_.tensor_count));
  writer_.field("metadata_kv_count u64 " + std::to_string(doc_.kv_count));
  at_ = doc_.header_end;
}

void Uncase::pair(std::uint64_t i) {
  const Pair pair = doc_.pair(i);
  Cursor cursor = doc_.cursor(pair.value.begin);
  if (pair.is(ValueType::array)) {
    Cursor probe = cursor;
    DepthVisitor depth;
    walk_array(probe, depth);
    if (depth.levels > most_levels) return nameless(pair.whole.end);
  }
  writer_.line("kv");
  writer_.text(pair.key);
  const auto type = static_cast<ValueType>(pair.type);
  writer_.word(value_types[pair.type].name);
  value(cursor, type);
  at_ = pair.whole.end;
}

void Uncase::value(Cursor& cursor, ValueType type) {
  if (type == ValueType::array) return array(cursor);
  if (type != ValueType::string) return scalars(cursor, type, 1);
  Text text;
  cursor.take(text);
  writer_.text(text.bytes);
}

void Uncase::array(Cursor& cursor) {
  const ArrayRecord head = read_record<ArrayRecord>(cursor).record;
  const auto type = static_cast<ValueType>(head.element_type);
  writer_.word(value_types[head.element_type].name);
  writer_.word("[");
  if (value_types[head.element_type].bytes > 0) {
    scalars(cursor, type, head.count.value);
  } else {
    for (std::uint64_t i = 0; i < head.count.value; ++i) value(cursor, type);
  }
  writer_.word("]");
}

std::uint64_t Uncase::scalar(Cursor& cursor, ValueType type) const {
  std::uint64_t bits = 0;
  for (std::uint64_t i = 0, width = value_types[static_cast<std::size_t>(type)].bytes; i < width; ++i) {
    std::uint8_t byte = 0;
    cursor.take(byte);
    bits |= std::uint64_t{byte} << (8 * (doc_.order == ByteOrder::little ? i : width - 1 - i));
  }
  return bits;
}

void Uncase::scalars(Cursor& cursor, ValueType type, std::uint64_t count) {
  for (std::uint64_t i = 0, run = 0; i < count; i += run) {
    const std::uint64_t bits = scalar(cursor, type);
    Cursor ahead = cursor;
    for (run = 1; i + run < count && scalar(ahead, type) == bits; ++run) cursor = ahead;
    const std::string shown = show_scalar(type, bits);
    if (run >= worth_repeating) {
      writer_.word("repeat " + std::to_string(run) + " { " + shown + " }");
    } else {
      for (std::uint64_t k = 0; k < run; ++k) writer_.word(shown);
    }
  }
}

void Uncase::tensor(std::uint64_t i) {
  const Tensor tensor = doc_.tensor(i);
  writer_.line("tensor");
  writer_.word(case_quoted(tensor.name));
  writer_.word("dims");
  Cursor cursor = doc_.cursor(tensor.dimension_fields.begin);
  for (std::uint32_t d = 0; d < tensor.n_dimensions; ++d) {
    Count dimension;
    cursor.take(dimension);
    writer_.number(dimension.value);
  }
  const TensorTypeRow* row = tensor_type_row(tensor.type);
  std::string type(row != nullptr ? row->name : std::to_string(tensor.type));
  std::transform(type.begin(), type.end(), type.begin(),
                 [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
  writer_.field("type " + type);
  writer_.field("offset " + std::to_string(tensor.offset));
  at_ = tensor.whole.end;
}

// --- data

void Uncase::data_section() {
  const auto alignment = check_alignment(doc_, report_);
  const auto begin = alignment ? padded(at_, *alignment) : std::nullopt;
  if (!begin || *begin > bytes_.size()) return;
  pad_to(*begin, *alignment);
  std::vector<std::uint64_t> order(doc_.tensor_at.size());
  std::iota(order.begin(), order.end(), std::uint64_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::uint64_t a, std::uint64_t b) {
    return doc_.tensor(a).offset < doc_.tensor(b).offset;
  });
  for (const std::uint64_t i : order) {
    const Tensor tensor = doc_.tensor(i);
    const TensorSize size = size_of(tensor);
    const std::uint64_t room = bytes_.size() - *begin;
    if (!size.known || size.bytes == 0 || tensor.offset >= room || *begin + tensor.offset < at_) continue;
    pad_to(*begin + tensor.offset, *alignment);
    data(i, *begin + tensor.offset + std::min(size.bytes, room - tensor.offset));
  }
  if (const auto end = padded(at_, *alignment); end && *end <= bytes_.size()) pad_to(*end, *alignment);
}

/// Bytes up to the next multiple of the alignment as padding, and what follows up to `end` without a name.
void Uncase::pad_to(std::uint64_t end, std::uint64_t alignment) {
  const auto next = padded(at_, alignment);
  if (at_ == end) return;
  if (next && *next > at_ && *next <= end) {
    if (is_zero(*next)) {
      writer_.line("pad " + std::to_string(alignment));
      at_ = *next;
    } else if (*next - at_ <= options_.whole) {
      writer_.line("pad");
      writer_.hex(part(*next));
      at_ = *next;
    }
  }
  nameless(end);
}

/// Writes the name where the statement would otherwise stand for another tensor; false where a name cannot
/// tell.
bool Uncase::name_tensor(std::uint64_t i) {
  if (i != next_tensor_) {
    const std::string_view name = doc_.tensor(i).name;
    for (std::uint64_t other = 0; other < i; ++other) {
      if (doc_.tensor(other).name == name) return false;
    }
    writer_.line("data");
    writer_.word(case_quoted(name));
  } else {
    writer_.line("data");
  }
  next_tensor_ = i + 1;
  return true;
}

void Uncase::data(std::uint64_t i, std::uint64_t end) {
  const Bytes bytes = part(end);
  const std::uint8_t first = bytes.front();
  const bool constant = std::all_of(bytes.begin(), bytes.end(), [&](std::uint8_t b) { return b == first; });
  if (!name_tensor(i)) return nameless(end);
  if (constant) {
    writer_.number(bytes.size());
    if (first != 0) writer_.word("fill " + std::to_string(first));
  } else if (bytes.size() <= options_.whole) {
    writer_.hex(bytes);
  } else {
    return elided(end);
  }
  at_ = end;
}

void Uncase::elided(std::uint64_t end) {
  ++result_.elided_stretches;
  result_.elided_bytes += end - at_;
  result_.longest = std::max(result_.longest, end - at_);
  writer_.word("elided " + std::to_string(end - at_) + " sha256 " + sha256_of(part(end)));
  at_ = end;
}

/// Bytes that no field owns: holes where there are many zeros, and what stands between them.
void Uncase::nameless(std::uint64_t end) {
  while (at_ < end) {
    const auto from = bytes_.begin() + static_cast<std::ptrdiff_t>(at_);
    const auto to = bytes_.begin() + static_cast<std::ptrdiff_t>(end);
    const auto hole = std::search_n(from, to, worth_a_hole, std::uint8_t{0});
    if (hole != from) nameless_run(at_ + static_cast<std::uint64_t>(hole - from));
    if (hole == to) continue;
    const auto stop = std::find_if(hole, to, [](std::uint8_t b) { return b != 0; });
    writer_.line("sparse " + std::to_string(stop - hole));
    at_ += static_cast<std::uint64_t>(stop - hole);
  }
}

void Uncase::nameless_run(std::uint64_t end) {
  if (end - at_ > options_.whole) {
    writer_.line("");
    return elided(end);
  }
  writer_.line("");
  writer_.hex(part(end));
  at_ = end;
}

}  // namespace

Uncased uncase(Bytes bytes, const UncaseOptions& options) { return Uncase(bytes, options).write(); }

}  // namespace ggufproof
