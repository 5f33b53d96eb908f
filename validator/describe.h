// Words that several checks share: numbers, byte runs, field paths, and the report of a broken array.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "validator/array_walk.h"
#include "validator/document.h"
#include "validator/finding.h"

namespace ggufproof {

/// A number in decimal.
std::string number(std::uint64_t value);

/// A number in hexadecimal, with leading zeros up to `digits`: "0x1a".
std::string hex(std::uint64_t value, std::size_t digits = 1);

/// At most 16 bytes of a range in hexadecimal, such as "00 00 00 03".
std::string bytes_shown(Bytes file, Range range);

/// "kv[3].key", "tensor[0].offset": the field paths of findings, dumps and case texts.
std::string pair_path(std::uint64_t i, std::string_view field);
std::string tensor_path(std::uint64_t i, std::string_view field);

/// "u32 (4)" for a value type code, "type 77" where it does not exist.
std::string value_type_shown(std::uint32_t code);

/// "Q4_0 (2)" for a tensor type id, "type 77" where it does not exist.
std::string tensor_type_shown(std::uint32_t id);

/// "[4096, 32000]": dimensions in file order, fastest first; of a tensor, those of them that are kept.
std::string dimensions_shown(const Tensor& tensor);
std::string dimensions_shown(const std::uint64_t* dimensions, std::uint64_t count);

/// Reports why the array value of a pair could not be followed.
void report_array_fault(Report& report, const ArrayFault& fault, const std::string& value_path,
                        std::string_view key);

}  // namespace ggufproof
