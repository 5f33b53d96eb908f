// Our own dump, read back: what is compared is what is documented.
#include "conformance/expected_dump.h"

#include <sstream>

#include "validator/dump_json.h"
#include "validator/dump_sha256.h"
#include "validator/tensor_values.h"

namespace ggufproof {
namespace {

/// Which NaN a decoder makes of another, and what it makes of a scale that is none, is nobody's to say.
bool all_finite(Bytes floats) {
  for (std::size_t at = 0; at + 4 <= floats.size(); at += 4) {
    if ((load<std::uint32_t>(floats.data() + at, ByteOrder::little) & 0x7f800000) == 0x7f800000) return false;
  }
  return true;
}

/// Nothing where some value is not finite.
std::optional<std::string> decoded_sha256(const FileMap& map, std::string_view name) {
  std::ostringstream values;
  if (show_tensor(values, map, name, TensorView::float32, 0, [] { return false; }).why_not)
    return std::nullopt;
  const std::string floats = values.str();
  if (!all_finite(as_bytes(floats))) return std::nullopt;
  return sha256_hex(as_bytes(floats));
}

}  // namespace

nlohmann::json expected_dump(const FileMap& map, const std::set<std::string>& decoded_types) {
  const bool digested = map.document.bytes.size() <= most_digested_bytes;
  std::ostringstream text;
  dump_json(text, map, {digested});
  auto dump = nlohmann::json::parse(text.str(), nullptr, false);
  if (!digested || !dump.is_object()) return dump;
  for (auto& tensor : dump["tensors"]) {
    if (!tensor["type_name"].is_string() || !tensor["name"].is_string()) continue;
    if (!decoded_types.contains(tensor["type_name"].get<std::string>())) continue;
    if (auto digest = decoded_sha256(map, tensor["name"].get<std::string>()))
      tensor["decoded_sha256"] = *digest;
  }
  return dump;
}

}  // namespace ggufproof
