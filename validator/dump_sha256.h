// SHA-256 of bytes, from OpenSSL's libcrypto.
#pragma once

#include <optional>
#include <string>

#include "validator/bytes.h"

namespace ggufproof {

/// The SHA-256 of some bytes as 64 lower-case hexadecimal digits; nothing where libcrypto fails.
std::optional<std::string> sha256_hex(Bytes bytes);

}  // namespace ggufproof
