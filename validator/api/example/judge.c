// Reads a file into memory and says what is wrong with it: all there is to the C interface.
#include <ggufproof/ggufproof.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

// The whole of a file, to be freed; null where it cannot be read.
static void* read_file(const char* path, size_t* bytes) {
  FILE* file = fopen(path, "rb");
  if (file == NULL) return NULL;
  fseek(file, 0, SEEK_END);
  *bytes = (size_t)ftell(file);
  rewind(file);
  void* data = malloc(*bytes + 1);
  if (data != NULL) *bytes = fread(data, 1, *bytes, file);
  fclose(file);
  return data;
}

static int show(const ggufproof_report* report) {
  ggufproof_summary summary = {.size = sizeof summary};
  ggufproof_finding finding = {.size = sizeof finding};
  if (ggufproof_report_summary(report, &summary) != GGUFPROOF_OK) {
    fprintf(stderr, "judge: %s\n", ggufproof_report_error(report));
    return 2;
  }
  for (uint64_t i = 0; ggufproof_report_finding(report, i, &finding) == GGUFPROOF_OK; ++i)
    printf("%" PRIu64 "-%" PRIu64 " %s: %s\n", finding.begin, finding.end, finding.rule, finding.message);
  printf("%s, %" PRIu64 " errors\n", summary.valid ? "valid" : "invalid", summary.errors);
  return summary.valid ? 0 : 1;
}

int main(int argc, char** argv) {
  size_t bytes = 0;
  void* data = argc == 2 ? read_file(argv[1], &bytes) : NULL;
  if (data == NULL) {
    fprintf(stderr, "usage: judge FILE\n");
    return 2;
  }
  ggufproof_options options = GGUFPROOF_OPTIONS;
  ggufproof_report* report = NULL;
  ggufproof_validate_buffer(data, bytes, &options, &report);
  const int code = show(report);
  ggufproof_report_free(report);
  free(data);
  return code;
}
