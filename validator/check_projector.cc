// Multimodal projectors as llama.cpp's loader takes them: encoders, type, keys, and the tensors that all
// types or this one needs. Only types that the tables know are judged beyond that.
#include <algorithm>
#include <array>

#include "spec/projectors.h"
#include "validator/checks.h"
#include "validator/describe.h"
#include "validator/role_findings.h"
#include "validator/text.h"
#include "validator/wire_read.h"

namespace ggufproof {
namespace {

/// Names of an encoder: in its keys, in the key that says that it is there, and of its tensors.
struct EncoderNames {
  Encoder encoder;
  std::string_view key, has, tensors;
};

constexpr std::array encoders{
    EncoderNames{Encoder::vision, "vision", "clip.has_vision_encoder", "v"},
    EncoderNames{Encoder::audio, "audio", "clip.has_audio_encoder", "a"},
    EncoderNames{Encoder::gen_audio, "gen.audio", "clip.has_gen_audio_encoder", "a.gen.code"}};

std::string in_encoder(std::string_view key, const EncoderNames& encoder) {
  const std::size_t at = key.find('%');
  if (at == std::string_view::npos) return std::string(key);
  return std::string(key.substr(0, at)) + std::string(encoder.key) + std::string(key.substr(at + 1));
}

std::string wanted_type(const ProjectorKeyRow& row) {
  const auto name = [](ValueType type) {
    return std::string(value_types[static_cast<std::size_t>(type)].name);
  };
  return row.element ? "an array of " + name(*row.element) : name(row.type);
}

/// Values between least and most that a type refuses all the same: a kernel of even width, and a merge of 3.
bool is_refused(std::string_view type, std::string_view key, std::uint64_t value) {
  return (type == "parakeet" && key == "clip.audio.conv_kernel_size" && value % 2 == 0) ||
         (type == "minicpmv4_6" && key == "clip.vision.projector.scale_factor" && value == 3);
}

/// Judges one projector.
class Projector {
 public:
  Projector(const Document& document, const KeyIndex& keys, Report& report)
      : doc_(document), keys_(keys), report_(report), add_(document, report), names_(document) {}

  void judge() {
    const auto architecture = keys_.text(KeyId::general_architecture);
    if (architecture && *architecture != "clip") {
      add_.value(Rule::projector_architecture, *keys_.index(KeyId::general_architecture),
                 quoted(*architecture), "clip");
    }
    std::array<bool, encoders.size()> has{};
    bool all_bool = true;
    for (std::size_t e = 0; e < encoders.size(); ++e) has[e] = flag(encoders[e].has, all_bool);
    if (all_bool && !has[0] && !has[1]) {
      add_.key_missing(Rule::projector_encoder_missing, encoders[0].has, "true, or clip.has_audio_encoder");
    }
    bool known = false;
    for (std::size_t e = 0; e < encoders.size(); ++e) {
      if (!has[e]) continue;
      const auto type = type_of(encoders[e]);
      known = known || type;
      if (type) encoder(encoders[e], *type);
      if (type == "gemma3nv" && e == 0) has[1] = false;  // its audio is not loaded
    }
    if (known && doc_.reached == Reached::tensors && doc_.tensor_count == 0)
      add_.tensor_missing(Rule::projector_no_tensors, "", "the weights of an encoder");
  }

 private:
  /// The value of a bool key, false where it is missing; a key of another type is reported and clears `ok`.
  bool flag(std::string_view key, bool& ok) {
    const auto i = doc_.index_of(key);
    if (!i) return false;
    const Pair pair = doc_.pair(*i);
    if (pair.is(ValueType::boolean)) return doc_.as_u64(pair).value_or(0) != 0;
    ok = false;
    if (!key_done(key)) add_.key_type(Rule::projector_key_type, *i, "bool");
    return false;
  }

  /// Whether a key that several encoders read was judged before.
  bool key_done(std::string_view key) {
    const auto i = doc_.index_of(key);
    if (!i) return false;
    const bool before = std::find(done_.begin(), done_.end(), *i) != done_.end();
    if (!before) done_.push_back(*i);
    return before;
  }

  /// The type of an encoder where the tables know it. Reports a missing, an unknown and a wrongly typed one.
  std::optional<std::string_view> type_of(const EncoderNames& encoder) {
    const std::string own = in_encoder("clip.%.projector_type", encoder);
    for (const std::string_view key : {std::string_view("clip.projector_type"), std::string_view(own)}) {
      const auto i = doc_.index_of(key);
      if (!i) continue;
      const auto named = doc_.as_string(doc_.pair(*i));
      if (!named) {
        if (!key_done(key)) add_.key_type(Rule::projector_key_type, *i, "string");
        return std::nullopt;
      }
      if (named->empty()) continue;
      if (const ProjectorRow* row = find_projector(projector_of(encoder.encoder, *named))) return row->name;
      if (!key_done(key)) add_.value(Rule::projector_type_unknown, *i, quoted(*named), "a type of llama.cpp");
      return std::nullopt;
    }
    add_.key_missing(Rule::projector_type_missing, own, "a type of llama.cpp, or clip.projector_type");
    return std::nullopt;
  }

  void encoder(const EncoderNames& encoder, std::string_view type) {
    for (const ProjectorKeyRow& row : projector_keys) {
      if (row.encoder != Encoder::any && row.encoder != encoder.encoder) continue;
      if (holds_projector(row.types, type)) key(row, in_encoder(row.key, encoder), type);
    }
    for (const ProjectorLengthRow& row : projector_lengths) {
      if (holds_projector(row.types, type)) length(row);
    }
    for (const ProjectorOrderRow& row : projector_orders) {
      if (holds_projector(row.types, type)) order(row);
    }
    activations();
    feature_layers(encoder);
    if (doc_.reached < Reached::tensors || doc_.tensor_count == 0) return;
    if (find_projector(type)->standard_blocks) blocks(encoder);
    for (const ProjectorTensorsRow& row : projector_tensors) {
      if (holds_projector(row.types, type)) tensors(row.names, type);
    }
    for (const ProjectorWhenRow& row : projector_tensors_when) {
      if (holds_projector(row.types, type) && number_of(row.key).value_or(row.number) == row.number)
        tensors(row.names, type);
    }
    for (const ProjectorEachRow& row : projector_tensors_each) {
      if (holds_projector(row.types, type)) records(row);
    }
  }

  void key(const ProjectorKeyRow& row, const std::string& key, std::string_view type) {
    const auto i = doc_.index_of(key);
    if (!i) {
      const bool own = row.key.find('%') != std::string_view::npos;  // not shared by encoders
      if (row.required && (own || told_.insert_new(row.key)))
        add_.key_missing(Rule::projector_key_missing, key, wanted_type(row));
      return;
    }
    if (key_done(key)) return;
    const Pair pair = doc_.pair(*i);
    if (!pair.is(row.type) || (row.element && !doc_.array(pair).is(*row.element))) {
      return add_.key_type(Rule::projector_key_type, *i, wanted_type(row));
    }
    if (row.type != ValueType::u32) return;
    const std::uint64_t value = *doc_.as_u64(pair);
    if (value >= row.least && value <= row.most && !is_refused(type, key, value)) return;
    add_.value(Rule::projector_value, *i, number(value),
               row.least == row.most ? number(row.least) : number(row.least) + " to " + number(row.most));
  }

  /// The value of a u32 key, or nothing.
  std::optional<std::uint64_t> number_of(std::string_view key) const {
    const auto pair = doc_.find(key);
    return pair && pair->is(ValueType::u32) ? doc_.as_u64(*pair) : std::nullopt;
  }

  /// The length of an array, or nothing where the key is missing or no array.
  std::optional<std::uint64_t> length_of(std::string_view key) const {
    const auto pair = doc_.find(key);
    return pair && pair->is(ValueType::array) ? std::optional(doc_.array(*pair).count) : std::nullopt;
  }

  void length(const ProjectorLengthRow& row) {
    const auto got = length_of(row.key);
    if (!got || !told_.insert_new(row.key)) return;
    std::string want;
    if (row.bound == LengthBound::three && *got < 3) want = "at least 3";
    if (row.bound == LengthBound::even && *got % 2 != 0) want = "an even number";
    const auto other = row.bound == LengthBound::number_of ? number_of(row.other)
                       : row.bound == LengthBound::same_as ? length_of(row.other).value_or(0)
                                                           : got;
    if (other && *other != *got) want = number(*other) + ", by " + std::string(row.other);
    if (want.empty()) return;
    const std::uint64_t i = *doc_.index_of(row.key);
    const Pair pair = doc_.pair(i);
    report_.add(Rule::projector_array_length, doc_.array(pair).count_field, [&] {
      return Detail{pair_path(i, "value.count"), quoted(row.key), number(*got), std::move(want)};
    });
  }

  void order(const ProjectorOrderRow& row) {
    const auto least = number_of(row.lesser), most = number_of(row.greater);
    if (!least || !most || *most == 0 || *least <= *most || !told_.insert_new(row.greater)) return;
    add_.value(Rule::projector_value, *doc_.index_of(row.greater), number(*most),
               "at least " + number(*least) + ", as " + std::string(row.lesser) + " says");
  }

  /// Both activations at once are refused.
  void activations() {
    const auto is_set = [&](std::string_view key) {
      const auto pair = doc_.find(key);
      return pair && pair->is(ValueType::boolean) && doc_.as_u64(*pair).value_or(0) != 0;
    };
    if (!is_set("clip.use_gelu") || !is_set("clip.use_silu") || !told_.insert_new("clip.use_silu")) return;
    add_.value(Rule::projector_value, *doc_.index_of("clip.use_silu"), "true",
               "false, since clip.use_gelu is true");
  }

  /// Blocks whose output is used are at most block_count. The first one beyond it is enough.
  void feature_layers(const EncoderNames& encoder) {
    const auto i = doc_.index_of(in_encoder("clip.%.feature_layer", encoder));
    const auto blocks = number_of(in_encoder("clip.%.block_count", encoder));
    if (!i || !blocks || !doc_.pair(*i).is(ValueType::array)) return;
    const Array array = doc_.array(doc_.pair(*i));
    if (!array.is(ValueType::i32)) return;
    Cursor cursor = doc_.cursor(array.elements.begin);
    for (std::uint64_t k = 0; k < array.count; ++k) {
      const std::uint64_t begin = cursor.at();
      std::int32_t layer = 0;
      if (!cursor.take(layer) || layer < 0 || static_cast<std::uint64_t>(layer) <= *blocks) continue;
      report_.add(Rule::projector_value, {begin, cursor.at()}, [&] {
        return Detail{pair_path(*i, "value[" + number(k) + "]"), quoted(doc_.key(*i)),
                      number(static_cast<std::uint64_t>(layer)), "at most block_count, " + number(*blocks)};
      });
      return;
    }
  }

  /// The tensors that the type alone needs.
  void tensors(std::string_view names, std::string_view type) {
    while (!names.empty()) {
      const std::string_view name = take_word(names);
      if (names_.find(name) || !told_.insert_new(name)) continue;
      add_.tensor_missing(Rule::projector_tensor_missing, name, "one in every " + std::string(type));
    }
  }

  /// What all types need in each block.
  void blocks(const EncoderNames& encoder) {
    const std::string head = std::string(encoder.tensors) + ".blk";
    const std::uint64_t count = number_of(in_encoder("clip.%.block_count", encoder)).value_or(0);
    for (std::uint64_t n = 0; n < count; ++n) {
      const bool experts = names_.find(head + '.' + number(n) + ".ffn_gate_exps.weight").has_value();
      const std::string_view names =
          experts ? "attn_out.weight" : "attn_out.weight ffn_up.weight ffn_down.weight";
      if (!record(head, n, names, "one in each of " + number(count) + " blocks")) return;
    }
  }

  /// What the type needs in each record. A count may promise billions: the first one that lacks something
  /// ends it.
  void records(const ProjectorEachRow& row) {
    const std::string head(row.head);
    const bool by_name = row.count == 0 && !row.of.starts_with("clip.");
    const std::uint64_t count = row.count != 0 ? row.count
                                : by_name      ? doc_.tensor_count
                                               : number_of(row.of).value_or(length_of(row.of).value_or(0));
    const std::string want =
        by_name ? "one beside each " + std::string(row.of) : "one in each of " + number(count) + " records";
    for (std::uint64_t n = row.first; n < row.first + count; ++n) {
      if (by_name && !names_.find(head + '.' + number(n) + '.' + std::string(row.of))) return;
      if (!record(head, n, row.names, want)) return;
    }
  }

  /// The first tensor that a record lacks is enough; false where there is one.
  bool record(const std::string& head, std::uint64_t n, std::string_view names, const std::string& want) {
    while (!names.empty()) {
      const std::string name = head + '.' + number(n) + '.' + std::string(take_word(names));
      if (names_.find(name)) continue;
      add_.tensor_missing(Rule::projector_tensor_missing, name, want);
      return false;
    }
    return true;
  }

  /// A few short texts.
  class Seen {
   public:
    /// Adds a text; false where it was there before.
    bool insert_new(std::string_view text) {
      if (std::find(texts_.begin(), texts_.end(), text) != texts_.end()) return false;
      texts_.push_back(text);
      return true;
    }

   private:
    std::vector<std::string_view> texts_;
  };

  const Document& doc_;
  const KeyIndex& keys_;
  Report& report_;
  RoleFindings add_;
  TensorNames names_;
  std::vector<std::uint64_t> done_;  ///< pairs that were judged
  Seen told_;                        ///< keys that are missing or do not fit others, and were reported
};

}  // namespace

void check_projector(const Document& document, const KeyIndex& keys, Report& report) {
  Projector(document, keys, report).judge();
}

}  // namespace ggufproof
