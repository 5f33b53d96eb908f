// A main for targets that no engine drives: every file below the paths given, mutants of each, and random
// bytes. What CI runs, and what tells after years whether an old crash is still mended.
//
//   fuzz_NAME [--mutants N] [--random N] PATH...
//
// Ends with 1 where there was nothing to run, and names the input where a promise or a sanitizer ends the
// process.
#include <algorithm>
#include <charconv>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <string>
#include <vector>

#include "fuzz/oracle.h"

extern "C" {
[[gnu::weak]] int LLVMFuzzerInitialize(int* argc, char*** argv);
[[gnu::weak]] std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t max_size,
                                                  unsigned seed);
[[gnu::weak]] void __sanitizer_set_death_callback(void (*callback)());
}

namespace {

using Input = std::vector<std::uint8_t>;

constexpr std::size_t most_bytes = 1 << 20, most_random = 512;

std::string current;  // which input runs, for whoever ends the process
std::uint64_t ran = 0;

void tell_input() { std::fprintf(stderr, "INPUT: %s\n", current.c_str()); }

void run(const Input& input, std::string name) {
  current = std::move(name);
  const Input exact(input);  // no spare capacity that an overrun could hide in
  LLVMFuzzerTestOneInput(exact.data(), exact.size());
  ++ran;
}

void run_mutants(const Input& input, const std::string& name, unsigned count) {
  if (LLVMFuzzerCustomMutator == nullptr) return;
  for (unsigned seed = 1; seed <= count; ++seed) {
    current = name + ", being mutated by seed " + std::to_string(seed);
    Input mutant(input), again(input);
    mutant.resize(most_bytes);
    again.resize(most_bytes);
    mutant.resize(LLVMFuzzerCustomMutator(mutant.data(), input.size(), most_bytes, seed));
    again.resize(LLVMFuzzerCustomMutator(again.data(), input.size(), most_bytes, seed));
    ggufproof::require(mutant == again, "a seed gives the same mutant each time");
    run(mutant, name + ", mutated by seed " + std::to_string(seed));
  }
}

void run_file(const std::filesystem::path& path, unsigned mutants) {
  std::error_code ignored;
  if (std::filesystem::file_size(path, ignored) > most_bytes) return;
  std::ifstream file(path, std::ios::binary);
  const Input input{std::istreambuf_iterator<char>(file), {}};
  run(input, path.string());
  run_mutants(input, path.string(), mutants);
}

void run_path(const std::filesystem::path& path, unsigned mutants) {
  std::vector<std::filesystem::path> files;
  if (std::filesystem::is_directory(path)) {
    for (const auto& entry : std::filesystem::recursive_directory_iterator(path))
      if (entry.is_regular_file()) files.push_back(entry.path());
  } else {
    files.push_back(path);
  }
  std::ranges::sort(files);
  for (const auto& file : files) run_file(file, mutants);
}

void run_random(unsigned count) {
  for (unsigned seed = 0; seed < count; ++seed) {
    std::mt19937_64 random(seed);
    Input input(random() % most_random);
    for (std::uint8_t& byte : input) byte = static_cast<std::uint8_t>(random());
    run(input, "random bytes of seed " + std::to_string(seed));
  }
}

}  // namespace

int main(int argc, char** argv) {
  std::signal(SIGABRT, [](int) { tell_input(); });
  if (__sanitizer_set_death_callback != nullptr) __sanitizer_set_death_callback(tell_input);
  if (LLVMFuzzerInitialize != nullptr) LLVMFuzzerInitialize(&argc, &argv);
  unsigned mutants = 0;
  for (int i = 1; i < argc; ++i) {
    const std::string word = argv[i];
    if (word != "--mutants" && word != "--random") {
      run_path(word, mutants);
      continue;
    }
    const std::string_view digits = i + 1 < argc ? argv[++i] : "";
    unsigned count = 0;
    if (std::from_chars(digits.begin(), digits.end(), count).ptr != digits.end() || digits.empty()) {
      std::fprintf(stderr, "%s wants a number\n", word.c_str());
      return 2;
    }
    if (word == "--random")
      run_random(count);
    else
      mutants = count;
  }
  std::fprintf(stderr, "%llu inputs\n", static_cast<unsigned long long>(ran));
  return ran > 0 ? 0 : 1;
}
