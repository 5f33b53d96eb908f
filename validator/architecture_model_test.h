// Models as text (spec/architectures/models), read and made into GGUF files by the tests' own few lines, so
// that no code of the project stands on both sides.
#pragma once

#include <bit>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <vector>

namespace ggufproof::test {

/// What llama.cpp did with the model without an item.
enum class Without { loads, refused, untried };

struct ModelKey {
  std::string name;  ///< in full
  std::string type, value;
  Without without = Without::loads;
};

struct ModelTensor {
  std::string name;
  std::vector<std::uint64_t> dims;
  Without without = Without::loads;
};

struct Model {
  std::string name;
  std::vector<ModelKey> keys;
  std::vector<ModelTensor> tensors;
};

inline Without mark_of(std::string& word) {
  const Without mark = word.back() == '!'   ? Without::refused
                       : word.back() == '~' ? Without::untried
                                            : Without::loads;
  if (mark != Without::loads) word.pop_back();
  return mark;
}

inline std::string rest_of(std::istringstream& line) {
  std::string rest;
  std::getline(line >> std::ws, rest);
  return rest;
}

/// Reads rows of keys into (name, key) in order; later rows of the same name replace earlier ones.
inline void read_key(std::istringstream& line, Without mark, std::vector<ModelKey>& keys) {
  ModelKey key;
  line >> key.name >> key.type;
  key.value = rest_of(line);
  key.without = mark;
  for (ModelKey& before : keys) {
    if (before.name != key.name) continue;
    before.without = mark;
    if (key.type.empty()) return;
    before = key;
    return;
  }
  keys.push_back(key);
}

inline Model read_model(const std::filesystem::path& path) {
  Model model{path.stem().string(), {}, {}};
  std::string architecture;
  for (const auto& from : {path.parent_path() / "shared.keys", path}) {
    std::ifstream file(from);
    for (std::string text; std::getline(file, text);) {
      std::istringstream line(text);
      std::string word;
      line >> word;
      if (word.empty() || word == "#") continue;
      const Without mark = mark_of(word);
      if (word == "architecture") line >> architecture;
      if (word == "key") read_key(line, mark, model.keys);
      if (word == "without") {
        const std::string name = rest_of(line);
        std::erase_if(model.keys, [&](const ModelKey& key) { return key.name == name; });
      }
      if (word != "tensor") continue;
      ModelTensor tensor{{}, {}, mark};
      line >> tensor.name;
      for (std::uint64_t dim = 0; line >> dim;) tensor.dims.push_back(dim);
      model.tensors.push_back(tensor);
    }
  }
  for (ModelKey& key : model.keys)
    key.name = key.name[0] == '/' ? key.name.substr(1) : architecture + "." + key.name;
  model.keys.insert(model.keys.begin(),
                    {"general.architecture", "string", '"' + architecture + '"', Without::refused});
  return model;
}

inline std::vector<Model> read_models(const std::filesystem::path& folder) {
  std::set<std::filesystem::path> paths;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().extension() == ".model") paths.insert(entry.path());
  }
  std::vector<Model> models;
  for (const auto& path : paths) models.push_back(read_model(path));
  return models;
}

/// Writes little-endian numbers and strings.
struct Out {
  std::vector<std::uint8_t> bytes;

  void number(std::uint64_t value, int width) {
    for (int i = 0; i < width; ++i) bytes.push_back(static_cast<std::uint8_t>(value >> (8 * i)));
  }
  void text(const std::string& value) {
    number(value.size(), 8);
    bytes.insert(bytes.end(), value.begin(), value.end());
  }
  void pad() {
    while (bytes.size() % 32 != 0) bytes.push_back(0);
  }
};

struct Scalar {
  std::uint32_t code;
  int width;
};

inline Scalar scalar_of(const std::string& type) {
  static const std::map<std::string, Scalar> types{{"u32", {4, 4}},  {"i32", {5, 4}},    {"f32", {6, 4}},
                                                   {"bool", {7, 1}}, {"string", {8, 0}}, {"u64", {10, 8}}};
  return types.at(type);
}

inline void put_scalar(Out& out, const std::string& type, const std::string& value) {
  const Scalar scalar = scalar_of(type);
  if (type == "f32") {
    const float number = std::stof(value);
    out.number(std::bit_cast<std::uint32_t>(number), 4);
  } else {
    out.number(static_cast<std::uint64_t>(type == "u64" ? static_cast<std::int64_t>(std::stoull(value))
                                                        : std::stoll(value)),
               scalar.width);
  }
}

inline void put_value(Out& out, const ModelKey& key) {
  const std::size_t bracket = key.type.find('[');
  const std::string element = key.type.substr(0, bracket);
  if (bracket == std::string::npos) {
    out.number(scalar_of(element).code, 4);
    if (element == "string") return out.text(key.value.substr(1, key.value.size() - 2));
    return put_scalar(out, element, key.value);
  }
  const std::uint64_t count = std::stoull(key.type.substr(bracket + 1));
  out.number(9, 4);
  out.number(scalar_of(element).code, 4);
  out.number(count, 8);
  std::istringstream values(key.value);
  std::string value;
  for (std::uint64_t i = 0; i < count; ++i) {
    std::string next;
    if (values >> next) value = next;
    if (element == "string") {
      out.text(value + std::to_string(i));
    } else {
      put_scalar(out, element, value);
    }
  }
}

/// The model as a GGUF file of version 3, with zeros for weights or, without `data`, none.
inline std::vector<std::uint8_t> bytes_of(const Model& model, bool data) {
  Out out;
  out.number(0x46554747, 4);
  out.number(3, 4);
  out.number(model.tensors.size(), 8);
  out.number(model.keys.size(), 8);
  for (const ModelKey& key : model.keys) {
    out.text(key.name);
    put_value(out, key);
  }
  std::uint64_t offset = 0;
  for (const ModelTensor& tensor : model.tensors) {
    out.text(tensor.name);
    out.number(tensor.dims.size(), 4);
    std::uint64_t size = 4;
    for (const std::uint64_t dim : tensor.dims) {
      out.number(dim, 8);
      size *= dim;
    }
    out.number(0, 4);
    out.number(offset, 8);
    offset += (size + 31) / 32 * 32;
  }
  out.pad();
  if (data) out.bytes.resize(out.bytes.size() + offset);
  return out.bytes;
}

}  // namespace ggufproof::test
