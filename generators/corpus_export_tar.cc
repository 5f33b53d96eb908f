// A member is a header of 512 bytes, whose numbers are octal texts and whose checksum counts its own field as
// spaces, and the content in blocks of 512; two empty blocks end the archive.
#include "generators/corpus_export_tar.h"

#include <numeric>
#include <string_view>

namespace ggufproof {
namespace {

constexpr std::size_t block = 512;

std::string octal(std::size_t number, std::size_t digits) {
  std::string out(digits, '0');
  for (; number > 0; number /= 8) out[--digits] = static_cast<char>('0' + number % 8);
  return out;
}

std::string header(const std::string& name, std::size_t size) {
  std::string out(block, '\0');
  const auto put = [&](std::size_t at, std::string_view text) { out.replace(at, text.size(), text); };
  put(0, name);
  put(100, "0000644");
  put(108, "0000000");
  put(116, "0000000");
  put(124, octal(size, 11));
  put(136, octal(0, 11));
  put(148, "        ");
  put(156, "0");
  put(257, std::string_view("ustar\00000", 8));
  const auto sum = std::accumulate(out.begin(), out.end(), std::size_t{0},
                                   [](std::size_t s, char c) { return s + static_cast<unsigned char>(c); });
  put(148, octal(sum, 6) + '\0');
  return out;
}

}  // namespace

std::string tar_archive(const std::map<std::string, std::string>& files) {
  std::string out;
  for (const auto& [name, bytes] : files) {
    out += header(name, bytes.size()) + bytes;
    out.append((block - bytes.size() % block) % block, '\0');
  }
  return out + std::string(2 * block, '\0');
}

}  // namespace ggufproof
