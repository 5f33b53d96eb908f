// Whether a model is one that llama.cpp's loader would take: the rows of its architecture are run over the
// file, and then every tensor that they did not ask for is one too many.
#include <algorithm>

#include "validator/architecture_document.h"
#include "validator/architecture_run.h"
#include "validator/architecture_words.h"
#include "validator/check_model_values.h"
#include "validator/check_tensor_types.h"
#include "validator/checks.h"
#include "validator/describe.h"
#include "validator/text.h"

namespace ggufproof {
namespace {

/// Tensors that the rows did not ask for.
class Leftovers {
 public:
  Leftovers(ArchitectureFile& file, ArchitectureRun& run) : file_(file), run_(run) {}

  void judge() {
    for (std::uint64_t i = 0; i < file_.tensor_count(); ++i) {
      if (!file_.is_accounted_for(i)) judge(file_.tensor(i));
    }
  }

 private:
  void judge(const PlacedTensor& placed) {
    const std::string_view name = placed.tensor.name;
    const auto block = block_of(name);
    if (is_side(placed, block)) return;
    if (block && !block->plain)
      return add(Rule::model_block_number, placed, "a decimal number without leading zeros");
    const auto blocks = run_.blocks_known() ? block_count() : std::nullopt;
    if (block && blocks && block->block >= *blocks) {
      return add(Rule::model_block_beyond, placed, "blocks below " + number(*blocks));
    }
    if (run_.complete()) add(Rule::model_tensor_unexpected, placed, "");
  }

  /// Scales beside a weight that the rows did ask for. Judges their shape, too.
  bool is_side(const PlacedTensor& placed, const std::optional<BlockName>& block) {
    const Tensor& tensor = placed.tensor;
    const std::string_view rest = block ? block->rest : tensor.name;
    for (const std::string_view suffix : {".input_scale", ".scale"}) {
      if (!rest.ends_with(suffix)) continue;
      const std::string_view base = rest.substr(0, rest.size() - suffix.size());
      const auto& sides = run_.values().program().sides;
      const auto side =
          std::find_if(sides.begin(), sides.end(), [&](const Side& s) { return s.name == base; });
      if (side == sides.end()) return false;
      const std::string_view own = tensor.name.substr(0, tensor.name.size() - suffix.size());
      const std::string first = block && run_.repeats() ? "blk.0." + std::string(base) : std::string(own);
      if (!is_weight(first) && !is_weight(decoders_name(first))) return false;
      check_side(placed, *side);
      check_tensor_type(tensor, placed.number, placed.report);
      return true;
    }
    return false;
  }

  /// What T5 calls the weight of a decoder's block.
  static std::string decoders_name(const std::string& weight) {
    const std::string_view stem = weight;
    return "dec." + std::string(stem.ends_with(".attn_output") ? stem.substr(0, stem.size() - 5) : stem);
  }

  bool is_weight(const std::string& name) {
    const auto i = file_.tensor_of(name + ".weight");
    return i && file_.is_accounted_for(*i);
  }

  void check_side(const PlacedTensor& placed, const Side& side) {
    const Tensor& tensor = placed.tensor;
    const Value wanted = run_.values().evaluate(side.elements);
    const bool flat =
        std::all_of(tensor.dimensions.begin() + 1, tensor.dimensions.end(), [](auto d) { return d == 1; });
    if (!wanted.known || (flat && tensor.dimensions[0] == static_cast<std::uint64_t>(wanted.number))) return;
    placed.report.add(Rule::model_tensor_shape, tensor.dimension_fields, [&] {
      return Detail{tensor_path(placed.number, "dimensions"), quoted(tensor.name), dimensions_shown(tensor),
                    shape_shown(run_.values(), {side.elements})};
    });
  }

  std::optional<std::uint64_t> block_count() {
    const auto pair = file_.document().find(file_.key_name("block_count"));
    return pair ? file_.document().as_u64(*pair) : std::nullopt;
  }

  void add(Rule rule, const PlacedTensor& placed, std::string want) {
    placed.report.add(rule, placed.tensor.name_text, [&] {
      return Detail{tensor_path(placed.number, "name"), "", quoted(placed.tensor.name), std::move(want)};
    });
  }

  ArchitectureFile& file_;
  ArchitectureRun& run_;
};

void report_unknown(const Document& document, std::string_view name, Report& report) {
  const auto i = document.index_of("general.architecture");
  report.add(Rule::model_architecture_unknown, document.pair(*i).value, [&] {
    return Detail{pair_path(*i, "value"), "", quoted(name), "an architecture of llama.cpp"};
  });
}

}  // namespace

void check_architecture(const std::vector<ModelPart>& parts, Role role) {
  const bool whole = role == Role::model || role == Role::first_shard;
  const Document& document = *parts.front().document;
  Report& report = *parts.front().report;
  if (document.reached < Reached::tensors || (!whole && role != Role::vocabulary)) return;
  const auto pair = document.find("general.architecture");
  const auto name = pair ? document.as_string(*pair) : std::nullopt;
  if (!name) return;
  ArchitectureFile file(parts, *name);
  const Program* program = program_of(*name);
  if (program == nullptr) report_unknown(document, *name, report);
  if (program == nullptr || !whole) return check_documented_keys(file, whole, {}, report);
  ArchitectureRun run(*program, file, role == Role::first_shard);
  run.run();
  Leftovers(file, run).judge();
  check_model_values(file, report);
  check_documented_keys(file, whole, run.reported(), report);
}

}  // namespace ggufproof
