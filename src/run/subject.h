#pragma once

/* What is run: a program, how it is compiled, where it starts, its arguments.
 * Only words so far, from the command line; nothing was read or compiled.
 */

#include "program/compiler_flags.h"
#include "run/words.h"
#include "suite/suite.h"

typedef struct subject {
  context *context;
  memory *mem;
  char_vec file, entry; /* the two parts of the input */
  word_list arg;        /* argv of the program; borrowed but for argv[0] and the
                           words that options stand for */
  const char *const *envp;           /* borrowed; NULL: empty */
  const char *moved_from, *moved_to; /* program_config; borrowed, or NULL */
  const char *moved_name, *name_root, *name; /* the same */
  struct subject *before; /* NULL, or another version, which is loaded with it
                             ... */
  const struct pair_rules *rules; /* ... by these (program/pairing.h); constant
                                   */
  char_vec *linked;               /* program_config; borrowed, or NULL */
  /* The rest is private. */
  char_vec libc, options, host_files, kept;
  char_vec compiled; /* program_config: it may be loaded twice */
  arena texts;
  given_flags given;
  char_vec directory;
  uint64_t load_time; /* of our processor, without the compiler's */
} subject;

/* 'input' is FILE or FILE:FUNCTION; the arguments are without argv[0]. With
 * trouble, it is to be released nevertheless.
 */
status subject_init (subject *, context *, const char *input, int argc,
                     char *const *argv);
void subject_release (subject *);

/* How to load it, and what its suite says of it; borrowed from the subject. */
program_config subject_config (subject *);
suite_facts subject_facts (subject *);

/* The trouble of a budget that ended before the program was there. */
void subject_is_late (context *);

/* Compiled, linked and lowered; what it rests on goes to the footing. The time
 * budget of the run counts since 'started'.
 */
status subject_load (subject *, struct dependencies *, uint64_t started,
                     program **out);
