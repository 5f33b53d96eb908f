// Text that came from a file or a path, put into formats that read characters of it as their own. Whatever
// can be shown is kept; nothing opens a tag, ends an attribute, or starts a command or a link.
#pragma once

#include <string>
#include <string_view>

namespace ggufproof {

/// For text and attributes of XML 1.0 and HTML. Characters that XML cannot hold become "?".
std::string xml_escaped(std::string_view text);

/// For a cell of a Markdown table: punctuation that means something there becomes character references.
std::string markdown_escaped(std::string_view text);

/// For the message of a workflow command of GitHub Actions.
std::string github_message(std::string_view text);

/// For a property of a workflow command, such as a file's path.
std::string github_property(std::string_view text);

/// A path as a URI reference (RFC 3986): absolute ones as file:///, others relative, odd bytes as %NN.
std::string path_as_uri(std::string_view path);

}  // namespace ggufproof
