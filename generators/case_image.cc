// Runs are split at zeros that were appended as such, so that a hole of any size costs nothing.
#include "generators/case_image.h"

#include <algorithm>

#include "generators/case_digest.h"
#include "generators/case_lexer.h"

namespace ggufproof {
namespace {

std::uint8_t byte_of(std::uint64_t bits, std::uint64_t i, std::uint64_t width, ByteOrder order) {
  return static_cast<std::uint8_t>(bits >> (8 * (order == ByteOrder::little ? i : width - 1 - i)));
}

bool is_below(std::string_view name, std::string_view label) {
  return name.size() > label.size() && name.starts_with(label) &&
         (name[label.size()] == '.' || name[label.size()] == '[');
}

}  // namespace

void CaseImage::append(std::string_view bytes) {
  if (bytes.empty()) return;
  if (runs_.empty() || runs_.back().at + runs_.back().bytes.size() != size_) runs_.push_back({size_, {}});
  runs_.back().bytes.insert(runs_.back().bytes.end(), bytes.begin(), bytes.end());
  size_ += bytes.size();
  written_ += bytes.size();
}

void CaseImage::append_number(std::uint64_t bits, std::uint64_t width) {
  std::string bytes;
  for (std::uint64_t i = 0; i < width; ++i) bytes += static_cast<char>(byte_of(bits, i, width, order));
  append(bytes);
}

bool CaseImage::append_zeros(std::uint64_t n) {
  if (too_large() || n >= most_bytes - size_) return false;
  size_ += n;
  return true;
}

void CaseImage::label(std::string name, std::uint64_t begin, std::uint64_t stride, bool is_count) {
  fields_.push_back({std::move(name), {begin, size_}, stride, is_count});
}

void CaseImage::append_field(std::string name, std::uint64_t bits, std::uint64_t width) {
  append_number(bits, width);
  label(std::move(name), size_ - width);
}

void CaseImage::append_count(std::string name, std::uint64_t count) {
  append_number(count, count_width);
  label(std::move(name), size_ - count_width, 0, true);
}

void CaseImage::append_text_bytes(const std::string& name, std::string_view bytes) {
  append(bytes);
  label(name + ".bytes", size_ - bytes.size(), 1);
}

bool CaseImage::append_elided(std::uint64_t n, std::string sha256) {
  if (!append_zeros(n)) return false;
  elided_.push_back({{size_ - n, size_}, std::move(sha256)});
  return true;
}

bool CaseImage::restore_elided(std::span<const std::uint8_t> original) {
  const auto same = [&](const ElidedBytes& part) {
    return part.range.end <= original.size() &&
           sha256_of(original.subspan(part.range.begin, part.range.end - part.range.begin)) == part.sha256;
  };
  if (!std::all_of(elided_.begin(), elided_.end(), same)) return false;
  for (const auto& [range, digest] : elided_) {
    const auto from = original.begin() + static_cast<std::ptrdiff_t>(range.begin);
    const auto to = original.begin() + static_cast<std::ptrdiff_t>(range.end);
    runs_.push_back({range.begin, {from, to}});
  }
  std::sort(runs_.begin(), runs_.end(), [](const ByteRun& a, const ByteRun& b) { return a.at < b.at; });
  return true;
}

void CaseImage::put(std::uint64_t at, std::uint64_t bits, std::uint64_t width) {
  auto run = std::upper_bound(runs_.begin(), runs_.end(), at,
                              [](std::uint64_t a, const ByteRun& r) { return a < r.at; });
  --run;
  for (std::uint64_t i = 0; i < width; ++i) run->bytes[at - run->at + i] = byte_of(bits, i, width, order);
}

/// The field that was written last under a label.
const CaseImage::Field* CaseImage::number(std::string_view name) const {
  const auto field =
      std::find_if(fields_.rbegin(), fields_.rend(), [&](const Field& f) { return f.name == name; });
  return field == fields_.rend() || field->stride != 0 ? nullptr : &*field;
}

std::uint64_t CaseImage::number_width(std::string_view name) const {
  const Field* field = number(name);
  if (field == nullptr) return 0;
  return field->is_count ? 8 : field->range.end - field->range.begin;
}

CaseImage::Patch CaseImage::patch_number(std::string_view name, std::uint64_t bits, std::uint64_t width) {
  const Field* field = number(name);
  if (field == nullptr) return Patch::no_such_field;
  if (width != number_width(name)) return Patch::wrong_width;
  const std::uint64_t has = field->range.end - field->range.begin;
  if (has < 8 && bits >> (8 * has) != 0) return Patch::too_large;
  put(field->range.begin, bits, has);
  return Patch::done;
}

void CaseImage::cut(std::uint64_t size) {
  size_ = std::min(size_, size);
  while (!runs_.empty() && runs_.back().at >= size_) runs_.pop_back();
  if (!runs_.empty()) {
    ByteRun& last = runs_.back();
    last.bytes.resize(std::min<std::uint64_t>(last.bytes.size(), size_ - last.at));
  }
}

std::optional<WireRange> CaseImage::whole(std::string_view name) const {
  std::optional<WireRange> found;
  for (const Field& field : fields_) {
    if (field.name != name && !is_below(field.name, name)) continue;
    if (!found) found = field.range;
    found = {std::min(found->begin, field.range.begin), std::max(found->end, field.range.end)};
  }
  return found;
}

std::optional<WireRange> CaseImage::element(std::string_view name) const {
  const std::size_t open = name.rfind('[');
  if (open == std::string_view::npos || !name.ends_with(']')) return std::nullopt;
  const std::string_view inside = name.substr(open + 1, name.size() - open - 2), base = name.substr(0, open);
  const std::size_t dots = inside.find("..");
  const auto first = parse_u64(inside.substr(0, dots));
  const auto last = dots == std::string_view::npos ? std::nullopt : parse_u64(inside.substr(dots + 2));
  if (!first || (dots != std::string_view::npos && !last)) return std::nullopt;
  for (const Field& field : fields_) {
    if (field.stride == 0 || field.name != base) continue;
    const std::uint64_t elements = (field.range.end - field.range.begin) / field.stride;
    if (*first >= elements) return std::nullopt;
    const std::uint64_t behind = last.value_or(*first + 1);
    if (behind <= *first || behind > elements) return std::nullopt;
    return WireRange{field.range.begin + *first * field.stride, field.range.begin + behind * field.stride};
  }
  return std::nullopt;
}

/// Labels for parts of the file that have several fields, or none.
std::optional<WireRange> CaseImage::part(std::string_view name) const {
  if (name == "file") return WireRange{0, size_};
  const auto first = whole("magic"), last = whole("metadata_kv_count");
  if (!first || !last) return std::nullopt;
  if (name == "header") return WireRange{first->begin, last->end};
  const WireRange metadata = whole("kv").value_or(WireRange{last->end, last->end});
  if (name == "metadata") return metadata;
  if (name != "tensors") return std::nullopt;
  WireRange infos{metadata.end,
                  metadata.end};  // tensor[0] owns its data too, so the infos are told by their last field
  for (const Field& field : fields_) {
    const bool last_field = field.name.starts_with("tensor[") && field.name.ends_with(".offset");
    if (last_field) infos.end = std::max(infos.end, field.range.end);
  }
  return infos;
}

std::optional<WireRange> CaseImage::range(std::string_view name) const {
  constexpr std::string_view end = ".end";
  if (name.ends_with(end)) {
    const auto before = range(name.substr(0, name.size() - end.size()));
    return before ? std::optional(WireRange{before->end, before->end}) : std::nullopt;
  }
  std::optional<WireRange> found = part(name);
  if (!found) found = whole(name);
  if (!found) found = element(name);
  if (!found) return std::nullopt;
  return WireRange{std::min(found->begin, size_), std::min(found->end, size_)};
}

std::vector<std::uint8_t> CaseImage::bytes() const {
  std::vector<std::uint8_t> out(size_);
  for (const ByteRun& run : runs_)
    std::copy(run.bytes.begin(), run.bytes.end(), out.begin() + static_cast<std::ptrdiff_t>(run.at));
  return out;
}

}  // namespace ggufproof
