// The dictionary of GGUF for fuzzers: what they would not come upon by chance. All of it comes from the
// tables of spec/, in the form that libFuzzer (-dict=) and AFL++ (-x) read.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace ggufproof {

struct DictionaryEntry {
  std::string name;   ///< letters, digits and underscores: what AFL++ shows
  std::string bytes;  ///< at most most_entry_bytes
};

/// AFL++ takes no longer ones (MAX_DICT_FILE in its config.h).
inline constexpr std::size_t most_entry_bytes = 128;

/// The magic; versions, types of values and tensors, and alignments in both byte orders; names of keys,
/// architectures, tokenizers and tensors; pieces of vocabularies; numbers that wrap. Each bytes once.
std::vector<DictionaryEntry> dictionary();

/// A line each: name="bytes", with what cannot be printed as \xHH.
std::string dictionary_text(const std::vector<DictionaryEntry>& entries);

}  // namespace ggufproof
