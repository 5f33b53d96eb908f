// toml++ reads the file; here it is said which keys there are and what their values must be.
#include "validator/config/config_file.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <tuple>

#define TOML_EXCEPTIONS 0
#include <toml++/toml.h>

#include "validator/nearest.h"
#include "validator/rule_help.h"
#include "validator/severity_option.h"
#include "validator/text.h"

namespace ggufproof {
namespace {

namespace fs = std::filesystem;

constexpr std::array other_keys{"files", "exclude", "severity", "suppress"};

std::string_view type_name(toml::node_type type) {
  switch (type) {
    case toml::node_type::string:
      return "a text in quotes";
    case toml::node_type::integer:
      return "a whole number";
    case toml::node_type::boolean:
      return "true or false";
    case toml::node_type::date:
      return "a date such as 2030-12-31";
    case toml::node_type::array:
      return "a list of texts";
    default:
      return "a table";
  }
}

toml::node_type type_of(ValueKind kind) {
  return kind == ValueKind::text     ? toml::node_type::string
         : kind == ValueKind::number ? toml::node_type::integer
                                     : toml::node_type::boolean;
}

/// Reads one document; the first fault ends it.
class Reader {
 public:
  explicit Reader(const std::string& path) { config_.path = path; }

  std::variant<Config, std::string> read(const toml::table& document) {
    for (const auto& [key, value] : document) read_key(key.str(), value);
    if (!fault_.empty()) return fault_;
    return std::move(config_);
  }

 private:
  static std::uint32_t line_of(const toml::node& node) { return node.source().begin.line; }

  void fail(const toml::node& node, const std::string& why) {
    if (fault_.empty()) fault_ = path_shown(config_.path) + ':' + std::to_string(line_of(node)) + ": " + why;
  }

  void unknown(std::string_view key, const toml::node& node, const std::vector<std::string_view>& known) {
    const std::string_view meant = nearest(key, known);
    fail(node, "there is no key " + quoted(key) +
                   (meant.empty() ? "" : "; did you mean " + std::string(meant) + '?'));
  }

  bool is_a(toml::node_type type, std::string_view key, const toml::node& node) {
    if (node.type() == type) return true;
    fail(node, std::string(key) + " must be " + std::string(type_name(type)));
    return false;
  }

  void read_key(std::string_view key, const toml::node& value) {
    for (const OptionKey& option : option_keys) {
      if (option.name == key) return read_option(option, value);
    }
    if (key == "files") return read_texts(key, value, config_.files);
    if (key == "exclude") return read_texts(key, value, config_.exclude);
    if (key == "severity") return read_severities(value);
    if (key == "suppress") return read_suppressions(value);
    std::vector<std::string_view> known(other_keys.begin(), other_keys.end());
    for (const OptionKey& option : option_keys) known.push_back(option.name);
    unknown(key, value, known);
  }

  void read_option(const OptionKey& option, const toml::node& value) {
    if (!is_a(type_of(option.kind), option.name, value)) return;
    std::string text;
    if (const auto* words = value.as_string()) text = words->get();
    if (const auto* number = value.as_integer()) text = std::to_string(number->get());
    if (const auto* flag = value.as_boolean()) text = flag->get() ? "true" : "false";
    config_.settings.push_back({std::string(option.name), text, line_of(value)});
  }

  void read_texts(std::string_view key, const toml::node& value, std::vector<std::string>& into) {
    if (!is_a(toml::node_type::array, key, value)) return;
    for (const toml::node& element : *value.as_array()) {
      if (is_a(toml::node_type::string, "each of " + std::string(key), element))
        into.push_back(element.as_string()->get());
    }
  }

  void read_severities(const toml::node& value) {
    if (!is_a(toml::node_type::table, "severity", value)) return;
    // The later one counts, and toml++ sorts keys by their names.
    std::vector<std::pair<std::string, const toml::node*>> in_order;
    for (const auto& [rule, severity] : *value.as_table()) in_order.emplace_back(rule.str(), &severity);
    std::ranges::sort(in_order, [](const auto& a, const auto& b) {
      const auto &left = a.second->source().begin, &right = b.second->source().begin;
      return std::tie(left.line, left.column) < std::tie(right.line, right.column);
    });
    for (const auto& [rule, severity] : in_order) read_severity_of(rule, *severity);
  }

  void read_severity_of(const std::string& rule, const toml::node& severity) {
    if (!is_a(toml::node_type::string, ggufproof::quoted(rule), severity)) return;
    const std::string& word = severity.as_string()->get();
    std::vector<SeverityChange> unused;
    const std::string fault = read_severity(rule + '=' + word, unused);
    if (!fault.empty()) fail(severity, fault);
    config_.severities.push_back({rule, word, line_of(severity)});
  }

  void read_suppressions(const toml::node& value) {
    const toml::array* list = value.as_array();
    if (list == nullptr || !list->is_homogeneous(toml::node_type::table))
      return fail(value, "suppress must be tables, each under a line [[suppress]]");
    for (const toml::node& entry : *list) read_suppression(*entry.as_table());
  }

  void read_suppression(const toml::table& table) {
    Suppression read;
    read.line = line_of(table);
    const std::array<std::pair<std::string_view, std::string*>, 5> texts{{{"rule", &read.rule},
                                                                          {"file", &read.file},
                                                                          {"at", &read.at},
                                                                          {"name", &read.name},
                                                                          {"reason", &read.reason}}};
    for (const auto& [key, value] : table) {
      const std::string_view name = key.str();
      const auto text =
          std::find_if(texts.begin(), texts.end(), [&](const auto& one) { return one.first == name; });
      if (text != texts.end()) {
        if (is_a(toml::node_type::string, name, value)) *text->second = value.as_string()->get();
      } else if (name == "expires") {
        read_expiry(value, read);
      } else {
        unknown(name, value, {"rule", "file", "at", "name", "reason", "expires"});
      }
    }
    if (read.rule.empty()) fail(table, "this suppression names no rule");
    if (read.reason.find_first_not_of(" \t\n") == std::string::npos)
      fail(table, "this suppression gives no reason; say why somebody can live with the finding");
    if (rules_typed(read.rule).empty()) fail(table, unknown_rule(read.rule));
    config_.suppressions.push_back(std::move(read));
  }

  void read_expiry(const toml::node& value, Suppression& into) {
    if (!is_a(toml::node_type::date, "expires", value)) return;
    const toml::date date = value.as_date()->get();
    into.expires = std::chrono::year(date.year) / date.month / date.day;
  }

  Config config_;
  std::string fault_;
};

}  // namespace

std::optional<std::string> find_config(const std::string& start) {
  std::error_code fault;
  fs::path folder = fs::weakly_canonical(fs::absolute(start, fault), fault);
  if (!fs::is_directory(folder, fault)) folder = folder.parent_path();
  for (;; folder = folder.parent_path()) {
    const fs::path candidate = folder / config_name;
    if (fs::is_regular_file(candidate, fault)) return fs::proximate(candidate, fault).string();
    if (folder == folder.root_path() || folder.empty()) return std::nullopt;
  }
}

std::variant<Config, std::string> read_config(const std::string& path) {
  std::error_code fault;
  if (!fs::is_regular_file(path, fault))
    return path_shown(path) + ": is no configuration file that can be read";
  const toml::parse_result parsed = toml::parse_file(path);
  if (!parsed) {
    const toml::parse_error& error = parsed.error();
    const std::uint32_t line = error.source().begin.line;
    return path_shown(path) + (line > 0 ? ':' + std::to_string(line) : "") + ": " +
           escaped(error.description(), 400);
  }
  return Reader(path).read(parsed.table());
}

}  // namespace ggufproof
