#pragma once

/* KLEE's command line: options, the program, its arguments.
 *
 * Options of ours that KLEE does not have ('--store', '--jobs', ...) are taken
 * as well, with two dashes and "=": they go to context/options.
 */

#include "context/options.h"

typedef VEC (const char *) text_list;

typedef struct klee_flags {
#define FLAG(NAME, DEFAULT) bool NAME;
#define TEXT(NAME, DEFAULT) const char *NAME;
#define LIST(NAME) text_list NAME;
#include "klee/flags.def"
  memory *mem;
  const char *file; /* "-": standard input */
  int argc;         /* arguments of the program */
  char **argv;
  text_list ignored; /* options that mean nothing here, as given */
  text_list ours;
} klee_flags;

/* Texts are borrowed from argv; lists are to be released. */
status klee_flags_parse (klee_flags *, memory *, int argc, char **argv,
                         trouble *);
void klee_flags_release (klee_flags *);

static inline bool klee_flags_is_stdin (const klee_flags *f) {
  return !strcmp (f->file, "-");
}

/* The option that a word which is none looks like, with underscores; NULL:
 * none.
 */
const char *klee_flags_near (const char *given);

/* A line for each. */
void klee_flags_print (FILE *);
