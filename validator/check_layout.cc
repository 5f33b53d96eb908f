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
  void joined(std::uint64_t at);
  void no_tensors();

  /// Where a tensor says that its data lie, in bytes from the start of the data section.
  struct Place {
    std::uint64_t offset, bytes;

    /// 2^64 - 1 where offset and size pass that.
    std::uint64_t end() const {
      constexpr std::uint64_t most = std::numeric_limits<std::uint64_t>::max();
      return bytes > most - offset ? most : offset + bytes;
    }
  };

  /// The index of the k-th tensor by offset.
  std::uint64_t nth(std::uint64_t k) const { return order_.empty() ? k : order_[k]; }

  Detail offset_detail(std::uint64_t i, std::string want) const {
    const Tensor tensor = doc_.tensor(i);
    return {tensor_path(i, "offset"), quoted(tensor.name), number(tensor.offset), std::move(want)};
  }

  std::uint64_t file_end() const { return doc_.bytes.size(); }

  const Document& doc_;
  std::uint64_t alignment_;
  Report& report_;
  std::uint64_t data_at_ = 0;  ///< offset of the data section in the file
  std::vector<Place> places_;  ///< by index
  std::vector<std::uint64_t>
      order_;  ///< indices by offset; empty where the tensors are packed in their own order
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
  constexpr std::uint64_t most_sum = std::numeric_limits<std::int64_t>::max();  // files have no more bytes
  std::uint64_t expected = 0;
  bool packed = true;
  places_.reserve(doc_.tensor_at.size());
  for (std::uint64_t i = 0; i < doc_.tensor_at.size(); ++i) {
    const Tensor tensor = doc_.tensor(i);
    const TensorSize size = size_of(tensor);
    places_.push_back({tensor.offset, size.bytes});
    packed = packed && size.known && tensor.offset == expected;
    sizes_known_ = sizes_known_ && size.known;
    if (!size.known || !sums_fit_) continue;
    const auto room = padded(size.bytes, alignment_);
    if (!room || *room > most_sum || expected > most_sum - *room) {
      sums_fit_ = packed = false;
      report_.add(Rule::tensor_bytes, tensor.dimension_fields, [&] {
        return Detail{tensor_path(i, "dimensions"), quoted(tensor.name),
                      number(size.bytes) + " bytes after " + number(expected), "a padded sum below 2^63"};
      });
      continue;
    }
    expected += *room;
  }
  return packed;
}

void Layout::unaligned() {
  for (std::uint64_t i = 0; i < doc_.tensor_at.size(); ++i) {
    if (places_[i].offset % alignment_ == 0) continue;
    report_.add(Rule::layout_unaligned, doc_.tensor(i).offset_field,
                [&] { return offset_detail(i, "a multiple of " + number(alignment_)); });
  }
}

/// Sorts by offset and judges neighbours. An empty tensor shares its offset with the one after it, hence the
/// size next.
void Layout::sort_by_offset() {
  order_.resize(places_.size());
  std::iota(order_.begin(), order_.end(), std::uint64_t{0});
  std::sort(order_.begin(), order_.end(), [&](std::uint64_t a, std::uint64_t b) {
    const Place &left = places_[a], &right = places_[b];
    if (left.offset != right.offset) return left.offset < right.offset;
    return left.bytes != right.bytes ? left.bytes < right.bytes : a < b;
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
    if (places_[i].end() >= places_[widest].end()) widest = i;
  }
}

void Layout::first_in_place(std::uint64_t i) {
  if (places_[i].offset < alignment_ || !sizes_known_) return;
  report_.add(Rule::layout_gap, doc_.tensor(i).offset_field,
              [&] { return offset_detail(i, "0 for the first tensor"); });
}

void Layout::place_after(std::uint64_t before, std::uint64_t i) {
  const std::uint64_t offset = places_[i].offset, end = places_[before].end();
  if (offset < end) {
    // Nothing is shared with a tensor of no bytes; it only stands in the wrong place.
    const Rule rule = places_[i].bytes > 0 ? Rule::layout_overlap : Rule::layout_order;
    report_.add(rule, doc_.tensor(i).offset_field, [&] {
      return offset_detail(
          i, "at least " + number(end) + ", where " + quoted(doc_.tensor_name(before)) + " ends");
    });
    return;
  }
  const auto next = padded(end, alignment_);
  if (sizes_known_ && next && offset >= *next && offset - *next >= alignment_) {
    report_.add(Rule::layout_gap, doc_.tensor(i).offset_field, [&] {
      return offset_detail(i, number(*next) + ", after " + quoted(doc_.tensor_name(before)));
    });
  }
}

/// One finding for all tensors that end beyond the file: a cut file would give hundreds otherwise.
bool Layout::within_file() {
  const std::uint64_t room = file_end() - data_at_;
  std::uint64_t beyond = 0, first = 0;
  for (std::uint64_t i = 0; i < places_.size(); ++i) {
    if (places_[i].end() > room && beyond++ == 0) first = i;
  }
  if (beyond == 0) return true;
  const Tensor tensor = doc_.tensor(first);
  const bool misplaced = tensor.offset > room;
  const Range culprit = misplaced ? tensor.offset_field : Range{data_at_ + tensor.offset, file_end()};
  report_.add(Rule::layout_truncated, culprit, [&] {
    std::string got = number(room) + " bytes of data in the file";
    if (beyond > 1) got += ", too few for " + number(beyond) + " tensors";
    return Detail{tensor_path(first, misplaced ? "offset" : "data"), quoted(tensor.name), std::move(got),
                  number(places_[first].bytes) + " bytes at offset " + number(tensor.offset)};
  });
  return false;
}

/// What follows the last tensor: its padding, and bytes that nobody asked for.
void Layout::tail(std::uint64_t furthest) {
  const std::uint64_t room = file_end() - data_at_;
  const auto end = padded(furthest, alignment_);
  if (!end || !sizes_known_) return;
  if (*end != furthest) joined(data_at_ + furthest);
  if (*end > room) {
    report_.add(Rule::layout_last_padding, {data_at_ + furthest, file_end()}, [&] {
      const auto last = std::max_element(places_.begin(), places_.end(),
                                         [](const auto& a, const auto& b) { return a.end() < b.end(); });
      return Detail{tensor_path(static_cast<std::uint64_t>(last - places_.begin()), "padding"), "",
                    number(room - furthest) + " bytes after the last tensor",
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
  for (std::size_t k = 0; k < places_.size(); ++k) {
    end = std::max(end, places_[nth(k)].end());
    const auto next = padded(end, alignment_);
    if (!next || end == *next) continue;
    const std::uint64_t limit = k + 1 < places_.size() ? places_[nth(k + 1)].offset : *next;
    const std::uint64_t stop = std::min({file_end() - data_at_, *next, limit});
    if (stop > end) padding({data_at_ + end, data_at_ + stop}, tensor_path(nth(k), "padding"));
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

/// Files put together with cat: the next one begins at the end of this one, which may lack its last padding.
void Layout::joined(std::uint64_t at) {
  if (!as_text(doc_.bytes.subspan(at)).starts_with("GGUF")) return;
  report_.add(Rule::shard_joined, {at, file_end()}, [&] {
    return Detail{"trailing", "", "the magic of a GGUF after " + number(at) + " bytes", ""};
  });
}

void Layout::trailing(Range rest) {
  if (rest.begin >= rest.end) return;
  joined(rest.begin);
  report_.add(Rule::layout_trailing, rest, [&] {
    return Detail{"trailing", "", number(rest.end - rest.begin) + " bytes: " + bytes_shown(doc_.bytes, rest),
                  ""};
  });
}

/// Without tensors there is no data section and nothing to pad; a writer may add zeros up to the alignment
/// all the same.
void Layout::no_tensors() {
  const std::uint64_t end = std::min(padded(doc_.infos_end, alignment_).value_or(file_end()), file_end());
  const Bytes zeros = doc_.bytes.subspan(doc_.infos_end, end - doc_.infos_end);
  const bool only_zeros =
      std::all_of(zeros.begin(), zeros.end(), [](std::uint8_t byte) { return byte == 0; });
  trailing({only_zeros ? end : doc_.infos_end, file_end()});
}

void Layout::judge() {
  if (doc_.tensor_at.empty()) {
    if (report_.judges_data()) no_tensors();
    return;
  }
  if (!find_data_section()) return;
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
