// One call of the EVP interface: libcrypto picks the fastest code for the machine by itself.
#include "validator/dump_sha256.h"

#include <array>

#include <openssl/evp.h>

namespace ggufproof {

std::optional<std::string> sha256_hex(Bytes bytes) {
  std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
  unsigned int length = 0;
  if (EVP_Digest(bytes.data(), bytes.size(), digest.data(), &length, EVP_sha256(), nullptr) != 1)
    return std::nullopt;
  std::string hex;
  for (unsigned int i = 0; i < length; ++i) {
    hex += "0123456789abcdef"[digest[i] >> 4];
    hex += "0123456789abcdef"[digest[i] & 0xF];
  }
  return hex;
}

}  // namespace ggufproof
