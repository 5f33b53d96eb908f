// Results as a file: what is kept of a run, compared with later ones, merged from parts, shown on the page,
// and handed out as a certificate. Cases in which the testee did what is right are not listed, all others
// are; which levels a case belongs to follows from the corpus.
#pragma once

#include <string>
#include <string_view>
#include <variant>

#include <nlohmann/json.hpp>

#include "conformance/certify_run.h"

namespace ggufproof {

/// The digest of a corpus: the SHA-256 over the ids of its cases and their texts, which their files follow
/// from.
std::string corpus_digest(const Corpus& corpus);

/// What a record says beside its results.
struct RecordFrame {
  std::string date;  ///< YYYY-MM-DD
  std::uint64_t part = 1, parts = 1;
  bool large = false;     ///< cases of more than 1 MiB were given too
  bool filtered = false;  ///< cases were left out: no certificate
};

/// A record's text, with a digest over all of it. One line for each case.
std::string record_text(const Corpus& corpus, const Results& results, const RecordFrame& frame);

/// The members of a record of any corpus, if it is whole and unchanged. The error is a sentence.
std::variant<nlohmann::ordered_json, std::string> open_record(std::string_view text);

struct Record {
  Results results;
  RecordFrame frame;
};

/// Reads a record that was made with this corpus. The error is a sentence: it is damaged, or of another
/// corpus.
std::variant<Record, std::string> read_record(const Corpus& corpus, std::string_view text);

/// Puts parts together, in any order. The error is a sentence: parts are missing, double, or of different
/// runs.
std::variant<Record, std::string> merge(const Corpus& corpus, std::vector<Record> parts);

/// Today's date, or the one that SOURCE_DATE_EPOCH states.
std::string today();

}  // namespace ggufproof
