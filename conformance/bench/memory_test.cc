// The validator holds at most twice the bytes of a file's metadata (header, pairs and tensor infos) on the
// heap, whatever the file: large ones, and hostile ones. Bytes are counted, time is not.
#include <cstdlib>
#include <memory>

#include <gtest/gtest.h>

#include "conformance/bench/heap_meter.h"
#include "conformance/bench/hostile_files.h"
#include "validator/source.h"
#include "validator/validate.h"

namespace ggufproof {
namespace {

std::vector<HostileFile> subjects() {
  std::vector<HostileFile> all = hostile_files();
  all.push_back({"model", [] { return model(150'000, 44); }});
  all.push_back({"keys", [] { return many_keys(50'000); }});
  all.push_back({"tensors", [] { return many_tensors(50'000); }});
  all.push_back({"keys_and_tensors", [] { return many_keys_and_tensors(100'000); }});
  all.push_back({"string_array", [] { return string_array(1'000'000); }});
  all.push_back({"nested_arrays", [] { return nested_arrays(20'000); }});
  all.push_back({"long_string", [] { return long_string(10'000'000); }});
  return all;
}

class Memory : public testing::TestWithParam<HostileFile> {};

TEST_P(Memory, IsAtMostTwiceTheMetadata) {
  const LargeFile file = GetParam().make();
  const MemoryFile place("memory_test");
  ASSERT_TRUE(put(file, place));
  const auto opened = Source::open(place.path());
  ASSERT_TRUE(std::holds_alternative<Source>(opened));
  const Bytes bytes = std::get<Source>(opened).bytes();
  for (const Profile profile : {Profile::deflt, Profile::spec, Profile::ggml}) {
    const std::uint64_t peak = peak_of([&] { validate(bytes, {profile}); });
    EXPECT_LE(peak, 2 * file.infos) << "profile " << profile_names[static_cast<std::size_t>(profile)];
    RecordProperty(std::string("peak_percent_of_metadata_") +
                       std::string(profile_names[static_cast<std::size_t>(profile)]),
                   std::to_string(100 * peak / file.infos));
  }
}

INSTANTIATE_TEST_SUITE_P(Every, Memory, testing::ValuesIn(subjects()),
                         [](const testing::TestParamInfo<HostileFile>& info) { return info.param.name; });

TEST(HeapMeter, SeesWhatIsHeldAtOnce) {
  const std::uint64_t peak = peak_of([] {
    { const std::vector<char> gone(1'000'000); }
    const std::vector<char> first(600'000);
    const auto second = std::make_unique<char[]>(700'000);
    ASSERT_NE(first.data(), second.get());
  });
  EXPECT_GE(peak, 1'300'000u);
  EXPECT_LT(peak, 1'400'000u);
}

}  // namespace
}  // namespace ggufproof
