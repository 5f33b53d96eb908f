// What gguf-certify does once its options are read.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "conformance/certify_run.h"
#include "conformance/subject_options.h"

namespace ggufproof {

enum class CertifyFormat : std::uint8_t { text, json, junit };

struct CertifySettings {
  SubjectSettings subject;
  std::string corpus;
  std::vector<Level> wanted{Level::robust, Level::faithful};
  CertifyRun run;
  CertifyFormat format = CertifyFormat::text;
  std::string expected, record, badge;  ///< files; none where empty
  bool fix = false;
  std::optional<std::string> verify;
  std::vector<std::string> merge;
  std::vector<std::string> compare;  ///< the older record and the newer one
};

/// Does it; returns the exit status: 0 the levels are reached and nothing deviates, 1 not, 2 it cannot be
/// told.
int certify(CertifySettings settings);

}  // namespace ggufproof
