// What references look like. Texts that are too long for a reference are not matched, so that the work stays
// bounded.
#include "validator/reference_forms.h"

#include <cstddef>
#include <regex>

namespace ggufproof {
namespace {

constexpr std::size_t longest = 2048;

bool matches(std::string_view text, const std::regex& form) {
  return text.size() <= longest && std::regex_match(text.begin(), text.end(), form);
}

}  // namespace

bool is_url(std::string_view text) {
  static const std::regex form("[A-Za-z][A-Za-z0-9+.-]*://[^\\s]+");
  return matches(text, form);
}

bool is_doi(std::string_view text) {
  static const std::regex form("(https?://(dx\\.)?doi\\.org/|doi:)?10\\.[0-9.]+/[^\\s]+");
  return matches(text, form);
}

bool is_uuid(std::string_view text) {
  static const std::regex form("[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}");
  return matches(text, form);
}

bool is_licence(std::string_view text) {
  static const std::regex form("[A-Za-z0-9.+() :/-]{1,256}");
  return matches(text, form);
}

bool is_size_label(std::string_view text) {
  static const std::regex form("([0-9]+x)?[0-9]+(\\.[0-9]+)?[QTBMKqtbmk]?(-[A-Za-z0-9.]+)*");
  return matches(text, form);
}

}  // namespace ggufproof
