// The one generator: any valid file, as the choices will have it. "Valid" is the dialect that the document,
// the reference reader and llama.cpp's header checks all take, unless an option says more.
#pragma once

#include <cstdint>
#include <string>

#include "generators/choices.h"
#include "generators/file_model.h"

namespace ggufproof {

/// What any_file may use. The defaults stay inside what the reference reader takes on a little-endian
/// machine.
struct FileOptions {
  bool version_1 = false;            ///< obsolete: today's readers refuse it
  bool version_2 = true;             ///< taken by readers, not what the document describes
  bool big_endian = false;           ///< with version 3 only
  bool nested_arrays = false;        ///< the document allows them, the reference reader refuses them
  std::uint64_t pairs = 6;           ///< most pairs besides the standard ones
  std::uint64_t elements = 6;        ///< most elements of an array
  std::uint64_t characters = 20;     ///< most code points of a text
  std::uint64_t tensors = 4;         ///< most tensors
  std::uint64_t tensor_bytes = 512;  ///< most bytes of a tensor that has more than one block
};

/// A valid file: every value type, empty texts and arrays, UTF-8 of one to four bytes, unique keys in
/// lower_snake_case, alignments from 8 to 4096, every live tensor type, 0 to 4 dimensions with sizes of 0
/// among them, unique names of 1 to 63 bytes. general.architecture is there, and general.quantization_version
/// where a tensor is quantized.
FileModel any_file(Choices& choices, const FileOptions& options = {});

/// A valid metadata key of two or three segments. The first one is never a standard prefix, so that no rule
/// about a standard key applies.
std::string any_key(Choices& choices);

/// A text of at most `characters` code points, without NUL or control characters.
std::string any_text(Choices& choices, std::uint64_t characters);

/// A value of any type.
ModelValue any_value(Choices& choices, const FileOptions& options);

/// A tensor of any live type.
ModelTensor any_tensor(Choices& choices, const FileOptions& options);

}  // namespace ggufproof
