// Edits of values: bools, floats, arrays and the alignment.
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

Edit with_value(Choices& choices, FileModel file, ModelValue value, string what) {
  const FileModel before = file;
  const std::uint64_t i = insert_pair(choices, file, std::move(value));
  return described(before, file, indexed("kv", i) + ": " + what);
}

Edit bad_number(Choices& choices, FileModel file, ValueType type, std::uint64_t bits, string what) {
  ModelValue value = Scalar{type, bits};
  if (choices.one_in(3)) value = ModelArray{type, std::vector<std::uint64_t>{0, bits}};
  return with_value(choices, std::move(file), std::move(value), std::move(what));
}

Edit bad_bool(Choices& choices, FileModel file) {
  const std::uint64_t byte = choices.number(2, 0xff);
  return bad_number(choices, std::move(file), ValueType::boolean, byte, "a bool of " + std::to_string(byte));
}

Edit not_finite(Choices& choices, FileModel file) {
  constexpr std::array<std::uint64_t, 4> singles{0x7f80'0000, 0xff80'0000, 0x7fc0'0000, 0xffff'ffff};
  constexpr std::array<std::uint64_t, 3> doubles{0x7ff0'0000'0000'0000, 0xfff0'0000'0000'0000,
                                                 0x7ff8'0000'0000'0001};
  const bool wide = choices.one_in(2);
  const std::uint64_t bits = wide ? choices.pick(doubles) : choices.pick(singles);
  return bad_number(choices, std::move(file), wide ? ValueType::f64 : ValueType::f32, bits,
                    "a NaN or an infinity");
}

// A file with an array behind its first pair, and the label of that array.
std::pair<Wire, string> with_array(Choices& choices, FileModel file) {
  const std::uint64_t i =
      insert_pair(choices, file, ModelArray{ValueType::u32, std::vector<std::uint64_t>{1, 2}});
  return {write(file), indexed("kv", i) + ".value"};
}

Edit unknown_element_type(Choices& choices, FileModel file) {
  const auto array = with_array(choices, std::move(file));
  return overwritten(array.first, array.second + ".element_type",
                     choices.number(value_types.size(), 0xffff'ffff));
}

Edit array_beyond(Choices& choices, FileModel file) {
  const auto array = with_array(choices, std::move(file));
  const std::uint64_t size = array.first.bytes().size();
  return overwritten(array.first, array.second + ".count",
                     choices.number(size, limits::reference_array_elements));
}

Edit nested(Choices& choices, FileModel file, std::uint64_t levels) {
  ModelArray array{ValueType::u8, std::vector<std::uint64_t>{1}};
  for (std::uint64_t level = 1; level < levels; ++level)
    array = {ValueType::array, std::vector<ModelArray>{array}};
  return with_value(choices, std::move(file), std::move(array),
                    "arrays, " + std::to_string(levels) + " deep");
}

Edit nested_array(Choices& choices, FileModel file) {
  return nested(choices, std::move(file), choices.number(2, 4));
}
Edit deep_array(Choices& choices, FileModel file) {
  return nested(choices, std::move(file), choices.number(5, 40));
}

Edit with_alignment(Choices& choices, FileModel file, ModelValue value, const string& what) {
  const string key = "general.alignment";
  const FileModel before = file;
  const auto stated = std::find_if(file.metadata.begin(), file.metadata.end(),
                                   [&](const ModelPair& pair) { return pair.key == key; });
  if (stated != file.metadata.end()) {
    stated->value = std::move(value);
  } else {
    file.metadata[insert_pair(choices, file, std::move(value))].key = key;
  }
  return described(before, file, key + " " + what);
}

Edit alignment_of_another_type(Choices& choices, FileModel file) {
  const std::array<ModelValue, 6> values{
      Scalar{ValueType::u64, 32}, Scalar{ValueType::i32, 32},
      Scalar{ValueType::u16, 32}, Scalar{ValueType::f32, 0x4200'0000},
      ModelValue("32"s),          ModelArray{ValueType::u32, std::vector<std::uint64_t>{32}}};
  return with_alignment(choices, std::move(file), choices.pick(values), "is no u32");
}

template <std::size_t N>
Edit alignment_of(Choices& choices, FileModel file, const std::array<std::uint64_t, N>& values) {
  const std::uint64_t value = choices.pick(values);
  return with_alignment(choices, std::move(file), Scalar{ValueType::u32, value},
                        "becomes " + std::to_string(value));
}

Edit alignment_zero(Choices& choices, FileModel file) {
  return alignment_of(choices, std::move(file), std::array<std::uint64_t, 1>{0});
}

Edit alignment_step(Choices& choices, FileModel file) {
  return alignment_of(choices, std::move(file), std::array<std::uint64_t, 3>{4, 2, 1});
}

Edit alignment_power(Choices& choices, FileModel file) {
  return alignment_of(choices, std::move(file), std::array<std::uint64_t, 6>{24, 40, 48, 56, 96, 1000});
}

constexpr std::array table{
    EditRow{Rule::value_bool, bad_bool, "adds a bool from 2 to 255"},
    EditRow{Rule::value_not_finite, not_finite, "adds a NaN or an infinity"},
    EditRow{Rule::array_type_unknown, unknown_element_type, "gives an array's elements a type above 12"},
    EditRow{Rule::array_beyond_end, array_beyond, "gives an array more elements than the file has room for"},
    EditRow{Rule::array_nested, nested_array, "adds arrays in arrays, up to four deep"},
    EditRow{Rule::array_deep, deep_array, "adds arrays in arrays, from five deep on"},
    EditRow{Rule::alignment_type, alignment_of_another_type, "gives general.alignment another type"},
    EditRow{Rule::alignment_zero, alignment_zero, "makes general.alignment 0"},
    EditRow{Rule::alignment_step, alignment_step,
            "makes general.alignment 1, 2 or 4, and places the tensors so"},
    EditRow{Rule::alignment_power, alignment_power,
            "makes general.alignment no power of two, and places the tensors so"},
};

}  // namespace

std::span<const EditRow> value_edits() { return table; }

}  // namespace ggufproof
