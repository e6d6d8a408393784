#pragma once

/* An executable run in a situation, and nowhere else: tests have arguments
 * that nobody chose ("rm -r /"). It gets a file system of its own, laid out
 * like the one of the runtime (runtime/system/tree.c), as the only process,
 * without a network, as user 1000 who may do nothing outside. This takes user
 * namespaces of Linux, and an executable that is linked statically.
 */

#include "export/situation.h"

typedef struct sandbox_run {
  int status; /* of exit, or 128 and the number of a signal */
  bool is_timeout;
  char_vec written[2]; /* standard output and error; released by the caller */
} sandbox_run;

typedef struct sandbox sandbox;

/* 'directory' is there, empty, and ours; 'host_files' may be NULL. */
sandbox *sandbox_new (memory *, const char *directory, const char *executable,
                      const char *host_files, trouble *);
void sandbox_free (sandbox *);

/* The file system of the last run, as it was left; until the next one. */
const char *sandbox_root (sandbox *);

status sandbox_execute (sandbox *, const situation *, uint64_t timeout,
                        sandbox_run *out, trouble *);
