// Look-ups into a model's files, each made once. Blocks are noted up to the number that llama.cpp's loader
// takes.
#include "validator/architecture_file.h"

#include <algorithm>
#include <charconv>

namespace ggufproof {

std::optional<BlockName> block_of(std::string_view tensor_name) {
  constexpr std::string_view head = "blk.";
  if (!tensor_name.starts_with(head)) return std::nullopt;
  const std::string_view digits =
      tensor_name.substr(head.size(), tensor_name.find('.', head.size()) - head.size());
  BlockName out;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), out.block);
  if (digits.empty() || end != digits.data() + digits.size()) return std::nullopt;
  if (error != std::errc()) out.block = ~std::uint64_t{0};
  out.plain = digits.size() == 1 || digits[0] != '0';
  out.rest = tensor_name.substr(std::min(head.size() + digits.size() + 1, tensor_name.size()));
  return out;
}

ArchitectureFile::ArchitectureFile(std::vector<ModelPart> parts, std::string_view architecture)
    : parts_(std::move(parts)), architecture_(architecture), blocks_(limits::reference_blocks) {
  std::uint64_t tensors = 0;
  for (const ModelPart& part : parts_) {
    begins_.push_back(tensors);
    tensors += part.document->tensor_at.size();
  }
  tensors_ = TextIndex(tensors);
  accounted_.resize(tensors);
  const auto name = [&](std::uint64_t i) { return tensor_name(i); };
  for (std::uint64_t i = 0; i < tensors; ++i) {
    tensors_.add(i, name);
    const auto block = block_of(name(i));
    if (block && block->plain && block->block < blocks_.size()) blocks_[block->block] = true;
  }
}

std::string ArchitectureFile::key_name(std::string_view key) const {
  if (key.starts_with('/')) return std::string(key.substr(1));
  return std::string(architecture_) + '.' + std::string(key);
}

const ModelPart& ArchitectureFile::part_of(std::uint64_t& tensor) const {
  const auto next = std::upper_bound(begins_.begin(), begins_.end(), tensor);
  const auto part = static_cast<std::size_t>(next - begins_.begin()) - 1;
  tensor -= begins_[part];
  return parts_[part];
}

PlacedTensor ArchitectureFile::tensor(std::uint64_t i) const {
  const ModelPart& part = part_of(i);
  return {part.document->tensor(i), i, *part.report};
}

std::string_view ArchitectureFile::tensor_name(std::uint64_t i) const {
  const ModelPart& part = part_of(i);
  return part.document->tensor_name(i);
}

std::optional<std::uint64_t> ArchitectureFile::tensor_of(std::string_view name) const {
  return tensors_.find(name, [&](std::uint64_t i) { return tensor_name(i); });
}

bool ArchitectureFile::account_for(std::uint64_t tensor) {
  const bool before = accounted_[tensor];
  accounted_[tensor] = true;
  return before;
}

}  // namespace ggufproof
