#pragma once

/* A command line, built word by word and run without a shell. */

#include "base/arena.h"
#include "base/status.h"
#include "base/vec.h"

#include <limits.h>

#define COMMAND_EXTRA "/dev/fd/3"

typedef struct command {
  memory *mem;
  arena text;               /* owns the words */
  VEC (char *) word;        /* not NULL-terminated until it is run */
  const char *directory;    /* to run in; NULL: here; borrowed */
  char_vec *extra;          /* gets what it writes to COMMAND_EXTRA; or NULL */
  void (*meanwhile) (void); /* called while it runs; or NULL */
  uint64_t deadline;        /* on clock_now; then it is killed. 0: none */
  int status;               /* out: as wait gives it */
  size_t first_kept, end_kept; /* words of a database (database.h) */
  bool is_open; /* its words are from a file that none of them names */
} command;

void command_init (command *, memory *);
void command_release (command *);

void command_add (command *, const char *word); /* copied */

/* Runs it with nothing on its standard input. What it writes is appended to
 * 'out' and 'messages'. ST_NOFILE when there is no such program, ST_FULL when
 * its time was over; 'succeeded' tells whether it ended with exit status 0.
 */
status command_run (command *, char_vec *out, char_vec *messages,
                    bool *succeeded, trouble *);

/* The whole path of the program that a first word means. */
bool command_find (const char *name, char out[PATH_MAX]);
