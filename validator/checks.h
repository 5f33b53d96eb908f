// The judgements on a parsed document, one file each. They report what they find and never stop early: a
// file's meaning can be judged in every part that its structure let us reach.
#pragma once

#include <cstdint>
#include <optional>

#include "validator/architecture_file.h"
#include "validator/document.h"
#include "validator/finding.h"
#include "validator/role.h"

namespace ggufproof {

/// Keys: alphabet, segments, length, uniqueness; values: UTF-8, NUL, bools, floats, nesting (clauses 3 to 5).
void check_metadata(const Document& document, Report& report);

/// Texts of general. keys and names of the tokenizer: nothing that a terminal obeys (clause 3.5).
void check_shown_texts(const Document& document, Report& report);

/// Keys below the name of another architecture (clause 10.7).
void check_prefixes(const Document& document, const KeyIndex& keys, Role role, Report& report);

/// Base models and data sets that a file describes: types, forms, numbers (clauses 9.6, 9.8, 10.1, 10.2).
void check_parents(const Document& document, const KeyIndex& keys, Report& report);

/// general.alignment (clause 6). Returns the alignment in bytes to place tensors by, or nothing where none
/// can be told.
std::optional<std::uint64_t> check_alignment(const Document& document, Report& report);

/// Tensor infos: names, dimensions, types, sizes (clause 7). `alignment` in bytes; it tells forks' types by
/// their size.
void check_tensors(const Document& document, std::uint64_t alignment, Report& report);

/// Where the structure broke: whether all of it reads in another byte order or with another version's widths.
void check_other_readings(const Document& document, Report& report);

/// Where data lie: alignment, order, holes, overlap, bounds, padding, end of file (clause 8). `alignment` in
/// bytes.
void check_layout(const Document& document, std::uint64_t alignment, Report& report);

/// What llama.cpp's loader demands of a model of this architecture: keys, their types and relations, tensors
/// and their shapes (clause 13). Only models are judged. `parts` is the model's file or, as a role of model,
/// all its shards; of a first shard alone only what it holds is judged.
void check_architecture(const std::vector<ModelPart>& parts, Role role);

/// Standard keys: what a file of its role must have, types, values, spelling (clauses 9 and 10).
void check_keys(const Document& document, const KeyIndex& keys, Role role, Report& report);

/// The tokenizer of a model or vocabulary (clause 11).
void check_tokenizer(const Document& document, const KeyIndex& keys, Role role, Report& report);

/// What llama.cpp's loader of their role demands of files that are not models (clause 16): LoRA adapters,
/// multimodal projectors, importance matrices, control vectors. Image and video models have none.
void check_adapter(const Document& document, const KeyIndex& keys, Report& report);
void check_projector(const Document& document, const KeyIndex& keys, Report& report);
void check_diffusion(const Document& document, Report& report);
void check_imatrix(const Document& document, const KeyIndex& keys, Report& report);
void check_control_vector(const Document& document, const KeyIndex& keys, Report& report);

/// Chat templates as a danger (clause 12).
void check_templates(const Document& document, Report& report);

}  // namespace ggufproof
