// The table of the reference reader's defects as C++, and the predicates that tell which files fit a row.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

#include "conformance/isolated_worker.h"
#include "spec/rules.h"
#include "validator/document.h"

namespace ggufproof {

/// Memory that a worker of the agreement test lets the reader have, in bytes. Sizes of a quarter of it or
/// more count as huge: allocating them may fail.
inline constexpr std::uint64_t reader_memory = std::uint64_t{4} << 30;

// One predicate a row of reader_defects.def: does the file fit it. Dimensions are in file order, fastest
// first.
#define READER_DEFECT(predicate, name, header_only, with_data, rule, reason) \
  bool predicate(const Document& document);
#include "conformance/reader_defects.def"

/// One row of conformance/reader_defects.def.
struct ReaderDefect {
  std::string_view name;
  bool (*fits)(const Document& document);
  std::optional<Outcome> header_only;  // nothing: the reader does what it should
  std::optional<Outcome> with_data;
  Rule rule;
  std::string_view reason;

  /// What the reader does with a file that fits; nothing if it does what it should.
  std::optional<Outcome> outcome(Manner manner) const {
    return manner == Manner::header_only ? header_only : with_data;
  }
};

namespace reader_defect_columns {
inline constexpr std::optional<Outcome> accepted = Outcome::accepted;
inline constexpr std::optional<Outcome> refused = Outcome::refused;
inline constexpr std::optional<Outcome> crashed = Outcome::crashed;
inline constexpr std::optional<Outcome> agrees = std::nullopt;

inline constexpr std::array rows{
#define READER_DEFECT(predicate, name, header_only, with_data, rule, reason) \
  ReaderDefect{name, predicate, header_only, with_data, Rule::rule, reason},
#include "conformance/reader_defects.def"
};
}  // namespace reader_defect_columns

inline constexpr const auto& reader_defects = reader_defect_columns::rows;

/// The row that explains why the reader, asked in this manner, came to `outcome` on this file; nullptr if
/// none does.
const ReaderDefect* explain(const Document& document, Manner manner, Outcome outcome);

/// Bytes that the reader takes a tensor for, wrapped wherever its own arithmetic wraps (ggml.c:ggml_nbytes).
/// 0 for types without a block size.
std::uint64_t bytes_as_reader_computes(const Tensor& tensor);

}  // namespace ggufproof
