#pragma once

/* The command line: one function and one file per subcommand (commands.def).
 * A subcommand gets a context whose options are parsed, and its operands; what
 * it returns is the exit status of the program.
 */

#include "context/context.h"
#include "context/exit_status.h"

/* The life of a program: 'body' gets a context, with what is added to it (NULL:
 * nothing), and the arguments, the program's name first. That of reprise finds
 * the subcommand.
 */
typedef int cli_body (context *, int argc, char **argv);

int cli_main (int argc, char **argv, const extension *, cli_body *);
int cli_dispatch (context *, int argc, char **argv);

#define COMMAND(NAME, NAME_, ARGUMENTS, HELP) \
  int cli_##NAME_ (context *, int argc, char **argv);
#include "context/commands.def"

/* Words for the compiler, and files besides the first operand, are taken out of
 * the arguments and added to --cflags.
 */
void cli_take_flags (int *argc, char **argv); /* before options are parsed */
status cli_take_files (options *, int *argc, char **argv, trouble *);
void cli_add_words (options *);

/* Print the trouble of the context and give CLI_TROUBLE, CLI_INCOMPLETE if time
 * was over; with --json also as an object on standard output. 'complain' is for
 * those who printed one already.
 */
int cli_trouble (const context *);
int cli_complain (const context *);

/* On standard output, as a line or several; takes the reference. Not NULL: what
 * may not be UTF-8 goes through testcase_text_json.
 */
void cli_print_json (json_t *);

/* With --stats, on standard error: counters and times. */
void cli_print_stats (context *);

/* Where tests are if nobody says; that of options.def. */
#define CLI_DIRECTORY "reprise-out"

/* The sentence that they print. ST_ELSEWHERE is no trouble yet: reprise-lab,
 * which is beside this program and has all it has and more, goes on with the
 * arguments that this one was started with. Only if it is not there, this
 * returns.
 */
#define CLI_SENTENCE 640
const char *cli_sentence (const context *, char text[CLI_SENTENCE]);

/* Go on as another program, which is beside this one; returns if it is not
 * there. The arguments are noted first: parsing moves the program's own.
 */
void hand_over_note (int argc, char **argv);
char **hand_over_given (void);
void hand_over (const char *other);

/* The same, and it can ask which build did so, for who looks at what that left;
 * NULL: none.
 */
void hand_over_signed (const char *other);
const char *hand_over_build (void);

/* A store that is enforced must have had every answer. If not, says so. */

bool cli_is_incomplete (const context *);

/* run_explore, which an interrupt ends. */
struct run;
struct report;
status cli_explore (struct run *, struct report *);

/* For commands that run programs. Without a limit of the user's, three quarters
 * of the memory that is available: a program that allocates without end must
 * not take the machine, or its container, with it.
 */
void cli_limit_memory (context *);
