// Once for the process and not for each child: a name space takes the kernel milliseconds to make and longer
// to end.
#include "conformance/network.h"

#include <fstream>
#include <string>

#include <sched.h>
#include <unistd.h>

namespace ggufproof {
namespace {

void write_to(const char* path, const std::string& text) { std::ofstream(path) << text; }

/// In a name space of its own a user is nobody until he says who he is: himself.
void stay(uid_t user, gid_t group) {
  write_to("/proc/self/setgroups", "deny");
  write_to("/proc/self/uid_map", std::to_string(user) + ' ' + std::to_string(user) + " 1");
  write_to("/proc/self/gid_map", std::to_string(group) + ' ' + std::to_string(group) + " 1");
}

}  // namespace

bool leave_network() {
  if (unshare(CLONE_NEWNET) == 0) return true;
  const uid_t user = geteuid();
  const gid_t group = getegid();
  if (unshare(CLONE_NEWUSER | CLONE_NEWNET) != 0) return false;
  stay(user, group);
  return true;
}

}  // namespace ggufproof
