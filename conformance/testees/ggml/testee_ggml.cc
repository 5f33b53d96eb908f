// testee_ggml: ggml's own reader and writer as testees of gguf-certify. It uses nothing of validator/: what
// it tells is the library's word alone.
#include <cstdio>
#include <optional>
#include <string>

#include <CLI/CLI.hpp>

#include "conformance/testees/ggml/read.h"
#include "conformance/testees/ggml/write.h"

int main(int argc, char** argv) {
  using namespace ggufproof;
  std::string library;
  std::string name;
  std::string version;
  std::string manner;
  CLI::App app("ggml's reader or writer, speaking the protocol of gguf-certify");
  app.add_option("--library", library, "libggml-base.so")->required();
  app.add_option("--name", name, "the testee's name")->required();
  app.add_option("--release", version, "the release that the library is of")->required();
  app.add_option("manner", manner, "see read.h and write.h")->required();
  CLI11_PARSE(app, argc, argv);

  const GgmlLibrary ggml = open_ggml(library);
  std::optional<Testee> testee = ggml_reader(ggml, manner);
  if (!testee) testee = ggml_writer(ggml, manner);
  if (!testee) {
    std::fprintf(stderr, "no manner %s\n", manner.c_str());
    return 2;
  }
  testee->about["name"] = name;
  testee->about["version"] = version;
  return serve(*testee);
}
