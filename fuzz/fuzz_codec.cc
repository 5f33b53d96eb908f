// Bytes are a tensor type and some of its blocks. Both decoders agree, both byte orders hold the same values,
// encoding moves values of moderate size by no more than the largest, and what a closed-form encoder made
// once it makes again.
#include "fuzz/codec.h"

namespace ggufproof {
namespace {

bool same(double a, double b) { return a == b || (std::isnan(a) && std::isnan(b)); }

void expect_sound(const TensorTypeRow& row, Bytes blocks) {
  const auto values = decoded<float>(row, blocks, ByteOrder::little);
  require(std::ranges::equal(decoded<double>(row, blocks, ByteOrder::little), values, same,
                             [](double value) { return static_cast<float>(value); }),
          "both decoders give the same values", row.name);
  if (!is_encodable(row.type)) return;
  const auto again = sent_round(row, values, ByteOrder::little);
  require(std::ranges::equal(sent_round(row, values, ByteOrder::big), again, same),
          "both byte orders hold the same values", row.name);
  if (comes_back(row.type) && largest_of(again) != HUGE_VALF)
    require(sent_round(row, again, ByteOrder::little) == again, "what was made once is made again", row.name);
  const float largest = largest_of(values);
  if (largest < 0x1p-10F || largest > 0x1p10F) return;
  for (std::size_t i = 0; i < values.size(); ++i)
    require(std::fabs(again[i] - values[i]) <= 2.3F * largest, "no value moves by more than the largest",
            row.name);
}

}  // namespace
}  // namespace ggufproof

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace ggufproof;
  constexpr std::uint64_t most_blocks = 4;
  if (size == 0) return 0;
  const TensorTypeRow& row = tensor_types[data[0] % tensor_types.size()];
  if (!is_decodable(row.type)) return 0;
  const std::uint64_t blocks = std::min<std::uint64_t>((size - 1) / row.block_bytes, most_blocks);
  expect_sound(row, Bytes(data + 1, blocks * row.block_bytes));
  return 0;
}
