// Values below the architecture's name that llama.cpp takes and no model can mean: it computes without a
// word, NaN or something else than the model.
#include "validator/check_model_values.h"

#include <string>

#include "validator/describe.h"
#include "validator/text.h"

namespace ggufproof {
namespace {

class ModelValues {
 public:
  ModelValues(const ArchitectureFile& file, Report& report)
      : file_(file), document_(file.document()), report_(report) {}

  void judge() {
    contexts();
    for (const std::string_view key : {"rope.freq_base", "rope.freq_base_swa"}) {
      const auto base = real(key);
      if (base && *base <= 0) doubtful(key, std::to_string(*base), "above 0");
    }
    const auto factor = real("rope.scaling.factor");
    if (factor && *factor < 0) doubtful("rope.scaling.factor", std::to_string(*factor), "0 (none) or above");
    vocabulary();
    window_pattern();
    scale_twice();
  }

 private:
  std::optional<std::uint64_t> whole(std::string_view key) const {
    const auto i = file_.pair_of(key);
    return i ? document_.as_u64(document_.pair(*i)) : std::nullopt;
  }

  std::optional<float> real(std::string_view key) const {
    const auto i = file_.pair_of(key);
    if (!i) return std::nullopt;
    const Pair pair = document_.pair(*i);
    float value = 0;
    Cursor cursor = document_.cursor(pair.value.begin);
    if (!pair.is(ValueType::f32) || !cursor.take(value)) return std::nullopt;
    return value;
  }

  std::optional<Array> array(std::string_view key) const {
    const auto i = file_.pair_of(key);
    if (!i || !document_.pair(*i).is(ValueType::array)) return std::nullopt;
    return document_.array(document_.pair(*i));
  }

  void value_finding(Rule rule, std::string_view key, std::string got, std::string want) {
    const std::uint64_t i = file_.pair_of(key).value_or(0);
    const Pair pair = document_.pair(i);
    report_.add(rule, pair.value, [&] {
      return Detail{pair_path(i, "value"), quoted(pair.key), std::move(got), std::move(want)};
    });
  }

  void doubtful(std::string_view key, std::string got, std::string want) {
    value_finding(Rule::model_value_doubtful, key, std::move(got), std::move(want));
  }

  void contexts() {
    const auto context = whole("context_length"), original = whole("rope.scaling.original_context_length");
    if (context == 0) doubtful("context_length", "0", "the number of tokens that the model was trained on");
    if (context && original && *original > *context) {
      value_finding(Rule::model_original_context, "rope.scaling.original_context_length", number(*original),
                    "at most " + number(*context) + ", the context length");
    }
  }

  void vocabulary() {
    const auto stated = whole("vocab_size");
    const auto tokens = array("/tokenizer.ggml.tokens");
    if (!stated || !tokens || *stated == tokens->count) return;
    value_finding(Rule::model_vocabulary_size, "vocab_size", number(*stated),
                  number(tokens->count) + ", the number of tokens");
  }

  void window_pattern() {
    const auto pattern = array("attention.sliding_window_pattern");
    const auto blocks = whole("block_count");
    if (!pattern || !blocks || pattern->count >= *blocks) return;
    const std::uint64_t i = file_.pair_of("attention.sliding_window_pattern").value_or(0);
    report_.add(Rule::model_value_doubtful, pattern->count_field, [&] {
      return Detail{pair_path(i, "value.count"), quoted(document_.key(i)), number(pattern->count) + " values",
                    number(*blocks) + ", one for each block: the others count as no window"};
    });
  }

  void scale_twice() {
    const auto old = file_.pair_of("rope.scale_linear");
    if (!old || !file_.pair_of("rope.scaling.factor")) return;
    report_.add(Rule::key_superseded, document_.pair(*old).key_text, [&] {
      return Detail{pair_path(*old, "key"), "", quoted(document_.key(*old)),
                    file_.key_name("rope.scaling.factor") + " alone"};
    });
  }

  const ArchitectureFile& file_;
  const Document& document_;
  Report& report_;
};

}  // namespace

void check_model_values(const ArchitectureFile& file, Report& report) { ModelValues(file, report).judge(); }

}  // namespace ggufproof
