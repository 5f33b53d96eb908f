// Bytes as tests write them down: pairs of hexadecimal digits, and characters in single quotes, with any
// spaces between.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace ggufproof {

/// The bytes that a text such as "03 00 00 00 'toy'" stands for.
inline std::vector<std::uint8_t> hex_bytes(std::string_view text) {
  std::vector<std::uint8_t> bytes;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == ' ' || text[i] == '\n') continue;
    if (text[i] == '\'') {
      while (text[++i] != '\'') bytes.push_back(static_cast<std::uint8_t>(text[i]));
    } else {
      bytes.push_back(static_cast<std::uint8_t>(std::stoul(std::string(text.substr(i, 2)), nullptr, 16)));
      ++i;
    }
  }
  return bytes;
}

}  // namespace ggufproof
