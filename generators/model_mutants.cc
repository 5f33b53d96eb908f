// One short function a change. Each one returns what it did, or nothing where the file has no place for it.
#include "generators/model_mutants.h"

#include <array>
#include <string_view>
#include <utility>
#include <vector>

#include "generators/wire.h"

namespace ggufproof {
namespace {

using std::string;
using namespace std::string_literals;

constexpr std::string_view alignment_key = "general.alignment";

// Index of the pair to change; the pairs are not empty.
std::uint64_t some_pair(Choices& choices, const FileModel& file) {
  return choices.below(file.metadata.size());
}

string odd_alignment(Choices& choices, FileModel& file) {
  constexpr std::array<std::uint64_t, 12> alignments{1, 2, 4, 12, 24, 40, 7, 33, 48, 96, 8192, 0};
  const std::uint64_t alignment = choices.pick(alignments);
  std::erase_if(file.metadata, [](const ModelPair& pair) { return pair.key == alignment_key; });
  file.metadata.push_back({string(alignment_key), Scalar{ValueType::u32, alignment}});
  return "general.alignment is " + std::to_string(alignment);
}

string alignment_of_another_type(Choices& choices, FileModel& file) {
  constexpr std::array<ValueType, 4> types{ValueType::u64, ValueType::i32, ValueType::u16, ValueType::f32};
  const ValueType type = choices.pick(types);
  std::erase_if(file.metadata, [](const ModelPair& pair) { return pair.key == alignment_key; });
  ModelValue value = Scalar{type, limits::default_alignment};
  if (choices.one_in(3))
    value = ModelArray{ValueType::u32, std::vector<std::uint64_t>{limits::default_alignment}};
  if (choices.one_in(4)) value = "32"s;
  file.metadata.push_back({string(alignment_key), std::move(value)});
  return "general.alignment is not a u32";
}

// A C reader sees general.alignment in these keys, or misses it.
string disguised_alignment(Choices& choices, FileModel& file) {
  const std::array<string, 3> keys{"general.alignment\0x"s, "general.alignment\0"s, "general.Alignment"s};
  const std::uint64_t alignment = limits::alignment_step << choices.below(5);
  ValueType type = choices.one_in(3) ? ValueType::u64 : ValueType::u32;
  const ModelPair pair{choices.pick(keys), Scalar{type, alignment}};
  file.metadata.insert(
      file.metadata.begin() + static_cast<std::ptrdiff_t>(choices.up_to(file.metadata.size())), pair);
  return "a key like general.alignment but for its end is " + std::to_string(alignment);
}

string bad_key(Choices& choices, FileModel& file) {
  const std::array<string, 14> keys{"",      "Toy.name", "toy-arch.name", "toy..name", ".toy",
                                    "toy.",  "toy name", "toy\xc3\xa9",   "toy\0x"s,   "toy\xff",
                                    "toy\n", "toy\0y"s,  "\0"s,           "."};
  const std::uint64_t i = some_pair(choices, file);
  file.metadata[i].key =
      choices.one_in(16) ? string(limits::key_bytes + choices.below(2), 'k') : choices.pick(keys);
  return indexed("kv", i) + ".key is bad";
}

string repeated_key(Choices& choices, FileModel& file) {
  const std::uint64_t i = some_pair(choices, file);
  ModelPair copy = file.metadata[i];
  if (choices.one_in(3)) copy.key += "\0x"s;
  file.metadata.insert(
      file.metadata.begin() + static_cast<std::ptrdiff_t>(choices.up_to(file.metadata.size())),
      std::move(copy));
  return "the key of " + indexed("kv", i) + " stands twice";
}

string bad_value(Choices& choices, FileModel& file) {
  const std::array<ModelValue, 11> values{"a\0b"s,
                                          "\xff\xfe"s,
                                          "\xc0\x80"s,      // NUL, too long
                                          "\xed\xa0\x80"s,  // a surrogate
                                          "\xf4\x90\x80\x80"s,
                                          Scalar{ValueType::boolean, 2},
                                          Scalar{ValueType::boolean, 0xff},
                                          Scalar{ValueType::f32, 0x7fc0'0000},
                                          Scalar{ValueType::f64, 0xfff0'0000'0000'0000},
                                          ModelArray{ValueType::boolean, std::vector<std::uint64_t>{1, 2}},
                                          ModelArray{ValueType::string, std::vector<string>{"ok", "\xff"}}};
  const std::uint64_t i = some_pair(choices, file);
  file.metadata[i].value = choices.pick(values);
  return indexed("kv", i) + ".value is bad";
}

string nested_array(Choices& choices, FileModel& file) {
  const std::uint64_t i = some_pair(choices, file);
  ModelArray array{ValueType::u32, choices.list(3, [](Choices& inner) { return inner.up_to(0xff); })};
  const std::uint64_t depth = 1 + choices.below(5);
  for (std::uint64_t level = 0; level < depth; ++level) {
    array = ModelArray{ValueType::array, std::vector<ModelArray>(choices.below(3), array)};
  }
  file.metadata[i].value = array;
  return indexed("kv", i) + ".value holds arrays, " + std::to_string(depth) + " deep";
}

string bad_name(Choices& choices, FileModel& file) {
  if (file.tensors.empty()) return {};
  const std::array<string, 9> names{string(63, 'n'),
                                    string(64, 'n'),
                                    string(65, 'n'),
                                    "",
                                    "t\0x"s,
                                    "\0"s,
                                    "t\xff",
                                    "t\n",
                                    string(62, 'n') + "\xc3\xa9"};
  const std::uint64_t i = choices.below(file.tensors.size());
  file.tensors[i].name = choices.pick(names);
  return indexed("tensor", i) + ".name is odd";
}

string repeated_name(Choices& choices, FileModel& file) {
  if (file.tensors.empty()) return {};
  const std::uint64_t i = choices.below(file.tensors.size());
  ModelTensor copy = file.tensors[i];
  if (choices.one_in(2) && copy.name.size() < limits::reference_name_bytes) copy.name.push_back('\0');
  file.tensors.insert(file.tensors.begin() + static_cast<std::ptrdiff_t>(choices.up_to(file.tensors.size())),
                      std::move(copy));
  return "the name of " + indexed("tensor", i) + " stands twice";
}

string odd_shape(Choices& choices, FileModel& file) {
  if (file.tensors.empty()) return {};
  const std::uint64_t i = choices.below(file.tensors.size());
  std::vector<std::uint64_t>& dimensions = file.tensors[i].dimensions;
  if (choices.one_in(2) && !dimensions.empty()) {
    dimensions[0] += 1 + choices.below(2) * 30;
    return indexed("tensor", i) + ".dimensions[0] is " + std::to_string(dimensions[0]);
  }
  const std::uint64_t value = choices.below(3);
  do dimensions.push_back(value);
  while (dimensions.size() < 5 && choices.one_in(2));
  return indexed("tensor", i) + " has " + std::to_string(dimensions.size()) + " dimensions";
}

// Huge sizes beside a 0: no elements, yet products that wrap for whoever multiplies before looking.
string huge_and_empty(Choices& choices, FileModel& file) {
  if (file.tensors.empty()) return {};
  const std::uint64_t i = choices.below(file.tensors.size());
  const std::uint64_t huge = std::uint64_t{1} << (30 + choices.below(34));
  file.tensors[i].dimensions = {huge, huge};
  file.tensors[i].dimensions.insert(
      file.tensors[i].dimensions.begin() + static_cast<std::ptrdiff_t>(choices.below(3)), 0);
  return indexed("tensor", i) + " has a dimension of 0 beside two of " + std::to_string(huge);
}

string unstored_type(Choices& choices, FileModel& file) {
  std::vector<TensorType> types;
  for (const TensorTypeRow& row : tensor_types) {
    if (row.status != TensorTypeStatus::live) types.push_back(row.type);
  }
  if (file.tensors.empty()) return {};
  const std::uint64_t i = choices.below(file.tensors.size());
  file.tensors[i].type = choices.pick(types);
  file.tensors[i].dimensions = {choices.below(3) * 256, 1 + choices.below(2)};
  return indexed("tensor", i) + ".type is not for storage";
}

string another_version(Choices& choices, FileModel& file) {
  const auto version = static_cast<std::uint32_t>(choices.below(5));
  file.version = version == file.version ? 5 : version;
  return "written as version " + std::to_string(file.version);
}

string another_order(Choices&, FileModel& file) {
  file.order = file.order == ByteOrder::little ? ByteOrder::big : ByteOrder::little;
  return "written in the other byte order";
}

// Bytes given outright, one more or one less than the shape takes.
string wrong_data_size(Choices& choices, FileModel& file) {
  if (file.tensors.empty()) return {};
  const std::uint64_t i = choices.below(file.tensors.size());
  constexpr std::array<std::uint64_t, 4> sizes{0, 1, 33, 600};
  file.tensors[i].data = std::vector<std::uint8_t>(choices.pick(sizes), 0x11);
  return indexed("tensor", i) + " has another size than its shape takes";
}

constexpr std::array changes{odd_alignment,       alignment_of_another_type,
                             disguised_alignment, bad_key,
                             repeated_key,        bad_value,
                             nested_array,        bad_name,
                             repeated_name,       odd_shape,
                             huge_and_empty,      unstored_type,
                             wrong_data_size,     another_version,
                             another_order};

}  // namespace

std::string mutate_model(Choices& choices, FileModel& file) {
  if (file.metadata.empty()) file.metadata.push_back({"general.architecture", "toy"s});
  const std::string done = choices.pick(changes)(choices, file);
  return done.empty() ? odd_alignment(choices, file) : done;
}

}  // namespace ggufproof
