// Tensors are dealt out by cuts into their order, so that readers who walk through the shards meet them in
// that order.
#include "generators/any_shards.h"

#include <algorithm>
#include <array>
#include <utility>

#include "generators/any_file.h"
#include "generators/any_model.h"

namespace ggufproof {
namespace {

std::string five_digits(std::uint64_t number) {
  const std::string digits = std::to_string(number);
  return std::string(digits.size() < 5 ? 5 - digits.size() : 0, '0') + digits;
}

// A model that has tensors to deal out.
FileModel whole_model(Choices& choices) {
  if (choices.one_in(2)) return any_llama(choices);
  FileOptions options;
  options.version_2 = false;
  FileModel file = any_file(choices, options);
  if (file.tensors.empty()) file.tensors.push_back({"t", {8}, TensorType::f32, Fill{1, 1}});
  return file;
}

// The pairs that every shard has: those by which it can be read at all.
bool is_everywhere(const ModelPair& pair) {
  constexpr std::array<std::string_view, 3> keys{"general.architecture", "general.alignment",
                                                 "general.quantization_version"};
  return std::find(keys.begin(), keys.end(), pair.key) != keys.end();
}

FileModel shard_of(const FileModel& whole, std::uint64_t number, std::uint64_t count) {
  FileModel shard{whole.order, whole.version, {}, {}};
  for (const ModelPair& pair : whole.metadata) {
    if (number == 0 || is_everywhere(pair)) shard.metadata.push_back(pair);
  }
  shard.metadata.push_back({"split.no", Scalar{ValueType::u16, number}});
  shard.metadata.push_back({"split.count", Scalar{ValueType::u16, count}});
  shard.metadata.push_back({"split.tensors.count", Scalar{ValueType::i32, whole.tensors.size()}});
  return shard;
}

}  // namespace

std::string name_of_shard(const std::string& prefix, std::uint64_t number, std::uint64_t count) {
  return prefix + '-' + five_digits(number + 1) + "-of-" + five_digits(count) + ".gguf";
}

std::vector<NamedModel> any_shards(Choices& choices, const std::string& prefix) {
  const FileModel whole = whole_model(choices);
  const std::uint64_t count = 2 + choices.below(3);
  std::vector<std::uint64_t> ends;
  for (std::uint64_t i = 1; i < count; ++i) ends.push_back(choices.up_to(whole.tensors.size() - 1));
  std::sort(ends.begin(), ends.end());
  ends.push_back(whole.tensors.size());
  std::vector<NamedModel> shards;
  std::uint64_t begin = 0;
  for (std::uint64_t i = 0; i < count; ++i) {
    FileModel shard = shard_of(whole, i, count);
    for (; begin < ends[i]; ++begin) shard.tensors.push_back(whole.tensors[begin]);
    shards.push_back({name_of_shard(prefix, i, count), std::move(shard)});
  }
  return shards;
}

std::string any_good_name(Choices& choices) {
  constexpr std::array<const char*, 6> names{
      "toy.gguf",           "Toy-7B-v1.0.gguf",      "Toy-v1.0.gguf",
      "Toy-8x7B-v0.1.gguf", "Toy-7B-Chat-v1.0.gguf", "a model of ours.gguf"};
  return choices.pick(names);
}

std::string any_bad_name(Choices& choices) {
  constexpr std::array<const char*, 7> names{"toy.bin",
                                             "toy",
                                             "toy-00000-of-00002.gguf",
                                             "toy-1-of-2.gguf",
                                             "toy-00003-of-00002.gguf",
                                             "toy.gguf.part1of2",
                                             "toy-00001-of-00002.gguf"};
  return choices.pick(names);
}

}  // namespace ggufproof
