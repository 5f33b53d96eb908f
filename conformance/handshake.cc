// What is not as the schema has it is told: a member that is passed over in silence, such as a misspelt one
// that is not compared, makes a certificate say what was never looked at.
#include "conformance/handshake.h"

#include <algorithm>
#include <array>

#include "validator/text.h"

namespace ggufproof {
namespace {

using nlohmann::json;

constexpr std::size_t most_quoted = 300;

/// What a testee may leave out of its dumps (protocol/started.schema.json).
constexpr std::array<std::string_view, 15> omissible{
    "version",         "endian",  "alignment", "data_offset", "value_types",
    "metadata",        "tensors", "types",     "dimensions",  "offset",
    "absolute_offset", "size",    "sha256",    "order",       "tensor_order"};
constexpr std::array<std::string_view, 2> byte_orders{"little", "big"};

/// Reads members of one object, and keeps the first that is not as it should be.
class Members {
 public:
  explicit Members(const json& object) : object_(object) {}

  std::string text(const char* name) {
    const json* found = find(name);
    if (found == nullptr) return "";
    if (!found->is_string()) return fault(name, "a string"), "";
    return found->get<std::string>();
  }

  bool flag(const char* name) {
    const json* found = find(name);
    if (found != nullptr && !found->is_boolean()) fault(name, "true or false");
    return found != nullptr && *found == true;
  }

  std::set<std::uint64_t> numbers(const char* name, std::set<std::uint64_t> otherwise) {
    const json* found = find(name);
    if (found == nullptr) return otherwise;
    const bool fits = found->is_array() && std::all_of(found->begin(), found->end(), [](const json& one) {
                        return one.is_number_unsigned();
                      });
    if (!fits) return fault(name, "an array of numbers"), otherwise;
    return found->get<std::set<std::uint64_t>>();
  }

  /// `known`: what may stand there; anything where it is empty.
  template <class Known>
  std::set<std::string> names(const char* name, std::set<std::string> otherwise, const Known& known) {
    const json* found = find(name);
    if (found == nullptr) return otherwise;
    const auto fits = [&](const json& one) {
      return one.is_string() && (std::empty(known) || std::find(known.begin(), known.end(),
                                                                one.get<std::string>()) != known.end());
    };
    if (!found->is_array()) return fault(name, "an array of strings"), otherwise;
    const auto odd = std::find_if_not(found->begin(), found->end(), fits);
    if (odd != found->end()) return fault(name, "names of the protocol, not " + odd->dump()), otherwise;
    return found->get<std::set<std::string>>();
  }

  const std::string& first_fault() const { return fault_; }

 private:
  const json* find(const char* name) const {
    const auto found = object_.find(name);
    return found == object_.end() || found->is_null() ? nullptr : &*found;
  }

  void fault(const char* name, const std::string& wanted) {
    if (fault_.empty()) fault_ = std::string("the answer to start: ") + name + " must be " + wanted;
  }

  const json& object_;
  std::string fault_;
};

}  // namespace

std::variant<Handshake, std::string> parse_handshake(const std::string& line) {
  const json said = parse_message(line);
  if (!said.is_object()) return "the answer to start is no JSON object: " + quoted(line, most_quoted);
  if (said.value("protocol", json()) != 1) return std::string("the answer to start lacks \"protocol\":1");
  Members members(said);
  Handshake out;
  out.name = members.text("name");
  out.version = members.text("version");
  out.language = members.text("language");
  const std::string reads = members.text("reads"), judges = members.text("judges");
  out.reads = reads == "data" || reads == "header";
  out.reads_data = reads == "data";
  out.loads_models = judges == "model";
  out.writes = members.flag("writes");
  out.versions = members.numbers("versions", out.versions);
  out.byte_orders = members.names("byte_orders", out.byte_orders, byte_orders);
  out.omits = members.names("omits", {}, omissible);
  out.decodes = members.names("decodes", {}, std::array<std::string_view, 0>{});
  if (!members.first_fault().empty()) return members.first_fault();
  if (out.name.empty() || out.version.empty())
    return std::string("the answer to start lacks a name or a version");
  if (!judges.empty() && !out.loads_models && judges != "container")
    return "the answer to start: judges must be container or model, not " + quoted(judges, most_quoted);
  if (!out.reads && !out.writes)
    return std::string("the testee neither reads nor writes, by its answer to start");
  return out;
}

}  // namespace ggufproof
