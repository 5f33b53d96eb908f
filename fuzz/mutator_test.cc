// The mutator costs no more than what it makes, whatever a file asks for.
#include "fuzz/mutator.h"

#include <gtest/gtest.h>
#include <sys/resource.h>

#include "generators/write.h"

namespace ggufproof {
namespace {

std::uint64_t peak_kib() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<std::uint64_t>(usage.ru_maxrss);
}

std::vector<std::uint8_t> file_aligned_to(std::uint64_t alignment, std::uint64_t tensors) {
  FileModel file;
  file.metadata = {{"general.alignment", Scalar{ValueType::u32, alignment}}};
  for (std::uint64_t i = 0; i < tensors; ++i)
    file.tensors.push_back({"t" + std::to_string(i), {1}, TensorType::f32, Fill{1, 1}});
  return write(file).bytes();
}

// Found by fuzz_validate: a tensor was added to a file aligned to 2^31 bytes, and padded.
TEST(Mutator, writesNoPaddingOfGigabytes) {
  // One padding would be twice the bound. A sanitizer keeps 2^18 KiB of what was freed, all of which are
  // resident.
  constexpr std::uint64_t max_size = 1 << 16, most_kib = 1 << 20;
  const auto wide = file_aligned_to(std::uint64_t{1} << 31, 0), many = file_aligned_to(32, 500);
  const std::uint64_t before = peak_kib();
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    EXPECT_LE(mutate_file(wide, many, seed, max_size).size(), max_size);
    EXPECT_LE(mutate_file(many, wide, seed, max_size).size(), max_size);
  }
  EXPECT_LT(peak_kib() - before, most_kib);
}

}  // namespace
}  // namespace ggufproof
