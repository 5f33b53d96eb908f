// Blocks are decoded a batch at a time, so that a tensor of any size costs the same memory.
#include "validator/tensor_values.h"

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <cmath>
#include <limits>
#include <ostream>
#include <span>
#include <variant>
#include <vector>

#include "validator/decode/decode.h"
#include "validator/describe.h"
#include "validator/layout_field.h"
#include "validator/nearest.h"
#include "validator/text.h"

namespace ggufproof {
namespace {

constexpr std::uint64_t batch_blocks = 256;

/// A tensor whose data are all there and can be decoded.
struct Decodable {
  Tensor tensor;
  TensorBytes data;
  const HasChanged& has_changed;
};

/// Calls `visit` with the values of a batch of blocks, as many times as it takes, until it returns false or
/// the file has changed.
template <class Number, class Visit>
void each_batch(const Document& document, const Decodable& found, const Visit& visit) {
  const std::uint64_t step = batch_blocks * found.data.type->block_bytes;
  std::vector<Number> values(batch_blocks * found.data.type->block_elements);
  for (Bytes rest = found.data.blocks; !rest.empty(); rest = rest.subspan(std::min(step, rest.size()))) {
    const Bytes blocks = rest.first(std::min(step, rest.size()));
    const std::span<Number> batch = std::span(values).first(blocks.size() / found.data.type->block_bytes *
                                                            found.data.type->block_elements);
    decode_row(found.data.type->type, blocks, document.order, batch);
    if (found.has_changed() || !visit(batch)) return;
  }
}

/// The shortest text that reads back as the same value of the width in which the type's values are exact.
std::string value_shown(TensorType type, double value) {
  const bool wide = type == TensorType::f64 || type == TensorType::i32 || type == TensorType::i64;
  std::array<char, 40> text{};
  const auto end = wide ? std::to_chars(text.begin(), text.end(), value)
                        : std::to_chars(text.begin(), text.end(), static_cast<float>(value));
  return {text.begin(), end.ptr};
}

struct Statistics {
  double least = std::numeric_limits<double>::infinity();
  double greatest = -std::numeric_limits<double>::infinity();
  double sum = 0, squares = 0;
  std::uint64_t finite = 0, infinite = 0, nan = 0;

  void take(double value) {
    if (std::isnan(value)) return void(++nan);
    if (std::isinf(value)) return void(++infinite);
    ++finite;
    least = std::min(least, value);
    greatest = std::max(greatest, value);
    sum += value;
    squares += value * value;
  }
};

Statistics statistics_of(const Document& document, const Decodable& found) {
  Statistics statistics;
  each_batch<double>(document, found, [&](std::span<double> batch) {
    for (const double value : batch) statistics.take(value);
    return true;
  });
  return statistics;
}

/// "(32000, 4096)": the dimensions as NumPy has them, slowest first, without those after the last that count.
std::string numpy_shape(const Tensor& tensor) {
  std::string shape;
  for (std::uint64_t i = std::min<std::uint64_t>(tensor.n_dimensions, limits::dimensions); i > 0; --i)
    shape += number(tensor.dimensions[i - 1]) + (i > 1 ? ", " : tensor.n_dimensions == 1 ? "," : "");
  return '(' + shape + ')';
}

std::string block_shown(const TensorTypeRow& type) {
  return type.block_elements == 1 ? ""
                                  : ", blocks of " + number(type.block_elements) + " values in " +
                                        number(type.block_bytes) + " bytes";
}

void print_statistics(std::ostream& out, TensorType type, const Statistics& all) {
  if (all.finite > 0) {
    const auto count = static_cast<double>(all.finite);
    out << "range   " << value_shown(type, all.least) << " to " << value_shown(type, all.greatest)
        << ", mean " << all.sum / count << ", root mean square " << std::sqrt(all.squares / count) << '\n';
  }
  if (all.nan + all.infinite > 0)
    out << "faults  " << all.nan << " values are NaN, " << all.infinite << " infinite\n";
}

void print_first_values(std::ostream& out, const Document& document, const Decodable& found,
                        std::uint64_t most) {
  std::uint64_t shown = 0;
  out << "values ";
  each_batch<double>(document, found, [&](std::span<double> batch) {
    for (const double value : batch) {
      out << ' ' << (shown == most ? "..." : value_shown(found.data.type->type, value));
      if (shown++ == most) return false;
    }
    return true;
  });
  out << '\n';
}

void print_summary(std::ostream& out, const Document& document, const Decodable& found, std::uint64_t first) {
  const Tensor& tensor = found.tensor;
  out << "name    " << quoted(tensor.name) << '\n'
      << "type    " << tensor_type_shown(tensor.type) << block_shown(*found.data.type) << '\n'
      << "dims    " << dimensions_shown(tensor) << ", file order, fastest first\n"
      << "shape   " << numpy_shape(tensor) << ", as NumPy has it\n"
      << "data    " << hex(found.data.range.begin) << '-' << hex(found.data.range.end) << ", "
      << found.data.blocks.size() << " bytes\n";
  const Statistics statistics = statistics_of(document, found);
  if (found.has_changed()) return;
  print_statistics(out, found.data.type->type, statistics);
  print_first_values(out, document, found, first);
}

void print_values(std::ostream& out, const Document& document, const Decodable& found) {
  each_batch<double>(document, found, [&](std::span<double> batch) {
    for (const double value : batch) out << value_shown(found.data.type->type, value) << '\n';
    return out.good();
  });
}

void put_float32(std::ostream& out, const Document& document, const Decodable& found) {
  std::string bytes;
  each_batch<float>(document, found, [&](std::span<float> batch) {
    bytes.clear();
    for (const float value : batch) {
      for (int shift = 0; shift < 32; shift += 8)
        bytes += static_cast<char>(std::bit_cast<std::uint32_t>(value) >> shift & 0xFF);
    }
    return out.write(bytes.data(), static_cast<std::streamsize>(bytes.size())).good();
  });
}

/// Copies what it writes: a page that cannot be read is noticed by whoever touches it, not by the kernel, for
/// which it makes the output fail.
void put_raw(std::ostream& out, const Decodable& found) {
  constexpr std::size_t step = 1 << 16;
  Bytes rest = found.data.blocks;
  for (; !rest.empty() && out.good(); rest = rest.subspan(std::min(step, rest.size()))) {
    const std::string copy(as_text(rest.first(std::min(step, rest.size()))));
    if (found.has_changed()) return;
    out << copy;
  }
}

std::string unknown(const Document& document, std::string_view name) {
  const std::string why = "no tensor is named " + quoted(name);
  std::vector<std::string_view> names;
  for (std::size_t i = 0; i < document.tensor_at.size(); ++i) names.push_back(document.tensor_name(i));
  const std::string_view meant = nearest(name, names);
  return meant.empty() ? why + "; gguf-layout without --tensor lists them"
                       : why + ", did you mean " + quoted(meant) + '?';
}

std::variant<Decodable, std::string> find_decodable(const FileMap& map, std::string_view name, bool decode,
                                                    const HasChanged& has_changed) {
  const Document& document = map.document;
  for (std::size_t i = 0; i < document.tensor_at.size(); ++i) {
    if (document.tensor_name(i) != name) continue;
    const Tensor tensor = document.tensor(i);
    const TensorTypeRow* type = tensor_type_row(tensor.type);
    const auto data = bytes_of(map, tensor);
    if (type == nullptr || (decode && !is_decodable(type->type)))
      return quoted(name) + ": its type " + tensor_type_shown(tensor.type) + " has no decoder";
    if (!place_of(map, tensor).bytes)
      return quoted(name) + ": its size cannot be told from its type and dimensions";
    if (!data) return quoted(name) + ": its data are not all in the file";
    return Decodable{tensor, *data, has_changed};
  }
  if (map.stop && document.reached != Reached::tensors)
    return "the file cannot be followed to its tensors: " + map.stop->why;
  return unknown(document, name);
}

}  // namespace

std::optional<std::string> show_tensor(std::ostream& out, const FileMap& map, std::string_view name,
                                       TensorView view, std::uint64_t first_values,
                                       const HasChanged& has_changed) {
  const auto result = find_decodable(map, name, view != TensorView::raw, has_changed);
  if (const auto* why = std::get_if<std::string>(&result)) return *why;
  const auto& found = std::get<Decodable>(result);
  switch (view) {
    case TensorView::summary:
      print_summary(out, map.document, found, first_values);
      break;
    case TensorView::values:
      print_values(out, map.document, found);
      break;
    case TensorView::raw:
      put_raw(out, found);
      break;
    case TensorView::float32:
      put_float32(out, map.document, found);
      break;
  }
  return std::nullopt;
}

}  // namespace ggufproof
