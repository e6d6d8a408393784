#pragma once

/* reprise.ini, beside the sources; all of it is optional.
 *
 *     [project]              options of 'reprise test', by their long names
 *     time-budget = 5min
 *     skip = log_* *_debug   functions, by patterns of a shell
 *     only = parse_*
 *
 *     [function json_*]      options of 'reprise run', for these functions
 *     buffer-size = 8
 *     skip = yes
 *
 *     [program src/main.c]   the same for a program, by its file
 *     sym-args = 1:2:8
 *
 * What is on the command line wins over [project], what is said of a function
 * over both; of several sections that fit, the last.
 */

#include "base/arena.h"
#include "context/context.h"

typedef struct setting {
  const char *pattern; /* NULL: of the project */
  bool is_program;
  const char *name, *value;
} setting;

typedef struct configuration {
  memory *mem;
  arena texts;
  const char *path; /* NULL: there is none */
  VEC (setting) row;
} configuration;

/* Reads FOLDER/reprise.ini, if it is there. To be released in any case. */
status configuration_read (configuration *, context *, const char *folder);
void configuration_release (configuration *);

/* Those of the project, where the command line says nothing else. The options
 * borrow from the settings.
 */
status configuration_apply (const configuration *, context *);

/* Those of one function, or of a program; its options are set. False in
 * 'is_on': it is to be left out.
 */
status configuration_of (const configuration *, const char *file,
                         const char *function, bool is_program, options *,
                         bool *is_on, trouble *);

/* Would the result be the same with these settings and those? */
bool configuration_agrees (const configuration *, const configuration *,
                           const char *file, const char *function,
                           bool is_program);

/* Is a setting about this function? One of the whole project is, unless it
 * names functions.
 */
bool configuration_means (const setting *, const char *file,
                          const char *function, bool is_program);
