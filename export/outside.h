#pragma once

/* Replaying by an executable that somebody else built, in a sandbox that looks
 * like the system of the runtime.
 *
 * Some answers cannot be the same there: the clock, random numbers, numbers
 * of files. Whether what a test writes depends on them is found out where it
 * differs: the machine executes it again with other answers. If it writes
 * something else then, only the status is compared.
 */

#include "export/replay.h"

typedef struct outside {
  const replay_request *request;
  program *program;
  int argc;
  const char *const *argv;
  const char *directory;  /* for the sandbox: ours, and empty */
  const char *executable; /* an absolute path */
} outside;

status replay_outside (const outside *, replay_counts *);
