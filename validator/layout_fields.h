// The byte map of a file: every byte from the first to the last belongs to exactly one field. Fields have
// the paths that findings carry too.
#pragma once

#include "validator/layout_field.h"
#include "validator/layout_map.h"

namespace ggufproof {

/// Hands every field of a file to `sink`, in order. The ranges join without a hole or an overlap: bytes that
/// nothing claims are a `gap` or `trailing`, those behind a stop are `unread`, and a tensor that shares bytes
/// with an earlier one shows the rest of its own and says so.
void layout_fields(const FileMap& map, const MapStyle& style, const FieldSink& sink);

/// The fields of header, metadata and tensor infos, also of a record that breaks off, as far as it goes.
/// Returns the offset after the last of them.
std::uint64_t structure_fields(const FileMap& map, const MapStyle& style, const FieldSink& sink);

/// The fields from `begin`, the end of the tensor infos, to the end of the file.
void data_fields(const FileMap& map, std::uint64_t begin, const FieldSink& sink);

}  // namespace ggufproof
