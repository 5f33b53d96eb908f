// A tar archive in memory, the same for the same content: no owner, no time.
#pragma once

#include <map>
#include <string>

namespace ggufproof {

/// The archive of some files by name, in the ustar format (POSIX.1). REQUIRES: names of at most 100 bytes.
std::string tar_archive(const std::map<std::string, std::string>& files);

}  // namespace ggufproof
