// A quick look at the elements of an array, taken while the reader follows the array anyway. It says whether
// there can be anything to judge; hardly any array has that, and so most are walked once and not twice.
#pragma once

#include "validator/array_walk.h"

namespace ggufproof {

/// Whether all numbers of a type in a range are as they should be: bools 0 or 1, floats finite. Others always
/// are.
bool all_sound(Bytes file, ByteOrder order, ValueType type, Range range);

/// Whether the texts of a run are surely well-formed UTF-8 without NUL bytes and within the reference
/// reader's limit.
bool surely_clean(Bytes file, std::uint32_t version, const StringRun& run);

/// A visitor for walk_array.
class QuickLook {
 public:
  QuickLook(Bytes file, ByteOrder order, std::uint32_t version)
      : file_(file), order_(order), version_(version) {}

  /// Whether no check of values can have anything to say about the array seen.
  bool nothing_to_judge() const { return plain_; }

  void head(const ElementPath&, std::uint64_t, const RecordRead<ArrayRecord>& head) {
    const bool nested = static_cast<ValueType>(head.record.element_type) == ValueType::array;
    plain_ = plain_ && !nested && head.record.count.value <= limits::reference_array_elements;
  }
  void strings(const ElementPath&, std::uint64_t, const StringRun& run) {
    plain_ = plain_ && surely_clean(file_, version_, run);
  }
  void scalars(const ElementPath&, std::uint64_t, ValueType type, std::uint64_t, Range range) {
    plain_ = plain_ && all_sound(file_, order_, type, range);
  }

 private:
  Bytes file_;
  ByteOrder order_;
  std::uint32_t version_;
  bool plain_ = true;
};

}  // namespace ggufproof
