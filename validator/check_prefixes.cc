// Keys below the name of another architecture: nobody looks for them there.
#include "validator/architecture_program.h"
#include "validator/checks.h"
#include "validator/describe.h"
#include "validator/text.h"

namespace ggufproof {

void check_prefixes(const Document& document, const KeyIndex& keys, Role role, Report& report) {
  if (role != Role::model && role != Role::first_shard && role != Role::vocabulary) return;
  const auto own = keys.text(KeyId::general_architecture);
  if (!own || !is_architecture(*own)) return;
  for (std::uint64_t i = 0; i < document.pair_at.size(); ++i) {
    const std::string_view key = document.key(i);
    const std::size_t dot = key.find('.');
    const std::string_view prefix = key.substr(0, dot);
    if (dot == key.npos || prefix == *own || !is_architecture(prefix)) continue;
    report.add(Rule::key_other_architecture, document.pair(i).key_text, [&] {
      return Detail{pair_path(i, "key"), "", quoted(key),
                    quoted(std::string(*own) + std::string(key.substr(dot)))};
    });
  }
}

}  // namespace ggufproof
