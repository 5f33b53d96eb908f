// The byte map tells each field; here fields of one pair or one tensor info are joined.
#include "validator/output/page_facts.h"

#include <algorithm>
#include <limits>
#include <string_view>

#include "validator/describe.h"
#include "validator/layout_fields.h"
#include "validator/text.h"

namespace ggufproof {
namespace {

constexpr std::size_t value_length = 400;
constexpr std::uint64_t elements_shown = 16;

/// Of "kv[3].value[0]" what the field belongs to, "kv[3]"; of a field of the header nothing.
std::string_view owner_of(std::string_view path) {
  const std::size_t bracket = path.find(']');
  return bracket == std::string_view::npos ? "" : path.substr(0, bracket + 1);
}

std::string shown_value(const Field& field) {
  return field.text ? quoted(*field.text, value_length) : field.value;
}

class Gatherer {
 public:
  explicit Gatherer(PageFacts& facts) : facts_(facts) {}

  void take(const Field& field) {
    const std::string_view path = field.path;
    const std::string owner(owner_of(path));
    const std::string_view rest = path.substr(owner.size());
    if (owner.starts_with("kv[")) {
      take_pair(field, owner, rest);
    } else if (owner.starts_with("tensor[") && rest == ".data") {
      add("data", owner, field.path + ' ' + field.type + ' ' + shown_value(field), field.bytes);
    } else if (owner.starts_with("tensor[") && rest != ".padding" && rest != ".gap") {
      add("info", owner, owner + (rest == ".name" ? ' ' + shown_value(field) : ""), field.bytes);
    } else if (path == "magic" || path == "version" || path == "tensor_count" ||
               path == "metadata_kv_count") {
      add("header", "header", "header", field.bytes);
    } else {
      const std::size_t dot = path.rfind('.');
      add(std::string(dot == std::string_view::npos ? path : path.substr(dot + 1)), "", field.path,
          field.bytes);
    }
  }

 private:
  void take_pair(const Field& field, const std::string& owner, std::string_view rest) {
    const std::string shown = shown_value(field);
    const bool is_new = add("pair", owner, owner + (rest == ".key" ? ' ' + shown : ""), field.bytes);
    if (rest == ".key") {
      is_listed_ = facts_.pairs.size() < most_page_entries;
      if (is_listed_) facts_.pairs.push_back({field.bytes, shown, "", ""});
      if (!is_listed_) ++facts_.more_pairs;
    }
    if (!is_listed_ || facts_.pairs.empty() || (is_new && rest != ".key")) return;
    PagePair& pair = facts_.pairs.back();
    pair.bytes.end = field.bytes.end;
    if (rest == ".value_type") pair.type = shown;
    if (rest.ends_with(".element_type")) pair.type += " of " + shown;
    if (rest.ends_with(".count")) pair.type += ", " + shown;
    const bool is_value = rest == ".value" || (rest.starts_with(".value") && rest.ends_with("]"));
    if (is_value && pair.value.size() < value_length) pair.value += (pair.value.empty() ? "" : ", ") + shown;
  }

  /// Adds bytes to the region of the same owner, or a region; whether that is a new one.
  bool add(const std::string& kind, const std::string& owner, const std::string& name, Range bytes) {
    auto& regions = facts_.regions;
    const bool joins = !regions.empty() && !owner.empty() && owner == owner_ && regions.back().kind == kind;
    owner_ = owner;
    if (joins) {
      regions.back().bytes.end = bytes.end;
      return false;
    }
    if (regions.size() >= most_page_entries) {
      regions.back().kind = "rest";
      regions.back().name = "more than a page can show";
      regions.back().bytes.end = bytes.end;
      return true;
    }
    regions.push_back({bytes, kind, name});
    return true;
  }

  PageFacts& facts_;
  std::string owner_;
  bool is_listed_ = false;
};

void gather_tensors(const FileMap& map, PageFacts& facts) {
  const std::size_t count = map.document.tensor_at.size();
  for (std::size_t i = 0; i < count; ++i) {
    const Tensor tensor = map.document.tensor(i);
    const TensorTypeRow* row = tensor_type_row(tensor.type);
    const std::string type(row != nullptr ? row->name : "unknown");  // or a file could have millions of them
    const TensorPlace place = place_of(map, tensor);
    PageType& sum = facts.types[type];
    ++sum.tensors;
    const std::uint64_t bytes = place.bytes.value_or(0);
    sum.bytes += std::min(bytes, std::numeric_limits<std::uint64_t>::max() - sum.bytes);
    if (i < most_page_entries)
      facts.tensors.push_back(
          {escaped(tensor.name), type, dimensions_shown(tensor), place.bytes, place.begin});
  }
  facts.more_tensors = count - facts.tensors.size();
  std::ranges::stable_sort(facts.tensors, std::ranges::greater(),
                           [](const PageTensor& tensor) { return tensor.size.value_or(0); });
}

}  // namespace

PageFacts page_facts(Bytes bytes) {
  PageFacts facts;
  const FileMap map = map_file(bytes);
  Gatherer gatherer(facts);
  layout_fields(map, {elements_shown, value_length}, [&](const Field& field) { gatherer.take(field); });
  gather_tensors(map, facts);
  return facts;
}

}  // namespace ggufproof
