// The bound on an error is a multiple of what our own encoder makes of the same original: types and tensors
// differ by orders of magnitude, so that no number of its own would do.
#include "validator/fidelity/check_against.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>
#include <variant>

#include "validator/decode/decode.h"
#include "validator/describe.h"
#include "validator/digits.h"
#include "validator/text.h"
#include "validator/threads.h"

namespace ggufproof {
namespace {

struct Place {
  const FileMap* map = nullptr;
  std::uint64_t tensor = 0;

  Tensor view() const { return map->document.tensor(tensor); }
};

using Names = std::unordered_map<std::string_view, Place>;

/// Trailing dimensions of 1 say nothing.
bool same_shape(const Tensor& a, const Tensor& b) { return a.dimensions == b.dimensions; }

/// The data of a tensor, or why there are none to be compared: "type I2_S (36) has no decoder".
std::variant<TensorData, std::string> data_of(const FileMap& map, const Tensor& tensor) {
  const TensorTypeRow* type = tensor_type_row(tensor.type);
  if (type == nullptr || !is_decodable(type->type))
    return "type " + tensor_type_shown(tensor.type) + " has no decoder";
  const auto bytes = bytes_of(map, tensor);
  if (!bytes) return std::string("data are not all in the file");
  return TensorData{bytes->type, bytes->blocks, map.document.order};
}

/// The bytes of a run of elements of a tensor.
Range bytes_of_piece(const TensorBytes& data, const Piece& piece) {
  const TensorTypeRow& type = *data.type;
  const std::uint64_t begin = data.range.begin + piece.first / type.block_elements * type.block_bytes;
  return {begin, begin + piece.elements / type.block_elements * type.block_bytes};
}

/// "rows 3 to 6", "row 3" or "row 3, columns 2048 to 4095", counted from 0; a row is a run of the first
/// dimension.
std::string rows_shown(const TensorComparison& row, std::uint64_t columns) {
  const Piece& piece = row.error.worst_piece;
  if (row.first_row != row.last_row) return "rows " + number(row.first_row) + " to " + number(row.last_row);
  const std::string one = "row " + number(row.first_row);
  const std::uint64_t column = piece.first % columns;
  return piece.elements == columns
             ? one
             : one + ", columns " + number(column) + " to " + number(column + piece.elements - 1);
}

/// The error, and where it is worst, unless the tensor is one piece.
std::string error_shown(const TensorComparison& row, const Tensor& tensor) {
  const TensorError& error = row.error;
  const std::string worst = significant(error.worst.relative_rms(), 3);
  std::string text = "a relative error of ";
  if (error.unusual) text += significant(error.sampled.relative_rms(), 3);
  const bool one_piece = error.worst_piece.elements == error.whole.compared + error.whole.not_finite;
  if (!error.worst_unusual || one_piece) return text;
  text += (error.unusual ? ", of " : "") + worst + " in " + rows_shown(row, tensor.dimensions[0]);
  return error.unusual_pieces == 1 ? text + " alone"
                                   : text + ", the worst of " + number(error.unusual_pieces) + " runs of " +
                                         number(piece_elements) + " values that stand out";
}

std::string usual_shown(const TensorComparison& row) {
  const TensorError& error = row.error;
  const double usual = (error.unusual ? error.usual : error.usual_worst)->relative_rms();
  const std::string type = tensor_type_shown(row.stored_type);
  if (usual > 0) return "about " + significant(usual, 3) + ", as " + type + " usually has";
  const double bound = error_bound(static_cast<TensorType>(row.stored_type), usual, usual_factor);
  return "at most " + significant(bound, 3) + ", since " + type + " can hold these values";
}

std::string not_finite_shown(const TensorError& error) {
  const std::uint64_t large = error.original_too_large, odd = error.original_not_finite - large;
  return (odd > 0 ? number(odd) + " NaN or infinite" : "") + (odd > 0 && large > 0 ? " and " : "") +
         (large > 0 ? number(large) + " beyond binary32" : "") + " in the original";
}

class AgainstOriginal {
 public:
  AgainstOriginal(std::span<const FileMap> originals, const CompareProgress& progress, std::uint64_t tensors)
      : progress_(progress), tensors_(tensors) {
    for (const FileMap& map : originals) {
      for (std::uint64_t i = 0; i < map.document.tensor_at.size(); ++i)
        names_.emplace(map.document.tensor_name(i), Place{&map, i});
    }
  }

  void judge(const StoredFile& file) {
    for (std::uint64_t i = 0; i < file.map->document.tensor_at.size(); ++i) judge(file, i);
  }

  void report_missing(std::span<const FileMap> originals, const StoredFile& first) {
    for (const FileMap& map : originals) {
      for (std::uint64_t i = 0; i < map.document.tensor_at.size(); ++i) {
        const Tensor tensor = map.document.tensor(i);
        if (!seen_.insert(tensor.name).second) continue;
        add(tensor.name, Kept::missing).original_type = tensor.type;
        const std::uint64_t end = first.map->document.infos_end;
        first.report->add(Rule::against_missing, {end, end}, [&] {
          return Detail{"tensors", quoted(tensor.name), "no such tensor", dimensions_shown(tensor)};
        });
      }
    }
  }

  std::vector<TensorComparison> take_rows() { return std::move(rows_); }

 private:
  TensorComparison& add(std::string_view name, Kept kept) {
    rows_.emplace_back();
    rows_.back().name = name;
    rows_.back().kept = kept;
    return rows_.back();
  }

  void judge(const StoredFile& file, std::uint64_t i) {
    const Tensor tensor = file.map->document.tensor(i);
    if (progress_) progress_(rows_.size(), tensors_);
    if (!seen_.insert(tensor.name).second) return;
    TensorComparison& row = add(tensor.name, Kept::not_comparable);
    row.stored_type = tensor.type;
    const auto found = names_.find(tensor.name);
    if (found == names_.end()) {
      row.kept = Kept::extra;
      return file.report->add(Rule::against_extra, tensor.name_text, [&] {
        return Detail{tensor_path(i, "name"), "", quoted(tensor.name), "a name of the original"};
      });
    }
    const Tensor original = found->second.view();
    row.original_type = original.type;
    if (!same_shape(original, tensor)) {
      row.kept = Kept::reshaped;
      row.reason = dimensions_shown(original) + " in the original, " + dimensions_shown(tensor) + " here";
      return file.report->add(Rule::against_reshaped, tensor.dimension_fields, [&] {
        return Detail{tensor_path(i, "dimensions"), quoted(tensor.name), dimensions_shown(tensor),
                      dimensions_shown(original)};
      });
    }
    const auto before = data_of(*found->second.map, original), after = data_of(*file.map, tensor);
    if (const auto* why = std::get_if<std::string>(&before))
      return void(row.reason = "the original's " + *why);
    if (const auto* why = std::get_if<std::string>(&after)) return void(row.reason = "its " + *why);
    row.kept = Kept::compared;
    row.error = compare_tensor(std::get<TensorData>(before), std::get<TensorData>(after));
    judge_original(file, tensor, i, row);
    judge_error(file, tensor, i, row);
  }

  static Range data_range(const StoredFile& file, const Tensor& tensor) {
    return bytes_of(*file.map, tensor).value_or(TensorBytes{}).range;
  }

  static void judge_original(const StoredFile& file, const Tensor& tensor, std::uint64_t i,
                             const TensorComparison& row) {
    if (row.error.original_not_finite == 0) return;
    file.report->add(Rule::against_original, data_range(file, tensor), [&] {
      return Detail{tensor_path(i, "data"), quoted(tensor.name), not_finite_shown(row.error), ""};
    });
  }

  static void judge_error(const StoredFile& file, const Tensor& tensor, std::uint64_t i,
                          TensorComparison& row) {
    const Piece& worst = row.error.worst_piece;
    if (worst.elements > 0) {
      row.first_row = worst.first / tensor.dimensions[0];
      row.last_row = (worst.first + worst.elements - 1) / tensor.dimensions[0];
    }
    row.unusual = row.error.unusual || row.error.worst_unusual;
    if (!row.unusual) return;
    const TensorBytes data = bytes_of(*file.map, tensor).value_or(TensorBytes{});
    const Range bytes = row.error.worst_unusual ? bytes_of_piece(data, worst) : data.range;
    file.report->add(Rule::against_error, bytes, [&] {
      return Detail{tensor_path(i, "data"), quoted(tensor.name), error_shown(row, tensor), usual_shown(row)};
    });
  }

  const CompareProgress& progress_;
  std::uint64_t tensors_;  ///< of the judged files
  Names names_;
  std::unordered_set<std::string_view> seen_;  ///< tensors of the judged files, then of the originals
  std::vector<TensorComparison> rows_;
};

}  // namespace

std::vector<TensorComparison> check_against(std::span<const FileMap> originals,
                                            std::span<const StoredFile> stored, std::uint64_t jobs,
                                            const CompareProgress& progress) {
  std::uint64_t tensors = 0;
  for (const StoredFile& file : stored) tensors += file.map->document.tensor_at.size();
  AgainstOriginal against(originals, progress, tensors);
  tbb::task_arena arena = arena_of(jobs);
  arena.execute([&] {
    for (const StoredFile& file : stored) against.judge(file);
    if (!stored.empty()) against.report_missing(originals, stored.front());
  });
  for (const StoredFile& file : stored) file.report->finish();
  return against.take_rows();
}

}  // namespace ggufproof
