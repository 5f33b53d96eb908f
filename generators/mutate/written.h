// What an edit wrote: the bytes of a file that differ from the file without the edit, field by field, however
// far the edit moved everything behind it.
#pragma once

#include <string_view>
#include <vector>

#include "generators/wire.h"

namespace ggufproof {

/// The ranges of `after`'s file that an edit of `before` wrote, in order. Pairs are told by their keys and
/// tensors by their names; a new or renamed one was written as a whole, of another one the fields that
/// differ. Where one was taken out, the count and the empty place where pairs or tensors end were written;
/// where pairs or tensors only changed places, those that did. Offsets of tensors follow from the rest and
/// count only where nothing else differs.
std::vector<WireRange> written_between(const Wire& before, const Wire& after);

/// The range of a label that the wire has, or of what it stands in: of kv[1].value.bytes[2], all of
/// kv[1].value. Of "metadata.end" and "tensors.end" the empty place where pairs or tensor infos end; the
/// whole file where there is no such thing.
WireRange range_around(const Wire& wire, std::string_view label);

/// Whether two ranges have a byte in common; an empty one, which is a place, also where it lies at the
/// other's border.
bool touch(WireRange a, WireRange b);

}  // namespace ggufproof
