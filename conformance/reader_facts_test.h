// Files on both sides of every boundary that the reference reader has, and what it does with each.
#pragma once

#include <iosfwd>
#include <string>
#include <vector>

#include "conformance/isolated_worker.h"

namespace ggufproof {

/// One file, and the reader's outcome on it in either manner.
struct ReaderFact {
  const char* what;
  std::string file;
  Outcome header_only;
  Outcome with_data;
};

/// What GoogleTest prints for a fact.
void PrintTo(const ReaderFact& fact, std::ostream* out);

std::vector<ReaderFact> header_facts();
std::vector<ReaderFact> metadata_facts();
std::vector<ReaderFact> alignment_facts();
std::vector<ReaderFact> tensor_facts();
std::vector<ReaderFact> element_facts();
std::vector<ReaderFact> layout_facts();

/// All of them.
std::vector<ReaderFact> reader_facts();

}  // namespace ggufproof
