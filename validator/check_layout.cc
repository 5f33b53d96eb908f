// Where tensor data lie. A file whose offsets are the packed ones is judged in one pass; any other is sorted
// by offset first, so that holes, overlaps and disorder can be told apart.
#include <algorithm>
#include <limits>
#include <numeric>

#include "validator/checks.h"
#include "validator/describe.h"
#include "validator/text.h"

namespace ggufproof {
namespace {

/// The layout of one file, judged step by step.
class Layout {
 public:
  Layout(const Document& document, std::uint64_t alignment, Report& report)
      : doc_(document), alignment_(alignment), report_(report) {}

  void judge();

 private:
  bool find_data_section();
  bool packed();
  void unaligned();
  void sort_by_offset();
  void neighbours();
  void first_in_place(std::uint64_t i);
  void place_after(std::uint64_t before, std::uint64_t i);
  bool within_file();
  void paddings();
  void tail(std::uint64_t furthest);
  void padding(Range range, const std::string& at);
  void trailing(Range rest);
  void no_tensors();

  std::uint64_t bytes_of(std::uint64_t i) const { return size_of(doc_.tensor(i)).bytes; }

  /// Where a tensor's data end, from the start of the data section; 2^64 - 1 where offset and size pass that.
  std::uint64_t end_of(std::uint64_t i) const {
    const Tensor tensor = doc_.tensor(i);
    const std::uint64_t bytes = size_of(tensor).bytes, most = std::numeric_limits<std::uint64_t>::max();
    return bytes > most - tensor.offset ? most : tensor.offset + bytes;
  }

  Detail offset_detail(std::uint64_t i, std::string want) const {
    const Tensor tensor = doc_.tensor(i);
    return {tensor_path(i, "offset"), quoted(tensor.name), number(tensor.offset), std::move(want)};
  }

  std::uint64_t file_end() const { return doc_.bytes.size(); }

  const Document& doc_;
  std::uint64_t alignment_;
  Report& report_;
  std::uint64_t data_at_ = 0;         ///< offset of the data section in the file
  std::vector<std::uint64_t> order_;  ///< indices of the tensors by offset
  bool sizes_known_ = true;
  bool sums_fit_ = true;
};

bool Layout::find_data_section() {
  if (const auto at = padded(doc_.infos_end, alignment_); at && *at <= file_end()) {
    data_at_ = *at;
    return true;
  }
  report_.add(Rule::layout_no_data, {doc_.infos_end, file_end()}, [&] {
    return Detail{"padding", "", "the end of the file at byte " + number(file_end()),
                  "a data section at the next multiple of " + number(alignment_) + " after byte " +
                      number(doc_.infos_end)};
  });
  return false;
}

/// Whether every offset is the one that the reference reader expects: the sum of the padded sizes before it.
/// Also finds out whether all sizes are known and whether their sum fits in 64 bits.
bool Layout::packed() {
  std::uint64_t expected = 0;
  bool packed = true;
  for (std::uint64_t i = 0; i < doc_.tensor_at.size(); ++i) {
    const Tensor tensor = doc_.tensor(i);
    const TensorSize size = size_of(tensor);
    packed = packed && size.known && tensor.offset == expected;
    sizes_known_ = sizes_known_ && size.known;
    if (!size.known || !sums_fit_) continue;
    const auto room = padded(size.bytes, alignment_);
    if (!room || *room > std::numeric_limits<std::uint64_t>::max() - expected) {
      sums_fit_ = packed = false;
      report_.add(Rule::tensor_bytes, tensor.dimension_fields, [&] {
        return Detail{tensor_path(i, "dimensions"), quoted(tensor.name),
                      number(size.bytes) + " bytes after " + number(expected), "a padded sum below 2^64"};
      });
      continue;
    }
    expected += *room;
  }
  return packed;
}

void Layout::unaligned() {
  for (std::uint64_t i = 0; i < doc_.tensor_at.size(); ++i) {
    const Tensor tensor = doc_.tensor(i);
    if (tensor.offset % alignment_ == 0) continue;
    report_.add(Rule::layout_unaligned, tensor.offset_field,
                [&] { return offset_detail(i, "a multiple of " + number(alignment_)); });
  }
}

/// Sorts by offset and judges neighbours. An empty tensor shares its offset with the one after it, hence the
/// size next.
void Layout::sort_by_offset() {
  std::sort(order_.begin(), order_.end(), [&](std::uint64_t a, std::uint64_t b) {
    const std::uint64_t left = doc_.tensor(a).offset, right = doc_.tensor(b).offset;
    if (left != right) return left < right;
    const std::uint64_t left_bytes = bytes_of(a), right_bytes = bytes_of(b);
    return left_bytes != right_bytes ? left_bytes < right_bytes : a < b;
  });
}

/// Judges the tensors in the order of their offsets, each against the one before it that ends last.
void Layout::neighbours() {
  first_in_place(order_.front());
  std::uint64_t widest = order_.front();
  for (std::size_t k = 1; k < order_.size(); ++k) {
    const std::uint64_t i = order_[k];
    place_after(widest, i);
    if (i < order_[k - 1]) {
      report_.add(Rule::layout_order, doc_.tensor(i).offset_field, [&] {
        return offset_detail(
            i, "an offset before that of tensor[" + number(order_[k - 1]) + "], whose info comes later");
      });
    }
    if (end_of(i) >= end_of(widest)) widest = i;
  }
}

void Layout::first_in_place(std::uint64_t i) {
  const Tensor tensor = doc_.tensor(i);
  if (tensor.offset < alignment_ || !sizes_known_) return;
  report_.add(Rule::layout_gap, tensor.offset_field,
              [&] { return offset_detail(i, "0 for the first tensor"); });
}

void Layout::place_after(std::uint64_t before, std::uint64_t i) {
  const Tensor earlier = doc_.tensor(before), tensor = doc_.tensor(i);
  const std::uint64_t end = end_of(before);
  if (tensor.offset < end) {
    // Nothing is shared with a tensor of no bytes; it only stands in the wrong place.
    const Rule rule = bytes_of(i) > 0 ? Rule::layout_overlap : Rule::layout_order;
    report_.add(rule, tensor.offset_field, [&] {
      return offset_detail(i, "at least " + number(end) + ", where " + quoted(earlier.name) + " ends");
    });
    return;
  }
  const auto next = padded(end, alignment_);
  if (sizes_known_ && next && tensor.offset >= *next && tensor.offset - *next >= alignment_) {
    report_.add(Rule::layout_gap, tensor.offset_field,
                [&] { return offset_detail(i, number(*next) + ", after " + quoted(earlier.name)); });
  }
}

/// One finding for all tensors that end beyond the file: a cut file would give hundreds otherwise.
bool Layout::within_file() {
  const std::uint64_t room = file_end() - data_at_;
  std::uint64_t beyond = 0, first = 0;
  for (std::uint64_t i = 0; i < doc_.tensor_at.size(); ++i) {
    if (bytes_of(i) > 0 && end_of(i) > room && beyond++ == 0) first = i;
  }
  if (beyond == 0) return true;
  const Tensor tensor = doc_.tensor(first);
  const bool misplaced = tensor.offset > room;
  const Range culprit = misplaced ? tensor.offset_field : Range{data_at_ + tensor.offset, file_end()};
  report_.add(Rule::layout_truncated, culprit, [&] {
    std::string got = number(room) + " bytes of data in the file";
    if (beyond > 1) got += ", too few for " + number(beyond) + " tensors";
    return Detail{tensor_path(first, misplaced ? "offset" : "data"), quoted(tensor.name), std::move(got),
                  number(bytes_of(first)) + " bytes at offset " + number(tensor.offset)};
  });
  return false;
}

/// What follows the last tensor: its padding, and bytes that nobody asked for.
void Layout::tail(std::uint64_t furthest) {
  const std::uint64_t room = file_end() - data_at_;
  const auto end = padded(furthest, alignment_);
  if (!end || !sizes_known_) return;
  if (*end > room) {
    report_.add(Rule::layout_last_padding, {data_at_ + furthest, file_end()}, [&] {
      return Detail{"trailing", "", number(room - furthest) + " bytes after the last tensor",
                    number(*end - furthest) + " bytes of padding"};
    });
  } else {
    trailing({data_at_ + *end, file_end()});
  }
}

/// Bytes between the end of a tensor and the next multiple of the alignment are padding, unless another
/// tensor (at a wrong place) begins there.
void Layout::paddings() {
  padding({doc_.infos_end, data_at_}, "padding");
  std::uint64_t end = 0;
  for (std::size_t k = 0; k < order_.size(); ++k) {
    end = std::max(end, end_of(order_[k]));
    const auto next = padded(end, alignment_);
    if (!next || end == *next) continue;
    const std::uint64_t limit = k + 1 < order_.size() ? doc_.tensor(order_[k + 1]).offset : *next;
    const std::uint64_t stop = std::min({file_end() - data_at_, *next, limit});
    if (stop > end) padding({data_at_ + end, data_at_ + stop}, tensor_path(order_[k], "padding"));
  }
  tail(end);
}

void Layout::padding(Range range, const std::string& at) {
  for (std::uint64_t i = range.begin; i < range.end; ++i) {
    if (doc_.bytes[i] == 0) continue;
    report_.add(Rule::layout_padding, range, [&] {
      return Detail{at, "", bytes_shown(doc_.bytes, range), "00 only"};
    });
    return;
  }
}

void Layout::trailing(Range rest) {
  if (rest.begin >= rest.end) return;
  report_.add(Rule::layout_trailing, rest, [&] {
    return Detail{"trailing", "", number(rest.end - rest.begin) + " bytes: " + bytes_shown(doc_.bytes, rest),
                  ""};
  });
}

/// Without tensors there is no data section; a writer may pad to the alignment all the same.
void Layout::no_tensors() {
  const std::uint64_t end = padded(doc_.infos_end, alignment_).value_or(file_end());
  padding({doc_.infos_end, std::min(end, file_end())}, "padding");
  trailing({end, file_end()});
}

void Layout::judge() {
  if (doc_.tensor_at.empty()) {
    if (report_.judges_data()) no_tensors();
    return;
  }
  if (!find_data_section()) return;
  order_.resize(doc_.tensor_at.size());
  std::iota(order_.begin(), order_.end(), std::uint64_t{0});
  const bool in_place = packed();
  if (!in_place) unaligned();
  if (!sums_fit_) return;
  if (!in_place) {
    sort_by_offset();
    neighbours();
  }
  if (report_.judges_data() && within_file()) paddings();
}

}  // namespace

void check_layout(const Document& document, std::uint64_t alignment, Report& report) {
  Layout(document, alignment, report).judge();
}

}  // namespace ggufproof
