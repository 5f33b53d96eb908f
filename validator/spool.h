// A stream copied to an unnamed temporary file, so that it can be mapped like any file.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <variant>

#include "validator/bytes.h"

namespace ggufproof {

/// Hears how many bytes of a stream have been copied, several times a second, also while none come.
using CopyListener = std::function<void(std::uint64_t bytes)>;

/// Tells from the first bytes of a stream whether the rest is wanted.
using WantsMore = std::function<bool(Bytes head)>;

/// Bytes of a stream that are copied before it is asked whether the rest is wanted.
inline constexpr std::size_t head_bytes = 512;

/// An empty file in the folder that TMPDIR names, else in the system's. It has no name and goes with its
/// descriptor, which is the result. The error is a sentence, fit to be shown.
std::variant<int, std::string> unnamed_temporary_file();

/// Copies a stream, or its first `most` bytes, to such a file.
std::variant<int, std::string> spool(int from, const CopyListener& listener, const WantsMore& wants_more,
                                     std::uint64_t most);

}  // namespace ggufproof
