// All that is kept is the smallest file so far: each step reads it anew (lift_wire, lift), changes one thing
// and asks. Rounds of steps go on until one changes nothing.
#include "generators/shrink.h"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <unordered_set>
#include <utility>

#include "generators/lift.h"
#include "generators/lift_wire.h"
#include "generators/write.h"

namespace ggufproof {
namespace {

using File = std::vector<std::uint8_t>;

constexpr std::uint64_t most_alignment = 65536;  ///< whose padding is worth being written

/// Elements of a file under a common label, and the label of their count.
struct List {
  std::string name, count;
};

std::vector<List> lists_of(const Wire& wire) {
  std::vector<List> lists{{"kv", "metadata_kv_count"}, {"tensor", "tensor_count"}};
  for (const WireField& field : wire.fields()) {
    const std::string_view label = field.label;
    for (const auto& [end, name] :
         {std::pair<std::string_view, std::string_view>{".count", ""}, {".n_dimensions", ".dimensions"}}) {
      if (label.ends_with(end))
        lists.push_back(
            {std::string(label.substr(0, label.size() - end.size())) + std::string(name), field.label});
    }
  }
  return lists;
}

/// Fields from one before another.
struct Stretch {
  std::size_t begin = 0, end = 0;
};

/// The fields of each element of a list. Of tensors the infos alone: their data lie elsewhere.
std::vector<Stretch> elements(const Wire& wire, const List& list) {
  const std::string prefix = list.name + "[";
  std::vector<Stretch> all;
  std::string_view last;
  for (std::size_t i = 0; i < wire.fields().size(); ++i) {
    const WireField& field = wire.fields()[i];
    const bool info = field.kind != WireKind::data && field.kind != WireKind::padding;
    if (!info || !field.label.starts_with(prefix)) continue;
    const std::string_view element =
        std::string_view(field.label).substr(0, field.label.find(']', prefix.size()));
    if (all.empty() || element != last) all.push_back({i, i});
    all.back().end = i + 1;
    last = element;
  }
  return all;
}

std::uint64_t less(std::uint64_t claimed, std::uint64_t gone) { return claimed - std::min(claimed, gone); }

void erase_fields(Wire& wire, Stretch gone) {
  auto& fields = wire.fields();
  fields.erase(fields.begin() + static_cast<std::ptrdiff_t>(gone.begin),
               fields.begin() + static_cast<std::ptrdiff_t>(gone.end));
}

template <class T>
void erase(std::vector<T>& from, std::size_t first, std::size_t count) {
  const auto begin = from.begin() + static_cast<std::ptrdiff_t>(std::min(first, from.size()));
  from.erase(begin, begin + std::min<std::ptrdiff_t>(static_cast<std::ptrdiff_t>(count), from.end() - begin));
}

bool has_bytes(const WireField& field) {
  return field.kind == WireKind::text || field.kind == WireKind::raw || field.kind == WireKind::data;
}

class Shrinker {
 public:
  Shrinker(File file, const Interesting& interesting, const ShrinkOptions& options)
      : interesting_(interesting), options_(options) {
    best_.bytes = std::move(file);
  }

  Shrunk run() {
    ++best_.runs;
    seen_.insert(digest(best_.bytes));
    if (!interesting_(best_.bytes)) return best_;
    for (bool smaller = true; smaller && !spent();) {
      const File before = best_.bytes;
      round();
      smaller = best_.bytes != before;
    }
    best_.finished = !spent();
    return best_;
  }

 private:
  void round() {
    drop_tensors();
    drop_elements();
    plain_values();
    smaller_shapes();
    cut_stretches();
    smaller_numbers();
    drop(best_.bytes.size(), [this](std::size_t first, std::size_t count) {
      File file = best_.bytes;
      erase(file, first, count);
      return take(std::move(file));
    });
    zero_bytes();
  }

  void drop_tensors();
  void drop_elements();
  void plain_values();
  void smaller_shapes();
  void cut_stretches();
  void smaller_numbers();
  void zero_bytes();
  bool is_true_count(const Wire& wire, const std::string& label) const;
  bool take_shape(std::size_t tensor, std::size_t dimension, std::uint64_t size);

  bool spent() const { return best_.runs >= options_.most_runs || (options_.stop && options_.stop()); }

  static std::uint64_t digest(const File& file) { return std::hash<std::string_view>()(as_text(file)); }

  /// Keeps a file that is no larger, and interesting. Each file is asked about once.
  bool take(File file) {
    if (file.size() > best_.bytes.size() || spent() || !seen_.insert(digest(file)).second) return false;
    if (options_.progress) options_.progress(best_);
    ++best_.runs;
    if (!interesting_(file)) return false;
    best_.bytes = std::move(file);
    return true;
  }

  bool take(const Wire& wire) { return take(wire.bytes()); }

  Wire wire() const { return lift_wire(best_.bytes); }

  std::optional<FileModel> model() const {
    auto lifted = lift(best_.bytes);
    return lifted && alignment_of(*lifted) <= most_alignment ? std::move(lifted) : std::nullopt;
  }

  /// Removes as many of `n` things as can go: all, then halves, quarters and so on. `without` takes a file
  /// that lacks `count` of them from `first` on, and says whether that was kept.
  template <class Without>
  void drop(std::size_t n, Without without) {
    for (std::size_t chunk = n; chunk > 0 && !spent(); chunk = std::min(chunk, n + 1) / 2) {
      for (std::size_t first = 0; first < n && !spent();) {
        const std::size_t count = std::min(chunk, n - first);
        if (without(first, count)) {
          n -= count;
        } else {
          first += count;
        }
      }
    }
  }

  const Interesting& interesting_;
  const ShrinkOptions& options_;
  Shrunk best_;
  std::unordered_set<std::uint64_t> seen_;
};

/// With their data, where all of them can be told; without, drop_elements drops infos alone.
void Shrinker::drop_tensors() {
  const auto file = model();
  if (!file) return;
  drop(file->tensors.size(), [this](std::size_t first, std::size_t count) {
    auto smaller = model();
    if (!smaller) return false;
    erase(smaller->tensors, first, count);
    return take(write(*smaller));
  });
}

void Shrinker::drop_elements() {
  for (std::size_t i = 0; !spent(); ++i) {
    const auto lists = lists_of(wire());
    if (i >= lists.size()) return;
    const List list = lists[i];
    drop(elements(wire(), list).size(), [&](std::size_t first, std::size_t count) {
      Wire smaller = wire();
      const auto all = elements(smaller, list);
      const WireField* counted = smaller.find(list.count);
      if (first + count > all.size() || counted == nullptr) return false;
      smaller.set_number(list.count, less(counted->number, count));
      erase_fields(smaller, {all[first].begin, all[first + count - 1].end});
      return take(smaller);
    });
  }
}

/// The plainest value instead of each: a byte of 0.
void Shrinker::plain_values() {
  for (std::size_t i = 0; !spent(); ++i) {
    Wire plain = wire();
    const auto pairs = elements(plain, {"kv", ""});
    if (i >= pairs.size()) return;
    erase_fields(plain, {pairs[i].begin + 2, pairs[i].end});  // after the key and the value's type
    plain.fields()[pairs[i].begin + 1].number = static_cast<std::uint64_t>(ValueType::u8);
    plain.fields().insert(plain.fields().begin() + static_cast<std::ptrdiff_t>(pairs[i].begin + 2),
                          WireField{"", WireKind::number, ValueType::u8, 0, {}});
    take(plain);
  }
}

bool Shrinker::take_shape(std::size_t tensor, std::size_t dimension, std::uint64_t size) {
  auto file = model();
  if (!file || tensor >= file->tensors.size() || dimension >= file->tensors[tensor].dimensions.size())
    return false;
  ModelTensor& changed = file->tensors[tensor];
  if (size >= changed.dimensions[dimension]) return false;
  changed.dimensions[dimension] = size;
  const auto bytes = shape_bytes(changed.dimensions, changed.type);
  File data = data_of(changed);
  if (!bytes || *bytes > data.size()) return false;
  data.resize(*bytes);
  changed.data = std::move(data);
  return take(write(*file));
}

/// Dimensions of a block, or of one, or of half as much, with the data that belong to them.
void Shrinker::smaller_shapes() {
  const auto file = model();
  if (!file) return;
  for (std::size_t t = 0; t < file->tensors.size(); ++t) {
    const ModelTensor& tensor = file->tensors[t];
    const std::uint64_t block = tensor_type_row(static_cast<std::uint32_t>(tensor.type))->block_elements;
    for (std::size_t k = 0; k < tensor.dimensions.size() && !spent(); ++k) {
      const std::uint64_t least = k == 0 ? block : 1;
      if (take_shape(t, k, least)) continue;
      std::uint64_t size = tensor.dimensions[k] / 2 / least * least;
      while (size > least && take_shape(t, k, size)) size = size / 2 / least * least;
    }
  }
}

/// Bytes of texts, of data, and of what has no name.
void Shrinker::cut_stretches() {
  for (std::size_t i = 0; !spent(); ++i) {
    const Wire now = wire();
    if (i >= now.fields().size()) return;
    if (!has_bytes(now.fields()[i])) continue;
    drop(now.fields()[i].bytes.size(), [&](std::size_t first, std::size_t count) {
      Wire smaller = wire();
      if (i >= smaller.fields().size() || !has_bytes(smaller.fields()[i])) return false;
      WireField& field = smaller.fields()[i];
      field.number = less(field.number, count);
      erase(field.bytes, first, count);
      return take(smaller);
    });
  }
}

/// Whether a number counts what is there, so that another would only hide the rest.
bool Shrinker::is_true_count(const Wire& wire, const std::string& label) const {
  for (const List& list : lists_of(wire)) {
    if (list.count == label) return elements(wire, list).size() == wire.find(label)->number;
  }
  return false;
}

/// Zero, one, or half as much. Versions and types say what kind of file it is, and stay.
void Shrinker::smaller_numbers() {
  for (std::size_t i = 0; !spent(); ++i) {
    Wire smaller = wire();
    if (i >= smaller.fields().size()) return;
    WireField& field = smaller.fields()[i];
    const bool number = field.kind == WireKind::number || field.kind == WireKind::count;
    const bool is_kind = field.label.ends_with("type") || field.label == "version";
    if (!number || is_kind || is_true_count(smaller, field.label)) continue;
    const std::uint64_t was = field.number;
    for (const std::uint64_t value : {std::uint64_t{0}, std::uint64_t{1}, was / 2}) {
      if (value >= was) continue;
      field.number = value;
      if (!take(smaller)) continue;
      if (value > 1) --i;  // and half of that
      break;
    }
  }
}

void Shrinker::zero_bytes() {
  for (std::size_t i = 0; !spent(); ++i) {
    const Wire now = wire();
    if (i >= now.fields().size()) return;
    if (!has_bytes(now.fields()[i]) || now.fields()[i].kind == WireKind::text) continue;
    const std::uint64_t at = now.ranges()[i].begin;
    const std::size_t size = now.fields()[i].bytes.size();
    for (std::size_t chunk = size; chunk > 0; chunk /= 2) {
      for (std::size_t first = 0; first < size && !spent(); first += chunk) {
        File file = best_.bytes;
        std::fill_n(file.begin() + static_cast<std::ptrdiff_t>(at + first), std::min(chunk, size - first),
                    std::uint8_t{0});
        take(std::move(file));
      }
    }
  }
}

}  // namespace

Shrunk shrink(File file, const Interesting& interesting, const ShrinkOptions& options) {
  return Shrinker(std::move(file), interesting, options).run();
}

}  // namespace ggufproof
