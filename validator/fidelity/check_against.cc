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

/// An importance matrix buys a smaller error where it matters with a larger one elsewhere. Measured on
/// ggml_quantize_chunk with importances whose logarithms spread by 2: at most a quarter more in all, and half
/// more only by 3 and in IQ2_XXS. Beyond that is damage, or another algorithm.
constexpr double usual_factor = 1.5;

/// The same in one piece of the tensor, where it scatters more: measured at most 1.5, and values of another
/// row 3 and more in types of three bits and above.
constexpr double usual_piece_factor = 2.5;

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
    const std::uint64_t count = row.error.whole.original_not_finite;
    if (count == 0) return;
    file.report->add(Rule::against_original, data_range(file, tensor), [&] {
      return Detail{tensor_path(i, "data"), quoted(tensor.name),
                    number(count) + " NaN and infinities in the original", ""};
    });
  }

  static void judge_error(const StoredFile& file, const Tensor& tensor, std::uint64_t i,
                          TensorComparison& row) {
    if (!row.error.usual) return;
    const Distance &whole = row.error.sampled, &usual_whole = *row.error.usual;
    const Distance &worst = row.error.worst, &usual_worst = *row.error.usual_worst;
    const bool all = whole.relative_rms() > usual_factor * usual_whole.relative_rms();
    row.unusual = all || worst.relative_rms() > usual_piece_factor * usual_worst.relative_rms();
    if (!row.unusual) return;
    const double here = (all ? whole : worst).relative_rms();
    const double usual = (all ? usual_whole : usual_worst).relative_rms();
    file.report->add(Rule::against_error, data_range(file, tensor), [&] {
      const std::string where =
          all ? "" : " around row " + number(row.error.worst_at / tensor.dimensions[0]) + " alone";
      return Detail{
          tensor_path(i, "data"), quoted(tensor.name), "a relative error of " + significant(here, 3) + where,
          "about " + significant(usual, 3) + ", as " + tensor_type_shown(tensor.type) + " usually has"};
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
