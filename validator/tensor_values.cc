// Blocks are decoded a batch at a time, so that a tensor of any size costs the same memory. Values are of the
// type that holds them exactly: std::int64_t for I64, double for F64 and I32, else float.
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
  TensorBytes data;
  const HasChanged& has_changed;
};

template <class Number>
void decode(TensorType type, Bytes blocks, ByteOrder order, std::span<Number> out) {
  if constexpr (std::is_same_v<Number, std::int64_t>) {
    for (std::size_t i = 0; i < out.size(); ++i)
      out[i] = load<std::int64_t>(&blocks[i * sizeof(Number)], order);
  } else {
    decode_row(type, blocks, order, out);
  }
}

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
    decode(found.data.type->type, blocks, document.order, batch);
    if (found.has_changed() || !visit(batch)) return;
  }
}

bool is_integer(TensorType type) {
  return type == TensorType::i8 || type == TensorType::i16 || type == TensorType::i32 ||
         type == TensorType::i64;
}

/// All digits of an integer; else the shortest text that reads back as the same value.
template <class Number>
std::string value_shown(TensorType type, Number value) {
  std::array<char, 40> text{};
  const auto write = [&](auto exact) {
    return std::to_chars(text.data(), text.data() + text.size(), exact).ptr;
  };
  return {text.data(), is_integer(type) ? write(static_cast<std::int64_t>(value)) : write(value)};
}

/// Sums are wider than binary64, whose range the square of an F64 may pass.
template <class Number>
struct Statistics {
  Number least = std::numeric_limits<Number>::max();
  Number greatest = std::numeric_limits<Number>::lowest();
  long double sum = 0, squares = 0;
  std::uint64_t finite = 0, infinite = 0, nan = 0;

  void take(Number value) {
    if (std::isnan(static_cast<double>(value))) return void(++nan);
    if (std::isinf(static_cast<double>(value))) return void(++infinite);
    const auto wide = static_cast<long double>(value);
    ++finite;
    least = std::min(least, value);
    greatest = std::max(greatest, value);
    sum += wide;
    squares += wide * wide;
  }
};

template <class Number>
Statistics<Number> statistics_of(const Document& document, const Decodable& found) {
  Statistics<Number> statistics;
  each_batch<Number>(document, found, [&](std::span<Number> batch) {
    for (const Number value : batch) statistics.take(value);
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

std::string block_shown(const TensorTypeRow* type) {
  return type == nullptr || type->block_elements < 2
             ? ""
             : ", blocks of " + number(type->block_elements) + " values in " + number(type->block_bytes) +
                   " bytes";
}

/// What the file says of a tensor, whose data need not be there.
void print_description(std::ostream& out, const FileMap& map, const Tensor& tensor) {
  out << "name    " << quoted(tensor.name) << '\n'
      << "type    " << tensor_type_shown(tensor.type) << block_shown(tensor_type_row(tensor.type)) << '\n'
      << "dims    " << dimensions_shown(tensor) << ", file order, fastest first\n"
      << "shape   " << numpy_shape(tensor) << ", as NumPy has it\n";
  const TensorPlace place = place_of(map, tensor);
  if (const auto range = place.within(map.document.bytes.size())) {
    out << "data    " << hex(range->begin) << '-' << hex(range->end) << ", " << *place.bytes << " bytes\n";
  } else if (place.begin) {
    out << "data    from " << hex(*place.begin);
    if (place.bytes) out << ", " << *place.bytes << " bytes, of a file of " << map.document.bytes.size();
    out << '\n';
  }
}

template <class Number>
void print_statistics(std::ostream& out, TensorType type, const Statistics<Number>& all) {
  if (all.finite > 0) {
    const auto count = static_cast<long double>(all.finite);
    out << "range   " << value_shown(type, all.least) << " to " << value_shown(type, all.greatest)
        << ", mean " << all.sum / count << ", root mean square " << std::sqrt(all.squares / count) << '\n';
  }
  if (all.nan + all.infinite > 0)
    out << "faults  " << all.nan << " values are NaN, " << all.infinite << " infinite\n";
}

template <class Number>
void print_summary(std::ostream& out, const Document& document, const Decodable& found, std::uint64_t most) {
  const TensorType type = found.data.type->type;
  const auto statistics = statistics_of<Number>(document, found);
  if (found.has_changed()) return;
  print_statistics(out, type, statistics);
  std::uint64_t shown = 0;
  out << "values ";
  each_batch<Number>(document, found, [&](std::span<Number> batch) {
    for (const Number value : batch) {
      out << ' ' << (shown == most ? "..." : value_shown(type, value));
      if (shown++ == most) return false;
    }
    return true;
  });
  out << '\n';
}

template <class Number>
void print_values(std::ostream& out, const Document& document, const Decodable& found) {
  each_batch<Number>(document, found, [&](std::span<Number> batch) {
    for (const Number value : batch) out << value_shown(found.data.type->type, value) << '\n';
    return out.good();
  });
}

/// Whether a number is what it was rounded to.
template <class Number>
bool is_same(float rounded, Number value) {
  if constexpr (std::is_same_v<Number, std::int64_t>) {
    return rounded < 0x1p63F && static_cast<std::int64_t>(rounded) == value;
  } else {
    return std::isnan(value) || static_cast<Number>(rounded) == value;
  }
}

template <class Number>
Shown put_float32(std::ostream& out, const Document& document, const Decodable& found) {
  Shown shown;
  std::string bytes;
  each_batch<Number>(document, found, [&](std::span<Number> batch) {
    bytes.clear();
    for (const Number value : batch) {
      const auto rounded = static_cast<float>(value);
      if (!is_same(rounded, value)) {
        ++shown.rounded;
        shown.infinite += std::isinf(rounded);
      }
      for (int shift = 0; shift < 32; shift += 8)
        bytes += static_cast<char>(std::bit_cast<std::uint32_t>(rounded) >> shift & 0xFF);
    }
    return out.write(bytes.data(), static_cast<std::streamsize>(bytes.size())).good();
  });
  return shown;
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

std::variant<Tensor, std::string> find_tensor(const FileMap& map, std::string_view name) {
  const Document& document = map.document;
  for (std::size_t i = 0; i < document.tensor_at.size(); ++i) {
    if (document.tensor_name(i) == name) return document.tensor(i);
  }
  if (map.stop && document.reached != Reached::tensors)
    return "the file cannot be followed to its tensors: " + map.stop->why;
  return unknown(document, name);
}

/// Why a tensor's bytes, or with `decode` its values, cannot be shown; empty where they can.
std::string why_not_shown(const FileMap& map, const Tensor& tensor, bool decode) {
  const TensorTypeRow* type = tensor_type_row(tensor.type);
  if (type == nullptr || (decode && !is_decodable(type->type)))
    return quoted(tensor.name) + ": its type " + tensor_type_shown(tensor.type) + " has no decoder";
  if (!place_of(map, tensor).bytes)
    return quoted(tensor.name) + ": its size cannot be told from its type and dimensions";
  return bytes_of(map, tensor) ? "" : quoted(tensor.name) + ": its data are not all in the file";
}

template <class Number>
Shown show(std::ostream& out, const Document& document, const Decodable& found, TensorView view,
           std::uint64_t first_values) {
  switch (view) {
    case TensorView::summary:
      print_summary<Number>(out, document, found, first_values);
      break;
    case TensorView::values:
      print_values<Number>(out, document, found);
      break;
    case TensorView::raw:
      put_raw(out, found);
      break;
    case TensorView::float32:
      return put_float32<Number>(out, document, found);
  }
  return {};
}

}  // namespace

Shown show_tensor(std::ostream& out, const FileMap& map, std::string_view name, TensorView view,
                  std::uint64_t first_values, const HasChanged& has_changed) {
  const auto result = find_tensor(map, name);
  if (const auto* why = std::get_if<std::string>(&result)) return {*why};
  const auto& tensor = std::get<Tensor>(result);
  if (view == TensorView::summary) print_description(out, map, tensor);
  if (std::string why = why_not_shown(map, tensor, view != TensorView::raw); !why.empty())
    return {std::move(why)};
  const Decodable found{*bytes_of(map, tensor), has_changed};
  switch (found.data.type->type) {
    case TensorType::i64:
      return show<std::int64_t>(out, map.document, found, view, first_values);
    case TensorType::f64:
    case TensorType::i32:
      return show<double>(out, map.document, found, view, first_values);
    default:
      return show<float>(out, map.document, found, view, first_values);
  }
}

}  // namespace ggufproof
