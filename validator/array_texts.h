// The strings of one array, found by text: a slot of the index for each and where every eighth begins, so
// that they cost less than twice their own bytes even where they are empty. As llama.cpp reads strings of
// arrays, a text ends at its first NUL.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "validator/document.h"
#include "validator/text.h"
#include "validator/text_index.h"

namespace ggufproof {

/// Strings of an array seen so far. The document must outlive it.
class ArrayTexts {
 private:
  static constexpr std::uint64_t stride = 8;

  auto text_of() const {
    return [this](std::uint64_t number) {
      Text text;
      Cursor cursor = document_->cursor(begins_[number / stride]);
      for (std::uint64_t k = 0; k <= number % stride; ++k) {
        if (!cursor.take(text)) return std::string_view();
      }
      return before_nul(text.bytes);
    };
  }

 public:
  ArrayTexts() = default;

  /// REQUIRES: an array of strings that was read whole.
  ArrayTexts(const Document& document, const Array& array)
      : document_(&document), room_(array.count), index_(array.count) {
    begins_.reserve(array.count / stride + 1);
  }

  /// Takes the next string, which begins at this offset, without making it one to be found.
  void skip(std::uint64_t begin) {
    if (count_++ % stride == 0) begins_.push_back(begin);
  }

  /// Takes the next string; where one before it has the same text, returns the number of that one.
  std::optional<std::uint64_t> add(std::uint64_t begin) {
    skip(begin);
    if (count_ > room_) return std::nullopt;  // the count in the file has changed meanwhile
    return index_.add(count_ - 1, text_of());
  }

  /// The number of the first string with this text.
  std::optional<std::uint64_t> find(std::string_view text) const { return index_.find(text, text_of()); }

 private:
  const Document* document_ = nullptr;
  std::vector<std::uint64_t> begins_;  ///< of every string whose number is a multiple of `stride`
  std::uint64_t count_ = 0;
  std::uint64_t room_ = 0;  ///< strings that the index has slots for
  TextIndex index_;
};

}  // namespace ggufproof
