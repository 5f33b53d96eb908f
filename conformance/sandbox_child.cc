// Between fork and exec only what is safe after a fork is called: plain system calls.
#include "conformance/sandbox_child.h"

#include <algorithm>
#include <cerrno>
#include <cstdlib>

#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

namespace ggufproof {
namespace {

std::vector<char*> pointers(const std::vector<std::string>& strings) {
  std::vector<char*> out;
  for (const std::string& text : strings) out.push_back(const_cast<char*>(text.c_str()));
  out.push_back(nullptr);
  return out;
}

void limit(int resource, std::uint64_t bytes) {
  const rlimit both{bytes, bytes};
  setrlimit(static_cast<__rlimit_resource_t>(resource), &both);
}

[[noreturn]] void fail(int report) {
  const int error = errno;
  [[maybe_unused]] const auto written = write(report, &error, sizeof error);
  _exit(127);
}

}  // namespace

ChildWords::ChildWords(const SandboxedCommand& command) : environment(command.environment) {
  const char* path = std::getenv("PATH");
  environment.push_back(std::string("PATH=") + (path == nullptr ? "/usr/local/bin:/usr/bin:/bin" : path));
  environment.push_back("HOME=" + command.folder);
  environment.push_back("TMPDIR=" + command.folder);
  argv = pointers(command.arguments);
  envp = pointers(environment);
}

void become(const SandboxedCommand& command, const ChildWords& words, const SandboxLimits& limits,
            const std::array<int, 3>& ends, int report) {
  signal(SIGPIPE, SIG_DFL);
  setsid();
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (chdir(command.folder.c_str()) != 0) fail(report);
  for (int i = 0; i < 3; ++i) {
    if (dup2(ends[static_cast<std::size_t>(i)], i) < 0) fail(report);
  }
  limit(RLIMIT_CORE, 0);
  limit(RLIMIT_FSIZE, limits.file_size);
  const rlimit processor{static_cast<rlim_t>(limits.processor.count()), RLIM_INFINITY};
  setrlimit(RLIMIT_CPU, &processor);
  if (limits.memory != 0) limit(RLIMIT_DATA, limits.memory);
  execvpe(words.argv[0], words.argv.data(), words.envp.data());
  fail(report);
}

}  // namespace ggufproof
