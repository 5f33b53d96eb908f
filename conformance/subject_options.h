// The options that say what is under test, and what it may use: the same for every command that drives
// readers.
#pragma once

#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "conformance/subject.h"

namespace ggufproof {

struct SubjectSettings {
  std::string reader, testee;  ///< commands; one of both
  Handshake who;               ///< what the user says of a reader that says nothing itself
  std::vector<std::string> environment;
  SandboxLimits limits;

  SubjectSettings();

  bool is_given() const { return !reader.empty() || !testee.empty(); }

  /// REQUIRES: is_given().
  MakeSubject make() const;
};

/// Adds --reader, --testee, what can be said of a reader, --env, --timeout and --memory.
void declare_subject(CLI::App& app, SubjectSettings& settings);

/// The corpus that was installed with this command, else that of the sources that it was made from.
std::string usual_corpus(std::string of_sources);

}  // namespace ggufproof
