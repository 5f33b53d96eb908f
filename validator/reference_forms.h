// What references look like: judged by form alone, since nobody follows them.
#pragma once

#include <string_view>

namespace ggufproof {

/// A scheme, ://, and no white space (RFC 3986).
bool is_url(std::string_view text);

/// 10.NNNN/..., with or without doi: or a resolver's address before it.
bool is_doi(std::string_view text);

/// 8-4-4-4-12 hexadecimal digits (RFC 9562).
bool is_uuid(std::string_view text);

/// The characters of an SPDX expression.
bool is_licence(std::string_view text);

/// A count and a letter, and further attributes after hyphens: 7B, 8x7B (gguf-py, size_label).
bool is_size_label(std::string_view text);

}  // namespace ggufproof
