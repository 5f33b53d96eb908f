// general.alignment. The reference reader finds the key with strcmp, so a key that continues after a NUL byte
// counts for it; under the profile ggml the same pair is looked at here, or its verdict could not be told.
#include <bit>

#include "validator/checks.h"
#include "validator/describe.h"
#include "validator/text.h"

namespace ggufproof {
namespace {

constexpr std::string_view alignment_key = "general.alignment";

std::optional<std::uint64_t> alignment_pair(const Document& document, Profile profile) {
  if (profile != Profile::ggml) return document.index_of(alignment_key);
  for (std::uint64_t i = 0; i < document.pair_at.size(); ++i) {
    const std::string_view key = document.key(i);
    if (key.substr(0, key.find('\0')) == alignment_key) return i;
  }
  return std::nullopt;
}

/// The alignment of which `value` is the bytes in the other order: with the one, the data section begins
/// inside the file, and with the other far beyond it. Nothing where that explains nothing.
std::optional<std::uint64_t> turned(const Document& document, std::uint64_t value) {
  const std::uint64_t size = document.bytes.size();
  const std::uint64_t other = __builtin_bswap32(static_cast<std::uint32_t>(value));
  if (document.reached != Reached::tensors || document.tensor_count == 0 || value <= size)
    return std::nullopt;
  if (!std::has_single_bit(other) || other % limits::alignment_step != 0) return std::nullopt;
  return (document.infos_end + other - 1) / other * other < size ? std::optional(other) : std::nullopt;
}

}  // namespace

std::optional<std::uint64_t> check_alignment(const Document& document, Report& report) {
  const auto i = alignment_pair(document, report.profile());
  if (!i) return limits::default_alignment;
  const Pair pair = document.pair(*i);
  if (!pair.is(ValueType::u32)) {
    report.add(Rule::alignment_type, pair.type_field, [&] {
      return Detail{pair_path(*i, "value_type"), quoted(pair.key), value_type_shown(pair.type), "u32 (4)"};
    });
    return std::nullopt;
  }
  const std::uint64_t value = *document.as_u64(pair);
  const auto detail = [&](std::string_view want) {
    return [&, want] { return Detail{pair_path(*i, "value"), "", number(value), std::string(want)}; };
  };
  if (value == 0) {
    report.add(Rule::alignment_zero, pair.value, detail("32"));
    return std::nullopt;
  }
  if (value % limits::alignment_step != 0)
    report.add(Rule::alignment_step, pair.value, detail("a multiple of 8"));
  if (!std::has_single_bit(value)) report.add(Rule::alignment_power, pair.value, detail("a power of two"));
  if (const auto other = turned(document, value)) {
    report.add(Rule::header_mixed_order, pair.value, [&] {
      return Detail{pair_path(*i, "value"), quoted(pair.key),
                    number(value) + ", more than the file has bytes, and " + number(*other) + " when turned",
                    "a number in the order of the version"};
    });
  }
  return value;
}

}  // namespace ggufproof
