// Somebody else's reader, run where it can do no harm.
//
// A forked child serves one request after another, so that tens of thousands of files cost no process each.
// When a file makes the reader crash or loop, that is an outcome of its own, costs the one request, and a new
// child takes over. The child has limits on memory and time, and whatever it prints is kept as the reason it
// gave.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>

#include <sys/types.h>

#include "conformance/memory_file.h"

namespace ggufproof {

/// How much of a file the reader is asked to read.
enum class Manner : std::uint8_t {
  header_only,  // metadata and tensor infos, tensors created without data: how llama.cpp opens a model
  with_data,    // the same, and the whole data section into memory
};

enum class Outcome : std::uint8_t { accepted, refused, crashed, hung };

std::string_view name_of(Manner manner);
std::string_view name_of(Outcome outcome);

/// What a reader made of one file.
struct ReaderVerdict {
  Outcome outcome = Outcome::crashed;
  int signal = 0;   // what killed the child; 0 when it answered, or left by itself
  std::string log;  // what it printed during the request, at most 64 KiB

  /// The line that tells why: the first one for a refusal (later ones only wind up), the last one for a
  /// crash.
  std::string reason() const;
};

/// Reads the file at `path`; true if it accepts.
using Judge = std::function<bool(const char* path, Manner manner)>;

/// Makes a Judge. Runs in the child, under its limits. An empty function means failure, told on standard
/// error.
using MakeJudge = std::function<Judge()>;

struct WorkerLimits {
  std::uint64_t memory = std::uint64_t{4}
                         << 30;            // bytes of address space beyond the parent's; not under sanitizers
  std::chrono::milliseconds wall{10'000};  // per request
};

class IsolatedWorker {
 public:
  explicit IsolatedWorker(MakeJudge make_judge, WorkerLimits limits = {});
  ~IsolatedWorker();
  IsolatedWorker(const IsolatedWorker&) = delete;
  IsolatedWorker& operator=(const IsolatedWorker&) = delete;

  /// Empty if the child stands ready; else why it could not be started. Then every verdict is `crashed`.
  const std::string& error() const { return error_; }

  /// The verdict on a file with these bytes, handed over in memory.
  ReaderVerdict judge(std::span<const std::uint8_t> file, Manner manner);

  /// The verdict on the file at `path`, at most 4000 bytes long.
  ReaderVerdict judge_path(const std::string& path, Manner manner);

  /// How many children were started, the first included.
  std::uint64_t starts() const { return starts_; }

 private:
  bool start();
  bool send_request(const std::string& path, Manner manner) const;
  void stop();
  ReaderVerdict bury(Outcome outcome);
  void serve(int socket) const;

  MakeJudge make_judge_;
  WorkerLimits limits_;
  MemoryFile file_;
  MemoryFile log_;
  std::string error_;
  std::uint64_t starts_ = 0;
  pid_t child_ = -1;
  int socket_ = -1;
};

}  // namespace ggufproof
