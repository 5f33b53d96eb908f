// A name is a hint for people, so most of this is a note; only the shard part is read by a machine.
#include "validator/check_file_name.h"

#include "spec/file_types.h"
#include "validator/describe.h"
#include "validator/file_name.h"
#include "validator/text.h"

namespace ggufproof {
namespace {

class FileName {
 public:
  FileName(std::string_view name, const Document& document, const KeyIndex& keys, Report& report)
      : name_(name), parts_(name_parts(name)), document_(document), keys_(keys), report_(report) {}

  void shard(const std::optional<ShardFacts>& facts);
  void shard_part(bool is_shard);
  void extension();
  void encoding();
  void type(Role role);
  void version() { text_part(Rule::name_version, KeyId::general_version, parts_.version); }
  /// Files beside a model carry its size in their names, and their own in their metadata.
  void size(Role role) {
    if (parts_.sidecar.empty() && role != Role::adapter)
      text_part(Rule::name_size, KeyId::general_size_label, parts_.size);
  }

 private:
  void text_part(Rule rule, KeyId id, std::string_view named);

  void on_file(Rule rule, std::string want) {
    report_.add(rule, {0, document_.bytes.size()}, [&] {
      return Detail{"file", "", quoted(name_), std::move(want)};
    });
  }
  void on_value(Rule rule, const FieldPlace& field, std::string got, std::string want) {
    report_.add(rule, field.range, [&] { return Detail{field.at, "", std::move(got), std::move(want)}; });
  }

  std::string_view name_;
  NameParts parts_;
  const Document& document_;
  const KeyIndex& keys_;
  Report& report_;
};

void FileName::shard(const std::optional<ShardFacts>& facts) {
  const auto said = shard_name(name_);
  if (!facts) {
    const bool readable = document_.reached >= Reached::metadata;
    const bool fits = said && said->total > 1 && said->number > 0 && said->number <= said->total;
    if (fits && readable) on_file(Rule::shard_unstated, "split.count above 1");
    return;
  }
  if (facts->count > 1 && (!facts->states_number || (facts->number == 0 && !facts->states_total))) {
    on_value(Rule::shard_key_missing, facts->count_field, "split.count alone",
             facts->states_number ? "split.tensors.count beside it" : "split.no beside it");
  }
  if (facts->count > 1 && facts->number >= facts->count) {
    on_value(Rule::shard_number, facts->number_field, number(facts->number), "below " + number(facts->count));
    return;
  }
  if (name_.empty() || (facts->count <= 1 && !said)) return;
  const std::uint64_t total = facts->count > 1 || !said ? facts->count : said->total;
  if (said && said->number == facts->number + 1 && said->total == total) return;
  const std::string_view prefix = said ? said->prefix : "PREFIX";
  std::string want = shard_file_name(prefix, facts->number + 1, total);
  if (facts->total_tensors == document_.tensor_count)
    want += ", or a split.count of 0: all tensors are here, as if the keys were left over";
  on_value(Rule::shard_name, facts->number_field, quoted(name_), std::move(want));
}

/// Of a shard, shard.name says it.
void FileName::shard_part(bool is_shard) {
  if (is_shard || !prefix_of_shard(name_)) return;
  const auto said = shard_name(name_);
  if (!said || said->number == 0 || said->number > said->total)
    on_file(Rule::name_shard, "PREFIX-NNNNN-of-MMMMM.gguf");
}

void FileName::extension() {
  if (is_part_name(name_)) {
    on_file(Rule::name_part, "the whole file, which cat makes of all parts in their order");
  } else if (!name_.ends_with(".gguf") && !is_digest_name(name_)) {
    on_file(Rule::name_extension, "NAME.gguf");
  }
}

/// Only names in the table are compared: mixes made by hand carry names of their own. A name may leave out
/// what a file type adds (Q4_K for Q4_K_M).
void FileName::encoding() {
  const auto value = keys_.number(KeyId::general_file_type);
  const FileTypeRow* row = value ? find_file_type(*value) : nullptr;
  if (row == nullptr || !is_encoding(parts_.encoding) || agree(parts_.encoding, encoding_of(*row))) return;
  on_value(Rule::name_encoding, *field_of(keys_, KeyId::general_file_type), quoted(parts_.encoding),
           std::string(encoding_of(*row)) + ", as general.file_type says");
}

void FileName::type(Role role) {
  if (role == Role::unknown || role == Role::shard) return;
  const auto expect = [&](bool named, Role wanted) {
    if (named && role != wanted) on_file(Rule::name_type, "a file of role " + std::string(name_of(wanted)));
  };
  expect(parts_.type == "LoRA", Role::adapter);
  expect(parts_.type == "vocab", Role::vocabulary);
  expect(parts_.sidecar == "mmproj", Role::projector);
}

void FileName::text_part(Rule rule, KeyId id, std::string_view named) {
  const auto stated = keys_.text(id);
  if (named.empty() || !stated || stated->empty()) return;
  const auto bare = [](std::string_view text) { return text.starts_with('v') ? text.substr(1) : text; };
  if (agree(bare(*stated), bare(named))) return;
  on_value(rule, *field_of(keys_, id), quoted(named), quoted(*stated) + ", as the metadata say");
}

}  // namespace

void check_file_name(std::string_view name, const Document& document, const KeyIndex& keys, Role role,
                     const std::optional<ShardFacts>& shard, Report& report) {
  FileName file(name, document, keys, report);
  file.shard(shard);
  if (name.empty()) return;
  file.shard_part(shard.has_value());
  file.extension();
  file.encoding();
  file.type(role);
  file.version();
  file.size(role);
}

}  // namespace ggufproof
