// A record is the fields of one pair or tensor, or a field of its own.
#include "generators/mutate/written.h"

#include <algorithm>
#include <map>
#include <string>
#include <string_view>
#include <utility>

namespace ggufproof {
namespace {

/// Fields [begin, end) of a wire, and which record they are in whatever place.
struct Record {
  std::string identity;
  std::size_t begin = 0;
  std::size_t end = 0;
};

std::string_view prefix_of(std::string_view label) {
  const bool in_record = label.starts_with("kv[") || label.starts_with("tensor[");
  return in_record ? label.substr(0, label.find(']') + 1) : label;
}

std::string text_of(const WireField& field) { return {field.bytes.begin(), field.bytes.end()}; }

std::string identity_of(const Wire& wire, std::string_view prefix) {
  const std::string begin(prefix.substr(0, prefix.find('[')));
  const WireField* name = wire.find(std::string(prefix) + (begin == "kv" ? ".key" : ".name"));
  return name == nullptr ? std::string(prefix) : begin + ' ' + text_of(*name);
}

// The info of a tensor and its data are records apart; a name that stands twice makes two, told by their
// order.
std::vector<Record> records_of(const Wire& wire) {
  std::vector<Record> records;
  std::map<std::string, int> seen;
  std::string_view before;
  for (std::size_t i = 0; i < wire.fields().size(); ++i) {
    const std::string_view prefix = prefix_of(wire.fields()[i].label);
    if (prefix == before) {
      records.back().end = i + 1;
      continue;
    }
    before = prefix;
    std::string identity = identity_of(wire, prefix);
    if (wire.fields()[i].kind == WireKind::data) identity = "data of " + identity;
    identity += '#' + std::to_string(seen[identity]++);
    records.push_back({std::move(identity), i, i + 1});
  }
  return records;
}

std::string_view suffix_of(const WireField& field) {
  return std::string_view(field.label).substr(prefix_of(field.label).size());
}

bool same(const WireField& a, const WireField& b) {
  return a.kind == b.kind && a.type == b.type && a.number == b.number && a.bytes == b.bytes;
}

// Of bytes that only some were changed in, those from the first to the last of them.
WireRange changed_part(const WireField& before, const WireField& after, WireRange whole) {
  if (before.kind != after.kind || before.bytes.size() != after.bytes.size() || after.bytes.empty())
    return whole;
  const auto [first, ignored] = std::mismatch(after.bytes.begin(), after.bytes.end(), before.bytes.begin());
  const auto [last, ignored_too] =
      std::mismatch(after.bytes.rbegin(), after.bytes.rend(), before.bytes.rbegin());
  if (first == after.bytes.end()) return whole;
  const std::uint64_t lengths = whole.end - whole.begin - after.bytes.size();
  return {whole.begin + lengths + static_cast<std::uint64_t>(first - after.bytes.begin()),
          whole.end - static_cast<std::uint64_t>(last - after.bytes.rbegin())};
}

/// The empty place where the pairs end, or the tensor infos.
WireRange end_of(const Wire& wire, bool pairs) {
  std::uint64_t end = 0;
  const std::vector<WireRange> ranges = wire.ranges();
  for (std::size_t i = 0; i < ranges.size(); ++i) {
    const std::string_view label = wire.fields()[i].label;
    if (label == "padding" || (pairs && label.starts_with("tensor["))) break;
    end = ranges[i].end;
  }
  return {end, end};
}

class Comparison {
 public:
  Comparison(const Wire& before, const Wire& after)
      : before_(before), after_(after), ranges_(after.ranges()) {
    const std::vector<Record> old = records_of(before);
    const std::vector<Record> now = records_of(after);
    std::map<std::string_view, std::size_t> places;
    for (std::size_t i = 0; i < old.size(); ++i) places.emplace(old[i].identity, i);
    for (std::size_t i = 0; i < now.size(); ++i) {
      const auto found = places.find(now[i].identity);
      if (found == places.end()) {
        add(written_, now[i]);
        continue;
      }
      compare(old[found->second], now[i]);
      if (found->second != i) add(moved_, now[i]);
      places.erase(found);
    }
    for (const auto& [identity, place] : places) add_removed(identity);
  }

  std::vector<WireRange> written() const {
    std::vector<WireRange> found = written_.empty() ? offsets_.empty() ? moved_ : offsets_ : written_;
    std::sort(found.begin(), found.end(),
              [](WireRange a, WireRange b) { return std::pair(a.begin, a.end) < std::pair(b.begin, b.end); });
    return found;
  }

 private:
  void add(std::vector<WireRange>& to, const Record& record) const {
    to.push_back({ranges_[record.begin].begin, ranges_[record.end - 1].end});
  }

  void compare(const Record& old, const Record& now) {
    std::map<std::string_view, const WireField*> fields;
    for (std::size_t i = old.begin; i < old.end; ++i)
      fields.emplace(suffix_of(before_.fields()[i]), &before_.fields()[i]);
    for (std::size_t i = now.begin; i < now.end; ++i) {
      const WireField& field = after_.fields()[i];
      const auto found = fields.find(suffix_of(field));
      if (found == fields.end()) {
        written_.push_back(ranges_[i]);
      } else if (!same(*found->second, field)) {
        const bool derived = field.label.ends_with("].offset") || field.label.ends_with("_count");
        (derived ? offsets_ : written_).push_back(changed_part(*found->second, field, ranges_[i]));
      }
    }
  }

  void add_removed(std::string_view identity) {
    const bool pair = identity.starts_with("kv ");
    if (!pair && !identity.starts_with("tensor ")) return;
    written_.push_back(*after_.range(pair ? "metadata_kv_count" : "tensor_count"));
    written_.push_back(end_of(after_, pair));
  }

  const Wire& before_;
  const Wire& after_;
  std::vector<WireRange> ranges_;
  std::vector<WireRange> written_, offsets_, moved_;
};

}  // namespace

std::vector<WireRange> written_between(const Wire& before, const Wire& after) {
  return Comparison(before, after).written();
}

WireRange range_around(const Wire& wire, std::string_view label) {
  if (label == "metadata.end" || label == "tensors.end") return end_of(wire, label == "metadata.end");
  const std::vector<WireRange> ranges = wire.ranges();
  for (std::string_view around = label; !around.empty();
       around = around.substr(0, around.find_last_of(".["))) {
    WireRange found{~std::uint64_t{0}, 0};
    for (std::size_t i = 0; i < ranges.size(); ++i) {
      std::string_view rest = wire.fields()[i].label;
      if (!rest.starts_with(around)) continue;
      rest.remove_prefix(around.size());
      if (!rest.empty() && rest.front() != '.' && rest.front() != '[') continue;
      if (rest.starts_with(".data") || rest.starts_with(".padding"))
        continue;  // of a tensor whose info is meant
      found = {std::min(found.begin, ranges[i].begin), std::max(found.end, ranges[i].end)};
    }
    if (found.begin <= found.end) return found;
    if (around.find_last_of(".[") == std::string_view::npos) break;
  }
  return {0, ranges.empty() ? 0 : ranges.back().end};
}

bool touch(WireRange a, WireRange b) {
  const bool empty = a.begin == a.end || b.begin == b.end;
  return empty ? a.begin <= b.end && b.begin <= a.end : a.begin < b.end && b.begin < a.end;
}

}  // namespace ggufproof
