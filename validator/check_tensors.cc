// Tensor infos: names, dimensions, types and the sizes they give.
#include <algorithm>

#include "validator/checks.h"
#include "validator/describe.h"
#include "validator/fork_types.h"
#include "validator/text.h"
#include "validator/text_index.h"
#include "validator/text_scan.h"

namespace ggufproof {
namespace {

Range dimension_field(const Document& document, const Tensor& tensor, std::uint64_t d) {
  const std::uint64_t width = count_bytes(document.version);
  const std::uint64_t begin = tensor.dimension_fields.begin + d * width;
  return {begin, begin + width};
}

void check_name(const Document& document, const Tensor& tensor, std::uint64_t i, Report& report) {
  const std::string_view name = tensor.name;
  const auto detail = [&](std::string got, std::string want) {
    return [&, got = std::move(got), want = std::move(want)] {
      return Detail{tensor_path(i, "name"), quoted(name), got, want};
    };
  };
  if (name.empty()) {
    report.add(Rule::tensor_name_empty, {tensor.whole.begin, tensor.name_text.end},
               detail("0 bytes", "a name"));
    return;
  }
  if (name.size() > limits::name_bytes) {
    report.add(Rule::tensor_name_too_long, tensor.name_text,
               detail(number(name.size()) + " bytes", "at most 64, or 63 for ggml"));
  } else if (name.size() > limits::reference_name_bytes) {
    report.add(Rule::tensor_name_64, tensor.name_text, detail("64 bytes", "at most 63"));
  }
  if (surely_clean(document.bytes, tensor.name_text)) return;
  if (const auto invalid = first_invalid_utf8(name)) {
    const std::uint64_t at = tensor.name_text.begin + *invalid;
    report.add(Rule::string_not_utf8, {at, at + 1},
               detail("byte " + number(*invalid) + " of the name", "UTF-8"));
  }
  if (const std::size_t nul = name.find('\0'); nul != std::string_view::npos) {
    const std::uint64_t at = tensor.name_text.begin + nul;
    report.add(Rule::string_nul, {at, at + 1}, detail("byte " + number(nul) + " of the name", ""));
  }
}

void check_dimensions(const Document& document, const Tensor& tensor, std::uint64_t i, Report& report) {
  const auto detail = [&](std::uint64_t d, std::string got, std::string want) {
    return [&, d, got = std::move(got), want = std::move(want)] {
      return Detail{tensor_path(i, "dimensions[" + number(d) + "]"), quoted(tensor.name), got, want};
    };
  };
  const std::uint64_t shown = std::min<std::uint64_t>(tensor.n_dimensions, limits::dimensions);
  if (tensor.n_dimensions == 0) {
    report.add(Rule::tensor_no_dimensions, tensor.n_dimensions_field, [&] {
      return Detail{tensor_path(i, "n_dimensions"), quoted(tensor.name), "0", "1 to 4"};
    });
  }
  for (std::uint64_t d = 0; d < shown; ++d) {
    const std::uint64_t size = tensor.dimensions[d];
    if (size == 0)
      report.add(Rule::tensor_dimension_zero, dimension_field(document, tensor, d),
                 detail(d, "0", "at least 1"));
    if (size >> 63 != 0) {
      report.add(Rule::tensor_dimension_large, dimension_field(document, tensor, d),
                 detail(d, number(size), "below 2^63"));
    }
  }
  if (shown > 1 && tensor.n_dimensions == shown && tensor.dimensions[shown - 1] == 1) {
    report.add(Rule::tensor_trailing_ones, dimension_field(document, tensor, shown - 1),
               detail(shown - 1, dimensions_shown(tensor.dimensions.data(), shown), ""));
  }
}

/// Where a retired or unknown type leaves the size unknown, nothing more is said about it.
void check_type(const Tensor& tensor, std::uint64_t i, Report& report) {
  const TensorTypeRow* row = tensor_type_row(tensor.type);
  const auto detail = [&](std::string want) {
    return [&, want = std::move(want)] {
      return Detail{tensor_path(i, "type"), quoted(tensor.name), tensor_type_shown(tensor.type), want};
    };
  };
  if (row == nullptr) {
    report.add(Rule::tensor_type_unknown, tensor.type_field, detail("an id that ggml assigned"));
  } else if (row->status == TensorTypeStatus::retired) {
    report.add(Rule::tensor_type_retired, tensor.type_field, detail("a live type"));
  } else if (row->status == TensorTypeStatus::intermediate) {
    report.add(Rule::tensor_type_intermediate, tensor.type_field, detail("a type meant for storage"));
  } else if (tensor.type > limits::last_documented_tensor_type) {
    report.add(Rule::tensor_type_undocumented, tensor.type_field, detail("an id up to 39"));
  }
}

void check_size(const Document& document, const Tensor& tensor, std::uint64_t i, Report& report) {
  const std::uint64_t shown = std::min<std::uint64_t>(tensor.n_dimensions, limits::dimensions);
  const TensorSize size = size_of(tensor);
  const auto detail = [&](std::string want) {
    return [&, want = std::move(want)] {
      return Detail{tensor_path(i, "dimensions"), quoted(tensor.name),
                    dimensions_shown(tensor.dimensions.data(), shown), want};
    };
  };
  if (size.elements_overflow)
    report.add(Rule::tensor_elements, tensor.dimension_fields, detail("a product below 2^63"));
  if (size.bytes_overflow)
    report.add(Rule::tensor_bytes, tensor.dimension_fields, detail("fewer than 2^63 bytes"));
  const TensorTypeRow* row = tensor_type_row(tensor.type);
  if (row == nullptr || row->block_elements <= 1 || tensor.dimensions[0] % row->block_elements == 0) return;
  const Range field = shown > 0 ? dimension_field(document, tensor, 0) : tensor.n_dimensions_field;
  report.add(Rule::tensor_row, field, [&] {
    return Detail{tensor_path(i, shown > 0 ? "dimensions[0]" : "n_dimensions"), quoted(tensor.name),
                  number(tensor.dimensions[0]) + " elements a row",
                  "a multiple of " + number(row->block_elements) + " for " + std::string(row->name)};
  });
}

/// A fork's layout, such as "256 elements in 128 bytes, 4 bytes more a row".
std::string layout_shown(const ForkTypeRow& row) {
  std::string shown = row.block_elements == 1 ? "" : number(row.block_elements) + " elements in ";
  shown += number(row.block_bytes) + (row.block_bytes == 1 ? " byte" : " bytes");
  if (row.row_bytes > 0) shown += ", " + number(row.row_bytes) + " bytes more a row";
  if (row.tensor_bytes > 0) shown += ", " + number(row.tensor_bytes) + " bytes more a tensor";
  return shown;
}

/// One finding for all tensors of the type, since a fork's files hold hundreds.
void report_fork_type(const Document& document, const ForkTypeUse& use, Report& report) {
  const Tensor tensor = document.tensor(use.first);
  report.add(Rule::tensor_type_fork, tensor.type_field, [&] {
    return Detail{tensor_path(use.first, "type"), quoted(tensor.name),
                  number(use.row->id) + ", " + std::string(use.row->name) + " of " +
                      std::string(use.row->fork) + " (" + layout_shown(*use.row) + "; the offsets leave " +
                      (use.fits ? "just that" : "another room") + "), in " + number(use.tensors) +
                      (use.tensors == 1 ? " tensor" : " tensors"),
                  "a type of ggml"};
  });
}

}  // namespace

void check_tensors(const Document& document, std::uint64_t alignment, Report& report) {
  const std::vector<ForkTypeUse> forks = find_fork_types(document, alignment);
  for (const ForkTypeUse& use : forks) report_fork_type(document, use, report);
  const auto is_fork_type = [&](std::uint32_t id) {
    return std::any_of(forks.begin(), forks.end(), [&](const ForkTypeUse& use) { return use.row->id == id; });
  };
  TextIndex names(document.tensor_at.size());
  const auto name_of = [&](std::uint64_t i) { return before_nul(document.tensor_name(i)); };
  for (std::uint64_t i = 0; i < document.tensor_at.size(); ++i) {
    const Tensor tensor = document.tensor(i);
    check_name(document, tensor, i, report);
    if (const auto before = names.add(i, name_of)) {
      const bool same = document.tensor_name(*before) == tensor.name;
      report.add(same ? Rule::tensor_name_duplicate : Rule::tensor_name_duplicate_nul, tensor.name_text, [&] {
        return Detail{tensor_path(i, "name"), "",
                      quoted(tensor.name) + ", like tensor[" + number(*before) + "]", ""};
      });
    }
    check_dimensions(document, tensor, i, report);
    if (!is_fork_type(tensor.type)) check_type(tensor, i, report);
    check_size(document, tensor, i, report);
  }
}

}  // namespace ggufproof
