// Asks gguf for metadata, types and offsets, and ggml for shapes and data, as programs on top of them do.
#include "conformance/testees/ggml/dump.h"

#include <algorithm>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <openssl/evp.h>

#include "conformance/testees/ggml/values.h"

namespace ggufproof {
namespace {

using nlohmann::json;

class Sha256 {
 public:
  Sha256() { EVP_DigestInit_ex(context_.get(), EVP_sha256(), nullptr); }
  void add(const void* bytes, std::size_t size) { EVP_DigestUpdate(context_.get(), bytes, size); }
  std::string hex() {
    std::vector<std::byte> digest(32);
    EVP_DigestFinal_ex(context_.get(), reinterpret_cast<unsigned char*>(digest.data()), nullptr);
    return to_hex(digest);
  }

 private:
  std::unique_ptr<EVP_MD_CTX, decltype(&EVP_MD_CTX_free)> context_{EVP_MD_CTX_new(), EVP_MD_CTX_free};
};

json array_of(const GgmlLibrary& ggml, const GgufContext* gguf, std::int64_t key) {
  const auto type = static_cast<ValueType>(ggml.gguf_get_arr_type(gguf, key));
  const ValueTypeRow& row = *value_type_row(static_cast<std::uint32_t>(type));
  const std::size_t count = ggml.gguf_get_arr_n(gguf, key);
  json elements = json::array();
  if (type == ValueType::string) {
    for (std::size_t i = 0; i < count; ++i)
      elements.push_back(text_to_json(ggml.gguf_get_arr_str(gguf, key, i)));
  } else {
    const auto* at = static_cast<const std::byte*>(ggml.gguf_get_arr_data(gguf, key));
    for (std::size_t i = 0; i < count; ++i) elements.push_back(scalar_to_json(type, at + i * row.bytes));
  }
  return {{"element_type", row.name}, {"count", std::to_string(count)}, {"elements", std::move(elements)}};
}

json value_of(const GgmlLibrary& ggml, const GgufContext* gguf, std::int64_t key) {
  const auto type = static_cast<ValueType>(ggml.gguf_get_kv_type(gguf, key));
  const std::string name{value_type_row(static_cast<std::uint32_t>(type))->name};
  if (type == ValueType::array) return {{name, array_of(ggml, gguf, key)}};
  if (type == ValueType::string) return {{name, text_to_json(ggml.gguf_get_val_str(gguf, key))}};
  return {{name, scalar_to_json(type, static_cast<const std::byte*>(ggml.gguf_get_val_data(gguf, key)))}};
}

json shape_of(const GgmlTensor& tensor) {
  std::size_t count = std::size(tensor.elements);
  while (count > 1 && tensor.elements[count - 1] == 1) --count;
  json dimensions = json::array();
  for (std::size_t i = 0; i < count; ++i) dimensions.push_back(std::to_string(tensor.elements[i]));
  return dimensions;
}

/// The digest of a tensor's values; null where the library has no function that gives them. In parts, so that
/// a large tensor does not need four times its memory.
json decoded_digest(const GgmlLibrary& ggml, const GgmlTensor* tensor, std::size_t size) {
  Sha256 digest;
  if (tensor->type == static_cast<int>(TensorType::f32)) {
    digest.add(ggml.ggml_get_data_f32(tensor), size);
    return digest.hex();
  }
  const GgmlTypeTraits& traits = *ggml.ggml_get_type_traits(tensor->type);
  if (traits.to_float == nullptr) return nullptr;
  constexpr std::size_t most_blocks = 4096;
  std::vector<float> values;
  const auto* at = static_cast<const std::byte*>(ggml.ggml_get_data(tensor));
  for (std::size_t left = size / traits.block_bytes; left > 0;) {
    const std::size_t blocks = std::min(left, most_blocks);
    values.resize(blocks * static_cast<std::size_t>(traits.block_elements));
    traits.to_float(at, values.data(), static_cast<std::int64_t>(values.size()));
    digest.add(values.data(), values.size() * sizeof(float));
    at += blocks * traits.block_bytes;
    left -= blocks;
  }
  return digest.hex();
}

json tensor_of(const GgmlLibrary& ggml, const OpenFile& file, std::int64_t id, const GgmlTensor* tensor,
               bool decode) {
  const std::size_t offset = ggml.gguf_get_tensor_offset(file.gguf, id);
  const std::size_t size = ggml.gguf_get_tensor_size(file.gguf, id);
  json shown{{"name", text_to_json(ggml.gguf_get_tensor_name(file.gguf, id))},
             {"type", ggml.gguf_get_tensor_type(file.gguf, id)},
             {"dimensions", shape_of(*tensor)},
             {"offset", std::to_string(offset)},
             {"absolute_offset", std::to_string(ggml.gguf_get_data_offset(file.gguf) - file.start + offset)},
             {"size", std::to_string(size)}};
  if (!file.with_data) return shown;
  Sha256 digest;
  digest.add(ggml.ggml_get_data(tensor), size);
  shown["sha256"] = digest.hex();
  if (decode) {
    json decoded = decoded_digest(ggml, tensor, size);
    if (!decoded.is_null()) shown["decoded_sha256"] = std::move(decoded);
  }
  return shown;
}

}  // namespace

json dump_of(const GgmlLibrary& ggml, const OpenFile& file, bool decode) {
  json metadata = json::array();
  for (std::int64_t key = 0; key < ggml.gguf_get_n_kv(file.gguf); ++key) {
    metadata.push_back({{"key", text_to_json(ggml.gguf_get_key(file.gguf, key))},
                        {"value", value_of(ggml, file.gguf, key)}});
  }
  const std::int64_t count = ggml.gguf_get_n_tensors(file.gguf);
  GgmlTensor* tensor = ggml.ggml_get_first_tensor(file.tensors);
  if (file.with_data)
    tensor = ggml.ggml_get_next_tensor(file.tensors, tensor);  // the first is the data section
  json tensors = json::array();
  for (std::int64_t id = 0; id < count; ++id) {
    tensors.push_back(tensor_of(ggml, file, id, tensor, decode));
    tensor = ggml.ggml_get_next_tensor(file.tensors, tensor);
  }
  return {{"version", ggml.gguf_get_version(file.gguf)},
          {"alignment", ggml.gguf_get_alignment(file.gguf)},
          {"data_offset",
           count == 0 ? json() : json(std::to_string(ggml.gguf_get_data_offset(file.gguf) - file.start))},
          {"metadata", std::move(metadata)},
          {"tensors", std::move(tensors)}};
}

json decoded_types(const GgmlLibrary& ggml) {
  json names = json::array();
  for (const TensorTypeRow& row : tensor_types) {
    const int id = static_cast<int>(row.type);
    if (std::string_view(ggml.ggml_type_name(id)) == "NONE") break;  // newer than this release
    if (row.type == TensorType::f32 || ggml.ggml_get_type_traits(id)->to_float != nullptr)
      names.push_back(row.name);
  }
  return names;
}

}  // namespace ggufproof
