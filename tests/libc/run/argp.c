/* Command lines by tables. */
#include <argp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const struct argp_option options[] = {
    {"verbose", 'v', 0, 0, "Say more"},
    {"output", 'o', "FILE", 0, "Write to FILE"},
    {"level", 'l', "N", OPTION_ARG_OPTIONAL, "Level"},
    {"depth", 0, 0, OPTION_ALIAS},
    {"only-long", 500, 0, 0, "No letter"},
    {0}};
static const struct argp_option more[] = {{"extra", 'x', "X", 0, "Extra"}, {0}};

static error_t parse_more (int key, char *arg, struct argp_state *s) {
  printf (" <%x %s>", key, arg ? arg : "-");
  return key == 'x' ? 0 : ARGP_ERR_UNKNOWN;
}

static error_t parse (int key, char *arg, struct argp_state *s) {
  printf (" (%x %s %d %u)", key, arg ? arg : "-", s->next, s->arg_num);
  switch (key) {
  case ARGP_KEY_ARG:
    return s->arg_num >= 3 ? ARGP_ERR_UNKNOWN : 0;
  case 'v':
  case 'o':
  case 'l':
  case 500:
    return 0;
  case ARGP_KEY_INIT:
    s->child_inputs[0] = s->input;
    return 0;
  case ARGP_KEY_END:
    return s->arg_num == 2 && *(int *) s->input ? 99 : 0;
  default:
    return ARGP_ERR_UNKNOWN;
  }
}

static const struct argp child = {more, parse_more};
static const struct argp_child children[] = {{&child, 0, 0, 0}, {0}};
static const struct argp whole = {options, parse, "A B", "Doc", children};

static void try (int flags, int n, ...) {
  char *argv[8] = {"prog"};
  int next = -1, input = flags & 0x1000;
  va_list list;
  va_start (list, n);
  for (int i = 0; i < n; i++)
    argv[i + 1] = va_arg (list, char *);
  va_end (list);
  error_t e = argp_parse (&whole, n + 1, argv, flags & 0xff, &next, &input);
  printf (" = %d, next %d:", e, next);
  for (int i = 1; i <= n; i++)
    printf (" %s", argv[i]);
  puts ("");
}

int main (void) {
  dup2 (1, 2);
  setvbuf (stdout, NULL, _IONBF, 0);
  int quiet = ARGP_NO_EXIT;
  try (0, 0);
  try (0, 2, "a", "b");
  try (0x1000, 2, "a", "b");
  try (0, 5, "-v", "a", "--output=f", "b", "-l");
  try (0, 5, "a", "-o", "f", "--lev=3", "--depth=7");
  try (0, 4, "--only-long", "-x1", "--extra", "2");
  try (0, 5, "a", "--", "-v", "b", "c");
  try (0, 4, "a", "b", "c", "d");
  try (ARGP_IN_ORDER, 4, "a", "-v", "b", "-l2");
  try (ARGP_NO_ARGS, 3, "-v", "a", "-v");
  try (quiet | ARGP_NO_ERRS, 2, "--bad", "a");
  try (quiet, 2, "--bad", "a");
  try (quiet, 1, "-o");
  try (quiet, 1, "--verbose=1");
  program_invocation_short_name = "prog";
  argp_failure (NULL, 0, 2, "failed at %d", 3);
  return 0;
}
