/* <argp.h>: command lines by tables. Options and operands are parsed as glibc
 * does it. Help is said in the order of the tables: a program that asks for it
 * ends right after.
 */

#define _GNU_SOURCE
#include <argp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

char *__getenv_quiet (const char *);

extern int __reprise_getopt_failed; /* getopt.c */

#define MAX_GROUPS 16
#define MAX_OPTIONS 128
#define FIRST_LONG 256 /* what getopt returns for the first long name */
#define USAGE_STATUS 64
#define KEY_USAGE -3

const char *argp_program_version, *argp_program_bug_address;
void (*argp_program_version_hook) (FILE *, struct argp_state *);
error_t argp_err_exit_status = USAGE_STATUS;

typedef struct group {
  const struct argp *argp;
  void *input, *hook, *child_inputs[MAX_GROUPS];
  int parent, place; /* whose child it is, and which */
  int has_args;
} group;

typedef struct row {
  int group;
  const struct argp_option *option; /* with its key and argument */
  const struct argp_option *named;  /* an alias, or the same */
} row;

typedef struct parsing {
  struct argp_state state;
  int n_groups, n_rows, n_longs;
  int had_options; /* only operands are left */
  group groups[MAX_GROUPS];
  row rows[MAX_OPTIONS];
  int long_row[MAX_OPTIONS];
  char shorts[3 * MAX_OPTIONS + 2];
  struct option longs[MAX_OPTIONS + 1];
} parsing;

/* Options that every program has. */

static const struct argp_option default_options[] = {
    {"help", '?', NULL, 0, "Give this help list", -1},
    {"usage", KEY_USAGE, NULL, 0, "Give a short usage message", 0},
    {0}};
static const struct argp_option version_options[] = {
    {"version", 'V', NULL, 0, "Print program version", -1}, {0}};

static error_t parse_default (int key, char *arg, struct argp_state *s) {
  if (key == '?')
    argp_state_help (s, s->out_stream, ARGP_HELP_STD_HELP);
  else if (key == KEY_USAGE)
    argp_state_help (s, s->out_stream, ARGP_HELP_USAGE | ARGP_HELP_EXIT_OK);
  else
    return ARGP_ERR_UNKNOWN;
  return 0;
}

static error_t parse_version (int key, char *arg, struct argp_state *s) {
  if (key != 'V')
    return ARGP_ERR_UNKNOWN;
  if (argp_program_version_hook)
    argp_program_version_hook (s->out_stream, s);
  else
    fprintf (s->out_stream, "%s\n", argp_program_version);
  if (!(s->flags & ARGP_NO_EXIT))
    exit (0);
  return 0;
}

static const struct argp default_argp = {default_options, parse_default};
static const struct argp version_argp = {version_options, parse_version};

/* Tables. */

static int is_end (const struct argp_option *o) {
  return !o->key && !o->name && !o->doc && !o->group;
}

static int is_letter (int key) { return key > 0 && key < 256 && key > ' '; }

static void add_short (parsing *p, int key, const struct argp_option *o) {
  char *at = p->shorts + strlen (p->shorts);
  if (!is_letter (key) ||
      strchr (p->shorts + (*p->shorts == '-' || *p->shorts == '+'), key))
    return;
  *at++ = (char) key;
  if (o->arg)
    *at++ = ':';
  if (o->arg && o->flags & OPTION_ARG_OPTIONAL)
    *at++ = ':';
  *at = 0;
}

static void add_long (parsing *p, const struct argp_option *named,
                      const struct argp_option *o) {
  for (int i = 0; i < p->n_longs; i++)
    if (!strcmp (p->longs[i].name, named->name))
      return;
  int has = !o->arg                          ? no_argument
            : o->flags & OPTION_ARG_OPTIONAL ? optional_argument
                                             : required_argument;
  p->long_row[p->n_longs] = p->n_rows - 1;
  p->longs[p->n_longs] =
      (struct option) {named->name, has, NULL, FIRST_LONG + p->n_longs};
  p->n_longs++;
}

static void add_options (parsing *p, int g) {
  const struct argp_option *o = p->groups[g].argp->options, *real = o;
  for (; o && !is_end (o) && p->n_rows < MAX_OPTIONS; o++) {
    if (!(o->flags & OPTION_ALIAS))
      real = o;
    p->rows[p->n_rows++] = (row) {g, real, o};
    if (real->flags & OPTION_DOC)
      continue;
    add_short (p, o->key, real);
    if (o->name)
      add_long (p, o, real);
  }
}

static void add_group (parsing *p, const struct argp *a, int parent,
                       int place) {
  if (p->n_groups == MAX_GROUPS)
    return;
  int g = p->n_groups++;
  p->groups[g] = (group) {.argp = a, .parent = parent, .place = place};
  add_options (p, g);
  const struct argp_child *c = a->children;
  for (int i = 0; c && c[i].argp; i++)
    add_group (p, c[i].argp, g, i);
}

/* Calls of parsers. */

static error_t call_group (parsing *p, int g, int key, char *arg) {
  group *to = &p->groups[g];
  struct argp_state *s = &p->state;
  if (!to->argp->parser)
    return ARGP_ERR_UNKNOWN;
  s->hook = to->hook;
  s->input = to->input;
  s->child_inputs = to->child_inputs;
  s->arg_num = (unsigned) to->has_args;
  error_t e = to->argp->parser (key, arg, s);
  to->hook = s->hook;
  return e;
}

static error_t start_groups (parsing *p, void *input) {
  for (int g = 0; g < p->n_groups; g++) {
    group *to = &p->groups[g];
    to->input =
        to->parent >= 0 ? p->groups[to->parent].child_inputs[to->place] : input;
    if (!to->argp->parser && to->argp->children && to->argp->children->argp)
      to->child_inputs[0] = to->input;
    error_t e = call_group (p, g, ARGP_KEY_INIT, NULL);
    if (e && e != ARGP_ERR_UNKNOWN)
      return e;
  }
  return 0;
}

/* The first group that knows what to do with operands. */
static error_t take_operand (parsing *p) {
  struct argp_state *s = &p->state;
  char *word = s->argv[s->next++];
  error_t e = ARGP_ERR_UNKNOWN;
  for (int g = 0; e == ARGP_ERR_UNKNOWN && g < p->n_groups; g++) {
    e = call_group (p, g, ARGP_KEY_ARG, word);
    if (e == ARGP_ERR_UNKNOWN) {
      s->next--;
      e = call_group (p, g, ARGP_KEY_ARGS, NULL);
      if (!e)
        s->next = s->argc;
      else
        s->next++;
    }
    if (!e)
      p->groups[g].has_args++;
  }
  if (e == ARGP_ERR_UNKNOWN)
    s->next--;
  return e;
}

static error_t take_option (parsing *p, int key) {
  if (key >= FIRST_LONG) {
    const row *r = &p->rows[p->long_row[key - FIRST_LONG]];
    return call_group (p, r->group, r->option->key, optarg);
  }
  for (int i = 0; i < p->n_rows; i++)
    if (p->rows[i].named->key == key &&
        !(p->rows[i].option->flags & OPTION_DOC))
      return call_group (p, p->rows[i].group, p->rows[i].option->key, optarg);
  return ARGP_ERR_UNKNOWN;
}

static error_t parse_next (parsing *p, int *is_over) {
  struct argp_state *s = &p->state;
  if (s->quoted && s->next < s->quoted)
    s->quoted = 0;
  if (!s->quoted && !p->had_options) {
    optind = s->next;
    opterr = !(s->flags & ARGP_NO_ERRS);
    int key =
        s->flags & ARGP_LONG_ONLY
            ? getopt_long_only (s->argc, s->argv, p->shorts, p->longs, NULL)
            : getopt_long (s->argc, s->argv, p->shorts, p->longs, NULL);
    s->next = optind;
    if (__reprise_getopt_failed) {
      argp_state_help (s, s->err_stream, ARGP_HELP_STD_ERR);
      return EINVAL;
    }
    if (key == 1)
      s->next--;
    else if (key != -1)
      return take_option (p, key);
    else {
      p->had_options = 1;
      if (s->next > 1 && !strcmp (s->argv[s->next - 1], "--"))
        s->quoted = s->next;
    }
  }
  if (s->next >= s->argc || s->flags & ARGP_NO_ARGS) {
    *is_over = 1;
    return 0;
  }
  return take_operand (p);
}

static error_t ask_all (parsing *p, int key, int is_last) {
  error_t e = 0;
  for (int i = 0; !e && i < p->n_groups; i++) {
    int g = is_last ? p->n_groups - 1 - i : i;
    if (key == ARGP_KEY_NO_ARGS && p->groups[g].has_args)
      continue;
    e = call_group (p, g, key, NULL);
    e = e == ARGP_ERR_UNKNOWN ? 0 : e;
  }
  return e;
}

static error_t finish (parsing *p, error_t e, int is_operand, int *next) {
  struct argp_state *s = &p->state;
  if (e == ARGP_ERR_UNKNOWN && is_operand)
    e = 0;
  int is_done = s->next == s->argc;
  if (!e && next)
    *next = s->next;
  if (!e && is_done) {
    e = ask_all (p, ARGP_KEY_NO_ARGS, 0);
    if (!e)
      e = ask_all (p, ARGP_KEY_END, 1);
  } else if (!e && !next) {
    if (!(s->flags & ARGP_NO_ERRS))
      fprintf (s->err_stream, "%s: Too many arguments\n", s->name);
    argp_state_help (s, s->err_stream, ARGP_HELP_STD_ERR);
    e = ARGP_ERR_UNKNOWN;
  }
  for (int g = 0; e && g < p->n_groups; g++)
    call_group (p, g, ARGP_KEY_ERROR, NULL);
  if (!e)
    e = ask_all (p, ARGP_KEY_SUCCESS, 1);
  for (int g = p->n_groups - 1; g >= 0; g--)
    call_group (p, g, ARGP_KEY_FINI, NULL);
  return e == ARGP_ERR_UNKNOWN ? EINVAL : e;
}

error_t argp_parse (const struct argp *a, int argc, char **argv, unsigned flags,
                    int *next, void *input) {
  parsing *p = calloc (1, sizeof *p);
  if (!p)
    return ENOMEM;
  int is_over = 0;
  p->shorts[0] = flags & ARGP_IN_ORDER ? '-' : flags & ARGP_NO_ARGS ? '+' : 0;
  if (!p->shorts[0])
    strcpy (p->shorts, __getenv_quiet ("POSIXLY_CORRECT") ? "+" : "");
  add_group (p, a, -1, 0);
  if (!(flags & ARGP_NO_HELP)) {
    add_group (p, &default_argp, -1, 0);
    if (argp_program_version || argp_program_version_hook)
      add_group (p, &version_argp, -1, 0);
  }
  p->state = (struct argp_state) {.root_argp = a,
                                  .argc = argc,
                                  .argv = argv,
                                  .flags = flags,
                                  .err_stream = stderr,
                                  .out_stream = stdout,
                                  .pstate = p};
  p->state.name = argc && *argv ? *argv : program_invocation_name;
  if (strrchr (p->state.name, '/'))
    p->state.name = strrchr (p->state.name, '/') + 1;
  optreset = 1;
  error_t e = start_groups (p, input);
  if (!p->state.next && !(flags & ARGP_PARSE_ARGV0))
    p->state.next = 1;
  while (!e && !is_over)
    e = parse_next (p, &is_over);
  e = finish (p, e, is_over || p->had_options || p->state.quoted, next);
  free (p);
  return e;
}

/* Help. */

static void print_usage (const struct argp *a, FILE *to, const char *name) {
  fprintf (to, "Usage: %s [OPTION...]%s%s\n", name,
           a && a->args_doc && *a->args_doc ? " " : "",
           a && a->args_doc ? a->args_doc : "");
}

static void print_option (FILE *to, const struct argp_option *o) {
  char text[200];
  int n = is_letter (o->key) ? snprintf (text, sizeof text, "  -%c%s", o->key,
                                         o->name ? "," : "")
                             : snprintf (text, sizeof text, "     ");
  if (o->name && n < (int) sizeof text)
    n += snprintf (text + n, sizeof text - (size_t) n, " --%s%s%s%s", o->name,
                   o->arg && o->flags & OPTION_ARG_OPTIONAL ? "[="
                   : o->arg                                 ? "="
                                                            : "",
                   o->arg ? o->arg : "",
                   o->arg && o->flags & OPTION_ARG_OPTIONAL ? "]" : "");
  fprintf (to, "%-28s %s\n", text, o->doc ? o->doc : "");
}

static void print_options (FILE *to, const struct argp *a) {
  for (const struct argp_option *o = a->options; o && !is_end (o); o++)
    if (!(o->flags & OPTION_HIDDEN))
      print_option (to, o);
  for (const struct argp_child *c = a->children; c && c->argp; c++)
    print_options (to, c->argp);
}

static void print_long (const struct argp *a, FILE *to, unsigned flags) {
  const char *split = a && a->doc ? strchr (a->doc, '\v') : NULL;
  if (a && a->doc && flags & ARGP_HELP_PRE_DOC)
    fprintf (to, "%.*s\n", split ? (int) (split - a->doc) : INT_MAX, a->doc);
  if (flags & ARGP_HELP_LONG) {
    fputc ('\n', to);
    if (a)
      print_options (to, a);
    print_options (to, &default_argp);
    if (argp_program_version || argp_program_version_hook)
      print_options (to, &version_argp);
  }
  if (split && flags & ARGP_HELP_POST_DOC)
    fprintf (to, "\n%s\n", split + 1);
  if (argp_program_bug_address && flags & ARGP_HELP_BUG_ADDR)
    fprintf (to, "\nReport bugs to %s.\n", argp_program_bug_address);
}

void argp_help (const struct argp *a, FILE *to, unsigned flags, char *name) {
  if (flags & (ARGP_HELP_USAGE | ARGP_HELP_SHORT_USAGE))
    print_usage (a, to, name);
  print_long (a, to, flags);
  if (flags & ARGP_HELP_SEE)
    fprintf (to, "Try `%s --help' or `%s --usage' for more information.\n",
             name, name);
}

void argp_state_help (const struct argp_state *s, FILE *to, unsigned flags) {
  if (s && s->flags & ARGP_NO_ERRS && flags & ARGP_HELP_EXIT_ERR)
    return;
  argp_help (s ? s->root_argp : NULL, to, flags,
             s ? s->name : program_invocation_short_name);
  if (s && s->flags & ARGP_NO_EXIT)
    return;
  if (flags & ARGP_HELP_EXIT_ERR)
    exit (argp_err_exit_status);
  if (flags & ARGP_HELP_EXIT_OK)
    exit (0);
}

void argp_usage (const struct argp_state *s) {
  argp_state_help (s, stderr, ARGP_HELP_STD_USAGE);
}

void argp_error (const struct argp_state *s, const char *format, ...) {
  if (s && s->flags & ARGP_NO_ERRS)
    return;
  va_list list;
  va_start (list, format);
  fprintf (stderr, "%s: ", s ? s->name : program_invocation_short_name);
  vfprintf (stderr, format, list);
  fputc ('\n', stderr);
  va_end (list);
  argp_state_help (s, stderr, ARGP_HELP_STD_ERR);
}

void argp_failure (const struct argp_state *s, int status, int number,
                   const char *format, ...) {
  if (s && s->flags & ARGP_NO_ERRS)
    return;
  va_list list;
  fprintf (stderr, "%s", s ? s->name : program_invocation_short_name);
  if (format) {
    va_start (list, format);
    fputs (": ", stderr);
    vfprintf (stderr, format, list);
    va_end (list);
  }
  if (number)
    fprintf (stderr, ": %s", strerror (number));
  fputc ('\n', stderr);
  if (status && !(s && s->flags & ARGP_NO_EXIT))
    exit (status);
}
