// A value of the configuration takes the way of one that was typed, so that both are read and refused alike.
#include "validator/config/settings_in_force.h"

#include <algorithm>
#include <filesystem>
#include <ostream>

#include <nlohmann/json.hpp>

#include "validator/config/choose_files.h"
#include "validator/remote/http_ranges.h"
#include "validator/severity_option.h"
#include "validator/text.h"

namespace ggufproof {
namespace {

/// Warnings of the profile and of what was said so far become errors.
void make_strict(Options& options) {
  const Report report(options.profile, 0, true, {}, options.severities);
  for (const RuleRow& row : rules) {
    if (report.severity_of(row.rule) == Severity::warning)
      options.severities.push_back({row.rule, Severity::error});
  }
}

/// A text as TOML has it in quotes; JSON's escapes are among TOML's.
std::string toml_text(const std::string& text) {
  return nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

/// 2030-12-31, as TOML has a date.
std::string date_shown(std::chrono::year_month_day date) {
  const auto two_digits = [](unsigned n) { return (n < 10 ? "-0" : "-") + std::to_string(n); };
  const std::string year = std::to_string(static_cast<int>(date.year()));
  return std::string(4 - std::min<std::size_t>(4, year.size()), '0') + year +
         two_digits(static_cast<unsigned>(date.month())) + two_digits(static_cast<unsigned>(date.day()));
}

void print_list(std::ostream& out, std::string_view key, const std::vector<std::string>& texts) {
  if (texts.empty()) return;
  out << key << " = [";
  for (const std::string& text : texts) out << (&text == &texts.front() ? "" : ", ") << toml_text(text);
  out << "]\n";
}

}  // namespace

SettingsInForce::SettingsInForce(CLI::App& app, Settings& settings) {
  read_file(settings);
  if (fault_.empty()) join_options(app);
  if (fault_.empty()) join_severities(settings);
  if (fault_.empty()) choose_files(settings);
  for (const std::string& path : {config_.path, settings.baseline}) {
    if (!path.empty()) settings.run.sources.push_back(path);
  }
}

/// The nearest configuration above what is judged; two paths with different ones have no answer.
void SettingsInForce::read_file(Settings& settings) {
  if (settings.no_config && !settings.config.empty())
    fault_ = "--config and --no-config deny each other; leave one out";
  if (settings.no_config) return;
  std::string path = settings.config;
  if (path.empty()) {
    const std::vector<std::string> here{"."};
    const auto& starts = settings.paths.empty() ? here : settings.paths;
    const auto found_for = [](const std::string& start) {
      return find_config(start == "-" || is_address(start) ? "." : start).value_or("");
    };
    path = found_for(starts.front());
    for (const std::string& start : starts) {
      const std::string other = found_for(start);
      if (other == path) continue;
      const auto shown = [](const std::string& one) { return one.empty() ? "none" : path_shown(one); };
      fault_ = path_shown(starts.front()) + " and " + path_shown(start) +
               " have different configurations: " + shown(path) + " and " + shown(other) +
               "; judge them one by one, or name one by --config";
      return;
    }
  }
  if (path.empty()) return;
  auto read = read_config(path);
  if (auto* fault = std::get_if<std::string>(&read)) {
    fault_ = std::move(*fault);
  } else {
    config_ = std::get<Config>(std::move(read));
  }
}

std::string SettingsInForce::by_file(std::uint32_t line) const {
  return path_shown(config_.path) + ':' + std::to_string(line);
}

void SettingsInForce::join_options(CLI::App& app) {
  for (const OptionKey& key : option_keys) join_option(app, key);
}

void SettingsInForce::join_option(CLI::App& app, const OptionKey& key) {
  const std::string name(key.name);
  CLI::Option* option = app.get_option("--" + name);
  const auto said = std::ranges::find(config_.settings, name, &Setting::name);
  if (option->count() > 0) {
    options_.push_back({name, option->results().front(), "the command line"});
    return;
  }
  Said chosen{name, std::string(key.usual), "default"};
  if (said != config_.settings.end()) {
    chosen = {name, said->value, by_file(said->line)};
    if (name == "baseline")
      chosen.value = (std::filesystem::path(config_.path).parent_path() / said->value).string();
  }
  options_.push_back(chosen);
  if (chosen.value.empty()) return;
  try {
    option->add_result(chosen.value);
    option->run_callback();
  } catch (const CLI::ParseError& error) {
    if (fault_.empty()) fault_ = chosen.by + ": " + escaped(error.what(), 400);
  }
}

void SettingsInForce::join_severities(Settings& settings) {
  for (const SeveritySetting& said : config_.severities)
    severities_.push_back({said.rule, said.severity, by_file(said.line)});
  for (const std::string& typed : settings.severities) {
    const std::size_t equals = std::min(typed.find('='), typed.size());
    severities_.push_back(
        {typed.substr(0, equals), typed.substr(std::min(equals + 1, typed.size())), "the command line"});
  }
  for (const Said& said : severities_) {
    const std::string fault = read_severity(said.name + '=' + said.value, settings.run.options.severities);
    if (!fault.empty() && fault_.empty())
      fault_ = "--severity: " + fault;  // the file's are known to be right
  }
  if (settings.strict) make_strict(settings.run.options);
}

void SettingsInForce::choose_files(Settings& settings) {
  RunSettings& run = settings.run;
  run.all_files = settings.paths.empty() && run.part.of == 1;
  run.files = files_of(
      run.part, settings.paths.empty() ? configured_files(config_) : chosen_files(settings.paths, config_));
}

void SettingsInForce::print(std::ostream& out) const {
  out << "# " << (config_.path.empty() ? "no " + std::string(config_name) : path_shown(config_.path)) << '\n';
  for (const Said& said : options_) {
    if (said.value.empty()) continue;
    const auto* key = std::ranges::find(option_keys, said.name, &OptionKey::name);
    out << said.name << " = " << (key->kind == ValueKind::text ? toml_text(said.value) : said.value) << "  # "
        << said.by << '\n';
  }
  print_list(out, "files", config_.files);
  print_list(out, "exclude", config_.exclude);
  if (!severities_.empty()) out << "\n[severity]\n";
  for (const Said& said : severities_)
    out << toml_text(said.name) << " = " << toml_text(said.value) << "  # " << said.by << '\n';
  for (const Suppression& one : config_.suppressions) {
    out << "\n[[suppress]]  # " << by_file(one.line) << "\nrule = " << toml_text(one.rule)
        << "\nfile = " << toml_text(one.file) << "\nat = " << toml_text(one.at)
        << "\nname = " << toml_text(one.name) << "\nreason = " << toml_text(one.reason) << '\n';
    if (one.expires) out << "expires = " << date_shown(*one.expires) << '\n';
  }
}

}  // namespace ggufproof
