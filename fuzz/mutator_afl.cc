// AFL++'s custom mutator, in a library of its own that afl-fuzz opens (AFL_CUSTOM_MUTATOR_LIBRARY).
#include <random>

#include "fuzz/mutator.h"

namespace {

struct State {
  std::mt19937_64 seeds;
  std::vector<std::uint8_t> mutant;  ///< AFL++ reads it until the next call
};

}  // namespace

extern "C" {

void* afl_custom_init(void*, unsigned seed) { return new State{std::mt19937_64(seed), {}}; }

std::size_t afl_custom_fuzz(void* state, std::uint8_t* data, std::size_t size, std::uint8_t** out,
                            std::uint8_t* other, std::size_t other_size, std::size_t max_size) {
  auto& [seeds, mutant] = *static_cast<State*>(state);
  mutant = ggufproof::mutate_file({data, size}, {other, other_size}, seeds(), max_size);
  *out = mutant.data();
  return mutant.size();
}

void afl_custom_deinit(void* state) { delete static_cast<State*>(state); }
}
