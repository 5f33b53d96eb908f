// SHA-256, by which cases name bytes that they leave out and the manifest names files.
#pragma once

#include <cstdint>
#include <span>
#include <string>

namespace ggufproof {

/// The SHA-256 of some bytes as 64 lower-case hexadecimal digits.
std::string sha256_of(std::span<const std::uint8_t> bytes);

}  // namespace ggufproof
