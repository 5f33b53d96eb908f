// Whether a pair or tensor of the host would say something about the piece is told by names and by what the
// piece is.
#include "generators/mutate/graft.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace ggufproof {
namespace {

const ModelPair* find_pair(const FileModel& file, std::string_view key) {
  const auto found = std::find_if(file.metadata.begin(), file.metadata.end(),
                                  [&](const ModelPair& pair) { return pair.key == key; });
  return found == file.metadata.end() ? nullptr : &*found;
}

bool has_text(const FileModel& file, std::string_view key, std::string_view text) {
  const ModelPair* pair = find_pair(file, key);
  const auto* found = pair == nullptr ? nullptr : std::get_if<std::string>(&pair->value);
  return found != nullptr && *found == text;
}

bool in_set(const CasePair& pair) {
  return !pair.around_failing.beside.empty() || find_pair(pair.failing, "split.count") != nullptr;
}

// Readers know no tensors of the architecture "example", so that a file may have any; less where its tensors
// are counted, compared or told by their type.
bool takes_tensors(const CasePair& pair) {
  constexpr std::array<std::string_view, 3> about_tensors{"general.type", "general.file_type",
                                                          "general.size_label"};
  const auto none_about = [&](const FileModel& file) {
    return !file.tensors.empty() &&
           std::none_of(about_tensors.begin(), about_tensors.end(),
                        [&](std::string_view key) { return find_pair(file, key) != nullptr; });
  };
  return has_text(pair.near, "general.architecture", "example") && none_about(pair.near) &&
         none_about(pair.failing) && !in_set(pair) && pair.around_failing.original.empty() &&
         !pair.around_failing.roundtrip;
}

bool is_plain(const ModelTensor& tensor) {
  return !is_quantized(*tensor_type_row(static_cast<std::uint32_t>(tensor.type)));
}

// A key below a prefix of the community's own, which no rule about standard keys is about.
bool is_foreign(std::string_view key) {
  constexpr std::array<std::string_view, 3> prefixes{"toy.", "acme.", "a_community."};
  return std::any_of(prefixes.begin(), prefixes.end(),
                     [&](std::string_view prefix) { return key.starts_with(prefix); });
}

}  // namespace

Graft::Graft(Choices& choices, const FileModel& host, const CasePair& pair) {
  const auto is_new = [&](std::string_view key) {
    return find_pair(pair.near, key) == nullptr && find_pair(pair.failing, key) == nullptr;
  };
  const auto place = [&](std::size_t own) { return own == 0 ? 0 : choices.number(1, own); };
  for (const ModelPair& one : host.metadata) {
    const bool alignment = one.key == "general.alignment" && !in_set(pair);
    if (is_new(one.key) && (alignment || is_foreign(one.key)))
      pairs_.push_back({one, place(std::max(pair.near.metadata.size(), pair.failing.metadata.size()))});
  }
  if (!takes_tensors(pair)) return;
  for (const ModelTensor& one : host.tensors) {
    if (is_plain(one)) tensors_.push_back({one, choices.up_to(pair.near.tensors.size())});
  }
}

FileModel Graft::into(const FileModel& piece) const {
  FileModel file{piece.order, piece.version, {}, {}};
  const auto merge = [](const auto& own, const auto& given, auto& merged) {
    for (std::size_t i = 0; i <= own.size(); ++i) {
      for (const auto& one : given) {
        if (std::min<std::uint64_t>(one.after, own.size()) == i) merged.push_back(one.what);
      }
      if (i < own.size()) merged.push_back(own[i]);
    }
  };
  merge(piece.metadata, pairs_, file.metadata);
  merge(piece.tensors, tensors_, file.tensors);
  return file;
}

std::string Graft::label_in(const FileModel& piece, const std::string& label) const {
  const bool pair = label.starts_with("kv[");
  if (!pair && !label.starts_with("tensor[")) return label;
  const std::size_t begin = label.find('[') + 1, end = label.find(']');
  const std::uint64_t own = std::stoull(label.substr(begin, end - begin));
  std::uint64_t before = 0;
  const auto count = [&](const auto& given, std::uint64_t size) {
    for (const auto& one : given) before += std::min(one.after, size) <= own ? 1 : 0;
  };
  if (pair) {
    count(pairs_, piece.metadata.size());
  } else {
    count(tensors_, piece.tensors.size());
  }
  return label.substr(0, begin) + std::to_string(own + before) + label.substr(end);
}

}  // namespace ggufproof
