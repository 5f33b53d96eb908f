// Reads the records of spec/wire.h by one generic walk over their members (Boost.PFR), noting where each
// member lies and in which member the bytes ran out.
#pragma once

#include <cstddef>
#include <string_view>
#include <type_traits>

#include <boost/pfr/core.hpp>

#include "spec/wire.h"
#include "validator/bytes.h"

namespace ggufproof {

/// What became of reading one record.
template <class Record>
struct RecordRead {
  static constexpr std::size_t size = std::tuple_size_v<std::remove_cvref_t<decltype(Record::names)>>;

  Record record;
  std::array<Range, size> fields{};  ///< bytes of each member; a string's includes its length
  std::size_t whole = 0;             ///< how many members could be read

  bool ok() const { return whole == size; }
  /// Name of the member in which the bytes ran out. REQUIRES: !ok().
  std::string_view broken() const { return Record::names[whole]; }
};

/// Reads a record at the cursor. Where the bytes run out the cursor stays at, or inside, the broken member.
template <class Record>
RecordRead<Record> read_record(Cursor& cursor) {
  static_assert(RecordRead<Record>::size == boost::pfr::tuple_size_v<Record>);
  RecordRead<Record> read;
  bool ok = true;
  boost::pfr::for_each_field(read.record, [&](auto& field, std::size_t i) {
    if (!ok) return;
    const std::uint64_t begin = cursor.at();
    ok = cursor.take(field);
    read.fields[i] = {begin, cursor.at()};
    if (ok) read.whole = i + 1;
  });
  return read;
}

}  // namespace ggufproof
