// One question, asked of the validator and of the reference reader: is this file taken? Whether the two
// answers agree, and if not, whether a known defect of the reader explains it.
#pragma once

#include <string>

#include "conformance/isolated_worker.h"
#include "conformance/reader_defects.h"
#include "validator/bytes.h"

namespace ggufproof {

/// The two answers on one file in one manner.
struct Comparison {
  bool valid = false;   // by the validator under the profile ggml
  std::string finding;  // its first error, empty where valid
  ReaderVerdict reader;
  const ReaderDefect* defect = nullptr;  // what explains a disagreement; nullptr too where the answers agree

  /// A valid file is to be accepted, any other refused. A crash or a hang agrees with nothing.
  bool agree() const { return reader.outcome == (valid ? Outcome::accepted : Outcome::refused); }
  bool settled() const { return agree() || defect != nullptr; }

  /// Both answers in two lines.
  std::string text() const;
};

/// Asks both. `worker` runs the reference reader (ggml_testee.h). header_only stands against a validation
/// without the data section, with_data against one with its bounds.
Comparison compare_with_reference(IsolatedWorker& worker, Bytes file, Manner manner);

}  // namespace ggufproof
