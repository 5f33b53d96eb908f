// Importance matrices as llama-quantize takes them: three keys, and pairs of sums and counts.
#include <array>

#include "validator/checks.h"
#include "validator/describe.h"
#include "validator/role_findings.h"
#include "validator/text.h"

namespace ggufproof {
namespace {

constexpr std::string_view sums_end = ".in_sum2", counts_end = ".counts";

/// Elements of a tensor by the dimensions that are kept; the reader has judged their product.
std::uint64_t elements_of(const Tensor& tensor) { return size_of(tensor).elements; }

/// Judges one importance matrix.
class Imatrix {
 public:
  Imatrix(const Document& document, const KeyIndex& keys, Report& report)
      : doc_(document), keys_(keys), add_(document, report), names_(document) {}

  void judge() {
    for (const KeyId id : {KeyId::imatrix_datasets, KeyId::imatrix_chunk_count, KeyId::imatrix_chunk_size}) {
      if (!keys_.index(id)) add_.key_missing(Rule::imatrix_key_missing, key_row(id).name, "");
    }
    if (doc_.reached < Reached::tensors) return;
    if (doc_.tensor_count == 0)
      add_.tensor_missing(Rule::imatrix_no_tensors, "", "pairs of NAME.in_sum2 and NAME.counts");
    for (std::uint64_t i = 0; i < doc_.tensor_at.size(); ++i) tensor(i);
  }

 private:
  void tensor(std::uint64_t i) {
    const std::string_view name = doc_.tensor_name(i);
    const bool sums = name.ends_with(sums_end);
    if (!sums && !name.ends_with(counts_end))
      return add_.name(Rule::imatrix_tensor_name, i, "a name that ends in .in_sum2 or .counts");
    if (doc_.tensor(i).type != static_cast<std::uint32_t>(TensorType::f32))
      add_.type(Rule::imatrix_tensor_type, i, "F32");
    const std::string_view base = name.substr(0, name.size() - (sums ? sums_end : counts_end).size());
    const std::string other = std::string(base) + std::string(sums ? counts_end : sums_end);
    const auto partner = names_.find(other);
    if (!partner) return add_.name(Rule::imatrix_pair_missing, i, quoted(other) + " beside it");
    if (sums) shapes(i, *partner);
  }

  /// Judges a pair; the culprit is the counts.
  void shapes(std::uint64_t sums, std::uint64_t counts) {
    const Tensor s = doc_.tensor(sums), c = doc_.tensor(counts);
    if (elements_of(c) == 0) return add_.dimensions(Rule::imatrix_counts_empty, counts, "at least one");
    const std::uint64_t wanted = s.dimensions[1];
    if (elements_of(c) == wanted && c.dimensions[0] == 1) return;
    add_.dimensions(Rule::imatrix_counts_shape, counts,
                    "[1, " + number(wanted) + "] beside " + dimensions_shown(s));
  }

  const Document& doc_;
  const KeyIndex& keys_;
  RoleFindings add_;
  TensorNames names_;
};

}  // namespace

void check_imatrix(const Document& document, const KeyIndex& keys, Report& report) {
  Imatrix(document, keys, report).judge();
}

}  // namespace ggufproof
