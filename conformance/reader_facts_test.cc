// Written out by hand, and pinned against the real library by ggml_testee_test.cc.
#include "conformance/reader_facts_test.h"

#include <ostream>

#include "conformance/hand_bytes_test.h"

namespace ggufproof {

using namespace std::string_literals;
using namespace hand;

namespace {

constexpr Outcome A = Outcome::accepted;
constexpr Outcome R = Outcome::refused;

std::string array(std::uint32_t element_type, std::uint64_t count, std::string_view elements) {
  return (u32(element_type) + u64(count)).append(elements);
}

std::string alignment(std::uint32_t value) { return pair("general.alignment", kv_u32, u32(value)); }

// A file of one pair, and one of two float tensors with these names and offsets.
std::string one_pair(const std::string& pair) { return header(0, 1) + pair; }
std::string two(std::string_view first, std::uint64_t at, std::string_view second, std::uint64_t then) {
  return padded(header(2, 0) + tensor(first, {8}, f32, at) + tensor(second, {8}, f32, then), 96);
}

}  // namespace

void PrintTo(const ReaderFact& fact, std::ostream* out) { *out << fact.what; }

std::vector<ReaderFact> header_facts() {
  return {
      {"no tensors, no pairs", header(0, 0), A, A},
      {"empty file", "", R, R},
      {"header cut by a byte", header(0, 0).substr(0, 23), R, R},
      {"magic GGUX", "GGUX" + header(0, 0).substr(4), R, R},
      {"version 0", header(0, 0, 0), R, R},
      {"version 1", header(0, 0, 1), R, R},
      {"version 2", header(0, 0, 2), A, A},
      {"version 4", header(0, 0, 4), R, R},
      {"version 3 as a big-endian file has it", header(0, 0, 0x03000000), R, R},
      {"version 3 and rubbish above", header(0, 0, 0x00010003), R, R},
      {"2^64-1 tensors", header(~0ull, 0), R, R},
      {"2^64-1 pairs", header(0, ~0ull), R, R},
      {"a pair too few", header(0, 1), R, R},
      {"a tensor too few", header(1, 0), R, R},
  };
}

std::vector<ReaderFact> metadata_facts() {
  const std::string a = pair("a", kv_u32, u32(1));
  return {
      {"empty key", one_pair(pair("", kv_u32, u32(1))), R, R},
      {"key that is no snake_case", one_pair(pair("A b..\xff", kv_u32, u32(1))), A, A},
      {"key of 65536 bytes", one_pair(pair(std::string(65536, 'k'), kv_u32, u32(1))), A, A},
      {"key twice", header(0, 2) + a + a, R, R},
      {"keys equal up to a NUL", header(0, 2) + pair("a\0b"s, kv_u32, u32(1)) + pair("a\0c"s, kv_u32, u32(1)),
       A, A},
      {"value type 13", one_pair(pair("a", 13, u64(0))), R, R},
      {"value type -1", one_pair(pair("a", ~0u, u64(0))), R, R},
      {"bool 2", one_pair(pair("a", kv_bool, "\2")), A, A},
      {"string beyond the end", one_pair(pair("a", kv_string, u64(2) + "x")), R, R},
      {"string that is no UTF-8", one_pair(pair("a", kv_string, text("\xff"))), A, A},
      {"value cut", one_pair(pair("a", kv_u32, u32(1).substr(1))), R, R},
      {"empty array", one_pair(pair("a", kv_array, array(kv_u8, 0, ""))), A, A},
      {"empty array of type 13", one_pair(pair("a", kv_array, array(13, 0, ""))), R, R},
      {"empty array of arrays", one_pair(pair("a", kv_array, array(kv_array, 0, ""))), R, R},
      {"array cut", one_pair(pair("a", kv_array, array(kv_u8, 2, "x"))), R, R},
      {"array of 2^61 u64, 0 bytes if wrapped", one_pair(pair("a", kv_array, array(kv_u64, 1ull << 61, ""))),
       R, R},
      {"array of strings", one_pair(pair("a", kv_array, array(kv_string, 2, text("") + text("x")))), A, A},
      {"array of strings cut", one_pair(pair("a", kv_array, array(kv_string, 2, text("") + u64(1)))), R, R},
  };
}

std::vector<ReaderFact> alignment_facts() {
  std::vector<ReaderFact> facts = {
      {"alignment as u64", one_pair(pair("general.alignment", kv_u64, u64(32))), R, R},
      {"alignment as an array", one_pair(pair("general.alignment", kv_array, array(kv_u32, 1, u32(32)))), R,
       R},
      {"alignment 0", one_pair(alignment(0)), R, R},
      {"alignment 12", one_pair(alignment(12)), R, R},
      {"alignment 24", one_pair(alignment(24)), R, R},
      {"alignment under a key cut at a NUL", one_pair(pair("general.alignment\0x"s, kv_u32, u32(7))), R, R},
      {"string under a key cut at a NUL", one_pair(pair("general.alignment\0x"s, kv_string, text(""))), R, R},
      {"cut key before the whole one",
       header(0, 2) + pair("general.alignment\0x"s, kv_u32, u32(64)) + alignment(12), A, A},
      {"cut key after the whole one",
       header(0, 2) + alignment(64) + pair("general.alignment\0x"s, kv_u32, u32(12)), A, A},
      {"alignment 2^31, no tensors", one_pair(alignment(1u << 31)), A, A},
      {"alignment 2^31, beyond the end",
       padded(header(1, 1) + alignment(1u << 31) + tensor("a", {8}, f32, 0), 32), R, R},
      {"alignment 64, second tensor at 32",
       padded(header(2, 1) + alignment(64) + tensor("a", {8}, f32, 0) + tensor("b", {8}, f32, 32), 128), R,
       R},
      {"alignment 64, second tensor at 64",
       padded(header(2, 1) + alignment(64) + tensor("a", {8}, f32, 0) + tensor("b", {8}, f32, 64), 160), A,
       A},
  };
  for (const std::uint32_t small : {1u, 2u, 4u, 8u}) {
    facts.push_back(
        {"alignment below 16", padded(header(1, 1) + alignment(small) + tensor("a", {8}, f32, 0), 32), A, A});
  }
  return facts;
}

std::vector<ReaderFact> tensor_facts() {
  return {
      {"smallest", one_tensor({8}, f32, 32), A, A},
      {"no dimensions, F32", one_tensor({}, f32, 32), A, A},
      {"no dimensions, Q8_0", one_tensor({}, q8_0, 32), R, R},
      {"4 dimensions", one_tensor({8, 1, 1, 1}, f32, 32), A, A},
      {"5 dimensions", one_tensor({8, 1, 1, 1, 1}, f32, 32), R, R},
      {"name of 63 bytes", padded(header(1, 0) + tensor(std::string(63, 'n'), {8}, f32, 0), 32), A, A},
      {"name of 64 bytes", padded(header(1, 0) + tensor(std::string(64, 'n'), {8}, f32, 0), 32), R, R},
      {"name of 64 bytes with a NUL",
       padded(header(1, 0) + tensor("n\0"s + std::string(62, 'n'), {8}, f32, 0), 32), R, R},
      {"empty name", padded(header(1, 0) + tensor("", {8}, f32, 0), 32), A, A},
      {"two names", two("a", 0, "b", 32), A, A},
      {"name twice", two("a", 0, "a", 32), R, R},
      {"names equal up to a NUL", two("a\0b"s, 0, "a\0c"s, 32), R, R},
      {"empty name and one that begins with a NUL", two("", 0, "\0c"s, 32), R, R},
      {"type 42", one_tensor({64}, q2_0, 32), A, A},
      {"type 43", one_tensor({64}, 43, 64), R, R},
      {"type -1", one_tensor({64}, ~0u, 64), R, R},
      {"retired type", one_tensor({64}, q4_2, 64), R, R},
      {"retired type without elements", one_tensor({0}, q4_2, 0), R, R},
      {"row of half a block", one_tensor({16, 2}, q4_0, 32), R, R},
      {"row of half a block, no rows", one_tensor({16, 0}, q4_0, 0), R, R},
      {"empty row of blocks", one_tensor({0, 16}, q4_0, 0), A, A},
      {"no elements in spite of 2^62 x 2^62 x 0", one_tensor({1ull << 62, 1ull << 62, 0}, f32, 0), A, A},
      {"dimension 2^63", one_tensor({0, 1ull << 63}, f32, 0), R, R},
  };
}

// The test for too many elements is floor((2^63-1) / n1) <= n0, and so on: not quite a test of the product,
// and not symmetric. Only I8 and block types get this far.
std::vector<ReaderFact> element_facts() {
  constexpr std::uint64_t p62 = 1ull << 62;
  return {
      {"2^63-1", one_tensor({2 * p62 - 1}, i8, 0), R, R},
      {"2^63-2", one_tensor({2 * p62 - 2}, i8, 0), A, Outcome::crashed},
      {"2^62-1 x 2", one_tensor({p62 - 1, 2}, i8, 0), R, R},
      {"2^62-2 x 2", one_tensor({p62 - 2, 2}, i8, 0), A, Outcome::crashed},
      {"2 x 2^62-2", one_tensor({2, p62 - 2}, i8, 0), R, R},
      {"1 x 1 x 1 x 2^63-2", one_tensor({1, 1, 1, 2 * p62 - 2}, i8, 0), R, R},
      {"2^63-1 squared, 1 if wrapped", one_tensor({2 * p62 - 1, 2 * p62 - 1}, i8, 32), R, R},
      {"F32, 2^62 elements, 2^64 bytes", one_tensor({p62}, f32, 0), R, R},
      {"F32, 2^62 x 2", one_tensor({p62, 2}, f32, 0), R, R},
      {"F32, 2^62-8 elements, 2^64-32 bytes", one_tensor({p62 - 8}, f32, 0), A, R},
  };
}

std::vector<ReaderFact> layout_facts() {
  const std::string infos = header(1, 0) + tensor("a", {8}, f32, 0);
  const std::uint64_t half = (1ull << 63) - 32;
  const std::string halves = header(3, 0) + tensor("a", {half}, i8, 0) + tensor("b", {half}, i8, half);
  return {
      {"file ends after the infos", infos, R, R},
      {"file ends a byte before the data section", padded(infos).substr(0, 63), R, R},
      {"file ends where the data section begins", padded(infos), A, R},
      {"data cut by a byte", padded(infos, 31), A, R},
      {"trailing bytes", padded(infos, 65), A, A},
      {"last tensor of 16 bytes not padded", one_tensor({4}, f32, 16), A, R},
      {"first tensor at 32", one_tensor({8}, f32, 64, 32), R, R},
      {"gap", two("a", 0, "b", 64), R, R},
      {"out of order", two("a", 32, "b", 0), R, R},
      {"overlap", two("a", 0, "b", 0), R, R},
      {"tensor without elements, file ends after the infos", header(1, 0) + tensor("a", {0}, f32, 0), R, R},
      {"tensor without elements, padded", one_tensor({0}, f32, 0), A, A},
      {"sum of sizes 2^64-32", padded(halves + tensor("c", {32}, i8, 2 * half)), A, R},
      {"sum of sizes 2^64+32", padded(halves + tensor("c", {96}, i8, 2 * half)), R, R},
  };
}

std::vector<ReaderFact> reader_facts() {
  std::vector<ReaderFact> all;
  for (const auto& some : {header_facts(), metadata_facts(), alignment_facts(), tensor_facts(),
                           element_facts(), layout_facts()}) {
    all.insert(all.end(), some.begin(), some.end());
  }
  return all;
}

}  // namespace ggufproof
