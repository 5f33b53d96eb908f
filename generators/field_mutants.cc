// One short function a kind of mutant. A kind that finds no field to work on gives nothing, and the next kind
// is asked; the last two apply to any file.
#include "generators/field_mutants.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>
#include <utility>

#include "generators/boundary_values.h"
#include "generators/model_mutants.h"
#include "generators/write.h"

namespace ggufproof {
namespace {

using std::string;
using std::to_string;
using namespace std::string_literals;

using Indices = std::vector<std::size_t>;
using Kind = std::optional<Mutant> (*)(Choices&, const Wire&);

template <class Fits>
Indices fields_that(const Wire& wire, Fits fits) {
  Indices found;
  for (std::size_t i = 0; i < wire.fields().size(); ++i) {
    if (fits(wire.fields()[i])) found.push_back(i);
  }
  return found;
}

bool is_number(const WireField& field) {
  return field.kind == WireKind::number || field.kind == WireKind::count || field.kind == WireKind::text;
}

Mutant with_number(Wire wire, std::size_t i, std::uint64_t value) {
  const WireField& field = wire.fields()[i];
  const string label = field.kind == WireKind::text ? field.label + ".length" : field.label;
  string what = label + ": " + to_string(field.number) + " becomes " + to_string(value);
  wire.set_number(field.label, value);
  return {wire.bytes(), std::move(what)};
}

std::optional<Mutant> boundary_number(Choices& choices, const Wire& wire, const Indices& candidates) {
  if (candidates.empty()) return std::nullopt;
  const std::size_t i = choices.pick(candidates);
  return with_number(wire, i, choices.pick(boundary_values(wire, i, wire.ranges().back().end)));
}

std::optional<Mutant> number(Choices& choices, const Wire& wire) {
  return boundary_number(choices, wire, fields_that(wire, is_number));
}

// Most numbers of a file are elements of arrays, which matter little; these four kinds are asked for by name.
std::optional<Mutant> count_or_length(Choices& choices, const Wire& wire) {
  return boundary_number(choices, wire, fields_that(wire, [](const WireField& f) {
                           return f.kind == WireKind::text || f.label.ends_with("count");
                         }));
}

std::optional<Mutant> shape(Choices& choices, const Wire& wire) {
  return boundary_number(choices, wire, fields_that(wire, [](const WireField& f) {
                           return f.label.find("dimensions") != string::npos;
                         }));
}

std::optional<Mutant> offset(Choices& choices, const Wire& wire) {
  return boundary_number(choices, wire,
                         fields_that(wire, [](const WireField& f) { return f.label.ends_with(".offset"); }));
}

std::optional<Mutant> type_code(Choices& choices, const Wire& wire) {
  constexpr std::array<std::uint64_t, 12> codes{13, 9, 4, 5, 31, 36, 38, 42, 43, 0x8000'0000, 0xffff'ffff, 8};
  const Indices types = fields_that(wire, [](const WireField& f) { return f.label.ends_with("type"); });
  if (types.empty()) return std::nullopt;
  const std::size_t i = choices.pick(types);
  return with_number(wire, i,
                     choices.one_in(2) ? choices.below(limits::current_version + 42) : choices.pick(codes));
}

std::optional<Mutant> alignment_value(Choices& choices, const Wire& wire) {
  constexpr std::array<std::uint64_t, 16> values{0,  1,  2,   4,   7,    8,      12,          16,
                                                 24, 64, 128, 256, 4096, 0x8000, 0x8000'0000, 0xffff'ffff};
  const Indices keys = fields_that(wire, [](const WireField& f) {
    return f.kind == WireKind::text && f.label.ends_with(".key") &&
           std::string_view("general.alignment") ==
               std::string_view(reinterpret_cast<const char*>(f.bytes.data()), f.bytes.size());
  });
  if (keys.empty()) return std::nullopt;
  return with_number(wire, keys.front() + 2, choices.pick(values));  // after the key and the value's type
}

std::optional<Mutant> swapped_offsets(Choices& choices, const Wire& wire) {
  const Indices offsets = fields_that(wire, [](const WireField& f) { return f.label.ends_with(".offset"); });
  if (offsets.size() < 2) return std::nullopt;
  const std::size_t first = choices.below(offsets.size() - 1);
  const WireField& a = wire.fields()[offsets[first]];
  const WireField& b = wire.fields()[offsets[first + 1 + choices.below(offsets.size() - first - 1)]];
  Wire changed = wire;
  changed.set_number(a.label, b.number);
  changed.set_number(b.label, a.number);
  return Mutant{changed.bytes(), a.label + " and " + b.label + " swapped"};
}

std::optional<Mutant> other_text(Choices& choices, const Wire& wire) {
  const Indices texts = fields_that(wire, [](const WireField& f) { return f.kind == WireKind::text; });
  if (texts.empty()) return std::nullopt;
  const std::array<string, 7> bad{
      "", "\0"s, "\xff", "a\0b"s, string(64, 'x'), "general.alignment", "\xed\xa0\x80"};
  const WireField& target = wire.fields()[choices.pick(texts)];
  const WireField& source = wire.fields()[choices.pick(texts)];
  const bool copy = choices.one_in(2) && source.label != target.label;
  Wire changed = wire;
  changed.set_text(target.label, copy ? string(source.bytes.begin(), source.bytes.end()) : choices.pick(bad));
  return Mutant{changed.bytes(), target.label + (copy ? ": the text of " + source.label : ": a bad text")};
}

// The bytes of the file and, of one field of at least one byte, index and range.
struct Spot {
  std::vector<std::uint8_t> bytes;
  string label;
  WireRange range;
};

Spot some_field(Choices& choices, const Wire& wire) {
  const std::vector<WireRange> ranges = wire.ranges();
  Indices filled;
  for (std::size_t i = 0; i < ranges.size(); ++i) {
    if (ranges[i].begin < ranges[i].end) filled.push_back(i);
  }
  const std::size_t i = choices.pick(filled);
  return {wire.bytes(), wire.fields()[i].label, ranges[i]};
}

std::optional<Mutant> flipped_bit(Choices& choices, const Wire& wire) {
  Spot spot = some_field(choices, wire);
  const std::uint64_t at = choices.number(spot.range.begin, spot.range.end - 1);
  const std::uint64_t bit = choices.below(8);
  spot.bytes[at] = static_cast<std::uint8_t>(spot.bytes[at] ^ 1U << bit);
  return Mutant{std::move(spot.bytes),
                spot.label + ": bit " + to_string(bit) + " of byte " + to_string(at) + " flipped"};
}

std::optional<Mutant> reversed_field(Choices& choices, const Wire& wire) {
  const Indices numbers = fields_that(wire, is_number);
  if (numbers.empty()) return std::nullopt;
  const std::size_t i = choices.pick(numbers);
  const WireRange range = wire.ranges()[i];
  const bool text = wire.fields()[i].kind == WireKind::text;
  std::vector<std::uint8_t> bytes = wire.bytes();
  const auto begin = bytes.begin() + static_cast<std::ptrdiff_t>(range.begin);
  std::reverse(begin, text ? begin + static_cast<std::ptrdiff_t>(wire.count_width())
                           : bytes.begin() + static_cast<std::ptrdiff_t>(range.end));
  return Mutant{std::move(bytes), wire.fields()[i].label + ": byte order swapped"};
}

std::optional<Mutant> dirty_padding(Choices& choices, const Wire& wire) {
  Indices paddings;
  const std::vector<WireRange> ranges = wire.ranges();
  for (std::size_t i = 0; i < ranges.size(); ++i) {
    const bool padding = wire.fields()[i].kind == WireKind::padding;
    if (padding && ranges[i].begin < ranges[i].end) paddings.push_back(i);
  }
  if (paddings.empty()) return std::nullopt;
  const std::size_t i = choices.pick(paddings);
  std::vector<std::uint8_t> bytes = wire.bytes();
  bytes[choices.number(ranges[i].begin, ranges[i].end - 1)] = 0xaa;
  return Mutant{std::move(bytes), wire.fields()[i].label + ": not zero"};
}

std::optional<Mutant> inserted_bytes(Choices& choices, const Wire& wire) {
  Spot spot = some_field(choices, wire);
  std::vector<std::uint8_t> more = choices.bytes(15);
  more.push_back(choices.one_in(2) ? 0xff : 0);
  const auto at = static_cast<std::ptrdiff_t>(choices.one_in(4) ? spot.range.end : spot.range.begin);
  spot.bytes.insert(spot.bytes.begin() + at, more.begin(), more.end());
  return Mutant{std::move(spot.bytes), spot.label + ": " + to_string(more.size()) + " bytes inserted"};
}

std::optional<Mutant> removed_bytes(Choices& choices, const Wire& wire) {
  Spot spot = some_field(choices, wire);
  const std::uint64_t whole = spot.range.end - spot.range.begin;
  const std::uint64_t count = choices.one_in(2) ? whole : choices.number(1, whole);
  const auto begin = spot.bytes.begin() + static_cast<std::ptrdiff_t>(spot.range.begin);
  spot.bytes.erase(begin, begin + static_cast<std::ptrdiff_t>(count));
  return Mutant{std::move(spot.bytes), spot.label + ": " + to_string(count) + " bytes removed"};
}

std::optional<Mutant> truncated(Choices& choices, const Wire& wire) {
  Spot spot = some_field(choices, wire);
  const std::uint64_t size = spot.range.begin + choices.number(0, spot.range.end - spot.range.begin - 1);
  spot.bytes.resize(size);
  return Mutant{std::move(spot.bytes), "cut to " + to_string(size) + " bytes, in " + spot.label};
}

std::optional<Mutant> appended_bytes(Choices& choices, const Wire& wire) {
  std::vector<std::uint8_t> bytes = wire.bytes();
  const std::uint64_t count = choices.number(1, 100);
  bytes.resize(bytes.size() + count, choices.one_in(2) ? 0xff : 0);
  return Mutant{std::move(bytes), to_string(count) + " bytes appended"};
}

constexpr std::array<Kind, 16> kinds{number,        count_or_length, shape,           offset,
                                     type_code,     alignment_value, swapped_offsets, other_text,
                                     flipped_bit,   reversed_field,  dirty_padding,   inserted_bytes,
                                     removed_bytes, count_or_length, truncated,       appended_bytes};

}  // namespace

Mutant mutate_wire(Choices& choices, const Wire& wire) {
  if (wire.ranges().empty() || wire.ranges().back().end == 0) return *appended_bytes(choices, wire);
  for (std::size_t kind = choices.below(kinds.size()); kind + 1 < kinds.size(); ++kind) {
    if (std::optional<Mutant> mutant = kinds[kind](choices, wire)) return *std::move(mutant);
  }
  return *appended_bytes(choices, wire);
}

Mutant any_mutant(Choices& choices, const FileModel& file) {
  const bool change_model = choices.one_in(3);
  if (!change_model) return mutate_wire(choices, write(file));
  FileModel changed = file;
  const string what = mutate_model(choices, changed);
  if (!choices.one_in(4)) return {write(changed).bytes(), what};
  Mutant mutant = mutate_wire(choices, write(changed));
  mutant.what = what + "; " + mutant.what;
  return mutant;
}

std::vector<Mutant> number_neighbours(const Wire& wire) {
  std::vector<Mutant> mutants;
  const std::uint64_t file_bytes = wire.ranges().empty() ? 0 : wire.ranges().back().end;
  for (std::size_t i = 0; i < wire.fields().size(); ++i) {
    for (const std::uint64_t value : boundary_values(wire, i, file_bytes))
      mutants.push_back(with_number(wire, i, value));
  }
  return mutants;
}

}  // namespace ggufproof
