// Carriage return and "erase to the end of the line" are all of a terminal that is needed.
#include "validator/progress.h"

#include <algorithm>
#include <array>
#include <cmath>
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
  const auto now = clock_();
  if (now < next_) return false;
  next_ = now + refresh;
  return true;
}

void Progress::print(const std::string& text) {
  out_ << '\r' << text << "\033[K" << std::flush;
  shown_ = true;
}

void Progress::wipe() { const auto lock = silence(); }

std::unique_lock<std::mutex> Progress::silence() {
  std::unique_lock lock(mutex_);
  take_away();
  return lock;
}

void Progress::take_away() {
  if (shown_) out_ << "\r\033[K" << std::flush;
  shown_ = false;
}

std::string pace_shown(std::uint64_t done, std::uint64_t of, std::chrono::duration<double> elapsed) {
  std::string text = size_shown(done) + " of " + size_shown(of);
  if (done == 0 || elapsed <= 0s) return text;
  const double rate = static_cast<double>(done) / elapsed.count();  // bytes a second
  const double left = static_cast<double>(of - std::min(done, of)) / rate;
  text += ", " + size_shown(static_cast<std::uint64_t>(rate)) + "/s, ";
  if (left < 99.5) return text + std::to_string(std::lround(left)) + " s left";
  return text + std::to_string(std::lround(left / 60)) + " min left";
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
