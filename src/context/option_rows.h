#pragma once

/* Rows of options.def as data, for the files that read, set and show options:
 *
 *     option_rows.c    the table, names
 *     options.c        setting, the command line
 *     options_show.c   help
 *     options_reuse.c  what may be reused of a run with other values
 */

#include "context/options.h"

typedef enum option_kind {
  OPTION_FLAG,
  OPTION_NUMBER,
  OPTION_CHOICE,
  OPTION_TEXT,
  OPTION_SPAN,
  OPTION_SIZE
} option_kind;

typedef struct option_row {
  const char *field; /* name with underscores */
  char letter;
  option_kind kind;
  unsigned commands;
  option_effect effect;
  unsigned needs;
  size_t offset;              /* of the field in struct options */
  int64_t low, high;          /* of a number */
  const char *const *choices; /* NULL-terminated */
  const char *argument;       /* what --help calls the value */
  const char *help;
} option_row;

enum {
#define FLAG(N, ...) OPTION_##N,
#include "context/options.def"
  N_OPTIONS
};

extern const option_row option_rows[N_OPTIONS];

#define for_each_option(R) \
  for (const option_row *R = option_rows; R != option_rows + N_OPTIONS; R++)

static inline const void *const_field (const options *o, const option_row *r) {
  return (const char *) o + r->offset;
}

static inline void *option_field (options *o, const option_row *r) {
  return (char *) o + r->offset;
}

/* As the user writes it: '_' in the table is '-'. */
#define OPTION_NAME_MAX 40
const char *option_name (const option_row *, char name[OPTION_NAME_MAX]);

/* What is said of a row. */
typedef struct option_text {
  char left[64]; /* the option with its argument */
  char values[200], standard[64];
} option_text;
option_text option_describe (const option_row *);

/* "a, b, c" */
void option_list_choices (const option_row *, char *text, size_t size);
