// The numbers of interest are those of AFL++ (config.h: INTERESTING_8, _16, _32), which engines write at any
// place; no field, no magic and no table is known here.
#include "fuzz/byte_mutants.h"

#include <algorithm>
#include <array>
#include <iterator>

namespace ggufproof {
namespace {

using Offset = std::ptrdiff_t;

constexpr std::uint64_t most_changes = 8, most_stretch = 512, most_step = 35;
constexpr std::array<std::int32_t, 25> of_interest{
    -128, -1,  0,    1,    16,   32,    64,         100,    127,   -32768, -129,  128,       255,
    256,  512, 1000, 1024, 4096, 32767, -100663046, -32769, 32768, 65535,  65536, 2147483647};

class Havoc {
 public:
  Havoc(Choices& choices, Bytes file, Bytes other)
      : choices_(choices), bytes_(file.begin(), file.end()), other_(other) {}

  std::vector<std::uint8_t> changed() {
    constexpr std::array changes{&Havoc::flip,  &Havoc::replace,   &Havoc::number,    &Havoc::add,
                                 &Havoc::erase, &Havoc::duplicate, &Havoc::overwrite, &Havoc::splice};
    const std::uint64_t count = 1 + choices_.below(most_changes);
    for (std::uint64_t k = 0; k < count && !bytes_.empty(); ++k) (this->*choices_.pick(changes))();
    return std::move(bytes_);
  }

 private:
  std::uint8_t& any_byte() { return bytes_[choices_.below(bytes_.size())]; }

  /// A stretch of at least one byte.
  std::pair<Offset, Offset> stretch(std::size_t size) {
    const std::uint64_t begin = choices_.below(size);
    const std::uint64_t length = 1 + choices_.below(std::min<std::uint64_t>(size - begin, most_stretch));
    return {static_cast<Offset>(begin), static_cast<Offset>(begin + length)};
  }

  Offset any_place() { return static_cast<Offset>(choices_.up_to(bytes_.size())); }

  void flip() {
    std::uint8_t& byte = any_byte();
    byte = static_cast<std::uint8_t>(byte ^ 1U << choices_.below(8));
  }

  void replace() { any_byte() = static_cast<std::uint8_t>(choices_.up_to(255)); }

  void add() {
    std::uint8_t& byte = any_byte();
    const std::uint64_t step = 1 + choices_.below(most_step);
    byte = static_cast<std::uint8_t>(choices_.one_in(2) ? byte + step : byte - step);
  }

  void number() {
    const std::size_t width = std::size_t{1} << choices_.below(4);
    const std::uint64_t at = choices_.below(bytes_.size());
    const auto value = static_cast<std::uint64_t>(std::int64_t{choices_.pick(of_interest)});
    const bool big = choices_.one_in(2);
    for (std::size_t k = 0; k < width && at + k < bytes_.size(); ++k)
      bytes_[at + k] = static_cast<std::uint8_t>(value >> 8 * (big ? width - 1 - k : k));
  }

  void erase() {
    const auto [begin, end] = stretch(bytes_.size());
    bytes_.erase(bytes_.begin() + begin, bytes_.begin() + end);
  }

  void duplicate() {
    const auto [begin, end] = stretch(bytes_.size());
    const std::vector<std::uint8_t> part(bytes_.begin() + begin, bytes_.begin() + end);
    bytes_.insert(bytes_.begin() + any_place(), part.begin(), part.end());
  }

  void overwrite() {
    const auto [begin, end] = stretch(bytes_.size());
    const std::vector<std::uint8_t> part(bytes_.begin() + begin, bytes_.begin() + end);
    const Offset at = static_cast<Offset>(choices_.up_to(bytes_.size() - part.size()));
    std::ranges::copy(part, bytes_.begin() + at);
  }

  void splice() {
    if (other_.empty()) return;
    const auto [begin, end] = stretch(other_.size());
    bytes_.insert(bytes_.begin() + any_place(), other_.begin() + begin, other_.begin() + end);
  }

  Choices& choices_;
  std::vector<std::uint8_t> bytes_;
  Bytes other_;
};

}  // namespace

std::vector<std::uint8_t> mutate_bytes(Choices& choices, Bytes file, Bytes other) {
  return Havoc(choices, file, other).changed();
}

}  // namespace ggufproof
