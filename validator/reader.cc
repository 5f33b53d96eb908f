// The structural reader. Each function reads one kind of record and returns false where the structure breaks.
#include "validator/reader.h"

#include <algorithm>

#include "validator/describe.h"
#include "validator/foreign.h"
#include "validator/quick_look.h"
#include "validator/text.h"

namespace ggufproof {
namespace {

class Reader {
 public:
  Reader(Bytes bytes, Report& report) : report_(report), cursor_(bytes, ByteOrder::little, 0) {
    doc_.bytes = bytes;
  }

  Document read() {
    const bool whole = header() && pairs();
    doc_.index_keys();
    if (whole) tensors();
    return std::move(doc_);
  }

  bool reads_under(const Assumption& assumption) {
    doc_.order = assumption.order;
    doc_.version = assumption.version;
    doc_.kv_count = assumption.pairs;
    doc_.tensor_count = assumption.tensors;
    doc_.header_end = assumption.from;
    cursor_ = doc_.cursor(assumption.from);
    if (assumption.from == 0 && !counts()) return false;
    return pairs() && tensors() && is_plausible();
  }

 private:
  bool header();
  bool version(std::uint32_t raw, Range field);
  bool counts();
  bool pairs();
  bool pair(std::uint64_t i);
  bool value(std::uint64_t i, const RecordRead<KeyRecord>& head);
  bool tensors();
  bool tensor(std::uint64_t i);

  bool is_plausible() const;

  void truncated(Rule rule, Range broken, const std::string& at, std::string_view subject = {});
  bool text_beyond_end(Range broken, const std::string& at);

  Report& report_;
  Cursor cursor_;
  Document doc_;
  bool plain_ = false;  ///< whether the value just read is an array in which there is nothing to judge
};

/// Whether what was read looks like a file and not like chance: records with names that can be printed, then
/// data or nothing. A wrong width or order leaves NULs in what it takes for a name.
bool Reader::is_plausible() const {
  const auto printable = [](std::string_view name) {
    return !name.empty() && std::none_of(name.begin(), name.end(),
                                         [](char c) { return static_cast<unsigned char>(c) < 0x20; });
  };
  for (std::size_t i = 0; i < doc_.pair_at.size(); ++i) {
    if (!printable(doc_.key(i))) return false;
  }
  for (std::size_t i = 0; i < doc_.tensor_at.size(); ++i) {
    if (!printable(doc_.tensor_name(i))) return false;
  }
  if (doc_.tensor_at.empty()) return !doc_.pair_at.empty() && cursor_.remaining() < limits::default_alignment;
  return true;
}

/// Reports that the file ends inside a field. The range is what is left of it: empty where not one byte is.
void Reader::truncated(Rule rule, Range broken, const std::string& at, std::string_view subject) {
  report_.add(rule, {broken.begin, doc_.bytes.size()}, [&] {
    return Detail{at, subject.empty() ? "" : quoted(subject),
                  "the end of the file at byte " + number(doc_.bytes.size()), ""};
  });
}

/// Where a string did not fit although its length could be read: reports the length and returns true.
bool Reader::text_beyond_end(Range broken, const std::string& at) {
  Cursor again = doc_.cursor(broken.begin);
  Count length;
  if (!again.take(length)) return false;
  report_.add(Rule::string_beyond_end, {broken.begin, again.at()}, [&] {
    return Detail{at + ".length", "", number(length.value) + " bytes",
                  "at most " + number(again.remaining())};
  });
  return true;
}

bool Reader::header() {
  if (!looks_like_gguf(doc_.bytes)) {
    report_foreign(doc_.bytes, report_);
    return false;
  }
  Cursor probe = cursor_;
  Magic magic;
  std::uint32_t raw = 0;
  if (!probe.take(magic) || !probe.take(raw)) {
    truncated(Rule::header_truncated, {probe.at(), probe.at()}, probe.at() < 4 ? "magic" : "version");
    return false;
  }
  return version(raw, {4, 8}) && counts();
}

/// Settles version and byte order. A version whose low 16 bits are 0 is a small number in the other order.
bool Reader::version(std::uint32_t raw, Range field) {
  const std::uint32_t swapped = raw >> 24 | (raw >> 8 & 0xFF00u) | (raw << 8 & 0xFF0000u) | raw << 24;
  const bool big = raw != 0 && (raw & 0xFFFF) == 0 && swapped <= limits::current_version;
  doc_.order = big ? ByteOrder::big : ByteOrder::little;
  doc_.version = big ? swapped : raw;
  const auto detail = [&] { return Detail{"version", "", number(doc_.version), "3"}; };
  if (doc_.version == 0 || doc_.version > limits::current_version) {
    report_.add(Rule::header_version_unknown, field, detail);
    return false;
  }
  if (big)
    report_.add(Rule::header_big_endian, field, [&] {
      return Detail{"version", "", bytes_shown(doc_.bytes, field), ""};
    });
  if (big && doc_.version != 3) report_.add(Rule::header_big_endian_version, field, detail);
  if (doc_.version == 1) report_.add(Rule::header_version_1, field, detail);
  if (doc_.version == 2) report_.add(Rule::header_version_2, field, detail);
  return true;
}

/// Counts beyond what the file can hold are reported before anything is read. The pairs can be read all the
/// same where only the tensors' count is impossible.
bool Reader::counts() {
  cursor_ = doc_.cursor(0);
  const auto header = read_record<HeaderRecord>(cursor_);
  if (!header.ok()) {
    truncated(Rule::header_truncated, header.fields[header.whole], std::string(header.broken()));
    return false;
  }
  doc_.tensor_count = header.record.tensor_count.value;
  doc_.kv_count = header.record.metadata_kv_count.value;
  doc_.header_end = doc_.metadata_end = doc_.infos_end = cursor_.at();
  doc_.reached = Reached::header;
  const std::uint64_t left = cursor_.remaining();
  const std::uint64_t most_pairs = left / smallest_pair_bytes(doc_.version);
  const std::uint64_t most_tensors = left / smallest_tensor_bytes(doc_.version);
  if (doc_.tensor_count > most_tensors) {
    report_.add(Rule::header_tensor_count, header.fields[2], [&] {
      return Detail{"tensor_count", "", number(doc_.tensor_count), "at most " + number(most_tensors)};
    });
  }
  if (doc_.kv_count > most_pairs) {
    report_.add(Rule::header_kv_count, header.fields[3], [&] {
      return Detail{"metadata_kv_count", "", number(doc_.kv_count), "at most " + number(most_pairs)};
    });
    return false;
  }
  return true;
}

bool Reader::pairs() {
  for (std::uint64_t i = 0; i < doc_.kv_count; ++i) {
    if (!pair(i)) return false;
  }
  doc_.reached = Reached::metadata;
  return true;
}

bool Reader::pair(std::uint64_t i) {
  const std::uint64_t begin = cursor_.at();
  const auto head = read_record<KeyRecord>(cursor_);
  const std::string_view field = head.ok() ? "value" : head.broken();
  if (!head.ok()) {
    const std::string at = pair_path(i, field);
    if (head.whole == 0 && text_beyond_end(head.fields[0], at)) return false;
    truncated(Rule::metadata_truncated, head.fields[head.whole], at, head.record.key.bytes);
    return false;
  }
  plain_ = false;
  if (!value(i, head)) return false;
  doc_.pair_at.push_back(begin);
  doc_.plain_array.push_back(plain_);
  doc_.metadata_end = doc_.infos_end = cursor_.at();
  return true;
}

bool Reader::value(std::uint64_t i, const RecordRead<KeyRecord>& head) {
  const std::string_view key = head.record.key.bytes;
  const std::uint64_t begin = cursor_.at();
  const ValueTypeRow* row = value_type_row(head.record.value_type);
  if (row == nullptr) {
    report_.add(Rule::value_type_unknown, head.fields[1], [&] {
      return Detail{pair_path(i, "value_type"), quoted(key), number(head.record.value_type), "0 to 12"};
    });
    return false;
  }
  if (row->type == ValueType::array) {
    QuickLook look(doc_.bytes, doc_.order, doc_.version);
    const auto fault = walk_array(cursor_, look);
    if (fault) report_array_fault(report_, *fault, pair_path(i, "value"), key);
    plain_ = look.nothing_to_judge();
    return !fault;
  }
  if (row->type == ValueType::string) {
    Text text;
    if (cursor_.take(text)) return true;
    if (text_beyond_end({begin, begin}, pair_path(i, "value"))) return false;
  } else if (cursor_.skip(row->bytes)) {
    return true;
  }
  truncated(Rule::metadata_truncated, {begin, begin}, pair_path(i, "value"), key);
  return false;
}

bool Reader::tensors() {
  if (doc_.tensor_count > (doc_.bytes.size() - doc_.header_end) / smallest_tensor_bytes(doc_.version))
    return false;
  for (std::uint64_t i = 0; i < doc_.tensor_count; ++i) {
    if (!tensor(i)) return false;
  }
  doc_.reached = Reached::tensors;
  return true;
}

bool Reader::tensor(std::uint64_t i) {
  const std::uint64_t begin = cursor_.at();
  const auto name = read_record<TensorNameRecord>(cursor_);
  if (!name.ok()) {
    const std::string at = tensor_path(i, name.broken());
    if (name.whole == 0 && text_beyond_end(name.fields[0], at)) return false;
    truncated(Rule::tensor_truncated, name.fields[name.whole], at, name.record.name.bytes);
    return false;
  }
  const std::string_view subject = name.record.name.bytes;
  const std::uint32_t dimensions = name.record.n_dimensions;
  if (dimensions > limits::dimensions) {
    report_.add(Rule::tensor_dimensions, name.fields[1], [&] {
      return Detail{tensor_path(i, "n_dimensions"), quoted(subject), number(dimensions), "at most 4"};
    });
    if (dimensions > limits::readable_dimensions) return false;
  }
  for (std::uint32_t d = 0; d < dimensions; ++d) {
    Count dimension;
    const std::uint64_t at = cursor_.at();
    if (!cursor_.take(dimension)) {
      truncated(Rule::tensor_truncated, {at, at}, tensor_path(i, "dimensions[" + number(d) + "]"), subject);
      return false;
    }
  }
  const auto place = read_record<TensorPlaceRecord>(cursor_);
  if (!place.ok()) {
    truncated(Rule::tensor_truncated, place.fields[place.whole], tensor_path(i, place.broken()), subject);
    return false;
  }
  doc_.tensor_at.push_back(begin);
  doc_.infos_end = cursor_.at();
  return true;
}

}  // namespace

Document read_document(Bytes bytes, Report& report) { return Reader(bytes, report).read(); }

bool reads_under(Bytes bytes, const Assumption& assumption) {
  Report unseen(Profile::deflt, 0);
  return Reader(bytes, unseen).reads_under(assumption);
}

}  // namespace ggufproof
