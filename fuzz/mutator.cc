// Most mutants are of the description; those of the fields lie about counts, lengths and offsets, and work on
// broken files too; those of the bytes do what neither can. What has grown too large is replaced by the last
// kind, cut.
#include "fuzz/mutator.h"

#include <algorithm>
#include <array>
#include <utility>

#include "generators/any_file.h"
#include "generators/field_mutants.h"
#include "generators/lift.h"
#include "generators/lift_wire.h"
#include "generators/random_choices.h"
#include "generators/write.h"

namespace ggufproof {
namespace {

using Offset = std::ptrdiff_t;
using Mutated = std::vector<std::uint8_t>;

class ByteEdits {
 public:
  ByteEdits(Choices& choices, Bytes file, Bytes other)
      : choices_(choices), bytes_(file.begin(), file.end()), other_(other) {}

  Mutated edited() {
    constexpr std::array edits{&ByteEdits::flip, &ByteEdits::insert, &ByteEdits::erase, &ByteEdits::copy,
                               &ByteEdits::splice};
    const std::uint64_t count = 1 + choices_.below(3);
    for (std::uint64_t k = 0; k < count; ++k) (this->*choices_.pick(edits))();
    return std::move(bytes_);
  }

 private:
  Mutated::iterator place() { return bytes_.begin() + static_cast<Offset>(choices_.up_to(bytes_.size())); }

  /// Mostly a few bytes, and sometimes many.
  std::pair<Mutated::iterator, Mutated::iterator> stretch() {
    const auto begin = place();
    const auto left = static_cast<std::uint64_t>(bytes_.end() - begin);
    return {begin, begin + static_cast<Offset>(choices_.number(0, left))};
  }

  void flip() {
    if (bytes_.empty()) return;
    std::uint8_t& byte = bytes_[choices_.below(bytes_.size())];
    byte = static_cast<std::uint8_t>(byte ^ 1U << choices_.below(8));
  }

  void insert() {
    const Mutated more = choices_.bytes(32);
    bytes_.insert(place(), more.begin(), more.end());
  }

  void erase() {
    const auto [begin, end] = stretch();
    bytes_.erase(begin, end);
  }

  void copy() {
    const auto [begin, end] = stretch();
    const Mutated part(begin, end);
    bytes_.insert(place(), part.begin(), part.end());
  }

  void splice() {
    const std::uint64_t from = choices_.up_to(other_.size());
    const Bytes part = other_.subspan(from, choices_.up_to(other_.size() - from));
    bytes_.insert(place(), part.begin(), part.end());
  }

  Choices& choices_;
  Mutated bytes_;
  Bytes other_;
};

/// Adds an element to a list, out of another list or a new one, or takes one away.
template <class Parts, class Fresh>
void change_one(Choices& choices, Parts& parts, const Parts& others, Fresh fresh) {
  const auto at = parts.begin() + static_cast<Offset>(choices.up_to(parts.size()));
  if (at != parts.end() && choices.one_in(3)) {
    parts.erase(at);
  } else {
    parts.insert(at, others.empty() || choices.one_in(2) ? fresh() : choices.pick(others));
  }
}

/// Whole pairs and tensors come and go, so that a file stays as right as it is.
void change_parts(Choices& choices, FileModel& file, const FileModel& other) {
  const FileOptions options{.nested_arrays = true};
  if (choices.one_in(2)) {
    change_one(choices, file.tensors, other.tensors, [&] { return any_tensor(choices, options); });
  } else {
    change_one(choices, file.metadata, other.metadata, [&] {
      std::string key = any_key(choices);
      return ModelPair{std::move(key), any_value(choices, options)};
    });
  }
}

/// Whether a description can be written, with a tensor more: one may ask for an alignment of gigabytes.
bool pads_little(const FileModel& file) {
  constexpr std::uint64_t most_padding = 1 << 20;
  return alignment_of(file) * (file.tensors.size() + 1) <= most_padding;
}

Mutated mutated(Choices& choices, Bytes file, Bytes other) {
  constexpr std::uint64_t by_bytes = 0, by_fields = 1, by_parts = 2, kinds = 6;
  const std::uint64_t kind = file.empty() ? by_bytes : choices.below(kinds);
  if (kind == by_bytes) return ByteEdits(choices, file, other).edited();
  auto model = kind == by_fields ? std::nullopt : lift(file);
  if (model && kind == by_parts) change_parts(choices, *model, lift(other).value_or(FileModel{}));
  if (!model || !pads_little(*model)) return mutate_wire(choices, lift_wire(file)).bytes;
  return kind == by_parts ? write(*model).bytes() : any_mutant(choices, *model).bytes;
}

}  // namespace

std::vector<std::uint8_t> mutate_file(Bytes file, Bytes other, std::uint64_t seed, std::uint64_t max_size) {
  RandomChoices choices(seed);
  Mutated mutant = mutated(choices, file, other);
  if (mutant.size() > max_size) mutant = ByteEdits(choices, file, other).edited();
  if (mutant.size() > max_size) mutant.resize(max_size);
  return mutant;
}

}  // namespace ggufproof
