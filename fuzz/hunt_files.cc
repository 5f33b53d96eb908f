// Half of the files stem from the corpus, whose faults are next to others; half from nothing.
#include "fuzz/hunt_files.h"

#include "fuzz/byte_mutants.h"
#include "generators/any_file.h"
#include "generators/corpus_export.h"
#include "generators/field_mutants.h"
#include "generators/lift_wire.h"
#include "generators/random_choices.h"
#include "generators/write.h"

namespace ggufproof {
namespace {

constexpr std::uint64_t golden = 0x9e3779b97f4a7c15;  // spreads neighbouring numbers over all seeds

HuntFile mutated(Choices& choices, const HuntFile& file) {
  Mutant mutant = mutate_wire(choices, lift_wire(file.bytes));
  if (choices.one_in(4) && !mutant.bytes.empty()) {
    Mutant again = mutate_wire(choices, lift_wire(mutant.bytes));
    again.what = mutant.what + "; " + again.what;
    mutant = std::move(again);
  }
  return {std::move(mutant.bytes), file.what + "; " + mutant.what};
}

}  // namespace

HuntFiles::HuntFiles(const Corpus& corpus, const Handshake& reader, std::uint64_t seed, HuntMutator mutator)
    : big_endian_(reader.byte_orders.contains("big")), seed_(seed), mutator_(mutator) {
  for (const CorpusEntry& entry : corpus.entries) {
    if (entry.size() > 0 && entry.size() <= most_seed_bytes)
      cases_.push_back({entry.read.file.bytes(), entry.text.id});
  }
}

HuntFile HuntFiles::operator[](std::uint64_t i) const {
  if (i < cases_.size()) return cases_[i];
  RandomChoices choices(seed_ + i * golden);
  if (mutator_ == HuntMutator::bytes) {
    if (cases_.empty()) return {};
    const HuntFile &file = choices.pick(cases_), &other = choices.pick(cases_);
    return {mutate_bytes(choices, file.bytes, other.bytes), file.what + "; bytes"};
  }
  if (!cases_.empty() && choices.one_in(2)) return mutated(choices, choices.pick(cases_));
  FileOptions options;
  options.big_endian = big_endian_;
  const FileModel file = any_file(choices, options);
  if (choices.one_in(3)) return {write(file).bytes(), "a random file"};
  Mutant mutant = any_mutant(choices, file);
  return {std::move(mutant.bytes), "a random file; " + mutant.what};
}

}  // namespace ggufproof
