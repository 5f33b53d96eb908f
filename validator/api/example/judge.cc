// Reads a file into memory and says what is wrong with it: all there is to the C++ interface.
#include <fstream>
#include <iostream>
#include <iterator>

#include <ggufproof/validator.h>

int main(int argc, char** argv) {
  std::ifstream file(argc == 2 ? argv[1] : "", std::ios::binary);
  if (!file) {
    std::cerr << "usage: judge FILE\n";
    return 2;
  }
  const std::string data{std::istreambuf_iterator<char>(file), {}};
  const ggufproof::Result result = ggufproof::validate(data.data(), data.size());
  if (!result.error.empty()) {
    std::cerr << "judge: " << result.error << '\n';
    return 2;
  }
  for (const ggufproof::Finding& finding : result.findings)
    std::cout << finding.begin << '-' << finding.end << ' ' << finding.rule << ": " << finding.message
              << '\n';
  std::cout << (result.valid ? "valid, " : "invalid, ") << result.errors << " errors\n";
  return result.valid ? 0 : 1;
}
