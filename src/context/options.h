#pragma once

/* Options of the command line, all derived from options.def.
 *
 * 'struct options' has one field per row and is read-only once parsed. Code
 * reads fields directly, as 'options.name' or 'opts->name', by which
 * tools/check-tables sees that the option is used. A run that needs other
 * values makes a copy (context_take_options).
 *
 * What may be reused of an earlier run is decided by two columns of the table,
 * never by a list of names:
 *
 *     effect                      trie of      ends in     kept result of
 *                                 that value   it know     that value only
 *     SHAPE   of paths            only         -           yes
 *     LIMIT   how far they go     any          the value   yes
 *     RESULT  what else is found  any          -           yes
 *     SPEED, OUTPUT               any          -           any
 *     NONE    no option of 'run'
 */

#include "base/status.h"
#include "base/vec.h"
#include "context/choices.h"

#include <jansson.h>
#include <stdio.h>

/* Subcommands, as a set of bits. */

typedef enum command_index {
#define COMMAND(NAME, NAME_, ARGUMENTS, HELP) COMMAND_INDEX_##NAME,
#include "context/commands.def"
  N_COMMANDS
} command_index;

enum {
#define COMMAND(NAME, NAME_, ARGUMENTS, HELP) \
  COMMAND_##NAME = 1u << COMMAND_INDEX_##NAME,
#include "context/commands.def"
  COMMAND_ALL = (1u << N_COMMANDS) - 1,
  COMMANDS_EXPLORE = COMMAND_RUN | COMMAND_DIFF | COMMAND_WATCH |
                     COMMAND_CERTIFY | COMMAND_TEST
};

typedef enum option_effect {
  EFFECT_NONE = 0,
  EFFECT_SHAPE = 1, /* the same code is explored differently */
  EFFECT_LIMIT =
      2, /* paths that go too far end; with a larger one they go on */
  EFFECT_RESULT = 4, /* which part is explored, who answers with which values,
                        how the program is compiled, where things are kept */
  EFFECT_SPEED = 8,
  EFFECT_OUTPUT = 16,
  EFFECTS_ON_RESULT = EFFECT_SHAPE | EFFECT_LIMIT | EFFECT_RESULT
} option_effect;

/* What a run needs whose option is not at its default. */
enum {
  NEEDS_NOTHING = 0,
  NEEDS_RUN = 1,   /* to take place: what is kept of the last result is less
                      than it tells, or may have changed unseen */
  NEEDS_PATHS = 2, /* to execute every path: nothing is carried over */
  NEEDS_ALONE = 4, /* one process, that sees all paths */
  NEEDS_PAST = 8,  /* what a path did before: paths in the same state do not
                      go on alike */
  NEEDS_START = 16 /* to count from the start: a run without a store must end
                      at the same place */
};

/* Options that end a path which goes too far: with a larger one it goes on. */
typedef enum limit_kind {
  LIMIT_NONE,
#define FLAG(...)
#define LIMIT(NAME, KIND, ...) LIMIT_##KIND,
#include "context/options.def"
  LIMIT_COUNT
} limit_kind;

typedef struct options {
#define FLAG(NAME, ...) bool NAME;
#define NUMBER(NAME, ...) int64_t NAME;
#define CHOICE(NAME, LETTER, COMMANDS, EFFECT, NEEDS, DEFAULT, TYPE, HELP) \
  TYPE NAME;
#define TEXT(NAME, ...) const char *NAME; /* borrowed from the arguments */
#define SPAN(NAME, ...) uint64_t NAME;
#define SIZE(NAME, ...) uint64_t NAME;
#include "context/options.def"
  int n_operands;    /* in front of "--" */
  uint64_t given[4]; /* rows that were set, a bit each */
} options;

/* Was it set, to its default or not? */
bool options_is_given (const options *, const char *name);

/* All fields get their defaults. */

void options_init (options *);

/* Take the options of one command out of the arguments, as --name=value,
 * --name value, --name, --no-name, -x or -xvalue; the operands move to the
 * front and their number is left in *argc. Everything after "--" is an operand,
 * but not counted in 'n_operands'. "-" is an operand.
 *
 * ST_USAGE with one sentence in the trouble if an option is unknown, belongs
 * to another command, or its value is missing, malformed or out of range.
 */
status options_parse (options *, trouble *, unsigned command, int *argc,
                      char **argv);

/* Set one option by its name as on the command line, without dashes. */

status options_set (options *, trouble *, const char *name, const char *value);

/* Does one that is not at its default have one of these needs? */
bool options_need (const options *, unsigned needs);

/* Appends those with one of these effects that are not at their defaults, as
 * "name=value name=value", by value and exactly: equal texts are equal options.
 * A space in a value is %20. Setting them from such a text cuts it in pieces,
 * which the options borrow.
 */
void options_list (const options *, memory *, unsigned effects, char_vec *out);
status options_take_list (options *, trouble *, char *list);

/* Limits of paths, by kind, 0 for none; taking over those that are allowed. */
void options_limits (const options *, uint64_t limit[LIMIT_COUNT]);
void options_take_limits (options *, const uint64_t limit[LIMIT_COUNT]);

/* --help of a command. */
void options_print_help (FILE *, unsigned command, bool all);
