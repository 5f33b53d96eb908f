// Sizes and bytes of fields are worked out only when asked for, so that a change to one field moves all later
// ones and padding still ends where it should.
#include "generators/wire.h"

#include <algorithm>
#include <utility>

namespace ggufproof {

std::string indexed(std::string_view base, std::uint64_t i) {
  return std::string(base) + "[" + std::to_string(i) + "]";
}

void Wire::append(std::string label, const Magic& magic) {
  append_bytes(std::move(label), WireKind::raw, {magic.bytes.begin(), magic.bytes.end()});
}

void Wire::append(std::string label, std::uint32_t number) {
  append_number(std::move(label), ValueType::u32, number);
}

void Wire::append(std::string label, std::uint64_t number) {
  append_number(std::move(label), ValueType::u64, number);
}

void Wire::append(std::string label, const Count& count) {
  fields_.push_back({std::move(label), WireKind::count, ValueType::u64, count.value, {}});
}

void Wire::append(std::string label, const Text& text) {
  fields_.push_back({std::move(label),
                     WireKind::text,
                     ValueType::string,
                     text.bytes.size(),
                     {text.bytes.begin(), text.bytes.end()}});
}

void Wire::append_number(std::string label, ValueType type, std::uint64_t bits) {
  fields_.push_back({std::move(label), WireKind::number, type, bits, {}});
}

void Wire::append_bytes(std::string label, WireKind kind, std::vector<std::uint8_t> bytes) {
  fields_.push_back({std::move(label), kind, ValueType::u8, 0, std::move(bytes)});
}

void Wire::append_padding(std::string label, std::uint64_t alignment) {
  fields_.push_back({std::move(label), WireKind::padding, ValueType::u8, alignment, {}});
}

const WireField* Wire::find(std::string_view label) const {
  const auto found =
      std::find_if(fields_.begin(), fields_.end(), [&](const WireField& f) { return f.label == label; });
  return found == fields_.end() ? nullptr : &*found;
}

WireField* Wire::find(std::string_view label) {
  return const_cast<WireField*>(std::as_const(*this).find(label));
}

bool Wire::set_number(std::string_view label, std::uint64_t number) {
  WireField* field = find(label);
  if (field == nullptr || field->kind == WireKind::raw || field->kind == WireKind::data) return false;
  field->number = number;
  return true;
}

bool Wire::set_text(std::string_view label, std::string_view text) {
  WireField* field = find(label);
  if (field == nullptr || field->kind != WireKind::text) return false;
  field->number = text.size();
  field->bytes.assign(text.begin(), text.end());
  return true;
}

bool Wire::replace(std::string_view label, std::vector<std::uint8_t> bytes) {
  WireField* field = find(label);
  if (field == nullptr) return false;
  field->kind = WireKind::raw;
  field->bytes = std::move(bytes);
  return true;
}

std::uint64_t Wire::size_at(const WireField& field, std::uint64_t at) const {
  switch (field.kind) {
    case WireKind::number:
      return value_type_row(static_cast<std::uint32_t>(field.type))->bytes;
    case WireKind::count:
      return count_width();
    case WireKind::text:
      return count_width() + field.bytes.size();
    case WireKind::padding:
      return field.number == 0 ? 0 : (field.number - at % field.number) % field.number;
    case WireKind::raw:
    case WireKind::data:
      break;
  }
  return field.bytes.size();
}

void Wire::put_number(std::vector<std::uint8_t>& out, std::uint64_t number, std::uint64_t width) const {
  for (std::uint64_t i = 0; i < width; ++i) {
    const std::uint64_t significance = order_ == ByteOrder::little ? i : width - 1 - i;
    out.push_back(static_cast<std::uint8_t>(number >> (8 * significance)));
  }
}

std::vector<std::uint8_t> Wire::bytes() const {
  std::vector<std::uint8_t> out;
  for (const WireField& field : fields_) {
    const std::uint64_t size = size_at(field, out.size());
    switch (field.kind) {
      case WireKind::number:
        put_number(out, field.number, size);
        break;
      case WireKind::count:
        put_number(out, field.number, size);
        break;
      case WireKind::padding:
        out.resize(out.size() + size);
        break;
      case WireKind::text:
        put_number(out, field.number, count_width());
        [[fallthrough]];
      case WireKind::raw:
      case WireKind::data:
        out.insert(out.end(), field.bytes.begin(), field.bytes.end());
        break;
    }
  }
  return out;
}

std::vector<WireRange> Wire::ranges() const {
  std::vector<WireRange> out;
  out.reserve(fields_.size());
  std::uint64_t at = 0;
  for (const WireField& field : fields_) {
    const std::uint64_t begin = at;
    at += size_at(field, at);
    out.push_back({begin, at});
  }
  return out;
}

std::optional<WireRange> Wire::range(std::string_view label) const {
  std::uint64_t at = 0;
  for (const WireField& field : fields_) {
    const std::uint64_t end = at + size_at(field, at);
    if (label.starts_with(field.label)) {
      const std::string_view part = label.substr(field.label.size());
      if (part.empty()) return WireRange{at, end};
      if (field.kind == WireKind::text && part == ".length") return WireRange{at, at + count_width()};
      if (field.kind == WireKind::text && part == ".bytes") return WireRange{at + count_width(), end};
    }
    at = end;
  }
  return std::nullopt;
}

}  // namespace ggufproof
