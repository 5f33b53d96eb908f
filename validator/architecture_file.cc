// Look-ups into a document, each made once. Blocks are noted up to the number that llama.cpp's loader takes.
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

ArchitectureFile::ArchitectureFile(const Document& document, std::string_view architecture)
    : document_(document),
      architecture_(architecture),
      tensors_(document.tensor_at.size()),
      accounted_(document.tensor_at.size()),
      blocks_(limits::reference_blocks) {
  const auto name = [&](std::uint64_t i) { return document.tensor_name(i); };
  for (std::uint64_t i = 0; i < document.tensor_at.size(); ++i) {
    tensors_.add(i, name);
    const auto block = block_of(name(i));
    if (block && block->plain && block->block < blocks_.size()) blocks_[block->block] = true;
  }
}

std::string ArchitectureFile::key_name(std::string_view key) const {
  if (key.starts_with('/')) return std::string(key.substr(1));
  return std::string(architecture_) + '.' + std::string(key);
}

std::optional<std::uint64_t> ArchitectureFile::tensor_of(std::string_view name) const {
  return tensors_.find(name, [&](std::uint64_t i) { return document_.tensor_name(i); });
}

bool ArchitectureFile::account_for(std::uint64_t tensor) {
  const bool before = accounted_[tensor];
  accounted_[tensor] = true;
  return before;
}

}  // namespace ggufproof
