// How every JSON document of a run is written: indented, ASCII alone, and without an exception over text that
// changed in its file while it was quoted.
#pragma once

#include <ostream>

#include <nlohmann/json.hpp>

namespace ggufproof {

/// Prints a document and a line end.
inline void print_json(std::ostream& out, const nlohmann::ordered_json& document) {
  out << document.dump(2, ' ', true, nlohmann::ordered_json::error_handler_t::replace) << '\n';
}

}  // namespace ggufproof
