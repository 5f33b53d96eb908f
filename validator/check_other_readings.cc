// Why a structure broke, where another reading explains it: a file whose version field says one byte order,
// or one version, and whose body was written in another. Only a reading that takes every record to the last
// counts, so a mere chance is next to impossible; each costs one more walk at most.
#include "validator/checks.h"
#include "validator/describe.h"
#include "validator/reader.h"

namespace ggufproof {
namespace {

ByteOrder other(ByteOrder order) { return order == ByteOrder::little ? ByteOrder::big : ByteOrder::little; }

std::string_view name_of(ByteOrder order) {
  return order == ByteOrder::little ? "little-endian" : "big-endian";
}

/// The readings that are worth a try from one place on.
struct Place {
  std::uint64_t from;
  std::uint64_t pairs;
  std::uint64_t tensors;
  std::string at;
  Range field;  ///< the first number that is read otherwise
};

bool explains(const Document& document, const Place& place, ByteOrder order, std::uint32_t version) {
  return reads_under(document.bytes, {order, version, place.from, place.pairs, place.tensors});
}

bool report_order(const Document& document, const Place& place, Report& report) {
  if (!explains(document, place, other(document.order), document.version)) return false;
  report.add(Rule::header_mixed_order, place.field, [&] {
    return Detail{place.at, "",
                  "numbers that make sense from here to the last tensor info only when " +
                      std::string(name_of(other(document.order))),
                  std::string(name_of(document.order)) + " ones, as the version is"};
  });
  return true;
}

bool report_widths(const Document& document, const Place& place, Report& report) {
  const std::uint32_t version = document.version == 1 ? 3 : 1;
  if (!explains(document, place, document.order, version)) return false;
  report.add(Rule::header_other_widths, {4, 8}, [&] {
    return Detail{
        "version", "",
        number(document.version) + ", and counts and lengths of " + (version == 1 ? "32" : "64") + " bits",
        version == 1 ? "64 bits" : "32 bits"};
  });
  return true;
}

/// One count of the header, or both, in the other order before a body that is in the file's own.
bool report_counts(const Document& document, Report& report) {
  const std::uint64_t width = count_bytes(document.version);
  const std::string in_other(name_of(other(document.order)));
  const auto swapped = [&](std::uint64_t count) { return __builtin_bswap64(count) >> (64 - 8 * width); };
  const std::uint64_t pairs = swapped(document.kv_count), tensors = swapped(document.tensor_count);
  const Place body{document.header_end, document.kv_count, document.tensor_count, "", {}};
  Place pairs_only = body, tensors_only = body, both = body;
  pairs_only.pairs = both.pairs = pairs;
  tensors_only.tensors = both.tensors = tensors;
  pairs_only.at = "metadata_kv_count";
  pairs_only.field = {8 + width, 8 + 2 * width};
  tensors_only.at = both.at = "tensor_count";
  tensors_only.field = both.field = {8, 8 + width};
  for (const Place& place : {pairs_only, tensors_only, both}) {
    if (!explains(document, place, document.order, document.version)) continue;
    report.add(Rule::header_mixed_order, place.field, [&] {
      return Detail{place.at, "",
                    "counts that make sense only when " + in_other + ": " + number(place.tensors) +
                        " tensors and " + number(place.pairs) + " pairs",
                    std::string(name_of(document.order)) + " ones, as the version is"};
    });
    return true;
  }
  return false;
}

/// The record in which the structure broke.
Place broken_record(const Document& document) {
  const std::uint64_t width = count_bytes(document.version);
  if (document.reached == Reached::header) {
    const std::uint64_t i = document.pair_at.size(), at = document.metadata_end;
    return {at, document.kv_count - i, document.tensor_count, pair_path(i, "key.length"), {at, at + width}};
  }
  const std::uint64_t i = document.tensor_at.size(), at = document.infos_end;
  return {at, 0, document.tensor_count - i, tensor_path(i, "name.length"), {at, at + width}};
}

}  // namespace

void check_other_readings(const Document& document, Report& report) {
  // Of a count of 64 bits without tensors, version 1 reads the halves as counts of 0.
  const bool nothing = document.version == 1 && document.kv_count == 0 && document.tensor_count == 0;
  if (document.reached == Reached::nothing || (document.reached == Reached::tensors && !nothing)) return;
  const std::uint64_t width = count_bytes(document.version);
  const Place header{0, 0, 0, "tensor_count", {8, 8 + width}};
  const Place body{document.header_end,
                   document.kv_count,
                   document.tensor_count,
                   "kv[0].key.length",
                   {document.header_end, document.header_end + width}};
  for (const Place& place : {header, body, broken_record(document)}) {
    if (report_order(document, place, report) || report_widths(document, place, report)) return;
  }
  report_counts(document, report);
}

}  // namespace ggufproof
