// The tensor half of any_file, and the whole. Duplicates are dropped rather than avoided: avoiding them would
// need a state that the elements of a list share, and RapidCheck makes elements anew on its own. The whole
// asks the same questions in the same order whatever the answers are: RapidCheck then keeps the later answers
// while it shrinks one.
#include "generators/any_file.h"

#include <algorithm>
#include <array>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include "generators/write.h"

namespace ggufproof {
namespace {

std::vector<const TensorTypeRow*> live_types(bool of_single_elements) {
  std::vector<const TensorTypeRow*> rows;
  for (const TensorTypeRow& row : tensor_types) {
    const bool fits = !of_single_elements || row.block_elements == 1;
    if (row.status == TensorTypeStatus::live && fits) rows.push_back(&row);
  }
  return rows;
}

// Most names read like a real model's, some are text of any kind, and some are as long as the reference
// reader takes.
std::string any_name(Choices& choices) {
  constexpr std::array<std::uint64_t, 4> lengths{7, 15, 31, limits::reference_name_bytes - 1};
  if (choices.one_in(6)) return "t" + any_text(choices, (limits::reference_name_bytes - 1) / 4);
  if (choices.one_in(12)) return std::string(limits::reference_name_bytes, 'n');
  std::string name = "t";
  for (const char c : choices.list(choices.pick(lengths), [](Choices& inner) {
         return inner.pick(std::string_view("abcdefghijklmnopqrstuvwxyz0123456789._-ABCXYZ"));
       })) {
    name.push_back(c);
  }
  return name;
}

std::vector<std::uint64_t> any_dimensions(Choices& choices, const TensorTypeRow& row, std::uint64_t rank) {
  constexpr std::array<std::uint64_t, 7> sizes{1, 2, 3, 1, 5, 0, 2};
  std::vector<std::uint64_t> dimensions;
  for (std::uint64_t k = 0; k < rank; ++k) dimensions.push_back(choices.pick(sizes));
  if (rank > 0 && row.block_elements == 1 && dimensions[0] != 0) dimensions[0] += choices.up_to(15);
  if (rank > 0) dimensions[0] *= row.block_elements;
  return dimensions;
}

// Drops pairs whose key an earlier one has.
void make_keys_unique(std::vector<ModelPair>& pairs) {
  std::set<std::string> seen;
  std::erase_if(pairs, [&](const ModelPair& pair) { return !seen.insert(pair.key).second; });
}

void make_names_unique(std::vector<ModelTensor>& tensors) {
  std::set<std::string> seen;
  std::erase_if(tensors, [&](const ModelTensor& tensor) { return !seen.insert(tensor.name).second; });
}

bool any_quantized(const std::vector<ModelTensor>& tensors) {
  return std::any_of(tensors.begin(), tensors.end(), [](const ModelTensor& tensor) {
    return is_quantized(*tensor_type_row(static_cast<std::uint32_t>(tensor.type)));
  });
}

// The standard keys that any file may or must have.
std::vector<ModelPair> standard_pairs(Choices& choices, bool quantized) {
  std::vector<ModelPair> pairs{{"general.architecture", std::string("toy")}};
  for (std::string& name : choices.list(1, [](Choices& inner) { return any_text(inner, 12); })) {
    pairs.push_back({"general.name", std::move(name)});
  }
  const auto doublings = choices.list(1, [](Choices& inner) { return inner.up_to(inner.up_to(9)); });
  for (const std::uint64_t count : doublings) {  // from 8 to 4096, small ones more often
    pairs.push_back({"general.alignment", Scalar{ValueType::u32, limits::alignment_step << count}});
  }
  const bool needless = choices.one_in(8);
  if (quantized || needless) {
    pairs.push_back({"general.quantization_version", Scalar{ValueType::u32, limits::quantization_version}});
  }
  return pairs;
}

}  // namespace

ModelTensor any_tensor(Choices& choices, const FileOptions& options) {
  ModelTensor tensor;
  tensor.name = any_name(choices);
  constexpr std::array<std::uint64_t, 5> ranks{1, 2, 3, 4, 0};
  const std::uint64_t rank = choices.pick(ranks);
  const TensorTypeRow& row = *choices.pick(live_types(rank == 0));
  tensor.type = row.type;
  tensor.dimensions = any_dimensions(choices, row, rank);
  for (std::uint64_t k = rank;
       k-- > 0 && *shape_bytes(tensor.dimensions, tensor.type) > options.tensor_bytes;) {
    tensor.dimensions[k] = k == 0 ? row.block_elements : 1;
  }
  const auto first = static_cast<std::uint8_t>(choices.up_to(0xff));
  tensor.data = Fill{first, static_cast<std::uint8_t>(choices.up_to(0xff))};
  return tensor;
}

FileModel any_file(Choices& choices, const FileOptions& options) {
  FileModel file;
  const std::uint64_t header = choices.below(8);
  if (header >= 6 && options.version_2) file.version = 2;
  if (header == 5 && options.version_1) file.version = 1;
  if ((header == 3 || header == 4) && options.big_endian) file.order = ByteOrder::big;
  file.tensors =
      choices.list(options.tensors, [options](Choices& inner) { return any_tensor(inner, options); });
  make_names_unique(file.tensors);

  file.metadata = standard_pairs(choices, any_quantized(file.tensors));
  for (ModelPair& pair : choices.list(options.pairs, [options](Choices& inner) {
         std::string key = any_key(inner);
         return ModelPair{std::move(key), any_value(inner, options)};
       })) {
    file.metadata.push_back(std::move(pair));
  }
  make_keys_unique(file.metadata);
  if (choices.one_in(4)) std::reverse(file.metadata.begin(), file.metadata.end());
  return file;
}

}  // namespace ggufproof
