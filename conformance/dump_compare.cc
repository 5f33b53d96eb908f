// Typed values are compared as they stand; untyped ones ("any") as numbers and texts, since that is all such
// a reader knows.
#include "conformance/dump_compare.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdlib>

namespace ggufproof {
namespace {

using nlohmann::json;

constexpr std::size_t most_shown = 48;

std::string shown(const json& value) {
  std::string text = value.dump(-1, ' ', true, json::error_handler_t::replace);
  return text.size() <= most_shown ? text : text.substr(0, most_shown) + "...";
}

std::string difference(const std::string& path, const json& expected, const json& told) {
  return path + ": expected " + shown(expected) + ", told " + shown(told);
}

/// A float from its bits in hexadecimal digits; nothing where the text is none.
std::optional<double> from_bits(const std::string& type, const json& value) {
  if (!value.is_string()) return std::nullopt;
  const auto bits = std::strtoull(value.get<std::string>().c_str(), nullptr, 16);
  if (type == "f32") return std::bit_cast<float>(static_cast<std::uint32_t>(bits));
  return std::bit_cast<double>(static_cast<std::uint64_t>(bits));
}

bool same_number(double expected, const json& told) {
  if (told.is_object() && told.contains("float")) {
    const json& name = told["float"];
    if (name == "nan") return std::isnan(expected);
    return std::isinf(expected) && name == (expected > 0 ? "inf" : "-inf");
  }
  return told.is_number() && told.get<double>() == expected;
}

bool same_untyped_scalar(const std::string& type, const json& expected, const json& told) {
  if (type == "f32" && told.is_number())  // by its value, or by the shortest digits that a float32 needs
    return static_cast<float>(told.get<double>()) == static_cast<float>(*from_bits(type, expected));
  if (type == "f32" || type == "f64") return same_number(*from_bits(type, expected), told);
  if (type == "u64" || type == "i64") {
    const std::string digits = expected.get<std::string>();
    if (told.is_object() && told.contains("integer")) return told["integer"] == digits;
    return told.is_number() && told.get<double>() == std::strtod(digits.c_str(), nullptr);
  }
  if (expected.is_number() && told.is_number()) return expected.get<double>() == told.get<double>();
  return expected == told;
}

bool same_untyped(const std::string& type, const json& expected, const json& told) {
  if (type != "array") return same_untyped_scalar(type, expected, told);
  const json& elements = expected["elements"];
  if (!told.is_array() || told.size() != elements.size()) return false;
  const std::string element_type = expected["element_type"].is_string() ? expected["element_type"] : json("");
  for (std::size_t i = 0; i < elements.size(); ++i) {
    if (!same_untyped(element_type, elements[i], told[i])) return false;
  }
  return true;
}

/// Sorts what a reader that keeps no order has of it.
void sort_by(const char* member, json& list) {
  const auto key = [member](const json& one) { return one.is_object() ? one.value(member, json()) : json(); };
  const auto before = [&key](const json& a, const json& b) { return key(a) < key(b); };
  std::stable_sort(list.begin(), list.end(), before);
}

class Comparison {
 public:
  explicit Comparison(const std::set<std::string>& omits) : omits_(omits) {}

  std::optional<std::string> files(const json& expected, const json& told) {
    if (!told.is_object()) return "the dump: told " + shown(told);
    for (const char* name : {"version", "endian", "alignment", "data_offset"}) {
      if (auto found = member(name, name, expected, told, name)) return found;
    }
    if (auto found = list("metadata", expected, told, &Comparison::pair)) return found;
    return list("tensors", expected, told, &Comparison::tensor);
  }

 private:
  using CompareOne = std::optional<std::string> (Comparison::*)(const std::string&, const json&, const json&);

  std::optional<std::string> member(const std::string& path, const char* name, const json& expected,
                                    const json& told, const char* omit) {
    if (omits_.contains(omit) || !expected.contains(name)) return std::nullopt;
    if (!told.contains(name)) return path + ": left out, and not among what the testee omits";
    if (expected[name] != told[name]) return difference(path, expected[name], told[name]);
    return std::nullopt;
  }

  std::optional<std::string> list(const std::string& name, const json& expected, const json& told,
                                  CompareOne compare) {
    if (omits_.contains(name)) return std::nullopt;
    if (!told.contains(name) || !told[name].is_array()) return name + ": no array";
    json wanted = expected[name], got = told[name];
    const bool of_pairs = name == "metadata";
    if (omits_.contains(of_pairs ? "order" : "tensor_order")) {
      for (json* each : {&wanted, &got}) sort_by(of_pairs ? "key" : "name", *each);
    }
    for (std::size_t i = 0; i < std::min(wanted.size(), got.size()); ++i) {
      const std::string path = name + '[' + std::to_string(i) + ']';
      if (!got[i].is_object()) return path + ": no object";
      if (auto found = (this->*compare)(path, wanted[i], got[i])) return found;
    }
    if (wanted.size() != got.size())
      return name + ": expected " + std::to_string(wanted.size()) + ", told " + std::to_string(got.size());
    return std::nullopt;
  }

  std::optional<std::string> pair(const std::string& path, const json& expected, const json& told) {
    if (auto found = member(path + ".key", "key", expected, told, "metadata")) return found;
    const json value = told.value("value", json());
    if (omits_.contains("value_types") && value.is_object() && value.contains("any")) {
      const auto& [type, wanted] = *expected["value"].items().begin();
      if (same_untyped(type, wanted, value["any"])) return std::nullopt;
    } else if (value == expected["value"]) {
      return std::nullopt;
    }
    return difference(path + ".value", expected["value"], value);
  }

  std::optional<std::string> tensor(const std::string& path, const json& expected, const json& told) {
    constexpr std::pair<const char*, const char*> members[]{{"name", "tensors"},
                                                            {"type", "types"},
                                                            {"dimensions", "dimensions"},
                                                            {"offset", "offset"},
                                                            {"absolute_offset", "absolute_offset"},
                                                            {"size", "size"},
                                                            {"sha256", "sha256"},
                                                            {"decoded_sha256", "decoded_sha256"},
                                                            {"data", "data"}};
    for (const auto& [name, omit] : members) {
      if (auto found = member(path + '.' + name, name, expected, told, omit)) return found;
    }
    return std::nullopt;
  }

  const std::set<std::string>& omits_;
};

}  // namespace

std::optional<std::string> first_difference(const json& expected, const json& told,
                                            const std::set<std::string>& omits) {
  return Comparison(omits).files(expected, told);
}

}  // namespace ggufproof
