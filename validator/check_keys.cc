// Standard keys: what a file of its role must have, types, values, spelling.
#include <algorithm>
#include <array>

#include "spec/file_types.h"
#include "validator/checks.h"
#include "validator/describe.h"
#include "validator/key_index.h"
#include "validator/reference_forms.h"
#include "validator/text.h"

namespace ggufproof {
namespace {

struct Misspelled {
  std::string_view key, wanted, why;
};

constexpr std::array misspelled_keys{
#define MISSPELLED(key, wanted, why) Misspelled{key, wanted, why},
#include "spec/misspelled_keys.def"
};

constexpr std::array<std::string_view, 7> reader_fields{
    "GGUF.version", "GGUF.tensor_count", "GGUF.kv_count", "version", "tensor_count", "kv_count", "__proto__"};

/// Judges one pair after the other, and the relations between standard keys after that.
class Keys {
 public:
  Keys(const Document& document, const KeyIndex& keys, Role role, Report& report)
      : doc_(document), keys_(keys), role_(role), report_(report) {}

  void judge();

 private:
  void type(const Pair& pair, std::uint64_t i, const KeyRow& row);
  void spelling(const Pair& pair, std::uint64_t i);
  void architecture();
  void quantization_version();
  void file_type();
  void general_type();
  void references();
  void languages();
  void size_label();

  /// Adds a finding about the value of a standard key that is there.
  void value_finding(Rule rule, KeyId id, std::string got, std::string want);
  /// Adds a finding about something that is not there: it points at the end of the metadata.
  void missing(Rule rule, KeyId id, std::string want);

  const Document& doc_;
  const KeyIndex& keys_;
  Role role_;
  Report& report_;
  std::array<bool, misspelled_keys.size()> reported_{};
};

void Keys::value_finding(Rule rule, KeyId id, std::string got, std::string want) {
  const std::uint64_t i = *keys_.index(id);
  report_.add(rule, doc_.pair(i).value, [&] {
    return Detail{pair_path(i, "value"), quoted(key_row(id).name), std::move(got), std::move(want)};
  });
}

void Keys::missing(Rule rule, KeyId id, std::string want) {
  report_.add(rule, {doc_.metadata_end, doc_.metadata_end}, [&] {
    return Detail{"metadata", quoted(key_row(id).name), "no such key", std::move(want)};
  });
}

/// Whether llama.cpp reads keys of this prefix in a file of this role; a wrong type is fatal only then.
bool is_read(std::string_view key, Role role) {
  const bool model = role == Role::model || role == Role::vocabulary || role == Role::first_shard;
  if (key.starts_with("tokenizer.")) return model;
  if (key.starts_with("split.")) return model || role == Role::shard;
  if (key.starts_with("adapter.")) return role == Role::adapter;
  if (key.starts_with("imatrix.")) return role == Role::imatrix;
  if (key == "general.architecture") return true;
  return model;
}

std::string wanted_type(const KeyRow& row) {
  const auto name = [](ValueType type) {
    return std::string(value_types[static_cast<std::size_t>(type)].name);
  };
  return row.element ? "an array of " + name(*row.element) : name(row.type);
}

/// Element types that llama.cpp takes beside the table's: i32 scores, which have a rule of their own, and an
/// i8 charsmap.
bool also_taken(KeyId id, const Array& array) {
  return (id == KeyId::tokenizer_scores && array.is(ValueType::i32)) ||
         (id == KeyId::tokenizer_charsmap && array.is(ValueType::i8));
}

void Keys::type(const Pair& pair, std::uint64_t i, const KeyRow& row) {
  // llama.cpp's generator writes an i32, the Python package that most control vectors come from a u32.
  if (row.id == KeyId::control_layer_count && pair.is(ValueType::u32)) return;
  Range culprit = pair.type_field;
  std::string got = value_type_shown(pair.type);
  std::string at = "value_type";
  if (pair.is(row.type)) {
    if (!row.element) return;
    const Array array = doc_.array(pair);
    if (array.is(*row.element) || also_taken(row.id, array)) return;
    culprit = array.element_type_field;
    got = "an array of " + value_type_shown(array.element_type);
    at = "value.element_type";
  }
  const bool fatal = row.llama == KeyLoader::strict && is_read(row.name, role_);
  const Rule rule = row.says == KeyAuthority::document ? Rule::key_type
                    : fatal                            ? Rule::key_type_refused
                                                       : Rule::key_type_unusual;
  report_.add(rule, culprit, [&] {
    return Detail{pair_path(i, at), quoted(pair.key), std::move(got), wanted_type(row)};
  });
}

void Keys::spelling(const Pair& pair, std::uint64_t i) {
  const std::string_view key = pair.key;
  const auto detail = [&](std::string want) {
    return [&, want = std::move(want)] { return Detail{pair_path(i, "key"), "", quoted(key), want}; };
  };
  for (std::size_t m = 0; m < misspelled_keys.size(); ++m) {
    const Misspelled& row = misspelled_keys[m];
    const bool suffix = row.key.starts_with('.');
    const std::size_t dot = key.find('.');
    if (suffix ? dot == std::string_view::npos || key.substr(dot) != row.key : key != row.key) continue;
    if (reported_[m]) continue;  // the look-up below is linear, so each row gets one
    reported_[m] = true;
    const std::string wanted = (suffix ? std::string(key.substr(0, dot)) : "") + std::string(row.wanted);
    if (!doc_.find(wanted))
      report_.add(Rule::key_misspelled, pair.key_text, detail(wanted + ": " + std::string(row.why)));
  }
  if (std::find(reader_fields.begin(), reader_fields.end(), key) != reader_fields.end()) {
    report_.add(Rule::key_collides, pair.key_text, detail("another name"));
  } else if (!key.empty() && key.find('.') == std::string_view::npos) {
    report_.add(Rule::key_no_prefix, pair.key_text, detail("prefix.name"));
  }
}

void Keys::architecture() {
  const auto i = keys_.index(KeyId::general_architecture);
  if (!i) {
    const bool usual = role_ == Role::imatrix || role_ == Role::diffusion || role_ == Role::shard;
    missing(usual ? Rule::architecture_left_out : Rule::architecture_missing, KeyId::general_architecture,
            "a string");
    return;
  }
  if (*i != 0) {
    report_.add(Rule::architecture_late, doc_.pair(*i).key_text, [&] {
      return Detail{pair_path(*i, "key"), "", "kv[" + number(*i) + "]", "kv[0]"};
    });
  }
  const auto name = keys_.text(KeyId::general_architecture);
  if (!name) return;
  const auto plain = [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9'); };
  const auto in_use = [&](char c) { return plain(c) || c == '-' || c == '_'; };
  if (name->empty() || !std::all_of(name->begin(), name->end(), in_use)) {
    value_finding(Rule::architecture_charset, KeyId::general_architecture, quoted(*name), "a-z and 0-9");
  } else if (!std::all_of(name->begin(), name->end(), plain)) {
    value_finding(Rule::architecture_hyphen, KeyId::general_architecture, quoted(*name), "a-z and 0-9");
  }
}

void Keys::quantization_version() {
  if (const auto version = keys_.number(KeyId::general_quantization_version)) {
    if (*version != limits::quantization_version) {
      value_finding(Rule::quantization_version_value, KeyId::general_quantization_version, number(*version),
                    "2");
    }
    return;
  }
  if (keys_.index(KeyId::general_quantization_version)) return;
  for (std::uint64_t i = 0; i < doc_.tensor_at.size(); ++i) {
    const TensorTypeRow* row = tensor_type_row(doc_.tensor(i).type);
    if (row == nullptr || !is_quantized(*row)) continue;
    missing(role_ == Role::shard ? Rule::quantization_version_left_out : Rule::quantization_version_missing,
            KeyId::general_quantization_version,
            "2, since tensor[" + number(i) + "] is " + std::string(row->name));
    return;
  }
}

/// A mix holds several types, and small models keep much in others, so only a file type of which no tensor at
/// all has the type is reported, and only where there are matrices.
void Keys::file_type() {
  const auto value = keys_.number(KeyId::general_file_type);
  if (!value) return;
  const FileTypeRow* row = find_file_type(*value);
  if (row == nullptr) {
    value_finding(Rule::file_type_unknown, KeyId::general_file_type, number(*value),
                  "0 to 41, but for removed ones");
    return;
  }
  if (role_ != Role::model && role_ != Role::diffusion) return;
  bool matrices = false;
  for (std::uint64_t i = 0; i < doc_.tensor_at.size(); ++i) {
    const Tensor tensor = doc_.tensor(i);
    if (tensor.type == static_cast<std::uint32_t>(row->type)) return;
    matrices = matrices || tensor.n_dimensions > 1;
  }
  if (matrices) {
    value_finding(Rule::file_type_disagrees, KeyId::general_file_type, std::string(row->name),
                  "the type of most tensors; none has this one");
  }
}

void Keys::general_type() {
  const auto type = keys_.text(KeyId::general_type);
  if (type && *type != "model" && *type != "adapter" && *type != "mmproj" && *type != "imatrix") {
    value_finding(Rule::general_type_unknown, KeyId::general_type, quoted(*type),
                  "model, adapter, mmproj or imatrix");
  }
}

void Keys::references() {
  using Form = bool (*)(std::string_view);
  const auto check = [&](KeyId id, Form form, std::string_view want) {
    const auto text = keys_.text(id);
    if (text && !form(*text)) value_finding(Rule::general_form, id, quoted(*text), std::string(want));
  };
  for (const KeyId id : {KeyId::general_url, KeyId::general_repo_url, KeyId::general_license_link,
                         KeyId::general_source_url, KeyId::general_source_repo_url}) {
    check(id, is_url, "a URL");
  }
  check(KeyId::general_doi, is_doi, "a DOI");
  check(KeyId::general_source_doi, is_doi, "a DOI");
  check(KeyId::general_uuid, is_uuid, "a UUID");
  check(KeyId::general_source_uuid, is_uuid, "a UUID");
  check(KeyId::general_license, is_licence, "an SPDX expression");
}

void Keys::languages() {
  const auto array = keys_.array(KeyId::general_languages);
  if (!array) return;
  const std::uint64_t i = *keys_.index(KeyId::general_languages);
  Cursor cursor = doc_.cursor(array->elements.begin);
  for (std::uint64_t k = 0; k < array->count; ++k) {
    const std::uint64_t begin = cursor.at();
    Text text;
    if (!cursor.take(text)) return;
    const bool code = text.bytes.size() == 2 && text.bytes[0] >= 'a' && text.bytes[0] <= 'z' &&
                      text.bytes[1] >= 'a' && text.bytes[1] <= 'z';
    if (code) continue;
    report_.add(Rule::general_languages, {begin, cursor.at()}, [&] {
      return Detail{pair_path(i, "value[" + number(k) + "]"), "", quoted(text.bytes), "two letters"};
    });
  }
}

void Keys::size_label() {
  const auto text = keys_.text(KeyId::general_size_label);
  if (text && !is_size_label(*text)) {
    value_finding(Rule::general_size_label, KeyId::general_size_label, quoted(*text),
                  "such as 7B, 8x7B, 560M");
  }
}

void Keys::judge() {
  for (std::uint64_t i = 0; i < doc_.pair_at.size(); ++i) {
    const Pair pair = doc_.pair(i);
    if (const KeyRow* row = find_key(pair.key)) type(pair, i, *row);
    spelling(pair, i);
  }
  if (doc_.reached < Reached::metadata) return;
  architecture();
  quantization_version();
  file_type();
  general_type();
  references();
  languages();
  size_label();
}

}  // namespace

void check_keys(const Document& document, const KeyIndex& keys, Role role, Report& report) {
  Keys(document, keys, role, report).judge();
}

}  // namespace ggufproof
