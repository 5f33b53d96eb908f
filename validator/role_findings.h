// What the checks of roles share: findings about something that is not there, and about parts of a tensor's
// info.
#pragma once

#include <string>
#include <string_view>

#include "validator/document.h"
#include "validator/finding.h"

namespace ggufproof {

/// Adds findings about one file. Both must outlive it.
class RoleFindings {
 public:
  RoleFindings(const Document& document, Report& report) : document_(document), report_(report) {}

  /// A key that is not there: the culprit is the empty place at the end of the metadata.
  void key_missing(Rule rule, std::string_view key, std::string want);

  /// A tensor that is not there: the culprit is the empty place at the end of the infos. `name` may be empty.
  void tensor_missing(Rule rule, std::string_view name, std::string want);

  /// The value of pair `i`.
  void value(Rule rule, std::uint64_t i, std::string got, std::string want);

  /// The type of pair `i`, or the element type where it is an array.
  void key_type(Rule rule, std::uint64_t i, std::string want);

  /// The name, type or dimensions of tensor `i`.
  void name(Rule rule, std::uint64_t i, std::string want);
  void type(Rule rule, std::uint64_t i, std::string want);
  void dimensions(Rule rule, std::uint64_t i, std::string want);

 private:
  const Document& document_;
  Report& report_;
};

/// Numbers of the tensors of a document by name, which must outlive it.
class TensorNames {
 public:
  explicit TensorNames(const Document& document);

  /// The number of the first tensor with this name, or nothing.
  std::optional<std::uint64_t> find(std::string_view name) const;

 private:
  const Document& document_;
  TextIndex index_;
};

}  // namespace ggufproof
