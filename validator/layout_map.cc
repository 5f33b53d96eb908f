// The reader's own finding says where structure breaks; what comes after it (alignment, data section, sizes)
// is asked in the order in which it is needed to find the data, and the first that fails is the stop.
#include "validator/layout_map.h"

#include <limits>

#include "validator/checks.h"
#include "validator/describe.h"
#include "validator/reader.h"
#include "validator/text.h"

namespace ggufproof {
namespace {

constexpr std::uint64_t all_findings = std::numeric_limits<std::uint64_t>::max();

/// The finding that was added last. Where structure breaks, the reader reports nothing after it.
Stop stop_of(const Report& report) {
  if (report.findings().empty()) return {0, "magic", "the file changed"};
  const Finding& last = report.findings().back();
  return {last.bytes.begin, last.at, message_of(last)};
}

/// Finds the data section; the stop where there is none though tensors need it.
std::optional<Stop> find_data(FileMap& map) {
  const Document& document = map.document;
  Report report(Profile::deflt, all_findings);
  map.alignment = check_alignment(document, report);
  if (document.tensor_at.empty()) return std::nullopt;
  if (!map.alignment) return stop_of(report);
  const auto begin = padded(document.infos_end, *map.alignment);
  if (!begin || *begin > document.bytes.size()) {
    return Stop{document.bytes.size(), "padding",
                "the file ends before its data section, which begins at the next multiple of " +
                    number(*map.alignment) + " after byte " + number(document.infos_end)};
  }
  map.data_begin = begin;
  return std::nullopt;
}

/// The first tensor whose data cannot be told or are not all there.
std::optional<Stop> first_missing(const FileMap& map) {
  const Document& document = map.document;
  const std::uint64_t file_bytes = document.bytes.size();
  for (std::size_t i = 0; i < document.tensor_at.size(); ++i) {
    const Tensor tensor = document.tensor(i);
    const TensorPlace place = place_of(map, tensor);
    if (!place.bytes) {
      return Stop{tensor.type_field.begin, tensor_path(i, "type"),
                  "the size of the data of " + quoted(tensor.name) + " cannot be told from type " +
                      tensor_type_shown(tensor.type) + " and its dimensions"};
    }
    if (!place.begin) {
      return Stop{tensor.offset_field.begin, tensor_path(i, "offset"),
                  "an offset of " + number(tensor.offset) + " passes 2^64"};
    }
    if (!place.within(file_bytes)) {
      return Stop{file_bytes, tensor_path(i, "data"),
                  "the file ends before the data of " + quoted(tensor.name) + ", " + number(*place.bytes) +
                      " bytes at " + number(*place.begin)};
    }
  }
  return std::nullopt;
}

}  // namespace

std::optional<Range> TensorPlace::within(std::uint64_t file_bytes) const {
  if (!begin || !bytes || *begin > file_bytes || *bytes > file_bytes - *begin) return std::nullopt;
  return Range{*begin, *begin + *bytes};
}

FileMap map_file(Bytes bytes) {
  FileMap map;
  Report report(Profile::deflt, all_findings);
  map.document = read_document(bytes, report);
  if (map.document.reached != Reached::tensors) {
    map.stop = stop_of(report);
    return map;
  }
  map.stop = find_data(map);
  if (!map.stop) map.stop = first_missing(map);
  return map;
}

TensorPlace place_of(const FileMap& map, const Tensor& tensor) {
  TensorPlace place;
  const TensorSize size = size_of(tensor);
  if (size.known) place.bytes = size.bytes;
  if (map.data_begin && tensor.offset <= std::numeric_limits<std::uint64_t>::max() - *map.data_begin)
    place.begin = *map.data_begin + tensor.offset;
  return place;
}

std::optional<TensorBytes> bytes_of(const FileMap& map, const Tensor& tensor) {
  const TensorTypeRow* type = tensor_type_row(tensor.type);
  const Bytes file = map.document.bytes;
  const auto range = place_of(map, tensor).within(file.size());
  if (type == nullptr || !range) return std::nullopt;
  return TensorBytes{type, *range, file.subspan(range->begin, range->end - range->begin)};
}

}  // namespace ggufproof
