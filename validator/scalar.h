// Reads one number or bool of a metadata value as its own C++ type, so that whoever shows values writes one
// overload a kind and no table of widths of his own.
#pragma once

#include <cstdint>
#include <utility>

#include "spec/tables.h"
#include "validator/bytes.h"

namespace ggufproof {

/// A bool as it stands in the file: any byte, though only 0 and 1 are allowed (gguf.md:
/// GGUF_METADATA_VALUE_TYPE_BOOL).
struct BoolByte {
  std::uint8_t byte = 0;
};

/// Takes one scalar of `type` at the cursor and calls `visit` with it: an integer or float of the type's own
/// width, or a BoolByte. False, and no call, for strings, arrays and where too few bytes are left.
template <class Visit>
bool take_scalar(Cursor& cursor, ValueType type, Visit&& visit) {
  const auto take = [&]<class T>(T value) {
    if (!cursor.take(value)) return false;
    visit(value);
    return true;
  };
  switch (type) {
    case ValueType::u8:
      return take(std::uint8_t{});
    case ValueType::i8:
      return take(std::int8_t{});
    case ValueType::u16:
      return take(std::uint16_t{});
    case ValueType::i16:
      return take(std::int16_t{});
    case ValueType::u32:
      return take(std::uint32_t{});
    case ValueType::i32:
      return take(std::int32_t{});
    case ValueType::u64:
      return take(std::uint64_t{});
    case ValueType::i64:
      return take(std::int64_t{});
    case ValueType::f32:
      return take(float{});
    case ValueType::f64:
      return take(double{});
    case ValueType::boolean: {
      std::uint8_t byte = 0;
      if (!cursor.take(byte)) return false;
      visit(BoolByte{byte});
      return true;
    }
    case ValueType::string:
    case ValueType::array:
      break;
  }
  return false;
}

}  // namespace ggufproof
