// All manners but the first two read from a mapping of the file, so that none costs memory.
#include "conformance/testees/ggml/read.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <functional>
#include <string_view>
#include <utility>

#include "conformance/testees/ggml/dump.h"
#include "conformance/testees/ggml/sources.h"

namespace ggufproof {
namespace {

using nlohmann::json;

constexpr std::uint64_t odd_start = 7;  // bytes before the file in the manner file-at-7
constexpr std::size_t small_read = 7;   // bytes a call in the manner callback

/// Opens a file in one manner; null where the library refuses.
using Opener = std::function<GgufContext*(const GgmlLibrary&, const std::string& path, GgufInitParams)>;

GgufContext* open_file(const GgmlLibrary& ggml, const std::string& path, GgufInitParams params) {
  return ggml.gguf_init_from_file(path.c_str(), params);
}

GgufContext* open_buffer(const GgmlLibrary& ggml, const std::string& path, GgufInitParams params) {
  const Mapping file(path);
  return ggml.gguf_init_from_buffer(file.bytes(), file.size(), params);
}

GgufContext* open_callback(const GgmlLibrary& ggml, const std::string& path, GgufInitParams params) {
  Mapping file(path);
  const auto read = [](void* from, void* into, std::uint64_t offset, std::size_t count) {
    return static_cast<const Mapping*>(from)->copy(offset, into, count);
  };
  return ggml.gguf_init_from_callback(read, &file, small_read, file.size(), params);
}

GgufContext* open_shifted(const GgmlLibrary& ggml, const std::string& path, GgufInitParams params) {
  const Mapping file(path);
  ShiftedStream stream(file, odd_start);
  return ggml.gguf_init_from_file_ptr(stream.file(), params);
}

/// The stage of the protocol that a refusal's log speaks of, or empty.
std::string stage_of(const std::string& log) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 6> phrases{
      {{"failed to read magic", "header"},
       {"failed to read header", "header"},
       {"failed to read key-value pairs", "metadata"},
       {"failed to read tensor info", "tensors"},
       {"has offset", "tensors"},
       {"failed to read tensor data binary blob", "data"}}};
  for (const auto& [phrase, stage] : phrases) {
    if (log.find(phrase) != std::string::npos) return std::string(stage);
  }
  return {};
}

json read(const GgmlLibrary& ggml, const Opener& opener, bool with_data, std::uint64_t start,
          const std::string& path, bool decode) {
  take_ggml_log();
  GgmlContext* tensors = nullptr;
  GgufContext* gguf = opener(ggml, path, {!with_data, &tensors});
  if (gguf == nullptr) {
    const std::string log = take_ggml_log();
    throw Refused(log.empty() ? "no reason given" : log, stage_of(log));
  }
  json dump = dump_of(ggml, {gguf, tensors, with_data, start}, decode);
  ggml.ggml_free(tensors);
  ggml.gguf_free(gguf);
  return dump;
}

}  // namespace

std::optional<Testee> ggml_reader(const GgmlLibrary& ggml, const std::string& manner) {
  struct Manner {
    std::string_view name;
    Opener opener;
    bool is_there;
  };
  const std::array manners{
      Manner{"file", open_file, true},
      Manner{"header", open_file, true},
      Manner{"buffer", open_buffer, ggml.gguf_init_from_buffer != nullptr},
      Manner{"callback", open_callback, ggml.gguf_init_from_callback != nullptr},
      Manner{"file-at-7", open_shifted, ggml.gguf_init_from_file_ptr != nullptr},
  };
  const auto* found =
      std::find_if(manners.begin(), manners.end(), [&](const Manner& each) { return each.name == manner; });
  if (found == manners.end()) return std::nullopt;
  if (!found->is_there) {
    std::fprintf(stderr, "this release has no function for %s\n", manner.c_str());
    std::exit(2);
  }
  const bool with_data = manner != "header";
  const std::uint64_t start = manner == "file-at-7" ? odd_start : 0;
  Testee testee;
  testee.about = {{"language", "C++"},
                  {"reads", with_data ? "data" : "header"},
                  {"omits", with_data ? json{"endian"} : json{"endian", "sha256"}}};
  if (with_data) testee.about["decodes"] = decoded_types(ggml);
  testee.read = [ggml, opener = found->opener, with_data, start](const std::string& path, bool decode) {
    return read(ggml, opener, with_data, start, path, decode);
  };
  return testee;
}

}  // namespace ggufproof
