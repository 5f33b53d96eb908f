// What the edits share. A tensor or pair put in first is part of the file without the edit.
#include "generators/mutate/edit.h"

#include <algorithm>
#include <utility>

#include "generators/mutate/written.h"
#include "generators/write.h"

namespace ggufproof {

Edit described(const FileModel& before, const FileModel& after, std::string what) {
  const Wire old = write(before), now = write(after);
  return {old.bytes(), now.bytes(), written_between(old, now), std::move(what)};
}

Edit overwritten(const Wire& wire, const std::string& label, std::uint64_t number) {
  Wire changed = wire;
  changed.set_number(label, number);
  const bool text = wire.find(label)->kind == WireKind::text;
  const std::string field = text ? label + ".length" : label;
  return {wire.bytes(),
          changed.bytes(),
          {*changed.range(field)},
          field + ": " + std::to_string(wire.find(label)->number) + " becomes " + std::to_string(number)};
}

Edit cut(const Wire& wire, std::uint64_t size) {
  std::vector<std::uint8_t> whole = wire.bytes(), less = whole;
  less.resize(size);
  return {std::move(whole), std::move(less), {{size, size}}, "cut to " + std::to_string(size) + " bytes"};
}

Edit poked(const Wire& wire, std::uint64_t at, const std::vector<std::uint8_t>& bytes, std::string what) {
  std::vector<std::uint8_t> whole = wire.bytes(), changed = whole;
  std::copy(bytes.begin(), bytes.end(), changed.begin() + static_cast<std::ptrdiff_t>(at));
  return {std::move(whole), std::move(changed), {{at, at + bytes.size()}}, std::move(what)};
}

std::string unused_name(const FileModel& file, const std::string& base) {
  const auto is_used = [&](const std::string& name) {
    const auto has_key = [&](const ModelPair& pair) { return pair.key == name; };
    const auto has_name = [&](const ModelTensor& tensor) { return tensor.name == name; };
    return std::any_of(file.metadata.begin(), file.metadata.end(), has_key) ||
           std::any_of(file.tensors.begin(), file.tensors.end(), has_name);
  };
  std::string name = base;
  for (std::uint64_t i = 0; is_used(name); ++i) name = base + std::to_string(i);
  return name;
}

std::uint64_t insert_pair(Choices& choices, FileModel& file, ModelValue value) {
  const std::uint64_t i = file.metadata.empty() ? 0 : 1 + choices.below(file.metadata.size());
  file.metadata.insert(file.metadata.begin() + static_cast<std::ptrdiff_t>(i),
                       {unused_name(file, "toy.edited"), std::move(value)});
  return i;
}

std::uint64_t insert_tensor(Choices& choices, FileModel& file) {
  const std::uint64_t i = choices.up_to(file.tensors.size());
  file.tensors.insert(file.tensors.begin() + static_cast<std::ptrdiff_t>(i),
                      {unused_name(file, "edited"), {8}, TensorType::f32, Fill{1, 1}});
  return i;
}

FileModel of_today(FileModel file) {
  file.order = ByteOrder::little;
  file.version = limits::current_version;
  return file;
}

}  // namespace ggufproof
