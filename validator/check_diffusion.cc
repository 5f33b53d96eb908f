// Image, audio and video models: other programs load them, by rules of their own. That nothing but the
// structure was judged is said, so that nobody takes silence for more.
#include "validator/checks.h"
#include "validator/describe.h"
#include "validator/text.h"

namespace ggufproof {

void check_diffusion(const Document& document, Report& report) {
  const auto i = document.index_of("general.architecture");
  const std::uint64_t end = document.metadata_end;
  report.add(Rule::diffusion_structure, i ? document.pair(*i).value : Range{end, end}, [&] {
    if (!i) return Detail{"metadata", "", "its tensors' names, and no architecture", ""};
    return Detail{pair_path(*i, "value"), "", quoted(document.as_string(document.pair(*i)).value_or("")), ""};
  });
}

}  // namespace ggufproof
