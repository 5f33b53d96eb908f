// The writer gives each of its bytes a label, the byte map gives each byte of a file a path: two programs
// that share no code, so over thousands of files they must say the same.
#include <algorithm>
#include <limits>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "generators/any_file.h"
#include "generators/random_choices.h"
#include "generators/write.h"
#include "validator/layout_fields.h"

namespace ggufproof {
namespace {

struct Named {
  std::string path;
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
  friend auto operator<=>(const Named&, const Named&) = default;
};

void PrintTo(const Named& named, std::ostream* out) {
  *out << named.path << ' ' << named.begin << ".." << named.end;
}

/// By name, since fields without bytes have no place among the others. Paddings without bytes are not fields.
std::vector<Named> sorted(std::vector<Named> all) {
  std::erase_if(
      all, [](const Named& named) { return named.begin == named.end && named.path.ends_with("padding"); });
  std::sort(all.begin(), all.end());
  return all;
}

std::vector<Named> written(const Wire& wire) {
  const auto ranges = wire.ranges();
  std::vector<Named> all;
  for (std::size_t i = 0; i < ranges.size(); ++i)
    all.push_back({wire.fields()[i].label, ranges[i].begin, ranges[i].end});
  return sorted(std::move(all));
}

std::vector<Named> mapped(Bytes bytes) {
  constexpr std::uint64_t all_of_them = std::numeric_limits<std::uint64_t>::max();
  std::vector<Named> all;
  layout_fields(map_file(bytes), {all_of_them, 0}, [&](const Field& field) {
    all.push_back({field.path, field.bytes.begin, field.bytes.end});
  });
  return sorted(std::move(all));
}

TEST(LayoutAgreement, theByteMapNamesTheBytesAsTheWriterDoes) {
  FileOptions options;
  options.version_1 = options.big_endian = options.nested_arrays = true;
  std::uint64_t fields = 0;
  for (std::uint64_t seed = 0; seed < 2000; ++seed) {
    RandomChoices choices(seed);
    const Wire wire = write(any_file(choices, options));
    const auto wanted = written(wire);
    ASSERT_EQ(mapped(wire.bytes()), wanted) << "seed " << seed;
    fields += wanted.size();
  }
  EXPECT_GT(fields, 50'000u);
}

}  // namespace
}  // namespace ggufproof
