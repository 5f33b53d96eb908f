// One finding a rule and tensor, however many blocks break it; zeros are told once for all tensors, since a
// file that was never written to its end has hundreds.
#include "validator/values/check_values.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <optional>
#include <span>
#include <vector>

#include "validator/decode/decode.h"
#include "validator/describe.h"
#include "validator/digits.h"
#include "validator/text.h"
#include "validator/values/block_faults.h"
#include "validator/values/byte_order.h"
#include "validator/values/chunks.h"
#include "validator/values/zero_runs.h"

namespace ggufproof {
namespace {

constexpr std::uint64_t least_weights = 2048;  // bytes; smaller tensors may well be constant (clause 17.9)
constexpr std::size_t places_shown = 3;

/// Of norms (clause 17.11).
constexpr float largest_norm = 1e6F;
constexpr std::uint64_t most_norm_elements = std::uint64_t{1} << 20;

/// Whether some bytes, at least one, repeat with a period.
bool repeats(Bytes bytes, std::uint64_t period) {
  return bytes.size() <= period ||
         std::memcmp(bytes.data(), bytes.data() + period, bytes.size() - period) == 0;
}

/// The blocks of one tensor that break one rule.
struct Broken {
  std::uint64_t blocks = 0;
  std::array<std::uint64_t, places_shown> at{};  ///< offsets in the file of the first ones' faults
  std::uint64_t last_block = 0;                  ///< offset in the file
  BlockFault first{};
  Range first_bytes{};
};

/// The values of one tensor.
class TensorValues {
 public:
  TensorValues(const Document& document, std::uint64_t i, const Tensor& tensor, Range data, Report& report)
      : doc_(document),
        i_(i),
        tensor_(tensor),
        type_(*tensor_type_row(tensor.type)),
        data_(data),
        report_(report) {}

  /// `is_matrix`: whether long runs of zeros are told.
  void judge(bool is_matrix, const DataReading& reading, const std::function<void(std::uint64_t)>& judged) {
    ZeroRuns runs(doc_.bytes, data_, row_bytes(), reading);
    const std::function<void(std::uint64_t)> zeros = [&](std::uint64_t at) { runs.take(at); };
    find_suspects(
        doc_.bytes, data_, type_, doc_.order, reading, [&](Range blocks) { look_closely(blocks); }, judged,
        is_matrix ? zeros : nullptr);
    report(runs);
    for (const Broken& broken : broken_) {
      if (broken.blocks > 0) report(broken);
    }
    if (looks_byte_swapped(type_, bytes(), doc_.order))
      report_whole(Rule::values_byte_swapped, doc_.order == ByteOrder::big
                                                  ? "little-endian numbers in a big-endian file"
                                                  : "big-endian numbers in a little-endian file");
  }

  /// Of a norm. NaN and infinities are told by other rules.
  void judge_norm() {
    const std::uint64_t elements = (data_.end - data_.begin) / type_.block_bytes * type_.block_elements;
    if (elements > most_norm_elements || !is_decodable(type_.type)) return;
    std::vector<float> weights(elements);
    decode_row(type_.type, bytes(), doc_.order, std::span<float>(weights));
    const auto is_large = [](float weight) {
      return std::isfinite(weight) && std::fabs(weight) > largest_norm;
    };
    const auto large = std::find_if(weights.begin(), weights.end(), is_large);
    const auto zeros = static_cast<std::uint64_t>(std::count(weights.begin(), weights.end(), 0.0F));
    if (large != weights.end()) {
      report_whole(Rule::values_norm, significant(*large, 4) + " as element " +
                                          number(static_cast<std::uint64_t>(large - weights.begin())));
    } else if (data_.end - data_.begin >= least_weights && 2 * zeros >= weights.size()) {
      report_whole(Rule::values_norm, number(zeros) + " of " + number(weights.size()) + " weights are zeros");
    }
  }

  /// Whether all of it is zeros. Holes are.
  bool only_zeros(const DataReading& reading) const {
    for (Range rest = data_; rest.begin < rest.end;) {
      Range part = rest;
      if (reading.stretch) {
        const Range stretch = reading.stretch(rest.begin);
        part = {std::clamp(stretch.begin, rest.begin, rest.end),
                std::clamp(stretch.end, rest.begin, rest.end)};
        if (part.begin >= part.end) return true;
      }
      if (doc_.bytes[part.begin] != 0 || !repeats(doc_.bytes.subspan(part.begin, part.end - part.begin), 1))
        return false;
      rest.begin = part.end;
    }
    return true;
  }

  /// A hole is zeros, and not all is zeros.
  void judge_constant(const DataReading& reading) {
    if (reading.stretch) {
      const Range stretch = reading.stretch(data_.begin);
      if (stretch.begin > data_.begin || stretch.end < data_.end) return;
    }
    if (repeats(bytes(), type_.block_bytes))
      report_whole(Rule::values_constant,
                   number(data_.end - data_.begin) + " bytes that repeat " +
                       bytes_shown(doc_.bytes, {data_.begin, data_.begin + type_.block_bytes}));
  }

 private:
  std::uint64_t row_bytes() const { return tensor_.dimensions[0] / type_.block_elements * type_.block_bytes; }

  void report(const ZeroRuns& runs) {
    if (!runs.first()) return;
    const Range run = *runs.first();
    report_.add(Rule::values_zero_run, run, [&] {
      const std::uint64_t at = run.begin - data_.begin;
      std::string got = number(run.end - run.begin) + " zero bytes, from byte " + number(at % row_bytes()) +
                        " of row " + number(at / row_bytes()) + " on";
      if (runs.count() > 1) got += ", and " + number(runs.count() - 1) + " more such runs";
      return Detail{tensor_path(i_, "data"), quoted(tensor_.name), std::move(got), ""};
    });
  }

  Bytes bytes() const { return doc_.bytes.subspan(data_.begin, data_.end - data_.begin); }

  void look_closely(Range blocks) {
    for (std::uint64_t block = blocks.begin; block < blocks.end; block += type_.block_bytes) {
      find_faults(type_, doc_.bytes.data() + block, doc_.order,
                  [&](const BlockFault& fault) { count(fault, block); });
    }
  }

  void count(const BlockFault& fault, std::uint64_t block) {
    Broken& broken =
        broken_[static_cast<std::size_t>(fault.rule) - static_cast<std::size_t>(Rule::values_element)];
    if (broken.blocks > 0 && broken.last_block == block) return;
    const Range place{block + fault.bytes.begin, block + fault.bytes.end};
    if (broken.blocks == 0) {
      broken.first = fault;
      broken.first_bytes = place;
    }
    if (broken.blocks < places_shown) broken.at[broken.blocks] = place.begin;
    broken.last_block = block;
    ++broken.blocks;
  }

  /// "NaN as d in row 3, block 7; and 11 more blocks, the next at 0x1200, 0x1290".
  std::string found(const Broken& broken) const {
    const std::string unit = type_.block_elements == 1 ? "element" : "block";
    const std::uint64_t row_blocks = tensor_.dimensions[0] / type_.block_elements;
    const std::uint64_t block = (broken.first_bytes.begin - data_.begin) / type_.block_bytes;
    std::string text = fault_shown(broken.first) + " in row " + number(block / row_blocks) + ", " + unit +
                       ' ' + number(block % row_blocks);
    if (broken.blocks == 1) return text;
    text += "; and " + number(broken.blocks - 1) + " more " + unit +
            (broken.blocks > 2 ? "s, the next at " : ", at ");
    for (std::size_t k = 1; k < std::min<std::uint64_t>(broken.blocks, places_shown); ++k)
      text += (k > 1 ? ", " : "") + hex(broken.at[k]);
    return text;
  }

  void report(const Broken& broken) {
    report_.add(broken.first.rule, broken.first_bytes, [&] {
      return Detail{tensor_path(i_, "data"), quoted(tensor_.name), found(broken), ""};
    });
  }

  void report_whole(Rule rule, std::string got) {
    report_.add(rule, data_, [&] {
      return Detail{tensor_path(i_, "data"), quoted(tensor_.name), std::move(got), ""};
    });
  }

  const Document& doc_;
  std::uint64_t i_;
  const Tensor& tensor_;
  const TensorTypeRow& type_;
  Range data_;
  Report& report_;
  std::array<Broken, block_rules> broken_{};  ///< by rule
};

/// What a tensor is to whoever asks whether zeros make sense there.
enum class Weights : std::uint8_t { none, norm, matrix };

Weights weights_of(const Tensor& tensor, const TensorTypeRow& type) {
  const bool integers = type.type >= TensorType::i8 && type.type <= TensorType::i64;
  if (integers || tensor.name.ends_with(".bias") || tensor.name.ends_with(".lora_b")) return Weights::none;
  const auto wide =
      std::count_if(tensor.dimensions.begin(), tensor.dimensions.end(), [](auto size) { return size > 1; });
  if (wide > 1) return Weights::matrix;
  const bool is_norm = tensor.name.ends_with(".weight") && tensor.name.find("norm") != tensor.name.npos;
  return is_norm ? Weights::norm : Weights::none;
}

/// The values of all tensors, one after the other.
class Values {
 public:
  Values(const Document& document, std::uint64_t data_at, Role role, const DataReading& reading,
         Report& report)
      : doc_(document), data_at_(data_at), role_(role), reading_(reading), report_(report) {}

  void judge() {
    for (std::uint64_t i = 0; i < doc_.tensor_at.size(); ++i) {
      const Tensor tensor = doc_.tensor(i);
      const TensorSize size = size_of(tensor);
      const std::uint64_t room = doc_.bytes.size() - data_at_;
      if (!size.known || size.bytes == 0 || tensor.offset >= room) continue;
      const std::uint64_t block = tensor_type_row(tensor.type)->block_bytes;
      const std::uint64_t there = std::min(size.bytes, room - tensor.offset) / block * block;
      if (there > room - claimed_) break;  // tensors overlap
      claimed_ += there;
      const std::uint64_t begin = data_at_ + tensor.offset;
      if (there > 0) judge_tensor(i, tensor, {begin, begin + there}, there == size.bytes);
    }
    report_zeros();
  }

 private:
  void judge_tensor(std::uint64_t i, const Tensor& tensor, Range data, bool whole) {
    TensorValues values(doc_, i, tensor, data, report_);
    const bool has_weights = role_ != Role::imatrix && role_ != Role::control_vector;
    const bool is_large = data.end - data.begin >= least_weights;
    const Weights weights =
        has_weights && whole ? weights_of(tensor, *tensor_type_row(tensor.type)) : Weights::none;
    if (is_large && weights != Weights::none && values.only_zeros(reading_)) {
      if (zero_tensors_++ == 0) first_zero_ = {i, data};
      tell(data.end - data.begin);
      return;
    }
    if (weights == Weights::norm) values.judge_norm();
    const bool is_matrix = is_large && weights == Weights::matrix;
    if (is_matrix) values.judge_constant(reading_);
    values.judge(is_matrix, reading_, [&](std::uint64_t bytes) { tell(bytes); });
  }

  void tell(std::uint64_t bytes) {
    judged_ += bytes;
    if (reading_.progress) reading_.progress(judged_, doc_.bytes.size() - data_at_);
  }

  void report_zeros() {
    if (zero_tensors_ == 0) return;
    report_.add(Rule::values_all_zero, first_zero_.data, [&] {
      std::string got = number(first_zero_.data.end - first_zero_.data.begin) + " zero bytes";
      if (zero_tensors_ > 1) got += ", and " + number(zero_tensors_ - 1) + " more tensors of zeros";
      return Detail{tensor_path(first_zero_.tensor, "data"), quoted(doc_.tensor_name(first_zero_.tensor)),
                    std::move(got), ""};
    });
  }

  struct ZeroTensor {
    std::uint64_t tensor = 0;
    Range data{};
  };

  const Document& doc_;
  std::uint64_t data_at_;
  Role role_;
  const DataReading& reading_;
  Report& report_;
  std::uint64_t claimed_ = 0;  ///< bytes of the tensors so far
  std::uint64_t judged_ = 0;   ///< bytes
  std::uint64_t zero_tensors_ = 0;
  ZeroTensor first_zero_;
};

}  // namespace

void check_values(const Document& document, std::uint64_t alignment, Role role, const DataReading& reading,
                  Report& report) {
  const auto data_at = padded(document.infos_end, alignment);
  if (!data_at || *data_at >= document.bytes.size()) return;
  Values(document, *data_at, role, reading, report).judge();
}

}  // namespace ggufproof
