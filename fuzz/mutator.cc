// A mutant of the description that has grown too large is cut down to one of its bytes: engines ask for that
// seldom, since they keep small files. Each change of bytes is one that a description cannot express.
#include "fuzz/mutator.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "generators/any_file.h"
#include "generators/field_mutants.h"
#include "generators/lift.h"
#include "generators/random_choices.h"
#include "generators/write.h"
#include "validator/reader.h"

namespace ggufproof {
namespace {

using Offset = std::ptrdiff_t;

/// Offsets at which fields of a file begin, as far as it can be read, its end included.
std::vector<std::uint64_t> field_offsets(Bytes file) {
  Report unused;
  const Document document = read_document(file, unused);
  std::vector<std::uint64_t> at{0, 4, 8, 12, 16, document.metadata_end, document.infos_end, file.size()};
  for (std::size_t i = 0; i < document.pair_at.size(); ++i) {
    const Pair pair = document.pair(i);
    at.insert(at.end(), {pair.whole.begin, pair.type_field.begin, pair.value.begin, pair.value.begin + 4});
  }
  for (std::size_t i = 0; i < document.tensor_at.size(); ++i) {
    const Tensor tensor = document.tensor(i);
    at.insert(at.end(), {tensor.whole.begin, tensor.n_dimensions_field.begin, tensor.dimension_fields.begin,
                         tensor.type_field.begin, tensor.offset_field.begin, tensor.whole.end});
  }
  std::erase_if(at, [&](std::uint64_t offset) { return offset > file.size(); });
  return at;
}

/// Numbers that readers get wrong, `left` bytes before the end of the file.
std::uint64_t any_number(Choices& choices, std::uint64_t left) {
  const std::array<std::uint64_t, 8> sizes{left, left / 2, left / 4, left / 8, left / 12, left / 24, 4, 64};
  if (choices.one_in(3)) return choices.pick(sizes) - 1 + choices.below(3);
  return choices.number(0, ~std::uint64_t{0});
}

class ByteEdits {
 public:
  ByteEdits(Choices& choices, Bytes file, Bytes other)
      : choices_(choices), bytes_(file.begin(), file.end()), other_(other), fields_(field_offsets(file)) {}

  std::vector<std::uint8_t> edited() {
    constexpr std::array edits{&ByteEdits::number, &ByteEdits::number, &ByteEdits::flip,  &ByteEdits::insert,
                               &ByteEdits::erase,  &ByteEdits::copy,   &ByteEdits::splice};
    const std::uint64_t count = 1 + choices_.below(3);
    for (std::uint64_t k = 0; k < count; ++k) (this->*choices_.pick(edits))();
    return std::move(bytes_);
  }

 private:
  /// Where a field begins, or any place; at most the size.
  std::uint64_t place() {
    const std::uint64_t at = choices_.one_in(3) ? choices_.up_to(bytes_.size()) : choices_.pick(fields_);
    return std::min<std::uint64_t>(at, bytes_.size());
  }

  std::pair<Offset, Offset> stretch() {
    const auto [begin, end] = std::minmax({place(), place()});
    return {static_cast<Offset>(begin), static_cast<Offset>(end)};
  }

  void number() {
    constexpr std::array<std::uint64_t, 4> widths{8, 4, 1, 2};
    const std::uint64_t at = place(), width = choices_.pick(widths),
                        number = any_number(choices_, bytes_.size() - at);
    const bool big = choices_.one_in(16);
    for (std::uint64_t k = 0; k < width && at + k < bytes_.size(); ++k)
      bytes_[at + k] = static_cast<std::uint8_t>(number >> 8 * (big ? width - 1 - k : k));
  }

  void flip() {
    if (bytes_.empty()) return;
    std::uint8_t& byte = bytes_[choices_.below(bytes_.size())];
    byte = static_cast<std::uint8_t>(byte ^ 1U << choices_.below(8));
  }

  void insert() {
    const std::vector<std::uint8_t> more = choices_.bytes(32);
    bytes_.insert(bytes_.begin() + static_cast<Offset>(place()), more.begin(), more.end());
  }

  void erase() {
    const auto [begin, end] = stretch();
    bytes_.erase(bytes_.begin() + begin, bytes_.begin() + end);
  }

  void copy() {
    const auto [begin, end] = stretch();
    const std::vector<std::uint8_t> part(bytes_.begin() + begin, bytes_.begin() + end);
    bytes_.insert(bytes_.begin() + static_cast<Offset>(place()), part.begin(), part.end());
  }

  void splice() {
    const std::uint64_t from = choices_.up_to(other_.size()), count = choices_.up_to(other_.size() - from);
    const Bytes part = other_.subspan(from, count);
    bytes_.insert(bytes_.begin() + static_cast<Offset>(place()), part.begin(), part.end());
  }

  Choices& choices_;
  std::vector<std::uint8_t> bytes_;
  Bytes other_;
  std::vector<std::uint64_t> fields_;
};

/// Adds or takes away whole pairs and tensors, so that files stay as right as they are.
void change_parts(Choices& choices, FileModel& file, const FileModel& other) {
  const auto change = [&choices](auto& parts, const auto& others, auto&& fresh) {
    const auto at = parts.begin() + static_cast<Offset>(choices.up_to(parts.size()));
    if (!parts.empty() && choices.one_in(3))
      parts.erase(at == parts.end() ? at - 1 : at);
    else
      parts.insert(at, others.empty() || choices.one_in(2) ? fresh() : choices.pick(others));
  };
  const FileOptions options{.nested_arrays = true};
  if (choices.one_in(2))
    change(file.tensors, other.tensors, [&] { return any_tensor(choices, options); });
  else
    change(file.metadata, other.metadata, [&] {
      return ModelPair{any_key(choices), any_value(choices, options)};
    });
}

std::vector<std::uint8_t> mutated_model(Choices& choices, FileModel file, Bytes other) {
  if (choices.one_in(3)) {
    change_parts(choices, file, lift(other).value_or(FileModel{}));
    return write(file).bytes();
  }
  return any_mutant(choices, file).bytes;
}

}  // namespace

std::vector<std::uint8_t> mutate_file(Bytes file, Bytes other, std::uint64_t seed, std::uint64_t max_size) {
  RandomChoices choices(seed);
  if (const bool by_bytes = choices.one_in(4); !by_bytes) {
    std::optional<FileModel> model = lift(file);
    if (!model && choices.one_in(16)) model = any_file(choices);
    if (model) {
      auto mutant = mutated_model(choices, *std::move(model), other);
      if (mutant.size() <= max_size) return mutant;
    }
  }
  auto mutant = ByteEdits(choices, file, other).edited();
  if (mutant.size() > max_size) mutant.resize(max_size);
  return mutant;
}

}  // namespace ggufproof
