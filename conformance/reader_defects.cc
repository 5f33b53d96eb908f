// The predicates. They repeat the reader's arithmetic on purpose, wraps included; unsigned numbers make them
// defined.
#include "conformance/reader_defects.h"

#include <algorithm>
#include <limits>

namespace ggufproof {
namespace {

constexpr std::uint64_t max_u64 = std::numeric_limits<std::uint64_t>::max();
constexpr std::uint64_t sign_bit = std::uint64_t{1} << 63;

bool has_elements(const Tensor& tensor) {
  return std::ranges::all_of(tensor.dimensions, [](std::uint64_t n) { return n > 0; });
}

std::uint64_t wrapped_elements(const Tensor& tensor) {
  std::uint64_t product = 1;
  for (const std::uint64_t n : tensor.dimensions) product *= n;
  return product;
}

template <class Predicate>
bool any_tensor(const Document& document, Predicate&& predicate) {
  for (std::size_t i = 0; i < document.tensor_at.size(); ++i) {
    if (predicate(document.tensor(i))) return true;
  }
  return false;
}

// general.alignment, or what the reader takes in its absence. 1 stands for values that it refuses.
std::uint64_t alignment_of(const Document& document) {
  const std::optional<Pair> pair = document.find("general.alignment");
  if (!pair) return limits::default_alignment;
  return std::max<std::uint64_t>(document.as_u64(*pair).value_or(1), 1);
}

}  // namespace

std::uint64_t bytes_as_reader_computes(const Tensor& tensor) {
  const TensorTypeRow* row = tensor_type_row(tensor.type);
  if (row == nullptr || row->block_elements == 0 || !has_elements(tensor)) return 0;
  const auto& n = tensor.dimensions;
  std::uint64_t stride = row->block_bytes * (n[0] / row->block_elements);
  std::uint64_t bytes = n[0] * row->block_bytes / row->block_elements;
  for (std::size_t i = 1; i < n.size(); ++i) {
    bytes += (n[i] - 1) * stride;
    stride *= n[i];
  }
  return bytes;
}

bool elements_wrap_to_zero(const Document& document) {
  return any_tensor(document, [](const Tensor& t) { return has_elements(t) && wrapped_elements(t) == 0; });
}

bool elements_wrap_negative(const Document& document) {
  return any_tensor(document, [](const Tensor& t) {
    return t.type == static_cast<std::uint32_t>(TensorType::i8) && wrapped_elements(t) >= sign_bit;
  });
}

bool padded_size_wraps(const Document& document) {
  const std::uint64_t alignment = alignment_of(document);
  return any_tensor(document,
                    [&](const Tensor& t) { return bytes_as_reader_computes(t) > max_u64 - alignment + 1; });
}

bool row_bytes_wrap(const Document& document) {
  return any_tensor(document, [](const Tensor& t) {
    const TensorTypeRow* row = tensor_type_row(t.type);
    return row != nullptr && is_quantized(*row) && t.dimensions[0] > max_u64 / row->block_bytes;
  });
}

bool size_beyond_63_bits(const Document& document) {
  const std::uint64_t alignment = alignment_of(document);
  std::uint64_t sum = 0;
  return any_tensor(document, [&](const Tensor& t) {
    const std::uint64_t room = padded(bytes_as_reader_computes(t), alignment).value_or(max_u64);
    sum = room > max_u64 - sum ? max_u64 : sum + room;
    return sum >= sign_bit;
  });
}

bool huge_size_aborts(const Document& document) {
  std::uint64_t sum = 0;
  return any_tensor(document, [&](const Tensor& t) {
    const std::uint64_t bytes = bytes_as_reader_computes(t);
    sum = bytes > max_u64 - sum ? max_u64 : sum + bytes;
    return sum >= reader_memory / 4;
  });
}

const ReaderDefect* explain(const Document& document, Manner manner, Outcome outcome) {
  for (const ReaderDefect& defect : reader_defects) {
    if (defect.outcome(manner) == outcome && defect.fits(document)) return &defect;
  }
  return nullptr;
}

}  // namespace ggufproof
