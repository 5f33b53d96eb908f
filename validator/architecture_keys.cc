// The rows that read keys: present where they must be, of the type that llama.cpp reads, arrays as long as it
// wants them. What keys of general. and tokenizer. must be is judged with the standard keys, not here.
#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include "validator/architecture_run.h"
#include "validator/describe.h"
#include "validator/text.h"

namespace ggufproof {
namespace {

bool is_whole(ValueType type) { return type == ValueType::u32 || type == ValueType::i32; }

bool is_standard(std::string_view key) {
  return key.starts_with("/general.") || key.starts_with("/tokenizer.");
}

/// Element types that llama.cpp takes for an array that it reads as `type`
/// (llama-model-loader.cpp:get_arr).
bool is_element(const Array& array, ValueType type) {
  if (!is_whole(type)) return array.is(type);
  return array.is(ValueType::u32) || array.is(ValueType::i32) || array.is(ValueType::boolean);
}

/// A whole number or bool at the cursor; nothing for other types and what does not fit.
std::optional<std::int64_t> take_number(Cursor& cursor, ValueType type) {
  const auto take = [&](auto value) -> std::optional<std::int64_t> {
    if (!cursor.take(value)) return std::nullopt;
    if (value > std::numeric_limits<std::int64_t>::max()) return std::nullopt;
    return static_cast<std::int64_t>(value);
  };
  switch (type) {
    case ValueType::u32:
      return take(std::uint32_t{});
    case ValueType::i32:
      return take(std::int32_t{});
    case ValueType::u64:
      return take(std::uint64_t{});
    case ValueType::boolean: {
      const auto byte = take(std::uint8_t{});
      return byte ? std::optional<std::int64_t>(*byte != 0) : std::nullopt;
    }
    default:
      return std::nullopt;
  }
}

}  // namespace

void ArchitectureRun::key(const Row& row) {
  Variable& into = values_.at(row.slot);
  const auto i = file_.pair_of(row.name);
  if (!i) {
    if (!row.optional) {
      missing_key(row.name, "");
      into = {.known = false, .origin = {.key = row.name, .absent = true}};
    } else if (into.origin.key.empty() && !into.origin.formula) {
      into.origin = {.key = row.name, .absent = true};
    }
    return;
  }
  Variable read{.known = sure_, .origin = {.key = row.name}};
  const Pair pair = file_.document().pair(*i);
  if (row.e && pair.is(ValueType::array)) {
    take_array(row, *i, read);
  } else {
    take_scalar(row, *i, read);
  }
  into = std::move(read);
}

void ArchitectureRun::take_scalar(const Row& row, std::uint64_t i, Variable& into) {
  const Pair pair = file_.document().pair(i);
  if (!pair.is(row.type)) {
    into.known = false;
    return wrong_type(row, i, pair.type_field, "value_type", value_type_shown(pair.type));
  }
  Cursor cursor = file_.document().cursor(pair.value.begin);
  if (row.type == ValueType::f32 && row.name.ends_with("epsilon")) epsilon(i);
  const auto number = take_number(cursor, row.type);
  into.known = into.known && number.has_value();
  into.number = number.value_or(0);
}

/// ggml asserts that it is not negative (ggml-cpu/ops.cpp); the writers of files leave 0 in those that are
/// not read.
void ArchitectureRun::epsilon(std::uint64_t i) {
  const Pair pair = file_.document().pair(i);
  float value = 0;
  Cursor cursor = file_.document().cursor(pair.value.begin);
  if (!sure_ || !cursor.take(value) || value >= 0) return;
  aborts_.push_back({pair.value,
                     {pair_path(i, "value"), quoted(pair.key),
                      std::isnan(value) ? "NaN" : std::to_string(value), "0 or above"}});
}

void ArchitectureRun::take_array(const Row& row, std::uint64_t i, Variable& into) {
  const Array array = file_.document().array(file_.document().pair(i));
  if (!is_element(array, row.type)) {
    into.known = false;
    return wrong_type(row, i, array.element_type_field, "value.element_type",
                      "an array of " + value_type_shown(array.element_type));
  }
  into.count = array.count;
  const Value wanted = row.e ? value(*row.e) : Value{};
  if (row.e && wanted.known && static_cast<std::uint64_t>(wanted.number) != array.count) {
    into.known = false;
    return wrong_length(i, array.count, std::to_string(wanted.number) + ", one for each block");
  }
  if (array.count > limits::reference_blocks && row.type != ValueType::string) {
    into.known = false;
    return wrong_length(i, array.count, "at most " + number(limits::reference_blocks));
  }
  const auto type = static_cast<ValueType>(array.element_type);
  Cursor cursor = file_.document().cursor(array.elements.begin);
  if (type == ValueType::string) return;
  for (std::uint64_t e = 0; e < array.count; ++e) {
    const auto number = take_number(cursor, type);
    into.known = into.known && number.has_value();
    into.elements.push_back(number.value_or(0));
  }
}

void ArchitectureRun::array(const Row& row) {
  const auto i = file_.pair_of(row.name);
  Variable& into = values_.at(row.slot);
  if (i && file_.document().pair(*i).is(ValueType::array)) {
    Variable read{.known = sure_, .origin = {.key = row.name}};
    take_array(row, *i, read);
    into = std::move(read);
    return;
  }
  if (row.optional) return;
  into.known = false;
  if (!i) return missing_key(row.name, "");
  const Pair pair = file_.document().pair(*i);
  wrong_type(row, *i, pair.type_field, "value_type", value_type_shown(pair.type));
}

void ArchitectureRun::count(const Row& row) {
  const auto i = file_.pair_of(row.name);
  Variable& into = values_.at(row.slot);
  if (!i) {
    if (row.optional) {
      into.origin = {.key = row.name, .absent = true};
      return;
    }
    into.known = false;
    return missing_key(row.name, "");
  }
  const Pair pair = file_.document().pair(*i);
  if (!pair.is(ValueType::array)) {
    into.known = false;
    return wrong_type(row, *i, pair.type_field, "value_type", value_type_shown(pair.type));
  }
  const std::uint64_t count = file_.document().array(pair).count;
  into = {.number = static_cast<std::int64_t>(
              std::min<std::uint64_t>(count, std::numeric_limits<std::int64_t>::max())),
          .known = sure_,
          .origin = {.key = row.name}};
}

void ArchitectureRun::missing_key(std::string_view key, std::string why) {
  if (!sure_ || is_standard(key) || !reported_.insert(std::string(key)).second) return;
  const std::uint64_t end = file_.document().metadata_end;
  refuse(Rule::model_key_missing, {end, end}, [&] {
    return Detail{"metadata", quoted(file_.key_name(key)), "no such key", std::move(why)};
  });
}

void ArchitectureRun::wrong_type(const Row& row, std::uint64_t i, Range bytes, std::string field,
                                 std::string got) {
  if (!sure_ || is_standard(row.name) || !reported_.insert(std::string(row.name)).second) return;
  refuse(Rule::model_key_type, bytes, [&] {
    const std::string name(value_types[static_cast<std::size_t>(row.type)].name);
    const bool lists = row.kind != Row::Kind::key;
    const std::string want = lists ? "an array of " + name : row.e ? name + ", or an array of it" : name;
    return Detail{pair_path(i, field), quoted(file_.key_name(row.name)), std::move(got), want};
  });
}

void ArchitectureRun::wrong_length(std::uint64_t i, std::uint64_t length, std::string want) {
  if (!sure_) return;
  const Pair pair = file_.document().pair(i);
  refuse(Rule::model_array_length, file_.document().array(pair).count_field, [&] {
    return Detail{pair_path(i, "value.count"), quoted(pair.key), number(length), std::move(want)};
  });
}

}  // namespace ggufproof
