// One line on a terminal that says what is being worked on, for work that takes longer than a second. It has
// no thread of its own: whoever works, on whatever thread, calls show() now and then, which costs a look at
// the clock.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <iosfwd>
#include <mutex>
#include <string>

namespace ggufproof {

class Progress {
 public:
  using Clock = std::function<std::chrono::steady_clock::time_point()>;

  /// Shows on `out` unless it is not `on`: a line is for a terminal alone. The first second begins now.
  Progress(std::ostream& out, bool on, Clock clock = std::chrono::steady_clock::now);
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;
  ~Progress() { wipe(); }

  /// Shows the text that `text` gives, fit to be shown, in place of the last one: not in the first second,
  /// and at most five times a second after it. Otherwise `text` is not called.
  template <class MakeText>
  void show(MakeText&& text) {
    if (!on_) return;
    const std::unique_lock lock(mutex_, std::try_to_lock);
    if (lock && is_due()) print(text());
  }

  /// Takes the line away. To be called before anything else is written to the terminal.
  void wipe();

  /// Takes the line away, and shows none for as long as what is returned lives.
  [[nodiscard]] std::unique_lock<std::mutex> silence();

 private:
  bool is_due();
  void print(const std::string& text);
  void take_away();

  std::ostream& out_;
  bool on_;
  std::mutex mutex_;
  Clock clock_;
  std::chrono::steady_clock::time_point next_;
  bool shown_ = false;
};

/// "1.2 GB of 4.0 GB, 0.8 GB/s, 4 s left": how far work on `of` bytes has come after some time. The rate is
/// left out while it cannot be told.
std::string pace_shown(std::uint64_t done, std::uint64_t of, std::chrono::duration<double> elapsed);

/// "820 bytes", "12.3 MB": a size in bytes for people, in powers of ten.
std::string size_shown(std::uint64_t bytes);

}  // namespace ggufproof
