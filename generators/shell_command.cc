// The file is an argument of the shell, which quotes it.
#include "generators/shell_command.h"

#include <array>
#include <csignal>
#include <cstring>

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

namespace ggufproof {
namespace {

constexpr useconds_t pause_microseconds = 300;

std::string with_argument(std::string command) {
  constexpr std::string_view argument = "\"$1\"";
  for (std::size_t at = 0; (at = command.find(file_mark, at)) != std::string::npos; at += argument.size())
    command.replace(at, std::strlen(file_mark), argument);
  return command;
}

/// The child's number, or the error's.
std::variant<pid_t, std::string> spawn(std::string script, std::string file) {
  std::array<std::string, 5> words{"/bin/sh", "-c", with_argument(std::move(script)), "sh", std::move(file)};
  std::array<char*, 6> arguments{};
  for (std::size_t i = 0; i < words.size(); ++i) arguments[i] = words[i].data();
  posix_spawn_file_actions_t files;
  posix_spawn_file_actions_init(&files);
  posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_addopen(&files, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
  posix_spawn_file_actions_adddup2(&files, STDOUT_FILENO, STDERR_FILENO);
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
  pid_t child = -1;
  const int error = posix_spawn(&child, "/bin/sh", &files, &attributes, arguments.data(), environ);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&files);
  if (error != 0) return std::string(std::strerror(error));
  return child;
}

}  // namespace

std::string CommandEnd::shown() const {
  if (kind == Kind::timeout) return "no end in time";
  if (kind == Kind::status) return "exit status " + std::to_string(number);
  return "signal " + std::to_string(number) + " (" + strsignal(number) + ')';
}

std::variant<CommandEnd, std::string> run_in_shell(const std::string& command, const std::string& file,
                                                   std::chrono::milliseconds within) {
  const auto spawned = spawn(command, file);
  if (const auto* error = std::get_if<std::string>(&spawned)) return *error;
  const pid_t child = std::get<pid_t>(spawned);
  const auto deadline = std::chrono::steady_clock::now() + within;
  int status = 0;
  bool ended = false;
  while (!(ended = waitpid(child, &status, WNOHANG) == child) && std::chrono::steady_clock::now() < deadline)
    usleep(pause_microseconds);
  kill(-child, SIGKILL);
  if (!ended) waitpid(child, &status, 0);
  if (!ended) return CommandEnd{CommandEnd::Kind::timeout, 0};
  if (WIFSIGNALED(status)) return CommandEnd{CommandEnd::Kind::signal, WTERMSIG(status)};
  return CommandEnd{CommandEnd::Kind::status, WEXITSTATUS(status)};
}

}  // namespace ggufproof
