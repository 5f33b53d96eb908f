// Four digits tell tensors apart; nobody needs more of an error.
#include "validator/fidelity/render_fidelity.h"

#include <algorithm>
#include <initializer_list>
#include <iomanip>
#include <ostream>

#include "validator/describe.h"
#include "validator/digits.h"
#include "validator/text.h"

namespace ggufproof {
namespace {

using Json = nlohmann::ordered_json;

constexpr int type_width = 12, number_width = 11;

std::string digits(double value) { return significant(value, 4); }

std::string type_shown(const TensorComparison& row, bool original) {
  if (row.kept == (original ? Kept::extra : Kept::missing)) return "-";
  return tensor_type_shown(original ? row.original_type : row.stored_type);
}

/// Wide enough for all names but very long ones.
template <class Row>
int width_of_names(std::span<const Row> rows) {
  constexpr std::size_t most = 60;
  std::size_t width = 4;
  for (const Row& row : rows) width = std::max(width, std::min(ggufproof::quoted(row.name).size(), most));
  return static_cast<int>(width);
}

/// The columns of numbers at the end of a line.
void print_columns(std::ostream& out, std::initializer_list<std::string> texts) {
  for (const std::string& text : texts) {
    const bool last = &text == texts.end() - 1;
    out << ' ' << std::setw(last ? 0 : number_width) << text;
  }
}

void print_row(std::ostream& out, const TensorComparison& row, int name_width) {
  out << "  " << std::left << std::setw(name_width) << ggufproof::quoted(row.name) << ' '
      << std::setw(type_width) << type_shown(row, true) << ' ' << std::setw(type_width)
      << type_shown(row, false);
  if (row.kept != Kept::compared) {
    out << ' ' << kept_names[static_cast<std::size_t>(row.kept)]
        << (row.reason.empty() ? "" : ": " + row.reason) << '\n';
    return;
  }
  const std::string usual = row.error.usual ? digits(row.error.usual->relative_rms()) : "-";
  print_columns(out, {digits(row.error.whole.relative_rms()), usual, digits(row.error.whole.largest_error),
                      digits(row.error.whole.cosine())});
  if (row.error.whole.not_finite > 0) out << ' ' << row.error.whole.not_finite << " not finite";
  out << (row.unusual ? " unusual" : "") << '\n';
}

/// The piece with the largest relative error; null where there is no error.
Json worst_json(const TensorComparison& row) {
  const TensorError& error = row.error;
  if (error.worst_piece.elements == 0) return {};
  return {{"first_row", row.first_row},
          {"last_row", row.last_row},
          {"relative_rms", error.worst.relative_rms()},
          {"usual_relative_rms", error.usual_worst ? Json(error.usual_worst->relative_rms()) : Json()}};
}

Json row_json(const TensorComparison& row) {
  Json out{{"name", escaped(row.name, row.name.size() * 4)},
           {"outcome", kept_names[static_cast<std::size_t>(row.kept)]},
           {"original_type", row.kept == Kept::extra ? Json() : Json(row.original_type)},
           {"type", row.kept == Kept::missing ? Json() : Json(row.stored_type)}};
  if (!row.reason.empty()) out["reason"] = row.reason;
  if (row.kept != Kept::compared) return out;
  out.update({{"compared", row.error.whole.compared},
              {"not_finite", row.error.whole.not_finite},
              {"relative_rms", row.error.whole.relative_rms()},
              {"usual_relative_rms", row.error.usual ? Json(row.error.usual->relative_rms()) : Json()},
              {"largest_error", row.error.whole.largest_error},
              {"cosine", row.error.whole.cosine()},
              {"unusual", row.unusual},
              {"unusual_runs", row.error.unusual_pieces},
              {"worst_run", worst_json(row)}});
  return out;
}

}  // namespace

void print_against(std::ostream& out, const std::string& original, std::span<const TensorComparison> rows) {
  const int name_width = width_of_names(rows);
  out << "compared with " << path_shown(original) << ":\n  " << std::left << std::setw(name_width) << "name"
      << ' ' << std::setw(type_width) << "original" << ' ' << std::setw(type_width) << "here";
  print_columns(out, {"error", "usual", "largest", "cosine"});
  out << '\n';
  for (const TensorComparison& row : rows) print_row(out, row, name_width);
}

Json against_json(const std::string& original, std::span<const TensorComparison> rows) {
  Json tensors = Json::array();
  std::transform(rows.begin(), rows.end(), std::back_inserter(tensors), row_json);
  return {{"original", path_shown(original)}, {"tensors", std::move(tensors)}};
}

void print_roundtrip(std::ostream& out, std::span<const RoundTrip> trips) {
  if (trips.empty()) {
    out << "nothing to decode, encode and decode again: no tensor is quantized\n";
    return;
  }
  const int name_width = width_of_names(trips);
  out << "decoded, encoded and decoded again:\n  " << std::left << std::setw(name_width) << "name" << ' '
      << std::setw(type_width) << "type";
  print_columns(out, {"blocks", "same bytes", "same values", "error"});
  out << '\n';
  for (const RoundTrip& trip : trips) {
    out << "  " << std::setw(name_width) << ggufproof::quoted(trip.name) << ' ' << std::setw(type_width)
        << tensor_type_shown(trip.type);
    print_columns(out, {number(trip.blocks), number(trip.same_bytes), number(trip.same_values),
                        digits(trip.error.relative_rms())});
    out << '\n';
  }
}

Json roundtrip_json(std::span<const RoundTrip> trips) {
  Json out = Json::array();
  std::transform(trips.begin(), trips.end(), std::back_inserter(out), [](const RoundTrip& trip) {
    return Json{{"name", escaped(trip.name, trip.name.size() * 4)},
                {"type", trip.type},
                {"blocks", trip.blocks},
                {"same_bytes", trip.same_bytes},
                {"same_values", trip.same_values},
                {"relative_rms", trip.error.relative_rms()}};
  });
  return out;
}

}  // namespace ggufproof
