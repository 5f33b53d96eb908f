// Which page is asked for.
#include "validator/pages/page.h"

namespace ggufproof {

std::optional<std::string> page_of(const CLI::App& app, std::string_view kind) {
  if (kind == "man") return man_page(app);
  if (kind == "bash") return bash_page(app);
  if (kind == "zsh") return zsh_page(app);
  if (kind == "fish") return fish_page(app);
  return std::nullopt;
}

}  // namespace ggufproof
