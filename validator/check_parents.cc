// The base models and data sets that a file describes: general.base_model.0.name and so on.
#include <algorithm>
#include <array>
#include <charconv>
#include <vector>

#include "validator/checks.h"
#include "validator/describe.h"
#include "validator/reference_forms.h"
#include "validator/text.h"

namespace ggufproof {
namespace {

struct Field {
  std::string_view name;
  bool (*form)(std::string_view);  ///< nullptr where any text will do
  std::string_view wanted;
};

/// What may be told of a parent; all are strings (document, General metadata; gguf-py, add_base_model_*).
constexpr std::array fields{Field{"name", nullptr, ""},        Field{"author", nullptr, ""},
                            Field{"version", nullptr, ""},     Field{"organization", nullptr, ""},
                            Field{"description", nullptr, ""}, Field{"url", is_url, "a URL"},
                            Field{"doi", is_doi, "a DOI"},     Field{"uuid", is_uuid, "a UUID"},
                            Field{"repo_url", is_url, "a URL"}};

/// One family of keys: base models, which the document describes, or data sets, which it does not.
class Parents {
 public:
  Parents(const Document& document, const KeyIndex& keys, KeyId count, std::string_view prefix,
          Report& report)
      : document_(document), keys_(keys), count_(count), prefix_(prefix), report_(report) {}

  void judge() {
    for (std::uint64_t i = 0; i < document_.pair_at.size(); ++i) {
      if (document_.key(i).starts_with(prefix_)) judge(i);
    }
    std::sort(ids_.begin(), ids_.end());
    ids_.erase(std::unique(ids_.begin(), ids_.end()), ids_.end());
    count();
  }

 private:
  void judge(std::uint64_t i) {
    const Pair pair = document_.pair(i);
    const std::string_view rest = pair.key.substr(prefix_.size());
    std::uint64_t id = 0;
    const auto [end, error] = std::from_chars(rest.data(), rest.data() + rest.size(), id);
    const auto digits = static_cast<std::size_t>(end - rest.data());
    if (error != std::errc() || digits == rest.size() || rest[digits] != '.') return;
    if (ids_.empty()) first_ = i;
    ids_.push_back(id);
    const auto* field = std::find_if(fields.begin(), fields.end(),
                                     [&](const Field& f) { return f.name == rest.substr(digits + 1); });
    if (field != fields.end()) judge(pair, i, *field);
  }

  void judge(const Pair& pair, std::uint64_t i, const Field& field) {
    const auto text = document_.as_string(pair);
    if (!text) {
      const bool documented = count_ == KeyId::general_base_model_count && field.name != "description";
      report_.add(documented ? Rule::key_type : Rule::key_type_unusual, pair.type_field, [&] {
        return Detail{pair_path(i, "value_type"), quoted(pair.key), value_type_shown(pair.type), "string"};
      });
    } else if (field.form != nullptr && !field.form(*text)) {
      report_.add(Rule::general_form, pair.value, [&] {
        return Detail{pair_path(i, "value"), quoted(pair.key), quoted(*text), std::string(field.wanted)};
      });
    }
  }

  void count() {
    const auto at = keys_.index(count_);
    const auto stated = keys_.number(count_);
    if (at && !stated) return;  // key.type says so
    const bool gap = !ids_.empty() && ids_.back() >= ids_.size();
    if (!gap && stated.value_or(0) == ids_.size()) return;
    const Range culprit = stated ? document_.pair(*at).value : document_.pair(first_).key_text;
    report_.add(Rule::general_count, culprit, [&] {
      return Detail{at ? pair_path(*at, "value") : pair_path(first_, "key"), quoted(key_row(count_).name),
                    stated ? number(*stated) : "no such key",
                    number(ids_.size()) + (gap ? ", numbered from 0 without gaps" : ", counting from 0")};
    });
  }

  const Document& document_;
  const KeyIndex& keys_;
  KeyId count_;
  std::string_view prefix_;
  Report& report_;
  std::vector<std::uint64_t> ids_;
  std::uint64_t first_ = 0;  ///< the first pair that describes one
};

}  // namespace

void check_parents(const Document& document, const KeyIndex& keys, Report& report) {
  if (document.reached < Reached::metadata) return;
  Parents(document, keys, KeyId::general_base_model_count, "general.base_model.", report).judge();
  Parents(document, keys, KeyId::general_dataset_count, "general.dataset.", report).judge();
}

}  // namespace ggufproof
