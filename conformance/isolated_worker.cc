// One socket pair a child: a request is the manner's byte and the path, an answer is one byte, end of file is
// a death.
#include "conformance/isolated_worker.h"

#include <array>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <optional>
#include <utility>

#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "conformance/sanitized.h"

namespace ggufproof {
namespace {

constexpr std::size_t max_path = 4000;
constexpr std::size_t max_log = 65536;
constexpr char ready = 'R';
constexpr char yes = 'y';
constexpr char no = 'n';

// Bytes of address space in use now: the first field of statm, in pages.
std::uint64_t address_space_in_use() {
  std::uint64_t pages = 0;
  std::ifstream("/proc/self/statm") >> pages;
  return pages * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
}

void limit_child(const WorkerLimits& limits) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  const rlimit no_core{0, 0};
  setrlimit(RLIMIT_CORE, &no_core);
  if (sanitized_build) return;
  const rlim_t bytes = address_space_in_use() + limits.memory;
  const rlimit memory{bytes, bytes};
  setrlimit(RLIMIT_AS, &memory);
}

// Waits for one byte. Nothing: the deadline passed. 0: the other side is gone.
std::optional<char> receive(int socket, std::chrono::milliseconds wall) {
  const auto deadline = std::chrono::steady_clock::now() + wall;
  for (;;) {
    const auto left =
        std::chrono::duration_cast<std::chrono::milliseconds>(deadline - std::chrono::steady_clock::now())
            .count();
    pollfd waiting{socket, POLLIN, 0};
    const int n = poll(&waiting, 1, left > 0 ? static_cast<int>(left) : 0);
    if (n < 0 && errno == EINTR) continue;
    if (n == 0) return std::nullopt;
    char answer = 0;
    return recv(socket, &answer, 1, 0) == 1 ? answer : char{0};
  }
}

}  // namespace

std::string_view name_of(Manner manner) {
  return manner == Manner::header_only ? "header-only" : "with data";
}

std::string_view name_of(Outcome outcome) {
  switch (outcome) {
    case Outcome::accepted:
      return "accepted";
    case Outcome::refused:
      return "refused";
    case Outcome::crashed:
      return "crashed";
    case Outcome::hung:
      return "hung";
  }
  return "?";
}

std::string ReaderVerdict::reason() const {
  std::string_view text = log;
  while (text.ends_with('\n')) text.remove_suffix(1);
  if (outcome == Outcome::crashed) {
    const std::size_t end = text.rfind('\n');
    return std::string(end == std::string_view::npos ? text : text.substr(end + 1));
  }
  return std::string(text.substr(0, text.find('\n')));
}

IsolatedWorker::IsolatedWorker(MakeJudge make_judge, WorkerLimits limits)
    : make_judge_(std::move(make_judge)), limits_(limits), file_("ggufproof-file"), log_("ggufproof-log") {
  if (!file_.ok() || !log_.ok() || !log_.append_only()) {
    error_ = std::string("no memory file: ") + std::strerror(errno);
    return;
  }
  start();
}

IsolatedWorker::~IsolatedWorker() { stop(); }

bool IsolatedWorker::start() {
  std::array<int, 2> ends{};
  if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends.data()) != 0) {
    error_ = std::string("no socket pair: ") + std::strerror(errno);
    return false;
  }
  log_.replace({});
  child_ = fork();
  if (child_ == 0) {
    close(ends[0]);
    serve(ends[1]);
    _exit(1);
  }
  close(ends[1]);
  socket_ = ends[0];
  if (child_ < 0) {
    error_ = std::string("no child process: ") + std::strerror(errno);
    return false;
  }
  ++starts_;
  error_.clear();
  if (receive(socket_, limits_.wall) != ready) {
    error_ = "the reader could not be started: " + bury(Outcome::crashed).log;
    return false;
  }
  return true;
}

void IsolatedWorker::serve(int socket) const {
  limit_child(limits_);
  dup2(log_.descriptor(), STDOUT_FILENO);
  dup2(log_.descriptor(), STDERR_FILENO);
  const Judge judge = make_judge_();
  if (!judge) return;
  send(socket, &ready, 1, MSG_NOSIGNAL);
  std::array<char, max_path + 2> request{};
  for (;;) {
    const ssize_t n = recv(socket, request.data(), request.size() - 1, 0);
    if (n <= 0) return;
    request[static_cast<std::size_t>(n)] = '\0';
    const bool accepted = judge(request.data() + 1, static_cast<Manner>(request[0]));
    send(socket, accepted ? &yes : &no, 1, MSG_NOSIGNAL);
  }
}

void IsolatedWorker::stop() {
  if (socket_ >= 0) close(std::exchange(socket_, -1));
  if (child_ > 0) {
    kill(child_, SIGKILL);
    waitpid(std::exchange(child_, -1), nullptr, 0);
  }
}

// Collects the child and what it left. One that is already dead keeps its own cause of death.
ReaderVerdict IsolatedWorker::bury(Outcome outcome) {
  kill(child_, SIGKILL);
  int status = 0;
  waitpid(std::exchange(child_, -1), &status, 0);
  stop();
  return {outcome, WIFSIGNALED(status) ? WTERMSIG(status) : 0, log_.text(max_log)};
}

bool IsolatedWorker::send_request(const std::string& path, Manner manner) const {
  const std::string request = static_cast<char>(manner) + path;
  return socket_ >= 0 && send(socket_, request.data(), request.size(), MSG_NOSIGNAL) >= 0;
}

ReaderVerdict IsolatedWorker::judge_path(const std::string& path, Manner manner) {
  if (path.size() > max_path) return {Outcome::refused, 0, "path longer than a request can hold"};
  log_.replace({});
  if (!send_request(path, manner)) {
    stop();
    if (!start() || !send_request(path, manner)) return {Outcome::crashed, 0, error_};
  }
  const std::optional<char> answer = receive(socket_, limits_.wall);
  if (!answer) return bury(Outcome::hung);
  if (*answer != yes && *answer != no) return bury(Outcome::crashed);
  return {*answer == yes ? Outcome::accepted : Outcome::refused, 0, log_.text(max_log)};
}

ReaderVerdict IsolatedWorker::judge(std::span<const std::uint8_t> file, Manner manner) {
  if (!file_.replace(file)) return {Outcome::crashed, 0, "the file does not fit into memory"};
  return judge_path(file_.path(), manner);
}

}  // namespace ggufproof
