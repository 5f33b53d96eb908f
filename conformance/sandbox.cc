// The parent's side: pipes, deadlines, and what became of the child.
#include "conformance/sandbox.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <fstream>
#include <optional>

#include <fcntl.h>
#include <poll.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "conformance/sandbox_child.h"

namespace ggufproof {
namespace {

constexpr std::size_t most_words = 4096;
constexpr int most_pause = 100;  // milliseconds until standard error is looked at again

struct Pipe {
  Descriptor read, write;
};

std::optional<Pipe> make_pipe() {
  std::array<int, 2> ends{};
  if (pipe2(ends.data(), O_CLOEXEC) != 0) return std::nullopt;
  return Pipe{Descriptor(ends[0]), Descriptor(ends[1])};
}

int milliseconds_until(std::chrono::steady_clock::time_point deadline) {
  const auto left =
      std::chrono::duration_cast<std::chrono::milliseconds>(deadline - std::chrono::steady_clock::now())
          .count();
  return left > 0 ? static_cast<int>(left) : 0;
}

/// Seconds of processor time that a process has used, rounded up.
std::uint64_t processor_seconds(pid_t process) {
  std::ifstream file("/proc/" + std::to_string(process) + "/stat");
  std::string line;
  std::getline(file, line);
  const std::size_t name_end = line.rfind(')');  // a name may hold anything
  if (name_end == std::string::npos) return 0;
  std::uint64_t user = 0, system = 0;
  if (std::sscanf(line.c_str() + name_end + 1, " %*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %lu %lu", &user,
                  &system) != 2)
    return 0;
  return (user + system) / static_cast<std::uint64_t>(sysconf(_SC_CLK_TCK)) + 1;
}

std::string failure(const std::string& what, int error) { return what + ": " + std::strerror(error); }

}  // namespace

bool Ending::hung() const { return lingered || signal == SIGXCPU; }

std::string Ending::shown() const {
  if (signal != 0) return "signal " + std::to_string(signal) + " (" + strsignal(signal) + ')';
  return "exit status " + std::to_string(status);
}

Sandbox::Sandbox(pid_t child, Descriptor input, Descriptor output, Descriptor errors,
                 const SandboxLimits& limits)
    : child_(child),
      input_(std::move(input)),
      output_(std::move(output)),
      errors_(std::move(errors)),
      limits_(limits) {}

Sandbox::Sandbox(Sandbox&& other) noexcept
    : child_(std::exchange(other.child_, -1)),
      input_(std::move(other.input_)),
      output_(std::move(other.output_)),
      errors_(std::move(other.errors_)),
      limits_(other.limits_),
      output_ended_(other.output_ended_),
      pending_(std::move(other.pending_)),
      words_(std::move(other.words_)) {}

Sandbox::~Sandbox() { end(); }

std::variant<Sandbox, std::string> Sandbox::start(const SandboxedCommand& command,
                                                  const SandboxLimits& limits) {
  auto input = make_pipe(), output = make_pipe(), errors = make_pipe(), report = make_pipe();
  if (!input || !output || !errors || !report) return failure("no pipe", errno);
  std::signal(SIGPIPE, SIG_IGN);  // a program that died shows where it is written to, not as our own death
  const ChildWords words(command);
  const pid_t child = vfork();  // a fork would copy the tables of all our pages, for each of a thousand cases
  if (child == 0) {
    become(command, words, limits, {input->read.number(), output->write.number(), errors->write.number()},
           report->write.number());
  }
  if (child < 0) return failure("no process", errno);
  Sandbox sandbox(child, std::move(input->write), std::move(output->read), std::move(errors->read), limits);
  report->write = Descriptor();
  output->write = Descriptor();
  errors->write = Descriptor();
  int error = 0;
  if (read(report->read.number(), &error, sizeof error) == sizeof error)
    return failure(command.arguments.front(), error);
  fcntl(sandbox.errors_.number(), F_SETFL, O_NONBLOCK);
  fcntl(sandbox.input_.number(), F_SETFL, O_NONBLOCK);
  return sandbox;
}

/// While it does not read, what it says on standard error is read, lest each waits for the other.
bool Sandbox::send(std::string_view line) {
  read_errors();
  words_.clear();  // what it said of earlier questions explains nothing that becomes of this one
  grant_processor_time(child_);
  const auto deadline = Clock::now() + limits_.wall;
  std::string all(line);
  all += '\n';
  std::string_view left = all;
  while (!left.empty() && Clock::now() < deadline) {
    const ssize_t n = write(input_.number(), left.data(), left.size());
    if (n > 0) {
      left.remove_prefix(static_cast<std::size_t>(n));
    } else if (errno == EAGAIN) {
      pollfd waiting{input_.number(), POLLOUT, 0};
      poll(&waiting, 1, most_pause);
      read_errors();
    } else if (errno != EINTR) {
      return false;
    }
  }
  return true;
}

/// A process that lives for many answers gets time for each; so does what it has started, since a shell stays
/// where it is.
void Sandbox::grant_processor_time(pid_t process) const {
  const auto seconds = static_cast<std::uint64_t>(limits_.processor.count());
  rlimit both{};
  if (prlimit(process, RLIMIT_CPU, nullptr, &both) != 0) return;
  both.rlim_cur = std::min(both.rlim_max, processor_seconds(process) + seconds);
  prlimit(process, RLIMIT_CPU, &both, nullptr);
  const std::string of = std::to_string(process);
  std::ifstream children("/proc/" + of + "/task/" + of + "/children");
  for (pid_t child = 0; children >> child;) grant_processor_time(child);
}

bool Sandbox::read_output() {
  std::array<char, 65536> chunk{};
  const ssize_t n = read(output_.number(), chunk.data(), chunk.size());
  if (n > 0) pending_.append(chunk.data(), static_cast<std::size_t>(n));
  return n > 0 || (n < 0 && errno == EINTR);
}

void Sandbox::read_errors() {
  std::array<char, 4096> chunk{};
  for (ssize_t n = 0; (n = read(errors_.number(), chunk.data(), chunk.size())) > 0;) {
    words_.append(chunk.data(), static_cast<std::size_t>(n));
    if (words_.size() > most_words) words_.erase(0, words_.size() - most_words);
  }
}

Sandbox::Waited Sandbox::receive(std::string& line, std::chrono::milliseconds within) {
  return receive_until(line, Clock::now() + within);
}

Sandbox::Waited Sandbox::drain(std::string& last) {
  const auto deadline = Clock::now() + limits_.wall;
  std::uint64_t output = 0;
  std::string line;
  for (;;) {
    const Waited waited = receive_until(line, deadline);
    if (waited != Waited::line) return waited;
    output += line.size() + 1;
    if (output > limits_.output) return Waited::too_much_output;
    if (Clock::now() > deadline) return Waited::timed_out;
    last = line;
  }
}

Sandbox::Waited Sandbox::receive_until(std::string& line, Clock::time_point deadline) {
  std::size_t searched = 0;
  for (;;) {
    const std::size_t end = pending_.find('\n', searched);
    if (end != std::string::npos) {
      line = pending_.substr(0, end);
      pending_.erase(0, end + 1);
      return Waited::line;
    }
    searched = pending_.size();
    if (searched > limits_.output) return Waited::too_much_output;
    if (output_ended_) return Waited::ended;
    std::array<pollfd, 2> waiting{{{output_.number(), POLLIN, 0}, {errors_.number(), POLLIN, 0}}};
    const int n = poll(waiting.data(), waiting.size(), milliseconds_until(deadline));
    if (n == 0) return Waited::timed_out;
    read_errors();
    if ((waiting[1].revents & POLLHUP) != 0 && (waiting[0].revents & (POLLIN | POLLHUP)) == 0)
      poll(waiting.data(), 1,
           milliseconds_until(deadline));  // standard error is closed: wait for output alone
    if ((waiting[0].revents & (POLLIN | POLLHUP)) != 0 && !read_output()) output_ended_ = true;
  }
}

Ending Sandbox::end() {
  if (child_ < 0) return {};
  const pid_t child = std::exchange(child_, -1);
  int status = 0;
  bool reaped = false;
  // A program that closed its output is about to leave by itself; how it does tells most.
  const auto deadline = Clock::now() + limits_.wall;
  while (output_ended_ && !reaped && Clock::now() < deadline) {
    reaped = waitpid(child, &status, WNOHANG) == child;
    if (!reaped) usleep(500);
  }
  const bool lingered = output_ended_ && !reaped;
  kill(-child, SIGKILL);
  if (!reaped) waitpid(child, &status, 0);
  read_errors();
  Ending ending{WIFEXITED(status), lingered, 0, 0, words_};
  if (WIFEXITED(status)) ending.status = WEXITSTATUS(status);
  if (WIFSIGNALED(status)) ending.signal = WTERMSIG(status);
  for (const int fault : {SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGKILL, SIGSEGV, SIGTRAP, SIGXCPU}) {
    if (ending.exited && ending.status == 128 + fault) ending.signal = fault;
  }
  return ending;
}

}  // namespace ggufproof
