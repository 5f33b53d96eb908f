// Which files a run judges: those that the command line names or, where it names none, those of the
// configuration; less what the configuration excludes from folders.
#pragma once

#include <string>
#include <vector>

#include "validator/config/config_file.h"
#include "validator/files.h"

namespace ggufproof {

/// The files behind paths of the command line. What is named itself is not excluded.
std::vector<NamedFile> chosen_files(const std::vector<std::string>& paths, const Config& config);

/// The files of the configuration's own list. An entry that leads to no file is an entry with an error.
std::vector<NamedFile> configured_files(const Config& config);

}  // namespace ggufproof
