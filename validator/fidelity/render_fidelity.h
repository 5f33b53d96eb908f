// Shows how a model's tensors compare with those of its original, and what became of them on their way round:
// as tables for people, as JSON (report_format.md), where numbers that are not finite are null.
#pragma once

#include <iosfwd>
#include <span>
#include <string>

#include <nlohmann/json.hpp>

#include "validator/fidelity/check_against.h"
#include "validator/fidelity/check_roundtrip.h"

namespace ggufproof {

/// Prints a table, a line a tensor: types, relative error and the usual one, largest error, cosine.
void print_against(std::ostream& out, const std::string& original, std::span<const TensorComparison> rows);

/// The same as a member of the JSON report.
nlohmann::ordered_json against_json(const std::string& original, std::span<const TensorComparison> rows);

/// Prints a table, a line a tensor: type, blocks, how many of them came back, error.
void print_roundtrip(std::ostream& out, std::span<const RoundTrip> trips);

/// The same as a member of the file's entry in the JSON report.
nlohmann::ordered_json roundtrip_json(std::span<const RoundTrip> trips);

}  // namespace ggufproof
