// A description becomes a gguf_context, which each manner then writes as gguf.h tells.
#include "conformance/testees/ggml/write.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <fstream>
#include <functional>
#include <limits>
#include <memory>
#include <string_view>
#include <vector>

#include "conformance/testees/ggml/values.h"

namespace ggufproof {
namespace {

using nlohmann::json;
using Gguf = std::unique_ptr<GgufContext, void (*)(GgufContext*)>;
using Tensors = std::unique_ptr<GgmlContext, void (*)(GgmlContext*)>;

/// A context to write, and the data that it points to, by tensor.
struct Content {
  Gguf gguf;
  std::vector<std::vector<std::byte>> data;
};

/// A text for the C interface.
std::string c_text(const json& value) {
  std::string text = json_to_text(value);
  if (text.find('\0') != std::string::npos)
    throw Refused("the C interface has no words for a NUL inside a text");
  return text;
}

template <typename Number>
Number as(const std::vector<std::byte>& bytes) {
  Number number{};
  std::memcpy(&number, bytes.data(), sizeof number);
  return number;
}

void set_scalar(const GgmlLibrary& ggml, GgufContext* gguf, const char* key, ValueType type,
                const json& value) {
  std::vector<std::byte> bytes;
  append_scalar(type, value, bytes);
  switch (type) {
    case ValueType::u8:
      return ggml.gguf_set_val_u8(gguf, key, as<std::uint8_t>(bytes));
    case ValueType::i8:
      return ggml.gguf_set_val_i8(gguf, key, as<std::int8_t>(bytes));
    case ValueType::u16:
      return ggml.gguf_set_val_u16(gguf, key, as<std::uint16_t>(bytes));
    case ValueType::i16:
      return ggml.gguf_set_val_i16(gguf, key, as<std::int16_t>(bytes));
    case ValueType::u32:
      return ggml.gguf_set_val_u32(gguf, key, as<std::uint32_t>(bytes));
    case ValueType::i32:
      return ggml.gguf_set_val_i32(gguf, key, as<std::int32_t>(bytes));
    case ValueType::u64:
      return ggml.gguf_set_val_u64(gguf, key, as<std::uint64_t>(bytes));
    case ValueType::i64:
      return ggml.gguf_set_val_i64(gguf, key, as<std::int64_t>(bytes));
    case ValueType::f32:
      return ggml.gguf_set_val_f32(gguf, key, as<float>(bytes));
    case ValueType::f64:
      return ggml.gguf_set_val_f64(gguf, key, as<double>(bytes));
    default:
      if (as<std::uint8_t>(bytes) > 1)
        throw Refused("the C interface has no words for a bool of another byte");
      return ggml.gguf_set_val_bool(gguf, key, as<std::uint8_t>(bytes) == 1);
  }
}

void set_array(const GgmlLibrary& ggml, GgufContext* gguf, const char* key, const json& array) {
  const ValueTypeRow& row = value_type_named(array.at("element_type"));
  const json& elements = array.at("elements");
  if (row.type == ValueType::array) throw Refused("the C interface has no words for an array of arrays");
  if (row.type == ValueType::string) {
    std::vector<std::string> texts;
    for (const json& each : elements) texts.push_back(c_text(each));
    std::vector<const char*> pointers;
    for (const std::string& text : texts) pointers.push_back(text.c_str());
    return ggml.gguf_set_arr_str(gguf, key, pointers.data(), pointers.size());
  }
  std::vector<std::byte> bytes;
  for (const json& each : elements) append_scalar(row.type, each, bytes);
  ggml.gguf_set_arr_data(gguf, key, static_cast<int>(row.type), bytes.data(), elements.size());
}

void set_pair(const GgmlLibrary& ggml, GgufContext* gguf, const json& pair) {
  const std::string key = c_text(pair.at("key"));
  const auto value = pair.at("value").begin();
  const ValueTypeRow& row = value_type_named(value.key());
  if (row.type == ValueType::array) return set_array(ggml, gguf, key.c_str(), *value);
  if (row.type == ValueType::string) return ggml.gguf_set_val_str(gguf, key.c_str(), c_text(*value).c_str());
  set_scalar(ggml, gguf, key.c_str(), row.type, *value);
}

/// Adds tensor number `id`; `retyped`: as F32 first.
void add_tensor(const GgmlLibrary& ggml, Content& content, GgmlContext* tensors, std::int64_t id,
                const json& tensor, bool retyped) {
  std::vector<std::int64_t> shape;
  for (const json& each : tensor.at("dimensions")) {
    const std::uint64_t elements = std::stoull(each.get<std::string>());
    if (elements > std::numeric_limits<std::int64_t>::max()) throw Refused("a dimension beyond int64_t");
    shape.push_back(static_cast<std::int64_t>(elements));
  }
  const std::string name = c_text(tensor.at("name"));
  const int type = tensor.at("type");
  GgmlTensor* added = ggml.ggml_new_tensor(tensors, retyped ? static_cast<int>(TensorType::f32) : type,
                                           static_cast<int>(shape.size()), shape.data());
  ggml.ggml_set_name(added, name.c_str());
  ggml.gguf_add_tensor(content.gguf.get(), added);
  const char* kept_name = ggml.gguf_get_tensor_name(content.gguf.get(), id);
  if (retyped) ggml.gguf_set_tensor_type(content.gguf.get(), kept_name, type);

  std::vector<std::byte>& data = content.data.emplace_back(from_hex(tensor.at("data")));
  data.reserve(1);  // the pointer to the data of an empty tensor must not be null
  if (data.size() != ggml.gguf_get_tensor_size(content.gguf.get(), id))
    throw Refused("tensor " + name + ": the data do not have the size of the shape");
  ggml.gguf_set_tensor_data(content.gguf.get(), kept_name, data.data());
}

Content content_of(const GgmlLibrary& ggml, const json& description, bool retyped) {
  if (description.at("version") != 3 || description.at("endian") != "little")
    throw Refused("the C interface has no words for a version other than 3 or another byte order");
  Content content{Gguf(ggml.gguf_init_empty(), ggml.gguf_free), {}};
  for (const json& pair : description.at("metadata")) set_pair(ggml, content.gguf.get(), pair);

  const json& tensors = description.at("tensors");
  const Tensors context(ggml.ggml_init({tensors.size() * ggml.ggml_tensor_overhead(), nullptr, true}),
                        ggml.ggml_free);
  for (const json& tensor : tensors)
    add_tensor(ggml, content, context.get(), static_cast<std::int64_t>(content.data.size()), tensor, retyped);
  return content;
}

/// The data section as the interface lays it out: each tensor at its offset, padded to the alignment.
std::string data_section(const GgmlLibrary& ggml, const Content& content) {
  const std::size_t alignment = ggml.gguf_get_alignment(content.gguf.get());
  std::string section;
  for (std::size_t id = 0; id < content.data.size(); ++id) {
    const std::vector<std::byte>& data = content.data[id];
    section.resize(ggml.gguf_get_tensor_offset(content.gguf.get(), static_cast<std::int64_t>(id)));
    section.append(reinterpret_cast<const char*>(data.data()), data.size());
    section.resize((section.size() + alignment - 1) / alignment * alignment);
  }
  return section;
}

void write_file(const GgmlLibrary& ggml, const Content& content, const std::string& path, bool only_meta) {
  take_ggml_log();
  if (!ggml.gguf_write_to_file(content.gguf.get(), path.c_str(), only_meta)) throw Refused(take_ggml_log());
}

void write_whole(const GgmlLibrary& ggml, const Content& content, const std::string& path) {
  write_file(ggml, content, path, false);
}

void write_append(const GgmlLibrary& ggml, const Content& content, const std::string& path) {
  write_file(ggml, content, path, true);
  std::ofstream file(path, std::ios::binary | std::ios::app);
  if (!(file << data_section(ggml, content) << std::flush)) throw Refused(path + ": cannot be written");
}

void write_meta_last(const GgmlLibrary& ggml, const Content& content, const std::string& path) {
  std::string metadata(ggml.gguf_get_meta_size(content.gguf.get()), '\0');
  std::ofstream file(path, std::ios::binary);
  file.seekp(static_cast<std::streamoff>(metadata.size()));
  file << data_section(ggml, content);
  ggml.gguf_get_meta_data(content.gguf.get(), metadata.data());
  file.seekp(0);
  if (!(file << metadata << std::flush)) throw Refused(path + ": cannot be written");
}

}  // namespace

std::optional<Testee> ggml_writer(const GgmlLibrary& ggml, const std::string& manner) {
  struct Manner {
    std::string_view name;
    std::function<void(const GgmlLibrary&, const Content&, const std::string& path)> write;
    bool retyped = false;
  };
  const std::array manners{
      Manner{"write", write_whole},
      Manner{"write-append", write_append},
      Manner{"write-meta-last", write_meta_last},
      Manner{"write-retyped", write_whole, true},
  };
  const auto* found =
      std::find_if(manners.begin(), manners.end(), [&](const Manner& each) { return each.name == manner; });
  if (found == manners.end()) return std::nullopt;
  Testee testee;
  testee.about = {{"language", "C++"}, {"writes", true}, {"versions", {3}}};
  testee.write = [ggml, chosen = *found](const std::string& path, const json& description) {
    chosen.write(ggml, content_of(ggml, description, chosen.retyped), path);
  };
  return testee;
}

}  // namespace ggufproof
