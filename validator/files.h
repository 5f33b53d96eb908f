// Which files a command line names: files as they are, directories as the GGUF files below them.
#pragma once

#include <string>
#include <vector>

namespace ggufproof {

/// One file to judge, or a path that could not be listed.
struct NamedFile {
  std::string path;
  std::string error;  ///< why the path cannot be listed, else empty
};

/// Expands paths in the order given; a directory becomes its *.gguf files, recursively, sorted by path:
/// regular files and links, no pipes, sockets and devices. Directory links are not followed, so a loop of
/// them does no harm.
std::vector<NamedFile> expand_paths(const std::vector<std::string>& paths);

/// Whether something is there that is no file and no directory: a pipe, a socket or a device, reading which
/// could last for ever. What a link leads to counts; a link to nothing is none.
bool is_special(const std::string& path);

}  // namespace ggufproof
