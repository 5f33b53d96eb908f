// Edits written by hand: one for each rule about the structure of files, which no difference of two
// descriptions can hold. An edit takes a file's description, works on it or on its wire, and says what it
// wrote.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "generators/choices.h"
#include "generators/file_model.h"
#include "generators/wire.h"
#include "spec/rules.h"

namespace ggufproof {

/// A file without an edit and with it.
struct Edit {
  std::vector<std::uint8_t> before, after;
  std::vector<WireRange> written;  ///< of `after`
  std::string what;
};

/// Edits a valid file, otherwise as the choices will have it.
using EditFile = Edit (*)(Choices& choices, FileModel file);

struct EditRow {
  Rule rule;
  EditFile edit;
  std::string_view what;  ///< what it does to any file
};

std::span<const EditRow> header_edits();
std::span<const EditRow> metadata_edits();
std::span<const EditRow> value_edits();
std::span<const EditRow> tensor_edits();
std::span<const EditRow> layout_edits();

/// The edit between two descriptions.
Edit described(const FileModel& before, const FileModel& after, std::string what);

/// The edit that gives the field `label` of a wire another number.
Edit overwritten(const Wire& wire, const std::string& label, std::uint64_t number);

/// The edit that ends a wire's file after `size` bytes.
Edit cut(const Wire& wire, std::uint64_t size);

/// The edit that writes other bytes from `at` on.
Edit poked(const Wire& wire, std::uint64_t at, const std::vector<std::uint8_t>& bytes, std::string what);

/// Puts a pair somewhere behind the first one, under a key that no other pair has, and returns its index.
std::uint64_t insert_pair(Choices& choices, FileModel& file, ModelValue value);

/// Puts a tensor of F32 with one row of eight somewhere, under a name that no other tensor has, and returns
/// its index.
std::uint64_t insert_tensor(Choices& choices, FileModel& file);

/// The first of `base`, `base`0, `base`1 and so on that no key or name of the file has.
std::string unused_name(const FileModel& file, const std::string& base);

/// The same file as today's writers make it: little-endian and of version 3.
FileModel of_today(FileModel file);

}  // namespace ggufproof
