// Edits of strings, keys and the records of pairs.
#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "generators/mutate/edit.h"
#include "generators/write.h"

namespace ggufproof {
namespace {

using std::string;
using namespace std::string_literals;

// A little more than the rest of the file, so that nothing but the end is in the way.
Edit string_beyond(Choices& choices, FileModel file) {
  insert_pair(choices, file, "text"s);
  const Wire wire = write(file);
  const std::vector<WireRange> ranges = wire.ranges();
  std::vector<std::size_t> texts;
  for (std::size_t i = 0; i < ranges.size(); ++i) {
    if (wire.fields()[i].kind == WireKind::text) texts.push_back(i);
  }
  const std::size_t i = choices.pick(texts);
  const std::uint64_t left = ranges.back().end - ranges[i].begin - wire.count_width();
  return overwritten(wire, wire.fields()[i].label, choices.number(left + 1, left + (1U << 20)));
}

Edit with_text(Choices& choices, FileModel file, string text, string what) {
  const FileModel before = file;
  ModelValue value = text;
  if (choices.one_in(3)) value = ModelArray{ValueType::string, std::vector<string>{"a", std::move(text)}};
  insert_pair(choices, file, std::move(value));
  return described(before, file, std::move(what));
}

Edit not_utf8(Choices& choices, FileModel file) {
  const std::array<string, 6> texts{"\xff",        "a\x80", "\xc0\x80", "\xed\xa0\x80", "\xf4\x90\x80\x80",
                                    "cut \xe2\x82"};
  return with_text(choices, std::move(file), choices.pick(texts), "a string that is not UTF-8");
}

Edit nul(Choices& choices, FileModel file) {
  const std::array<string, 3> texts{"a\0"s, "a\0b"s, "\0"s};
  return with_text(choices, std::move(file), choices.pick(texts), "a string with a NUL");
}

// Whether the file can end in a field and only the pair be cut: bytes of texts and elements of arrays are
// told of as what they belong to.
bool is_head(const WireField& field) {
  return field.label.starts_with("kv[") && field.label.find(".value[") == string::npos;
}

// The header's counts must stay plausible, or the reader stops there.
Edit cut_metadata(Choices& choices, FileModel file) {
  file.tensors.clear();
  file.metadata.push_back({unused_name(file, "toy.last"), Scalar{ValueType::u64, 1}});
  const Wire wire = write(file);
  const std::vector<WireRange> ranges = wire.ranges();
  const std::uint64_t least =
      wire.range("metadata_kv_count")->end + file.metadata.size() * smallest_pair_bytes(file.version);
  std::vector<WireRange> heads;
  for (std::size_t i = 0; i < ranges.size(); ++i) {
    const WireField& field = wire.fields()[i];
    const std::uint64_t end =
        field.kind == WireKind::text ? ranges[i].begin + wire.count_width() : ranges[i].end;
    if (is_head(field) && end > least) heads.push_back({std::max(ranges[i].begin, least), end});
  }
  const WireRange head = choices.pick(heads);
  return cut(wire, head.begin + choices.below(head.end - head.begin));
}

Edit with_key(Choices& choices, FileModel file, string key) {
  const FileModel before = file;
  const std::uint64_t i = insert_pair(choices, file, Scalar{ValueType::u32, choices.up_to(9)});
  file.metadata[i].key = std::move(key);
  return described(before, file, indexed("kv", i) + ": a pair with such a key");
}

Edit empty_key(Choices& choices, FileModel file) { return with_key(choices, std::move(file), ""); }

Edit key_charset(Choices& choices, FileModel file) {
  const std::array<string, 6> keys{"Toy.edited", "toy.edited key", "toy.\xc3\xa9",
                                   "toy/edited", "toy.edited\n",   "toy.a:b"};
  return with_key(choices, std::move(file), choices.pick(keys));
}

Edit key_hyphen(Choices& choices, FileModel file) {
  const std::array<string, 3> keys{"toy.edited-key", "toy.-", "a-community.edited"};
  return with_key(choices, std::move(file), choices.pick(keys));
}

Edit empty_segment(Choices& choices, FileModel file) {
  const std::array<string, 5> keys{"toy..edited", ".toy.edited", "toy.edited.", ".", "toy...edited"};
  return with_key(choices, std::move(file), choices.pick(keys));
}

Edit long_key(Choices& choices, FileModel file) {
  const string begin = "toy.";
  const std::uint64_t more = limits::key_bytes + 1 - begin.size() + choices.below(10);
  return with_key(choices, std::move(file), begin + string(more, 'k'));
}

/// The index of a pair of the file, or of one that is put in first where there is none.
std::uint64_t some_pair(Choices& choices, FileModel& file) {
  return file.metadata.empty() ? insert_pair(choices, file, "text"s) : choices.below(file.metadata.size());
}

Edit repeated_key(Choices& choices, FileModel file) {
  const std::uint64_t i = some_pair(choices, file);
  const FileModel before = file;
  const std::uint64_t to = choices.number(i + 1, file.metadata.size());
  ModelPair copy = file.metadata[i];
  file.metadata.insert(file.metadata.begin() + static_cast<std::ptrdiff_t>(to), std::move(copy));
  return described(before, file, indexed("kv", to) + ": the pair " + indexed("kv", i) + " again");
}

Edit unknown_value_type(Choices& choices, FileModel file) {
  const std::uint64_t i = some_pair(choices, file);
  return overwritten(write(file), indexed("kv", i) + ".value_type",
                     choices.number(value_types.size(), 0xffff'ffff));
}

constexpr std::array table{
    EditRow{Rule::string_beyond_end, string_beyond, "gives a string a length beyond the end of the file"},
    EditRow{Rule::string_not_utf8, not_utf8, "adds a pair with text that is not UTF-8"},
    EditRow{Rule::string_nul, nul, "adds a pair with text that holds a NUL"},
    EditRow{Rule::metadata_truncated, cut_metadata, "takes the tensors out and cuts the file inside a pair"},
    EditRow{Rule::key_empty, empty_key, "adds a pair with an empty key"},
    EditRow{Rule::key_charset, key_charset,
            "adds a pair whose key has other characters than a-z, 0-9, _ and dots"},
    EditRow{Rule::key_hyphen, key_hyphen, "adds a pair whose key has a hyphen"},
    EditRow{Rule::key_segment_empty, empty_segment, "adds a pair whose key has an empty segment"},
    EditRow{Rule::key_too_long, long_key, "adds a pair with a key of 65536 bytes or more"},
    EditRow{Rule::key_duplicate, repeated_key, "writes a pair twice"},
    EditRow{Rule::value_type_unknown, unknown_value_type, "gives a value a type above 12"},
};

}  // namespace

std::span<const EditRow> metadata_edits() { return table; }

}  // namespace ggufproof
