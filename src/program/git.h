#pragma once

/* Revisions of a project in git, which is only read. */

#include "context/context.h"

/* Runs git or tar; the words end with NULL. What it prints, without the last
 * newline, replaces 'out'.
 */
status git_run (context *, const char *const *words, char_vec *out,
                bool *succeeded);

#define GIT_RUN(C, OUT, OK, ...) \
  git_run ((C), (const char *const[]) {__VA_ARGS__, NULL}, (OUT), (OK))

/* The same as a question: whether it succeeds, and no message if it does not.
 */
bool git_ask (context *, const char *const *words, char_vec *out);

#define GIT_ASK(C, OUT, ...) \
  git_ask ((C), (const char *const[]) {__VA_ARGS__, NULL}, (OUT))

/* It is no name of a revision here. */
status git_refuse (context *, const char *name);

/* Lines of C files that are not as they were in this revision, as places for
 * --target.
 */
status git_changed_lines (context *, const char *revision, char_vec *out);
