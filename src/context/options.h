#ifndef CONTEXT_OPTIONS_H
#define CONTEXT_OPTIONS_H

/* Options of the command line, all derived from options.def.
 *
 * 'struct options' has one field per row and is read-only once parsed. Code
 * reads fields directly, as 'options.name' or 'opts->name', by which
 * tools/check-tables sees that the option has an effect.
 */

#include "base/status.h"
#include "context/choices.h"

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>
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
  COMMAND_ALL = (1u << N_COMMANDS) - 1
};

typedef struct options {
#define FLAG(NAME, ...) bool NAME;
#define NUMBER(NAME, ...) int64_t NAME;
#define CHOICE(NAME, LETTER, COMMANDS, DEFAULT, TYPE, HELP) TYPE NAME;
#define TEXT(NAME, ...) const char *NAME; /* borrowed from the arguments */
#define SPAN(NAME, ...) uint64_t NAME;
#define SIZE(NAME, ...) uint64_t NAME;
#include "context/options.def"
  int n_operands; /* in front of "--" */
} options;

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

/* Writing: --help of a command, JSON object of the values (new reference),
 * docs/options.md, the OPTIONS section of the manual page.
 */
void options_print_help (FILE *, unsigned command);
json_t *options_json (const options *, unsigned command);
void options_print_markdown (FILE *);
void options_print_man (FILE *);

#endif
