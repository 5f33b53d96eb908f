// Sets of shards. llama.cpp opens the first shard, takes split.count from it, and looks for the others by
// name; so the first shard leads here too.
#include "validator/shard_set.h"

#include <algorithm>
#include <deque>
#include <map>

#include <boost/unordered/unordered_flat_map.hpp>

#include "validator/checks.h"
#include "validator/describe.h"
#include "validator/file_name.h"
#include "validator/reader.h"
#include "validator/text.h"

namespace ggufproof {
namespace {

/// One place among the shards of a set, and the file that takes it.
struct Member {
  JudgedFile* file = nullptr;
  bool named = false;   ///< on the command line; else found beside
  Document document{};  ///< read again from the facts' head

  const ShardFacts* facts() const { return file->judgement.shard ? &*file->judgement.shard : nullptr; }
  bool followed() const { return document.reached == Reached::tensors; }
  FieldPlace whole() const { return {"file", {0, file->judgement.size}}; }
  std::string shown() const { return ggufproof::quoted(base_name(file->path)); }
};

class ShardSet {
 public:
  /// Adds a file that was named. The same file named twice is one shard.
  void add(JudgedFile& file, const ShardName& name) {
    prefix_ = name.prefix;
    total_ = name.total;
    const auto [begin, end] = members_.equal_range(name.number);
    if (std::none_of(begin, end, [&](const auto& m) { return m.second.file->path == file.path; }))
      members_.emplace(name.number, Member{&file, true});
  }

  /// The names are none that lead to other files; numbers are those of the metadata.
  void set_nameless() { nameless_ = true; }

  /// Judges the set and finishes the reports of its files.
  void judge(const JudgeFile& judge);

 private:
  void bring_others(const JudgeFile& judge);
  void judge_together();
  void judge_member(const Member& member);
  void missing();
  void total();
  void names();
  void architecture();
  void invalid(const Member& member);
  void finding(const Member& member, Rule rule, const FieldPlace& field, std::string got, std::string want);

  const Member& first() const { return members_.begin()->second; }
  /// The first shard's facts, or nothing where that is missing or no shard.
  const ShardFacts* lead() const { return members_.begin()->first == 1 ? first().facts() : nullptr; }

  std::string_view prefix_;
  std::uint64_t total_ = 0;  ///< by the names
  bool nameless_ = false;
  std::multimap<std::uint64_t, Member> members_;    ///< by the number in the name
  std::map<std::uint64_t, const Member*> claimed_;  ///< by split.no
  std::deque<JudgedFile> others_;
  std::vector<std::uint64_t> missing_;
  bool all_sought_ = true;
  bool doubled_ = false;  ///< a tensor stands in two shards
};

/// More missing files than this are not looked for: names may claim 99999, and a folder hold many such names.
constexpr std::size_t most_missing = 1000;

/// A finding about a file that was not named stands on the first that was, so that somebody sees it.
void ShardSet::finding(const Member& member, Rule rule, const FieldPlace& field, std::string got,
                       std::string want) {
  const Member* host = &member;
  for (auto next = members_.begin(); !host->named; ++next) host = &next->second;
  const bool own = host == &member;
  const ShardFacts* facts = host->facts();
  const FieldPlace place = own ? field : facts != nullptr ? facts->count_field : host->whole();
  host->file->judgement.report.add(rule, place.range, [&] {
    return Detail{place.at, own ? "" : member.shown(), std::move(got), std::move(want)};
  });
}

void ShardSet::bring_others(const JudgeFile& judge) {
  const std::string directory(directory_of(first().file->path));
  for (std::uint64_t n = 1; n <= total_; ++n) {
    if (members_.contains(n)) continue;
    all_sought_ = missing_.size() < most_missing;
    if (!all_sought_) return;
    if (nameless_) {
      missing_.push_back(n);
      continue;
    }
    JudgedFile other = judge(directory + shard_file_name(prefix_, n, total_));
    if (other.readable()) {
      others_.push_back(std::move(other));
      members_.emplace(n, Member{&others_.back(), false});
    } else {
      missing_.push_back(n);
    }
  }
}

/// One file against the first.
void ShardSet::judge_member(const Member& member) {
  const ShardFacts* said = member.facts();
  if (said == nullptr) {
    if (member.file->judgement.report.valid())
      finding(member, Rule::shard_foreign, member.whole(), "no split.no above 0", "a shard of the model");
    return;
  }
  const auto [place, fresh] = claimed_.try_emplace(said->number, &member);
  if (!fresh) {
    finding(member, Rule::shard_twice, said->number_field,
            number(said->number) + ", as in " + place->second->shown(), "a number of its own");
  }
  const ShardFacts& model = *lead();
  if (said->count != model.count) {
    finding(member, Rule::shard_count, said->count_field, number(said->count) + " shards",
            number(model.count) + ", as in the first shard");
  } else if (said->total_tensors != model.total_tensors) {
    finding(member, Rule::shard_count, said->total_field,
            number(said->total_tensors.value_or(0)) + " tensors",
            number(model.total_tensors.value_or(0)) + ", as in the first shard");
  }
  if (said->alignment != model.alignment) {
    finding(member, Rule::shard_alignment, said->alignment_field, number(said->alignment),
            number(model.alignment) + ", as in the first shard");
  }
}

void ShardSet::missing() {
  if (missing_.empty()) return;
  const ShardFacts* said = first().facts();
  finding(first(), Rule::shard_missing, said != nullptr ? said->count_field : first().whole(),
          (all_sought_ ? "" : "more than ") + number(missing_.size()) + " of " + number(total_) +
              " not there, the first of them " +
              (nameless_ ? "with split.no " + number(missing_.front() - 1)
                         : ggufproof::quoted(shard_file_name(prefix_, missing_.front(), total_))),
          "");
}

void ShardSet::total() {
  const ShardFacts& model = *lead();
  if (!model.states_total || !missing_.empty()) return;
  std::uint64_t sum = 0;
  for (const auto& [n, member] : members_) {
    if (member.facts() == nullptr) return;  // a file that is no shard was reported as such
    sum += member.document.tensor_at.size();
  }
  if (model.total_tensors != sum) {
    finding(first(), Rule::shard_tensors, model.total_field,
            model.total_tensors ? number(*model.total_tensors) : "no number from 0",
            number(sum) + ", the tensors in all shards");
  }
}

/// One finding for each file: a shard that is there twice would give hundreds.
void ShardSet::names() {
  boost::unordered_flat_map<std::string_view, const Member*> seen;
  for (const auto& [n, member] : members_) {
    std::uint64_t again = 0, index = 0;
    const Member* other = nullptr;
    for (std::uint64_t i = 0; i < member.document.tensor_at.size(); ++i) {
      const auto [place, fresh] = seen.try_emplace(member.document.tensor_name(i), &member);
      if (fresh || place->second == &member || again++ > 0) continue;
      index = i;
      other = place->second;
    }
    if (again == 0) continue;
    doubled_ = true;
    finding(member, Rule::shard_tensor_twice,
            {tensor_path(index, "name"), member.document.tensor(index).name_text},
            (again > 1 ? number(again) + " tensors, the first of them " : "") + tensor_path(index, "name") +
                ", as in " + other->shown(),
            "");
  }
}

/// A set that is whole is one model, in which every tensor must be. What its first file says by itself stands
/// there already.
void ShardSet::architecture() {
  if (!missing_.empty() || doubled_ || claimed_.size() != members_.size() ||
      first().file->judgement.role != Role::first_shard)
    return;
  Report& report = first().file->judgement.report;
  Report together = report.blank();
  std::vector<ModelPart> parts;
  for (const auto& [n, member] : members_) {
    if (!member.followed()) return;
    parts.push_back({&member.document, parts.empty() ? &together : &member.file->judgement.report});
  }
  check_architecture(parts, Role::model);
  report.add_new(together.findings());
}

/// A file that was not named does not speak for itself.
void ShardSet::invalid(const Member& member) {
  Report& report = member.file->judgement.report;
  report.finish();
  if (member.named || report.valid()) return;
  const auto& found = report.findings();
  const auto worst = std::find_if(found.begin(), found.end(),
                                  [](const Finding& f) { return f.severity == Severity::error; });
  std::string fault;
  if (worst != found.end()) {
    const std::uint64_t errors = report.count(Severity::error);
    fault = (errors > 1 ? number(errors) + " errors, the first of them at " : "an error at ") + worst->at +
            " [" + std::string(rule_row(worst->rule).name) + "]: " + message_of(*worst);
  }
  finding(member, Rule::shard_invalid, {}, std::move(fault), "");
}

void ShardSet::judge_together() {
  for (auto& [n, member] : members_) {
    Report heard_before;
    if (member.facts() != nullptr) member.document = read_document(member.facts()->head, heard_before);
  }
  for (const auto& [n, member] : members_) judge_member(member);
  total();
  names();
  architecture();
  for (const auto& [n, member] : members_) invalid(member);
}

void ShardSet::judge(const JudgeFile& judge) {
  const auto fits = [&](const auto& member) {
    const ShardFacts* said = member.second.facts();
    return said != nullptr && said->count == total_;
  };
  if (members_.size() == 1 && nameless_) return;
  // A whole model under a shard's name, or a count that is not the name's: the file itself says so.
  const bool begins = members_.begin()->first == 1;
  if (begins ? !fits(*members_.begin()) : std::none_of(members_.begin(), members_.end(), fits)) return;
  bring_others(judge);
  missing();
  if (lead() != nullptr && lead()->count == total_) judge_together();
  for (const auto& [n, member] : members_) member.file->judgement.report.finish();
}

}  // namespace

bool may_be_in_set(const JudgedFile& file) {
  if (!file.readable()) return false;
  const auto name = shard_name(base_name(file.path));
  return (name && name->total > 1) || (file.judgement.shard && file.judgement.shard->count > 1);
}

void check_shard_sets(std::vector<JudgedFile>& files, const JudgeFile& judge) {
  std::map<std::string, ShardSet> sets;
  for (JudgedFile& file : files) {
    if (!may_be_in_set(file)) continue;
    const std::string_view base = base_name(file.path);
    const std::string directory(directory_of(file.path));
    if (const auto name = shard_name(base); name && name->total > 1) {
      sets[directory + shard_file_name(name->prefix, 0, name->total)].add(file, *name);
      continue;
    }
    // Names of other widths, and digests in place of names: the metadata tell who belongs together.
    const auto prefix = is_digest_name(base) ? std::optional<std::string_view>("") : prefix_of_shard(base);
    if (!prefix) continue;
    const ShardFacts& facts = *file.judgement.shard;
    ShardSet& set = sets[directory + std::string(*prefix) + '/' + number(facts.count) + '/' +
                         number(facts.total_tensors.value_or(0))];
    set.add(file, {*prefix, facts.number + 1, facts.count});
    set.set_nameless();
  }
  for (auto& [name, set] : sets) set.judge(judge);
}

}  // namespace ggufproof
