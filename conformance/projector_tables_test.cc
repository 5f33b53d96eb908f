// Every tensor that spec/projector_tensors.def demands is really demanded: a projector of each type that has
// all of them has no error, and whichever one is left out is the one that is told. The files are written from
// the tables, so a row that the check forgets, or reads in another way, is noticed.
#include <algorithm>
#include <map>
#include <set>

#include <gtest/gtest.h>

#include "generators/write.h"
#include "spec/projectors.h"
#include "validator/text.h"
#include "validator/validate.h"

namespace ggufproof {
namespace {

constexpr std::uint64_t records = 2;  ///< where a key says how many

std::vector<std::string> words(std::string_view list) {
  std::vector<std::string> out;
  while (!list.empty()) out.emplace_back(take_word(list));
  return out;
}

/// A projector that has what its types need.
class Projector {
 public:
  /// Encoders by what the tensors of a type are called; a generator stands beside an encoder of its own.
  explicit Projector(std::string_view type) {
    pairs_["general.architecture"] = std::string("clip");
    for (const std::string& name : tensors_of(type, "")) {
      if (name.starts_with("a.gen.")) encoder_ = "gen.audio";
      if (encoder_ == "vision" && (name.starts_with("a.") || name.starts_with("mm.a."))) encoder_ = "audio";
    }
    if (encoder_ == "gen.audio")
      add("audio", std::string(type.substr(0, type.find('_'))) + "_spkenc", Encoder::audio);
    add(encoder_, std::string(type),
        encoder_ == "audio"    ? Encoder::audio
        : encoder_ == "vision" ? Encoder::vision
                               : Encoder::gen_audio);
  }

  /// What is demanded.
  const std::set<std::string>& tensors() const { return tensors_; }

  /// The errors of the file without one of its tensors, as "rule subject".
  std::vector<std::string> errors_without(const std::string& left_out) const {
    FileModel file;
    for (const auto& [key, value] : pairs_) file.metadata.push_back({key, value});
    std::set<std::string> names = tensors_;
    names.insert(present_.begin(), present_.end());
    names.erase(left_out);
    for (const std::string& name : names) {
      file.tensors.push_back({name, {4}, TensorType::f32, Fill{1, 1}});
    }
    const std::vector<std::uint8_t> bytes = write(file).bytes();
    const Judgement judgement = validate(bytes);
    std::vector<std::string> errors;
    for (const Finding& finding : judgement.report.findings()) {
      if (finding.severity == Severity::error)
        errors.push_back(std::string(rule_row(finding.rule).name) + ' ' + finding.subject);
    }
    return errors;
  }

 private:
  static std::string named(std::string_view key, const std::string& encoder) {
    const std::size_t at = key.find('%');
    return at == std::string_view::npos ? std::string(key) : std::string(key).replace(at, 1, encoder);
  }

  void add(const std::string& encoder, const std::string& type, Encoder reads) {
    std::string has = "clip.has_" + encoder + "_encoder";
    std::replace(has.begin() + 5, has.end() - 8, '.', '_');
    pairs_[has] = Scalar{ValueType::boolean, 1};
    pairs_["clip." + encoder + ".projector_type"] = type;
    for (const ProjectorKeyRow& row : projector_keys) {
      const bool read = row.encoder == Encoder::any || row.encoder == reads;
      if (row.required && read && holds_projector(row.types, type))
        pairs_[named(row.key, encoder)] = value(row);
    }
    for (const ProjectorEachRow& row : projector_tensors_each) {
      if (!holds_projector(row.types, type)) continue;
      if (row.of.ends_with("feature_layer")) pairs_[std::string(row.of)] = array(ValueType::i32, records);
      for (std::uint64_t n = 0; n < records && row.of.ends_with(".weight"); ++n)
        present_.insert(std::string(row.head) + '.' + std::to_string(n) + '.' + std::string(row.of));
    }
    for (const ProjectorLengthRow& row : projector_lengths) lengthen(row);
    const std::string prefix = encoder == "vision" ? "v" : encoder == "audio" ? "a" : "a.gen.code";
    for (std::string& name : tensors_of(type, find_projector(type)->standard_blocks ? prefix : ""))
      tensors_.insert(std::move(name));
  }

  static ModelArray array(ValueType element, std::uint64_t length) {
    return {element, std::vector<std::uint64_t>(length)};
  }

  static ModelValue value(const ProjectorKeyRow& row) {
    if (row.type == ValueType::string) return std::string("text");
    if (row.type == ValueType::array) return array(*row.element, 3);
    const bool counts = row.key.ends_with("block_count");
    return Scalar{row.type, counts ? records : row.type == ValueType::u32 ? row.least : 0};
  }

  /// Gives an array the length that another key asks for.
  void lengthen(const ProjectorLengthRow& row) {
    const auto list = pairs_.find(std::string(row.key)), other = pairs_.find(std::string(row.other));
    if (list == pairs_.end() || other == pairs_.end()) return;
    const auto element = std::get<ModelArray>(list->second).element_type;
    const auto* number = std::get_if<Scalar>(&other->second);
    list->second = array(element, number != nullptr ? number->bits : records);
  }

  /// What the tables demand of a type, with standard blocks where there is a prefix.
  static std::vector<std::string> tensors_of(std::string_view type, const std::string& prefix) {
    std::vector<std::string> names;
    const auto add_all = [&](const std::string& head, std::string_view list) {
      for (const std::string& name : words(list)) names.push_back(head + name);
    };
    for (std::uint64_t n = 0; n < records && !prefix.empty(); ++n)
      add_all(prefix + ".blk." + std::to_string(n) + '.', "attn_out.weight ffn_up.weight ffn_down.weight");
    for (const ProjectorTensorsRow& row : projector_tensors) {
      if (holds_projector(row.types, type)) add_all("", row.names);
    }
    for (const ProjectorWhenRow& row : projector_tensors_when) {
      if (holds_projector(row.types, type)) add_all("", row.names);
    }
    for (const ProjectorEachRow& row : projector_tensors_each) {
      const std::uint64_t end = row.first + (row.count != 0 ? row.count : records);
      for (std::uint64_t n = row.first; n < end && holds_projector(row.types, type); ++n)
        add_all(std::string(row.head) + '.' + std::to_string(n) + '.', row.names);
    }
    return names;
  }

  std::string encoder_ = "vision";
  std::map<std::string, ModelValue> pairs_;
  std::set<std::string> tensors_;
  std::set<std::string> present_;  ///< those by which records are known
};

class ProjectorType : public testing::TestWithParam<ProjectorRow> {};

TEST_P(ProjectorType, NeedsEachOfItsTensors) {
  const Projector whole(GetParam().name);
  EXPECT_EQ(whole.errors_without(""), std::vector<std::string>{});
  for (const std::string& name : whole.tensors())
    EXPECT_EQ(whole.errors_without(name),
              std::vector<std::string>{"projector.tensor-missing " + ggufproof::quoted(name)});
}

/// All but qwen2.5o, which stands for two others.
std::vector<ProjectorRow> types() {
  std::vector<ProjectorRow> rows(projectors_detail::types.begin(), projectors_detail::types.end());
  std::erase_if(rows, [](const ProjectorRow& row) { return row.name == "qwen2.5o"; });
  return rows;
}

INSTANTIATE_TEST_SUITE_P(EachType, ProjectorType, testing::ValuesIn(types()), [](const auto& info) {
  std::string name(info.param.name);
  std::replace_if(
      name.begin(), name.end(), [](char c) { return c == '-' || c == '.'; }, '_');
  return name;
});

}  // namespace
}  // namespace ggufproof
