#ifndef PROGRAM_COMMAND_H
#define PROGRAM_COMMAND_H

/* A command line, built word by word and run without a shell. */

#include "base/arena.h"
#include "base/status.h"
#include "base/vec.h"

typedef struct command {
  memory *mem;
  arena text;            /* owns the words */
  VEC (char *) word;     /* not NULL-terminated until it is run */
  const char *directory; /* to run in; NULL: here; borrowed */
} command;

void command_init (command *, memory *);
void command_release (command *);

void command_add (command *, const char *word); /* copied */

/* Runs it with nothing on its standard input. What it writes is appended to
 * 'out' and 'messages'. ST_NOFILE when there is no such program; 'succeeded'
 * tells whether it ended with exit status 0.
 */
status command_run (command *, char_vec *out, char_vec *messages,
                    bool *succeeded, trouble *);

#endif
