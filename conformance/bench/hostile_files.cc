// One function for each kind of file.
#include "conformance/bench/hostile_files.h"

#include <limits>
#include <utility>

namespace ggufproof {
namespace {

constexpr std::uint64_t many = (std::uint64_t{1} << 18) + 1;

/// Three bytes that no other number below 2^21 has, none of them 0 or above 0x7F.
std::string three_bytes(std::uint64_t i) {
  return {static_cast<char>(1 + i % 127), static_cast<char>(1 + i / 127 % 127),
          static_cast<char>(1 + i / 127 / 127)};
}

/// Pairs of one byte each under keys that are all empty, or three distinct bytes.
LargeFile smallest_pairs(std::uint32_t version, bool distinct) {
  HeadWriter out(0, many, version);
  for (std::uint64_t i = 0; i < many; ++i) {
    out.key(distinct ? three_bytes(i) : "", ValueType::u8);
    out.u8(0);
  }
  return std::move(out).finish();
}

/// A shard of two, whose head is wanted once more when the set is judged.
LargeFile shard_of_smallest_pairs(std::uint32_t version) {
  HeadWriter out(0, many + 1, version);
  out.u32_pair("split.count", 2);
  for (std::uint64_t i = 0; i < many; ++i) {
    out.key("", ValueType::u8);
    out.u8(0);
  }
  return std::move(out).finish();
}

/// Tensor infos without dimensions; packed, or in the reverse of their order, so that they must be sorted.
LargeFile smallest_tensors(std::uint32_t version, bool distinct, bool packed) {
  HeadWriter out(many, 0, version);
  for (std::uint64_t i = 0; i < many; ++i) {
    out.tensor_at(distinct ? three_bytes(i) : "", {}, 32 * (packed ? i : many - 1 - i));
  }
  return std::move(out).finish(32 * many);
}

LargeFile smallest_pairs_and_tensors(std::uint32_t version) {
  HeadWriter out(many, many, version);
  for (std::uint64_t i = 0; i < many; ++i) {
    out.key(three_bytes(i), ValueType::u8);
    out.u8(0);
  }
  for (std::uint64_t i = 0; i < many; ++i) out.tensor_at(three_bytes(i), {}, 32 * (many - 1 - i));
  return std::move(out).finish(32 * many);
}

/// Pairs whose values are empty arrays.
LargeFile empty_arrays(std::uint32_t version) {
  HeadWriter out(0, many, version);
  for (std::uint64_t i = 0; i < many; ++i) out.array(three_bytes(i), ValueType::string, 0);
  return std::move(out).finish();
}

LargeFile empty_strings(std::uint32_t version) {
  HeadWriter out(0, 1, version);
  out.array("general.tags", ValueType::string, 4 * many);
  for (std::uint64_t i = 0; i < 4 * many; ++i) out.text("");
  return std::move(out).finish();
}

/// A vocabulary of the shortest distinct tokens, the same texts as merges.
LargeFile shortest_tokens(std::uint32_t version) {
  HeadWriter out(0, 4, version);
  out.string_pair("tokenizer.ggml.model", "gpt2");
  out.string_pair("tokenizer.ggml.pre", "llama-bpe");
  for (const char* key : {"tokenizer.ggml.tokens", "tokenizer.ggml.merges"}) {
    out.array(key, ValueType::string, many);
    for (std::uint64_t i = 0; i < many; ++i) out.text(three_bytes(i));
  }
  return std::move(out).finish();
}

constexpr std::uint64_t million = 1'000'000;

LargeFile wrong_bools() {
  HeadWriter out(0, 1);
  out.array("general.flags", ValueType::boolean, million);
  for (std::uint64_t i = 0; i < million; ++i) out.u8(2);
  return std::move(out).finish();
}

LargeFile wrong_floats() {
  HeadWriter out(0, 1);
  out.array("general.numbers", ValueType::f32, million);
  for (std::uint64_t i = 0; i < million; ++i) out.f32(std::numeric_limits<float>::infinity());
  return std::move(out).finish();
}

LargeFile wrong_strings() {
  HeadWriter out(0, 1);
  out.array("general.tags", ValueType::string, million);
  for (std::uint64_t i = 0; i < million; ++i) out.text("\xFF");
  return std::move(out).finish();
}

LargeFile wrong_keys() {
  HeadWriter out(0, million);
  for (std::uint64_t i = 0; i < million; ++i) out.u32_pair("#", 0);
  return std::move(out).finish();
}

LargeFile wrong_tensors() {
  HeadWriter out(million, 0);
  for (std::uint64_t i = 0; i < million; ++i) out.tensor_at("\xFF", {0, 1}, 7);
  return std::move(out).finish(0);
}

}  // namespace

std::vector<HostileFile> hostile_files() {
  std::vector<HostileFile> all;
  for (const std::uint32_t version : {1u, 3u}) {
    const std::string suffix = "_v" + std::to_string(version);
    const auto add = [&](const std::string& name, std::function<LargeFile()> make) {
      all.push_back({name + suffix, std::move(make)});
    };
    add("pairs_with_equal_keys", [=] { return smallest_pairs(version, false); });
    add("pairs_with_distinct_keys", [=] { return smallest_pairs(version, true); });
    add("shard_of_equal_keys", [=] { return shard_of_smallest_pairs(version); });
    add("tensors_with_equal_names", [=] { return smallest_tensors(version, false, true); });
    add("tensors_with_distinct_names", [=] { return smallest_tensors(version, true, true); });
    add("tensors_in_reverse", [=] { return smallest_tensors(version, true, false); });
    add("pairs_and_tensors", [=] { return smallest_pairs_and_tensors(version); });
    add("empty_arrays", [=] { return empty_arrays(version); });
    add("empty_strings", [=] { return empty_strings(version); });
    add("shortest_tokens", [=] { return shortest_tokens(version); });
    add("nested_by_one", [=] { return nested_arrays(many, 1, version); });
    add("nested_by_two", [=] { return nested_arrays(many, 2, version); });
  }
  all.push_back({"wrong_bools", wrong_bools});
  all.push_back({"wrong_floats", wrong_floats});
  all.push_back({"wrong_strings", wrong_strings});
  all.push_back({"wrong_keys", wrong_keys});
  all.push_back({"wrong_tensors", wrong_tensors});
  return all;
}

}  // namespace ggufproof
