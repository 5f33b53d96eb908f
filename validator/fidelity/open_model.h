// A model on disk, in one file or in shards, followed to its tensors.
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "validator/layout_map.h"
#include "validator/source.h"

namespace ggufproof {

/// The files of a model, open as long as this lives.
struct OpenModel {
  std::vector<Source> sources;
  std::vector<std::string> paths;  ///< of the sources, one each, as are the maps
  std::vector<FileMap> maps;
};

/// Opens a model by its file; by any of its shards all of them, found by their names; a pipe of such
/// a name is none, and is not waited for. The error is a sentence
/// that names the file. With `whole` a file whose data are not all there is an error, too.
std::variant<OpenModel, std::string> open_model(const std::string& path, bool whole);

/// Why what was read of a model cannot be relied upon, as a sentence that names the file; empty while its
/// files are what they were.
std::string fault_of(const OpenModel& model);

}  // namespace ggufproof
