// Bytes that come when they are read: memory of a file's size whose pages are asked for at their first
// reading, so that a reader that knows nothing of it reads a file that is elsewhere, and only what it reads
// is brought. A page that is not there raises SIGSEGV; the handler sends its place to a thread, waits, and
// the same instruction reads again.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <thread>
#include <variant>

#include "validator/bytes.h"
#include "validator/source.h"

namespace ggufproof {

struct AwaitedPlace;

class AwaitedMemory {
 public:
  /// Writes bytes of `missing` into the file, from its first on. Returns the end of what is there now, a
  /// multiple of `page` or missing.end; or missing.begin where nothing can be brought, ever after. Called on
  /// one thread, one call at a time.
  using Bring = std::function<std::uint64_t(Range missing)>;

  /// All ranges that are brought begin at a multiple of this, in bytes, which is one of the machine's pages.
  static constexpr std::uint64_t page = 65536;

  /// Takes an open file of `size` bytes, at least one, of which the first `there` (all, or a multiple of
  /// `page`) are there already. The error is a sentence.
  static std::variant<std::unique_ptr<AwaitedMemory>, std::string> of(Descriptor file, std::uint64_t size,
                                                                      std::uint64_t there, Bring bring);

  AwaitedMemory(const AwaitedMemory&) = delete;
  AwaitedMemory& operator=(const AwaitedMemory&) = delete;
  ~AwaitedMemory();

  /// The whole file. Bytes that cannot be brought read as FF, which no length or count can be: whoever reads
  /// a structure comes to its end at once, and learns from whoever brings them that it is none.
  Bytes bytes() const { return {begin_, static_cast<std::size_t>(size_)}; }

 private:
  AwaitedMemory() = default;

  void serve();
  void bring(std::uint64_t at);
  void give_up(Range missing);
  void open_to_readers(Range range);

  Descriptor file_;
  std::uint8_t* begin_ = nullptr;
  std::uint64_t size_ = 0;
  Bring bring_;
  std::map<std::uint64_t, std::uint64_t>
      there_;           ///< ranges that can be read: begin and end, apart from each other
  Descriptor nothing_;  ///< what stands for bytes that cannot be brought
  AwaitedPlace* place_ = nullptr;
  Descriptor ask_, hear_;          ///< the readers' ends of two pipes
  Descriptor requests_, replies_;  ///< the thread's ends
  std::thread thread_;
};

}  // namespace ggufproof
