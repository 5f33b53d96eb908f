// Measures tensors by their neighbours' offsets: padding hides the exact size, so a layout fits where the
// padded size is the distance.
#include "validator/fork_types.h"

#include <algorithm>
#include <optional>

namespace ggufproof {
namespace {

/// Bytes of a tensor in a fork's layout; nothing where its rows are not whole blocks.
std::optional<std::uint64_t> fork_bytes(const Tensor& tensor, const ForkTypeRow& row) {
  constexpr std::uint64_t most_elements = std::uint64_t{1}
                                          << 50;  // more than a file holds, and no product wraps
  const std::uint64_t elements = size_of(tensor).elements, width = tensor.dimensions[0];
  if (elements == 0 || elements > most_elements || width % row.block_elements != 0) return std::nullopt;
  const std::uint64_t rows = elements / width;
  return rows * (width / row.block_elements * row.block_bytes + row.row_bytes) + row.tensor_bytes;
}

/// The room that each tensor has.
class Rooms {
 public:
  Rooms(const Document& document, std::uint64_t alignment) : document_(document), alignment_(alignment) {
    offsets_.reserve(document.tensor_at.size());
    for (std::uint64_t i = 0; i < document.tensor_at.size(); ++i)
      offsets_.push_back(document.tensor(i).offset);
    std::sort(offsets_.begin(), offsets_.end());
  }

  /// Whether another tensor follows this one, so that its room is known to the byte.
  bool has_neighbour(const Tensor& tensor) const { return next(tensor.offset) != offsets_.end(); }

  /// Whether a tensor of so many bytes takes the room of this one. The last may lack its padding.
  bool fits(const Tensor& tensor, std::optional<std::uint64_t> bytes) const {
    if (!bytes) return false;
    const auto padded_bytes = padded(*bytes, alignment_);
    if (const auto after = next(tensor.offset); after != offsets_.end())
      return padded_bytes == *after - tensor.offset;
    const auto data_at = padded(document_.infos_end, alignment_);
    const std::uint64_t size = document_.bytes.size();
    if (!data_at || *data_at > size || tensor.offset > size - *data_at) return false;
    const std::uint64_t room = size - *data_at - tensor.offset;
    return *bytes <= room && padded_bytes && room <= *padded_bytes;
  }

 private:
  std::vector<std::uint64_t>::const_iterator next(std::uint64_t offset) const {
    return std::upper_bound(offsets_.begin(), offsets_.end(), offset);
  }

  const Document& document_;
  std::uint64_t alignment_;
  std::vector<std::uint64_t> offsets_;
};

/// What the tensors of one id say together.
struct Measured {
  ForkTypeUse use;
  bool fits_ggml = true;
  bool certain = false;  ///< a tensor with a neighbour fits the fork's layout and not ggml's
};

void measure(Measured& measured, const Tensor& tensor, const Rooms& rooms) {
  const TensorSize ours = size_of(tensor);
  const bool fits_ggml = ours.known && rooms.fits(tensor, ours.bytes);
  const bool fits_fork = rooms.fits(tensor, fork_bytes(tensor, *measured.use.row));
  measured.use.fits = measured.use.fits && fits_fork;
  measured.fits_ggml = measured.fits_ggml && fits_ggml;
  measured.certain = measured.certain || (fits_fork && !fits_ggml && rooms.has_neighbour(tensor));
  ++measured.use.tensors;
}

}  // namespace

std::vector<ForkTypeUse> find_fork_types(const Document& document, std::uint64_t alignment) {
  std::optional<Rooms> rooms;
  std::vector<Measured> found;
  for (std::uint64_t i = 0; i < document.tensor_at.size(); ++i) {
    const Tensor tensor = document.tensor(i);
    const ForkTypeRow* row = fork_type_row(tensor.type);
    if (row == nullptr) continue;
    if (!rooms) rooms.emplace(document, alignment);
    auto at = std::find_if(found.begin(), found.end(), [&](const Measured& m) { return m.use.row == row; });
    if (at == found.end()) at = found.insert(at, {{row, i, 0, true}, true, false});
    measure(*at, tensor, *rooms);
  }
  std::vector<ForkTypeUse> uses;
  for (const Measured& measured : found) {
    const bool ggml_knows = tensor_type_row(measured.use.row->id) != nullptr;
    if (!ggml_knows || (measured.use.fits && measured.certain)) uses.push_back(measured.use);
  }
  return uses;
}

}  // namespace ggufproof
