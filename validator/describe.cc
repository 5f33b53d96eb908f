// Words that several checks share.
#include "validator/describe.h"

#include <algorithm>
#include <array>
#include <charconv>

#include "validator/text.h"

namespace ggufproof {

std::string number(std::uint64_t value) { return std::to_string(value); }

std::string hex(std::uint64_t value, std::size_t digits) {
  std::array<char, 16> text{};
  const char* end = std::to_chars(text.begin(), text.end(), value, 16).ptr;
  const auto length = static_cast<std::size_t>(end - text.begin());
  return "0x" + std::string(digits > length ? digits - length : 0, '0') + std::string(text.data(), length);
}

std::string bytes_shown(Bytes file, Range range) {
  std::string out;
  const std::uint64_t end = std::min(range.end, range.begin + 16);
  for (std::uint64_t i = range.begin; i < end; ++i) {
    if (!out.empty()) out += ' ';
    out += "0123456789abcdef"[file[i] >> 4];
    out += "0123456789abcdef"[file[i] & 0xF];
  }
  return end < range.end ? out + " ..." : out;
}

std::string pair_path(std::uint64_t i, std::string_view field) {
  return "kv[" + number(i) + "]." + std::string(field);
}

std::string tensor_path(std::uint64_t i, std::string_view field) {
  return "tensor[" + number(i) + "]." + std::string(field);
}

std::string value_type_shown(std::uint32_t code) {
  const ValueTypeRow* row = value_type_row(code);
  if (row == nullptr) return "type " + number(code);
  return std::string(row->name) + " (" + number(code) + ")";
}

std::string tensor_type_shown(std::uint32_t id) {
  const TensorTypeRow* row = tensor_type_row(id);
  if (row == nullptr) return "type " + number(id);
  return std::string(row->name) + " (" + number(id) + ")";
}

std::string dimensions_shown(const Tensor& tensor) {
  return dimensions_shown(tensor.dimensions.data(),
                          std::min<std::uint64_t>(tensor.n_dimensions, tensor.dimensions.size()));
}

std::string dimensions_shown(const std::uint64_t* dimensions, std::uint64_t count) {
  std::string out = "[";
  for (std::uint64_t i = 0; i < count; ++i) out += (i == 0 ? "" : ", ") + number(dimensions[i]);
  return out + "]";
}

void report_array_fault(Report& report, const ArrayFault& fault, const std::string& value_path,
                        std::string_view key) {
  using Kind = ArrayFault::Kind;
  const auto detail = [&](std::string got, std::string want) {
    return [&, got = std::move(got), want = std::move(want)] {
      return Detail{value_path + fault.at, quoted(key), got, want};
    };
  };
  switch (fault.kind) {
    case Kind::truncated:
      report.add(Rule::metadata_truncated, fault.bytes,
                 detail("the end of the file at byte " + number(fault.bytes.end), ""));
      break;
    case Kind::type_unknown:
      report.add(Rule::array_type_unknown, fault.bytes, detail(number(fault.got), "0 to 12"));
      break;
    case Kind::beyond_end:
      report.add(Rule::array_beyond_end, fault.bytes,
                 detail(number(fault.got) + " elements", "at most " + number(fault.limit)));
      break;
    case Kind::string_beyond_end:
      report.add(Rule::string_beyond_end, fault.bytes,
                 detail(number(fault.got) + " bytes", "at most " + number(fault.limit)));
      break;
  }
}

}  // namespace ggufproof
