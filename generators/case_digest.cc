// By OpenSSL, which uses the processor's own instructions where it has them.
#include "generators/case_digest.h"

#include <array>

#include <openssl/evp.h>

namespace ggufproof {

std::string sha256_of(std::span<const std::uint8_t> bytes) {
  std::array<unsigned char, EVP_MAX_MD_SIZE> digest;
  unsigned size = 0;
  EVP_Digest(bytes.data(), bytes.size(), digest.data(), &size, EVP_sha256(), nullptr);
  std::string out;
  for (unsigned i = 0; i < size; ++i) {
    out += "0123456789abcdef"[digest[i] >> 4];
    out += "0123456789abcdef"[digest[i] & 0xF];
  }
  return out;
}

}  // namespace ggufproof
