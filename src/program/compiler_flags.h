#pragma once

/* Words of a compiler's command line, cut as a shell does: options, and files
 * among them.
 */

#include "base/arena.h"
#include "base/vec.h"

/* NULL where none begins so (compiler_options.def). Where 'has_value' is set
 * and nothing follows the beginning, the next word belongs to it.
 */
typedef struct compiler_option {
  const char *start;
  bool is_kept, has_value;
} compiler_option;
const compiler_option *compiler_option_find (const char *word);

/* Is the next word its value? */
bool compiler_option_is_pair (const compiler_option *, const char *word);

/* Adds the words of a text: blanks separate, quotes and backslashes keep
 * together. Nothing else of the shell is used by those who write databases.
 */
struct command;
void flags_split (struct command *, const char *text);

/* Appends a word so that flags_split finds it again, behind a blank. */
void flags_quote (memory *, char_vec *text, const char *word);

/* What is given to us for the compiler: options, and further files of the
 * program. Both lists end with NULL.
 */
typedef struct given_flags {
  arena texts;
  VEC (const char *) flag;
  VEC (const char *) file;
} given_flags;
void given_flags_init (given_flags *, memory *, const char *text);
void given_flags_release (given_flags *);
