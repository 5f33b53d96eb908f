// The labelled byte builder: a file as a list of fields, each with a label such as tensor[1].offset. Any
// field can be given another value, length or bytes afterwards, so that a lie is as easy to write as the
// truth; the wire knows which bytes of the file each label owns.
//
// Labels are the field paths that findings carry too:
//   magic  version  tensor_count  metadata_kv_count
//   kv[i].key  kv[i].value_type  kv[i].value                       a number or text
//   kv[i].value.element_type  kv[i].value.count  kv[i].value[j]    an array
//   kv[i].value[j].element_type  kv[i].value[j].count              an array inside it, and so on
//   tensor[i].name  .n_dimensions  .dimensions[k]  .type  .offset
//   padding                                                        before the data section
//   tensor[i].data  tensor[i].padding                              its data and what pads them
// A text has two parts, LABEL.length and LABEL.bytes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <boost/pfr/core.hpp>

#include "spec/tables.h"
#include "spec/wire.h"

namespace ggufproof {

/// How a field is written.
enum class WireKind : std::uint8_t {
  number,   ///< a number of `type`'s width, in the file's byte order
  count,    ///< a Count: as wide as the version says
  text,     ///< a length, which is a Count, and bytes
  raw,      ///< bytes as they are
  padding,  ///< zeros up to the next multiple of an alignment in the file
  data,     ///< bytes of a tensor
};

/// A half-open range of byte offsets in the file.
struct WireRange {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
  friend bool operator==(const WireRange&, const WireRange&) = default;
};

struct WireField {
  std::string label;
  WireKind kind = WireKind::raw;
  ValueType type = ValueType::u8;  ///< of a number
  std::uint64_t number = 0;  ///< the number or count; the length a text claims; the alignment of padding
  std::vector<std::uint8_t> bytes;
};

/// `base[i]`, as in kv[3].
std::string indexed(std::string_view base, std::uint64_t i);

class Wire {
 public:
  /// `version` decides how wide counts are; the version that the file claims is a field of its own.
  Wire(ByteOrder order, std::uint32_t version) : order_(order), version_(version) {}

  /// Appends every member of a record of spec/wire.h under `prefix.name`, or `name` where the prefix is
  /// empty.
  template <class Record>
  void append_record(std::string_view prefix, const Record& record) {
    static_assert(Record::names.size() == boost::pfr::tuple_size_v<Record>);
    boost::pfr::for_each_field(record, [&](const auto& member, std::size_t i) {
      append(prefix.empty() ? std::string(Record::names[i])
                            : std::string(prefix) + "." + std::string(Record::names[i]),
             member);
    });
  }

  void append(std::string label, const Magic& magic);
  void append(std::string label, std::uint32_t number);
  void append(std::string label, std::uint64_t number);
  void append(std::string label, const Count& count);
  void append(std::string label, const Text& text);

  /// Appends a number as wide as `type`, of which `bits` holds the lowest bytes.
  void append_number(std::string label, ValueType type, std::uint64_t bits);

  /// Appends bytes as they are; `kind` is raw or data.
  void append_bytes(std::string label, WireKind kind, std::vector<std::uint8_t> bytes);

  /// Appends zeros up to the next multiple of `alignment` in the file, whatever is changed before it later.
  /// No zeros where the alignment is 0.
  void append_padding(std::string label, std::uint64_t alignment);

  ByteOrder order() const { return order_; }
  std::uint32_t version() const { return version_; }
  const std::vector<WireField>& fields() const { return fields_; }

  /// The fields, to be changed at will.
  std::vector<WireField>& fields() { return fields_; }

  /// The field with this label, or nullptr.
  const WireField* find(std::string_view label) const;
  WireField* find(std::string_view label);

  /// Changes a number or count, a text's length but not its bytes, or the alignment of padding. False if no
  /// field has this label or it holds bytes alone.
  bool set_number(std::string_view label, std::uint64_t number);

  /// Changes a text and its length. False if no text has this label.
  bool set_text(std::string_view label, std::string_view text);

  /// Replaces all that a field writes, a text's length included, by these bytes. False if no field has this
  /// label.
  bool replace(std::string_view label, std::vector<std::uint8_t> bytes);

  /// The bytes of the file.
  std::vector<std::uint8_t> bytes() const;

  /// The range of each field, in the order of fields().
  std::vector<WireRange> ranges() const;

  /// The range of a label: a field, or LABEL.length or LABEL.bytes of a text.
  std::optional<WireRange> range(std::string_view label) const;

  /// Bytes that a text's length or a count takes.
  std::uint64_t count_width() const { return count_bytes(version_); }

 private:
  std::uint64_t size_at(const WireField& field, std::uint64_t at) const;
  void put_number(std::vector<std::uint8_t>& out, std::uint64_t number, std::uint64_t width) const;

  ByteOrder order_;
  std::uint32_t version_;
  std::vector<WireField> fields_;
};

}  // namespace ggufproof
