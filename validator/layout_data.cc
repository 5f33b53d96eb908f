// The fields after the tensor infos, swept in the order of the tensors' places. What a tensor shares with one
// before it stays with that one, so that no byte is shown twice however the offsets lie.
#include <algorithm>
#include <limits>
#include <vector>

#include "validator/describe.h"
#include "validator/layout_fields.h"
#include "validator/text.h"

namespace ggufproof {
namespace {

constexpr std::uint64_t far_away = std::numeric_limits<std::uint64_t>::max();

/// A tensor's claim on the file; its end passes the end of the file where the tensor's does.
struct Claim {
  std::uint64_t tensor = 0;
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
  bool size_known = false;
};

class Sweep {
 public:
  Sweep(const FileMap& map, std::uint64_t begin, const FieldSink& sink)
      : map_(map), doc_(map.document), sink_(sink), at_(begin) {}

  void sweep() {
    if (!map_.data_begin) {
      if (!map_.stop) zeros_without_tensors();
      put_unclaimed(file_end(), map_.stop ? "unread" : "trailing");
      return;
    }
    put_padding(*map_.data_begin, "padding");
    std::vector<Claim> claims = sorted_claims();
    for (std::size_t k = 0; k < claims.size(); ++k) {
      if (!claims[k].size_known) claims[k].end = k + 1 < claims.size() ? claims[k + 1].begin : file_end();
      before(claims[k].begin);
      data(claims[k]);
    }
    before(file_end(), "trailing");
  }

 private:
  std::uint64_t file_end() const { return doc_.bytes.size(); }

  /// Hands on the bytes up to `end`; those that are there.
  void put(std::uint64_t end, std::string path, std::string type, std::string value) {
    end = std::min(std::max(end, at_), file_end());
    sink_({{at_, end}, std::move(path), std::move(type), {}, std::move(value)});
    at_ = end;
  }

  bool only_zeros(std::uint64_t end) const {
    const Bytes bytes = doc_.bytes.subspan(at_, end - at_);
    return std::all_of(bytes.begin(), bytes.end(), [](std::uint8_t byte) { return byte == 0; });
  }

  void put_padding(std::uint64_t end, std::string path) {
    end = std::min(end, file_end());
    if (end > at_)
      put(end, std::move(path), "", only_zeros(end) ? "zeros" : bytes_shown(doc_.bytes, {at_, end}));
  }

  /// Without tensors nothing needs padding, but some writers pad all the same.
  void zeros_without_tensors() {
    if (!map_.alignment) return;
    const std::uint64_t end = std::min(padded(at_, *map_.alignment).value_or(far_away), file_end());
    if (only_zeros(end)) put_padding(end, "padding");
  }

  void put_unclaimed(std::uint64_t end, std::string path) {
    end = std::min(end, file_end());
    if (end > at_) put(end, std::move(path), "", bytes_shown(doc_.bytes, {at_, end}));
  }

  std::vector<Claim> sorted_claims() const {
    std::vector<Claim> claims;
    for (std::uint64_t i = 0; i < doc_.tensor_at.size(); ++i) {
      const TensorPlace place = place_of(map_, doc_.tensor(i));
      if (!place.begin) continue;
      const std::uint64_t bytes = std::min(place.bytes.value_or(0), far_away - *place.begin);
      claims.push_back({i, *place.begin, *place.begin + bytes, place.bytes.has_value()});
    }
    std::sort(claims.begin(), claims.end(), [](const Claim& a, const Claim& b) {
      return a.begin != b.begin ? a.begin < b.begin : a.end != b.end ? a.end < b.end : a.tensor < b.tensor;
    });
    return claims;
  }

  /// The padding of the tensor that ended last, then the bytes up to `end` that no tensor claims.
  void before(std::uint64_t end, std::string unclaimed = "gap") {
    if (padding_of_) {
      const std::uint64_t next = padded(at_, *map_.alignment).value_or(far_away);
      put_padding(std::min(next, end), tensor_path(*padding_of_, "padding"));
    }
    const std::uint64_t padded_to = at_;
    put_unclaimed(end, std::move(unclaimed));
    if (at_ > padded_to) padding_of_.reset();
  }

  void data(const Claim& claim) {
    const Tensor tensor = doc_.tensor(claim.tensor);
    std::string value = quoted(tensor.name) + ' ' + dimensions_shown(tensor);
    if (tensor.n_dimensions > tensor.dimensions.size()) value += " and more";
    value += claim.size_known ? ' ' + number(claim.end - claim.begin) + " bytes" : " size unknown";
    if (claim.end > file_end() || claim.begin > file_end()) {
      value += ", CUT: belongs at " + hex(claim.begin) + "-" + hex(claim.end);
    } else if (claim.begin < at_ && claim.end > claim.begin) {
      value += ", OVERLAP: shares " + number(std::min(at_, claim.end) - claim.begin) + " bytes with " +
               tensor_path(last_, "data") + ", begins at " + hex(claim.begin);
    }
    const std::uint64_t begun = at_;
    put(claim.end, tensor_path(claim.tensor, "data"), tensor_type_shown(tensor.type), std::move(value));
    if (at_ == begun) return;
    last_ = claim.tensor;
    padding_of_.reset();
    if (claim.size_known) padding_of_ = claim.tensor;
  }

  const FileMap& map_;
  const Document& doc_;
  const FieldSink& sink_;
  std::uint64_t at_;                         ///< end of what has been handed on
  std::uint64_t last_ = 0;                   ///< the tensor that ends last so far
  std::optional<std::uint64_t> padding_of_;  ///< the tensor whose padding the next bytes may be
};

}  // namespace

void data_fields(const FileMap& map, std::uint64_t begin, const FieldSink& sink) {
  Sweep(map, begin, sink).sweep();
}

void layout_fields(const FileMap& map, const MapStyle& style, const FieldSink& sink) {
  data_fields(map, structure_fields(map, style, sink), sink);
}

}  // namespace ggufproof
