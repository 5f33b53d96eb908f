// The library is opened once. Values are compared where it has a decoder; where ours are not numbers they are
// left aside, since the library takes some such scales for numbers (conformance/values/decode_disputes.def).
#include "fuzz/ggml_values.h"

#include <cmath>
#include <string>
#include <vector>

#include "conformance/ggml_api.h"
#include "conformance/memory_file.h"
#include "fuzz/oracle.h"
#include "validator/decode/decode.h"
#include "validator/layout_map.h"

namespace ggufproof {
namespace {

const GgmlApi& library() {
  static const GgmlLoad load = [] {
    GgmlLoad opened = load_ggml(fetched_ggml_path());
    require(static_cast<bool>(opened), "the library can be opened", opened.error);
    opened.api.ggml_log_set([](int, const char*, void*) {}, nullptr);
    return opened;
  }();
  return load.api;
}

/// A text as C's functions give it: up to its first NUL.
std::string to_c(std::string_view text) { return std::string(text.substr(0, text.find('\0'))); }

void compare_values(const TensorBytes& data, const std::string& name) {
  const GgmlTypeTraits& traits = *library().ggml_get_type_traits(static_cast<int>(data.type->type));
  if (traits.to_float == nullptr || data.blocks.empty()) return;
  std::vector<float> ours(data.blocks.size() / data.type->block_bytes * data.type->block_elements),
      theirs(ours.size());
  require(decode_row(data.type->type, data.blocks, ByteOrder::little, std::span(ours)),
          "whole blocks are decoded", name);
  const std::vector<std::uint8_t> aligned(data.blocks.begin(), data.blocks.end());
  traits.to_float(aligned.data(), theirs.data(), static_cast<std::int64_t>(theirs.size()));
  for (std::size_t k = 0; k < ours.size(); ++k) {
    require(std::isnan(ours[k]) || ours[k] == theirs[k], "the same decoded values",
            name + "[" + std::to_string(k) + "]: ggml " + std::to_string(theirs[k]) + ", ours " +
                std::to_string(ours[k]));
  }
}

void compare_tensor(const GgufContext* context, const FileMap& map, std::size_t i) {
  const auto at = static_cast<std::int64_t>(i);
  const Tensor tensor = map.document.tensor(i);
  const std::string name = to_c(tensor.name);
  require(library().gguf_get_tensor_name(context, at) == name, "the same name", name);
  require(library().gguf_get_tensor_type(context, at) == static_cast<int>(tensor.type), "the same type",
          name);
  require(library().gguf_get_tensor_offset(context, at) == tensor.offset, "the same offset", name);
  require(library().gguf_get_tensor_size(context, at) == size_of(tensor).bytes, "the same size", name);
  if (const auto data = bytes_of(map, tensor)) compare_values(*data, name);
}

}  // namespace

void expect_ggml_knows_the_same(Bytes file) {
  MemoryFile copy("ggml");
  require(copy.replace(file), "the system has room for a file");
  GgufContext* context = library().gguf_init_from_file(copy.path().c_str(), {true, nullptr});
  require(context != nullptr, "the library takes again what it took");
  const FileMap map = map_file(file);
  const Document& document = map.document;
  require(library().gguf_get_version(context) == document.version, "the same version");
  require(static_cast<std::size_t>(library().gguf_get_n_kv(context)) == document.pair_at.size(),
          "as many pairs");
  for (std::size_t i = 0; i < document.pair_at.size(); ++i) {
    const auto at = static_cast<std::int64_t>(i);
    const Pair pair = document.pair(i);
    require(library().gguf_get_key(context, at) == to_c(pair.key), "the same key", pair.key);
    require(static_cast<std::uint32_t>(library().gguf_get_kv_type(context, at)) == pair.type, "the same type",
            pair.key);
  }
  require(static_cast<std::size_t>(library().gguf_get_n_tensors(context)) == document.tensor_at.size(),
          "as many tensors");
  if (map.data_begin)
    require(library().gguf_get_data_offset(context) == *map.data_begin, "the same place of the data");
  for (std::size_t i = 0; i < document.tensor_at.size(); ++i) compare_tensor(context, map, i);
  library().gguf_free(context);
}

}  // namespace ggufproof
