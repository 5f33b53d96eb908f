// Walks an array value, nested ones included, without recursion: arrays may be nested as deep as the file is
// long. The stack holds one small frame for each open array of arrays that has elements left, and each such
// array costs at least as many bytes in the file.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <deque>
#include <optional>
#include <string>

#include "spec/tables.h"
#include "validator/wire_read.h"

namespace ggufproof {

/// Where an element stands: [2] or [2][0]. Only the first levels are kept; deeper ones show as [...].
class ElementPath {
 public:
  static constexpr std::size_t kept = 4;

  /// Goes to element `index` of the array at `depth` (0 is the value itself).
  void set(std::uint64_t depth, std::uint64_t index) {
    depth_ = depth + 1;
    if (depth < kept) index_[depth] = index;
  }
  /// Goes to the array at `depth` itself.
  void leave(std::uint64_t depth) { depth_ = depth; }

  std::string text() const {
    std::string out;
    for (std::size_t i = 0; i < std::min<std::uint64_t>(depth_, kept); ++i)
      out += '[' + std::to_string(index_[i]) + ']';
    if (depth_ > kept) out += "[...]";
    return out;
  }

 private:
  std::array<std::uint64_t, kept> index_{};
  std::uint64_t depth_ = 0;
};

/// Why an array could not be followed to its end.
struct ArrayFault {
  enum class Kind { truncated, type_unknown, beyond_end, string_beyond_end } kind;
  Range bytes;
  std::string at;           ///< path below the value, such as [3].count
  std::uint64_t got = 0;    ///< the type code, the count in elements, or the length in bytes
  std::uint64_t limit = 0;  ///< elements or bytes that would have fitted
};

/// Bytes that one element takes at least.
constexpr std::uint64_t smallest_element_bytes(ValueType type, std::uint32_t version) {
  switch (type) {
    case ValueType::string:
      return count_bytes(version);
    case ValueType::array:
      return 4 + count_bytes(version);
    default:
      return value_types[static_cast<std::size_t>(type)].bytes;
  }
}

/// Reads an array's head (element type and count) and checks that the elements can be there at all.
inline std::optional<ArrayFault> read_array_head(Cursor& cursor, const ElementPath& path,
                                                 RecordRead<ArrayRecord>& head) {
  using Kind = ArrayFault::Kind;
  head = read_record<ArrayRecord>(cursor);
  const auto at = [&](std::string_view field) { return path.text() + '.' + std::string(field); };
  if (head.whole >= 1 && value_type_row(head.record.element_type) == nullptr) {
    return ArrayFault{Kind::type_unknown, head.fields[0], at("element_type"), head.record.element_type};
  }
  if (!head.ok()) {
    const Range left{head.fields[head.whole].begin, head.fields[head.whole].begin + cursor.remaining()};
    return ArrayFault{Kind::truncated, left, at(head.broken())};
  }
  const auto type = static_cast<ValueType>(head.record.element_type);
  const std::uint64_t fit = cursor.remaining() / smallest_element_bytes(type, cursor.version());
  if (head.record.count.value > fit) {
    return ArrayFault{Kind::beyond_end, head.fields[1], at("count"), head.record.count.value, fit};
  }
  return std::nullopt;
}

/// Strings that stand one after another in an array.
struct StringRun {
  Range bytes;              ///< lengths and texts
  std::uint64_t first = 0;  ///< index of the first one in its array
  std::uint64_t count = 0;  ///< strings
  bool all_short =
      true;  ///< each has 1 to 127 bytes, so that of its length only one byte is not 0, and that is ASCII
};

/// Bytes after which a run ends; small enough for the nearest cache, large enough to make the work of a run
/// count.
inline constexpr std::uint64_t run_bytes = 4096;

/// Tells why the string at the cursor, element `index`, could not be taken.
inline ArrayFault string_fault(Cursor cursor, std::uint64_t depth, std::uint64_t index, ElementPath& path) {
  const std::uint64_t begin = cursor.at();
  path.set(depth, index);
  Count length;
  if (!cursor.take(length)) {
    return ArrayFault{ArrayFault::Kind::truncated, {begin, begin + cursor.remaining()}, path.text()};
  }
  return ArrayFault{ArrayFault::Kind::string_beyond_end,
                    {begin, cursor.at()},
                    path.text() + ".length",
                    length.value,
                    cursor.remaining()};
}

/// Walks the strings of an array whose head has been read. visitor.string(path, depth, index, text, range)
/// sees each of them; a visitor that has strings(path, depth, run) instead sees them in runs.
template <class Visitor>
std::optional<ArrayFault> walk_strings(Cursor& cursor, std::uint64_t depth, std::uint64_t count,
                                       ElementPath& path, Visitor& visitor) {
  constexpr bool in_runs = requires(StringRun run) { visitor.strings(path, depth, run); };
  Cursor here = cursor;  // a copy that nobody else can reach stays in registers
  StringRun run{{here.at(), here.at()}};
  for (std::uint64_t i = 0; i < count; ++i) {
    const Cursor before = here;
    Text text;
    if (!here.take(text)) {
      cursor = here;
      return string_fault(before, depth, i, path);
    }
    if constexpr (in_runs) {
      run.all_short = run.all_short && text.bytes.size() - 1 < 127;
      if (here.at() - run.bytes.begin < run_bytes && i + 1 < count) continue;
      run.bytes.end = here.at();
      run.count = i + 1 - run.first;
      visitor.strings(path, depth, run);
      run = {{here.at(), here.at()}, i + 1};
    } else {
      visitor.string(path, depth, i, text.bytes, Range{before.at(), here.at()});
    }
  }
  cursor = here;
  return std::nullopt;
}

/// Walks the elements of an array of anything but arrays, whose head has been read.
template <class Visitor>
std::optional<ArrayFault> walk_elements(Cursor& cursor, std::uint64_t depth, const ArrayRecord& head,
                                        ElementPath& path, Visitor& visitor) {
  const auto type = static_cast<ValueType>(head.element_type);
  const std::uint64_t count = head.count.value;
  if (type == ValueType::string) return walk_strings(cursor, depth, count, path, visitor);
  const std::uint64_t begin = cursor.at();
  cursor.skip(count * smallest_element_bytes(type, cursor.version()));
  visitor.scalars(path, depth, type, count, Range{begin, cursor.at()});
  return std::nullopt;
}

/// Walks a whole array value that begins at the cursor. The visitor sees, in file order:
///   head(path, depth, head)                     each array's element type and count
///   (RecordRead<ArrayRecord>) string(path, depth, index, text, range)     each string; path is that of the
///   array around it scalars(path, depth, type, count, range)    each run of numbers or bools
/// Returns the first fault, with the cursor somewhere inside the broken value, or nothing.
template <class Visitor>
std::optional<ArrayFault> walk_array(Cursor& cursor, Visitor& visitor) {
  struct Open {
    std::uint64_t left, count, depth;
  };
  std::optional<std::deque<Open>> open;  // made when it is needed, since even an empty deque holds memory
  ElementPath path;
  std::uint64_t depth = 0;
  while (true) {
    path.leave(depth);
    RecordRead<ArrayRecord> head;
    if (auto fault = read_array_head(cursor, path, head)) return fault;
    visitor.head(path, depth, head);
    const std::uint64_t count = head.record.count.value;
    if (static_cast<ValueType>(head.record.element_type) == ValueType::array) {
      if (!open) open.emplace();
      if (count > 0) open->push_back({count, count, depth});
    } else if (auto fault = walk_elements(cursor, depth, head.record, path, visitor)) {
      return fault;
    }
    if (!open || open->empty()) return std::nullopt;
    Open& parent = open->back();
    path.set(parent.depth, parent.count - parent.left);
    depth = parent.depth + 1;
    if (--parent.left == 0) open->pop_back();
  }
}

}  // namespace ggufproof
