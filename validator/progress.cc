// Carriage return and "erase to the end of the line" are all of a terminal that is needed.
#include "validator/progress.h"

#include <array>
#include <ostream>
#include <string_view>

namespace ggufproof {
namespace {

using namespace std::chrono_literals;

constexpr auto patience = 1s;
constexpr auto refresh = 200ms;

}  // namespace

Progress::Progress(std::ostream& out, bool on, Clock clock)
    : out_(out), on_(on), clock_(std::move(clock)), next_(clock_() + patience) {}

bool Progress::is_due() {
  if (!on_) return false;
  const auto now = clock_();
  if (now < next_) return false;
  next_ = now + refresh;
  return true;
}

void Progress::print(const std::string& text) {
  out_ << '\r' << text << "\033[K" << std::flush;
  shown_ = true;
}

void Progress::wipe() {
  if (shown_) out_ << "\r\033[K" << std::flush;
  shown_ = false;
}

std::string size_shown(std::uint64_t bytes) {
  constexpr std::array<std::string_view, 6> units{"kB", "MB", "GB", "TB", "PB", "EB"};
  if (bytes < 1000) return std::to_string(bytes) + (bytes == 1 ? " byte" : " bytes");
  std::size_t unit = 0;
  std::uint64_t tenths = bytes / 100;
  for (; tenths >= 10000; tenths /= 1000) ++unit;
  return std::to_string(tenths / 10) + '.' + std::to_string(tenths % 10) + ' ' + std::string(units[unit]);
}

}  // namespace ggufproof
