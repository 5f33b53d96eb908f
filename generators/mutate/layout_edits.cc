// Edits of where data lie: places, padding and the end of the file.
#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "generators/any_file.h"
#include "generators/mutate/edit.h"
#include "generators/write.h"

namespace ggufproof {
namespace {

using std::string;

constexpr std::uint64_t three_floats = 12;  // no multiple of any alignment: padding follows

/// Puts a tensor of three floats behind all others, and returns its index.
std::uint64_t append_tensor(FileModel& file) {
  file.tensors.push_back({unused_name(file, "edited"), {3}, TensorType::f32, Fill{1, 1}});
  return file.tensors.size() - 1;
}

// A text grows until there is padding after the infos, the one place where a file can end before its data
// begin.
Edit no_data(Choices& choices, FileModel file) {
  append_tensor(file);
  const std::uint64_t pair = insert_pair(choices, file, string());
  Wire wire = write(file);
  WireRange padding = *wire.range("padding");
  for (string text = "x"; padding.begin == padding.end; text += 'x') {
    file.metadata[pair].value = text;
    wire = write(file);
    padding = *wire.range("padding");
  }
  return cut(wire, choices.number(padding.begin, padding.end - 1));
}

Edit unaligned(Choices& choices, FileModel file) {
  const std::uint64_t i = append_tensor(file);
  const Wire wire = write(file);
  const string label = indexed("tensor", i) + ".offset";
  const WireRange padding = *wire.range(indexed("tensor", i) + ".padding");
  return overwritten(wire, label, wire.find(label)->number + choices.number(1, padding.end - padding.begin));
}

Edit overlap(Choices&, FileModel file) {
  const std::uint64_t i = append_tensor(file), j = append_tensor(file);
  const Wire wire = write(file);
  return overwritten(wire, indexed("tensor", j) + ".offset",
                     wire.find(indexed("tensor", i) + ".offset")->number);
}

// Zeros of one alignment more stand behind a tensor than it and its padding take.
Edit gap(Choices& choices, FileModel file) {
  const std::uint64_t i = append_tensor(file), j = append_tensor(file);
  FileModel after = file;
  std::vector<std::uint8_t> data = data_of(file.tensors[i]);
  data.resize(data.size() + alignment_of(file) * choices.number(1, 3));
  after.tensors[i].data = std::move(data);
  Edit edit = described(file, after, indexed("tensor", j) + ".offset: a hole before it");
  edit.written = {*write(after).range(indexed("tensor", j) + ".offset")};
  return edit;
}

Edit out_of_order(Choices&, FileModel file) {
  const std::uint64_t i = append_tensor(file), j = append_tensor(file);
  const string first = indexed("tensor", i) + ".offset", second = indexed("tensor", j) + ".offset";
  const Wire before = write(file);
  Wire after = before;
  after.set_number(first, before.find(second)->number);
  after.set_number(second, before.find(first)->number);
  return {before.bytes(),
          after.bytes(),
          {*after.range(first), *after.range(second)},
          first + " and " + second + " trade"};
}

Edit beyond_end(Choices& choices, FileModel file) {
  const std::uint64_t i = append_tensor(file);
  const Wire wire = write(file);
  return cut(wire, wire.range(indexed("tensor", i) + ".data")->begin + choices.below(three_floats));
}

Edit no_last_padding(Choices& choices, FileModel file) {
  const std::uint64_t i = append_tensor(file);
  const Wire wire = write(file);
  const WireRange padding = *wire.range(indexed("tensor", i) + ".padding");
  return cut(wire, choices.number(padding.begin, padding.end - 1));
}

Edit dirty_padding(Choices& choices, FileModel file) {
  append_tensor(file);
  const Wire wire = write(file);
  const std::vector<WireRange> ranges = wire.ranges();
  std::vector<std::size_t> paddings;
  for (std::size_t i = 0; i < ranges.size(); ++i) {
    const bool padding = wire.fields()[i].kind == WireKind::padding;
    if (padding && ranges[i].begin < ranges[i].end) paddings.push_back(i);
  }
  const std::size_t i = choices.pick(paddings);
  const auto byte = static_cast<std::uint8_t>(choices.number(1, 0xff));
  return poked(wire, choices.number(ranges[i].begin, ranges[i].end - 1), {byte},
               wire.fields()[i].label + ": a byte that is not 0");
}

Edit trailing(Choices& choices, FileModel file) {
  const Wire before = write(file);
  Wire after = before;
  std::vector<std::uint8_t> more = choices.bytes(63);
  more.push_back(1);
  after.append_bytes("trailing", WireKind::raw, std::move(more));
  return {before.bytes(), after.bytes(), {*after.range("trailing")}, "bytes follow the end"};
}

Edit joined(Choices& choices, FileModel file) {
  const Wire before = write(file);
  Wire after = before;
  FileOptions options;
  options.version_2 = false;
  after.append_bytes("another", WireKind::raw, write(any_file(choices, options)).bytes());
  return {before.bytes(), after.bytes(), {*after.range("another")}, "another file follows the end"};
}

constexpr std::array table{
    EditRow{Rule::layout_no_data, no_data, "adds a tensor and cuts the file before the data begin"},
    EditRow{Rule::layout_unaligned, unaligned, "adds a tensor and moves its offset off the alignment"},
    EditRow{Rule::layout_overlap, overlap, "adds two tensors at one offset"},
    EditRow{Rule::layout_gap, gap, "adds two tensors with a hole between them"},
    EditRow{Rule::layout_order, out_of_order, "adds two tensors whose data stand in the other order"},
    EditRow{Rule::layout_truncated, beyond_end, "adds a tensor and cuts the file inside its data"},
    EditRow{Rule::layout_last_padding, no_last_padding, "adds a tensor and cuts the file inside its padding"},
    EditRow{Rule::layout_padding, dirty_padding, "writes a byte that is not 0 into padding"},
    EditRow{Rule::shard_joined, joined, "writes another file behind the end"},
    EditRow{Rule::layout_trailing, trailing, "writes bytes behind the end of the file"},
};

}  // namespace

std::span<const EditRow> layout_edits() { return table; }

}  // namespace ggufproof
