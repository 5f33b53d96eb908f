// The C interface of ggufproof, the GGUF validator: bytes or a file in, findings out. No function throws,
// prints or ends the program; any may be called from several threads at once, though one report is to be
// freed once, and by one of them.
//
// Structures begin with their size in bytes, which whoever calls sets, so that a library never reads or
// writes beyond what its caller has: a size that the library does not know is GGUFPROOF_BAD_ARGUMENT. Offsets
// are bytes from the start of the file, ranges half-open. Texts are UTF-8, end with a NUL, hold nothing that
// a terminal would obey, and live as long as the report.
#pragma once

#include <stddef.h>
#include <stdint.h>

#if defined(_WIN32)
#error "ggufproof is for POSIX systems"
#endif
#define GGUFPROOF_EXPORT __attribute__((visibility("default")))

#ifdef __cplusplus
extern "C" {
#endif

/// What became of a call.
enum ggufproof_status {
  GGUFPROOF_OK = 0,            ///< done; whether a file is valid stands in the summary
  GGUFPROOF_BAD_ARGUMENT = 1,  ///< an argument is null, of unknown size, or out of range
  GGUFPROOF_UNREADABLE = 2,    ///< the file cannot be read, or changed while it was
  GGUFPROOF_NO_MEMORY = 3,
  GGUFPROOF_INTERNAL = 4  ///< a mistake of the library, or of the system below it
};

/// Whose judgement counts.
enum ggufproof_profile { GGUFPROOF_DEFAULT = 0, GGUFPROOF_SPEC = 1, GGUFPROOF_GGML = 2 };

/// How much of the tensors' data is looked at: the weights too, where they lie, or nothing.
enum ggufproof_data { GGUFPROOF_DATA_VALUES = 0, GGUFPROOF_DATA_BOUNDS = 1, GGUFPROOF_DATA_NONE = 2 };

enum ggufproof_severity { GGUFPROOF_NOTE = 1, GGUFPROOF_WARNING = 2, GGUFPROOF_ERROR = 3 };

/// What to judge by. Zero, which GGUFPROOF_OPTIONS gives, stands for the default everywhere.
typedef struct ggufproof_options {
  size_t size;
  int32_t profile;        ///< enum ggufproof_profile
  int32_t data;           ///< enum ggufproof_data
  uint64_t max_findings;  ///< keep at most this many; 0: 1000. Those left out are counted
  uint64_t jobs;          ///< threads that judge values; 0: one a core
  const char* name;  ///< the file's name without folders, to judge it too; null: a file's own, none of bytes
  const char* const* severities;  ///< "RULE=SEVERITY", such as "template.*=error", the last one null; or null
} ggufproof_options;

#define GGUFPROOF_OPTIONS \
  { sizeof(ggufproof_options), GGUFPROOF_DEFAULT, GGUFPROOF_DATA_VALUES, 0, 0, NULL, NULL }

/// What is known of a file that was judged.
typedef struct ggufproof_summary {
  size_t size;
  int32_t valid;       ///< 1 where there is no error and the structure could be followed to its end
  int32_t big_endian;  ///< 1 where the file is
  uint32_t version;    ///< of the format; 0 where it could not be read
  const char* role;    ///< "model", "adapter" ...: those of the JSON report
  uint64_t bytes;      ///< of the file
  uint64_t pairs;      ///< metadata pairs read
  uint64_t tensors;    ///< tensor infos read
  uint64_t errors;     ///< how many findings of each severity there are, kept or not
  uint64_t warnings;
  uint64_t notes;
  uint64_t findings;  ///< how many were kept
} ggufproof_summary;

/// One thing that is wrong with a file.
typedef struct ggufproof_finding {
  size_t size;
  const char* rule;  ///< stable name, such as "layout.gap"
  int32_t severity;  ///< enum ggufproof_severity
  uint64_t begin;    ///< the bytes concerned
  uint64_t end;
  const char* at;       ///< path of the field, such as "tensor[1].offset"
  const char* subject;  ///< name of the thing concerned, quoted; may be empty, as may the next two
  const char* got;      ///< what was found
  const char* wanted;
  const char* message;  ///< all of it as one sentence
  const char* clause;   ///< of the format
  const char* remedy;   ///< how to mend it
} ggufproof_finding;

typedef struct ggufproof_report ggufproof_report;

/// The library's version, such as "0.1.0".
GGUFPROOF_EXPORT const char* ggufproof_version(void);

/// Judges `bytes` bytes at `data`, a whole file. `options` may be null. `*report` is set whatever comes of
/// it, to null where there is no memory for one, and is to be freed.
GGUFPROOF_EXPORT enum ggufproof_status ggufproof_validate_buffer(const void* data, size_t bytes,
                                                                 const ggufproof_options* options,
                                                                 ggufproof_report** report);

/// The same of a file by its path, which is mapped. "-" is standard input. The first call sets a handler of
/// SIGBUS, so that a file that shrinks meanwhile ends as GGUFPROOF_UNREADABLE; faults elsewhere go to the
/// handler that was there before.
GGUFPROOF_EXPORT enum ggufproof_status ggufproof_validate_file(const char* path,
                                                               const ggufproof_options* options,
                                                               ggufproof_report** report);

/// Why nothing was judged, as a sentence; null where something was. Of a null report, that there is no
/// memory.
GGUFPROOF_EXPORT const char* ggufproof_report_error(const ggufproof_report* report);

/// Fills `summary`, whose size is set. Of a report of nothing, GGUFPROOF_BAD_ARGUMENT.
GGUFPROOF_EXPORT enum ggufproof_status ggufproof_report_summary(const ggufproof_report* report,
                                                                ggufproof_summary* summary);

/// Fills `finding`, whose size is set, with the one at `index`, counted from 0 in the order of their places
/// in the file; GGUFPROOF_BAD_ARGUMENT where there is none.
GGUFPROOF_EXPORT enum ggufproof_status ggufproof_report_finding(const ggufproof_report* report,
                                                                uint64_t index, ggufproof_finding* finding);

/// Frees a report with its texts; null is nothing to free.
GGUFPROOF_EXPORT void ggufproof_report_free(ggufproof_report* report);

#ifdef __cplusplus
}
#endif
