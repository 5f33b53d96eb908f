// decode-pipe TYPE_ID: blocks of a tensor type from standard input, their values as binary32 to standard
// output, both little-endian. For tests in other languages. Exit 2 where the type or the size is wrong, or a
// stream fails.
#include <array>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "validator/decode/decode.h"

int main(int argc, char** argv) {
  using namespace ggufproof;
  if (argc != 2) return 2;
  const auto type = static_cast<TensorType>(std::strtoul(argv[1], nullptr, 10));
  if (!is_decodable(type)) return 2;
  std::vector<std::uint8_t> blocks;
  std::array<std::uint8_t, 65536> part{};
  while (const std::size_t got = std::fread(part.data(), 1, part.size(), stdin)) {
    blocks.insert(blocks.end(), part.begin(), part.begin() + static_cast<std::ptrdiff_t>(got));
  }
  const TensorTypeRow& row = *tensor_type_row(static_cast<std::uint32_t>(type));
  std::vector<float> values(blocks.size() / row.block_bytes * row.block_elements);
  if (std::ferror(stdin) != 0) return 2;
  if (!decode_row(type, blocks, ByteOrder::little, std::span<float>(values))) return 2;
  const std::size_t written = std::fwrite(values.data(), sizeof(float), values.size(), stdout);
  return written == values.size() && std::fflush(stdout) == 0 ? 0 : 2;
}
