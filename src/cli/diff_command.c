/* reprise diff: what does a change do? Of two files, or of revisions in git. */

#include "cli/cli.h"

#include "diff/diffing.h"
#include "diff/revisions.h"

#include <string.h>
#include <unistd.h>

/* All that one command compares. */
typedef struct versions_diff {
  context *context;
  diff_answer answer;         /* the worst so far */
  size_t n[DIFF_UNKNOWN + 1]; /* of each answer */
  json_t *all;                /* of several, with --json, else NULL */
  revisions *revisions;       /* or NULL */
  FILE *comment;              /* with --markdown: written below its heading */
  char *text;                 /* of it */
  size_t len;
} versions_diff;

static int diff_status (diff_answer a) {
  return a == DIFF_EQUIVALENT  ? CLI_OK
         : a == DIFF_DIFFERENT ? CLI_FOUND
                               : CLI_INCOMPLETE;
}

/* Different is worse than not known, for there is something to see. */
static void take_answer (versions_diff *w, diff_answer a) {
  static const int weight[] = {0, 2, 1};
  if (weight[a] > weight[w->answer])
    w->answer = a;
  w->n[a]++;
}

static void show_one (versions_diff *w, const diff_result *r,
                      const diff_request *q) {
  const options *o = &w->context->options;
  if (w->all)
    json_array_append_new (w->all, diff_json (r, q));
  else if (o->json)
    cli_print_json (diff_json (r, q));
  else if (o->markdown)
    diff_print_markdown (r, q, w->comment);
  else
    diff_print (r, q);
}

/* Pointers that depend on inputs are known where each decision is a path. */
static bool goes_again (const versions_diff *w, const diff_result *r) {
  return r->answer == DIFF_UNKNOWN && r->unconfirmed &&
         !w->context->options.keep_branches;
}

static status compare_one (versions_diff *w, const diff_request *q) {
  report rep;
  diff_result r;
  diffing *d;
  status st = diffing_open (w->context, q, &d);
  if (st)
    return st;
  st = cli_explore (diffing_run (d), &rep);
  if (!st)
    st = diffing_result (d, &rep, &r);
  bool is_again = !st && goes_again (w, &r);
  if (!st && !is_again) {
    show_one (w, &r, q);
    take_answer (w, r.answer);
  }
  diffing_free (d);
  if (!is_again)
    return st;
  options o = w->context->options;
  o.keep_branches = true;
  context_take_options (w->context, &o);
  return compare_one (w, q);
}

/* Revisions. */

/* One of several that cannot be compared does not keep us from the others. */
static status pass_over (versions_diff *w, const char *what, status st) {
  context *c = w->context;
  char_vec why = {0};
  if (st != ST_BADINPUT && st != ST_UNSUPPORTED)
    return st;
  revisions_name (w->revisions, trouble_text (&c->trouble), &why);
  if (w->comment)
    fprintf (w->comment, "\n#### `%s`: not compared\n\n%s\n", what, why.data);
  log_warning (&c->log, "%s is not compared: %s", what, why.data);
  vec_release (w->revisions->mem, &why);
  trouble_clear (&c->trouble);
  take_answer (w, DIFF_UNKNOWN);
  return ST_OK;
}

static status compare_revised (versions_diff *w, const char *input,
                               bool is_one_of_many) {
  const revisions *r = w->revisions;
  memory *mem = r->mem;
  char_vec before = {0}, now = {0};
  revisions_input (r, input, true, &before);
  revisions_input (r, input, false, &now);
  diff_request q = {.before = before.data,
                    .now = now.data,
                    .root = r->root.data,
                    .root_before = r->before.data,
                    .root_now = r->now.len ? r->now.data : NULL,
                    .title = input,
                    .is_titled = is_one_of_many};
  status st = compare_one (w, &q);
  vec_release (mem, &before, &now);
  return st && is_one_of_many ? pass_over (w, input, st) : st;
}

/* Those of a file that are in both versions and not the same. */
static status compare_functions (versions_diff *w, const char *file) {
  const revisions *r = w->revisions;
  char_vec before = {0}, now = {0}, input = {0}, names = {0};
  revisions_input (r, file, true, &before);
  revisions_input (r, file, false, &now);
  diff_request q = {.before = before.data,
                    .now = now.data,
                    .root = r->root.data,
                    .root_before = r->before.data,
                    .root_now = r->now.len ? r->now.data : NULL,
                    .title = file};
  status st = diffing_functions (w->context, &q, &names);
  const char *end = names.data + names.len;
  for (const char *at = names.data; !st && at < end; at += strlen (at) + 1) {
    vec_clear (&input);
    text_printf (r->mem, &input, "%s:%s", file, at);
    st = compare_revised (w, text_c (r->mem, &input), true);
  }
  vec_release (r->mem, &before, &now, &input, &names);
  return st;
}

static status compare_changed (versions_diff *w, const char *folder) {
  revisions *r = w->revisions;
  char_vec files = {0};
  status st = revisions_changed (r, folder, &files);
  const char *end = files.data + files.len;
  for (const char *at = files.data; !st && at < end; at += strlen (at) + 1) {
    st = compare_functions (w, at);
    if (st)
      st = pass_over (w, at, st);
  }
  vec_release (r->mem, &files);
  return st;
}

static size_t count_all (const versions_diff *w) {
  return w->n[DIFF_EQUIVALENT] + w->n[DIFF_DIFFERENT] + w->n[DIFF_UNKNOWN];
}

static void print_counts (const versions_diff *w) {
  printf ("%zu compared: %zu different, %zu equivalent, %zu not known\n",
          count_all (w), w->n[DIFF_DIFFERENT], w->n[DIFF_EQUIVALENT],
          w->n[DIFF_UNKNOWN]);
}

/* What a reviewer reads first. */
static void print_heading (const versions_diff *w) {
  static const char *const words[] = {
      "### This change does not alter the behaviour",
      "### This change alters the behaviour",
      "### It is not known whether this change alters the behaviour"};
  puts (words[w->answer]);
  if (count_all (w) != 1)
    putchar ('\n');
  if (count_all (w) > 1)
    print_counts (w);
  else if (!count_all (w))
    puts ("No function of both versions has changed.");
}

static void print_comment (versions_diff *w, bool is_good) {
  if (!w->comment)
    return;
  fclose (w->comment);
  if (is_good) {
    print_heading (w);
    fwrite (w->text, 1, w->len, stdout);
  }
  free (w->text);
}

/* What all are together. */
static void print_all (const versions_diff *w) {
  if (w->all || w->comment)
    return;
  if (!count_all (w))
    puts ("equivalent: no function of both versions has changed");
  else if (count_all (w) > 1)
    print_counts (w);
}

static status compare_input (versions_diff *w, const char *input,
                             bool is_one_of_many) {
  size_t len = strlen (input);
  if (len > 2 && !strcmp (input + len - 2, ".h"))
    return trouble_set (&w->context->trouble, ST_USAGE,
                        "'%s' is a header; name a C file that includes it, or "
                        "a function",
                        input);
  if (revisions_is_folder (w->revisions, input))
    return compare_changed (w, strcmp (input, ".") ? input : "");
  return strchr (input, ':') ? compare_revised (w, input, is_one_of_many)
                             : compare_functions (w, input);
}

/* Trouble speaks of revisions, not of where we have put them. */
static int revised_trouble (versions_diff *w, status st) {
  char_vec text = {0};
  context *c = w->context;
  revisions_name (w->revisions, trouble_text (&c->trouble), &text);
  trouble_clear (&c->trouble);
  trouble_set (&c->trouble, st, "%s", text.data);
  vec_release (w->revisions->mem, &text);
  json_decref (w->all);
  return cli_trouble (c);
}

static int compare_revisions (versions_diff *w, int n, char **argv,
                              int n_inputs) {
  revisions r;
  context *c = w->context;
  status st = revisions_open (&r, c, argv[0], n > 1 ? argv[1] : NULL);
  w->revisions = &r;
  if (c->options.json)
    w->all = json_array ();
  for (int i = 0; !st && i < n_inputs; i++)
    st = compare_input (w, argv[n + i], n_inputs > 1);
  if (!st && !n_inputs)
    st = compare_changed (w, "");
  int res = st ? revised_trouble (w, st) : diff_status (w->answer);
  revisions_release (&r);
  if (st)
    return res;
  print_all (w);
  if (w->all)
    cli_print_json (json_pack ("{s:i, s:s, s:o}", "format", 1, "verdict",
                               diff_answer_name (w->answer), "functions",
                               w->all));
  return res;
}

/* Files. */

static bool is_input (const char *text) {
  char_vec file = {0};
  const char *colon = strrchr (text, ':');
  text_add (NULL, &file, text, colon ? (size_t) (colon - text) : strlen (text));
  bool is_there = !access (text, F_OK) || !access (text_c (NULL, &file), F_OK);
  vec_release (NULL, &file);
  return is_there;
}

static int compare_files (versions_diff *w, int argc, char **argv) {
  context *c = w->context;
  diff_request q = {
      .before = argv[0], .now = argv[1], .argc = argc - 2, .argv = argv + 2};
  return compare_one (w, &q) ? cli_trouble (c) : diff_status (w->answer);
}

static int compare_any (versions_diff *w, int argc, char **argv) {
  context *c = w->context;
  int n = c->options.n_operands ? c->options.n_operands : argc;
  bool has_files = n == 2 && (is_input (argv[0]) || is_input (argv[1]));
  if (n && n <= 2 && !has_files && !is_input (argv[0]) &&
      revisions_know (c, argv[0]))
    return compare_revisions (w, n, argv, argc - n);
  if (n == 2)
    return compare_files (w, argc, argv);
  trouble_set (&c->trouble, ST_USAGE,
               "diff needs two versions: 'reprise diff OLD.c NEW.c', or a "
               "revision in git: 'reprise diff HEAD~1 -- FILE.c:FUNCTION'");
  return cli_trouble (c);
}

int cli_diff (context *c, int argc, char **argv) {
  versions_diff w = {.context = c};
  cli_limit_memory (c);
  if (c->options.markdown && !c->options.json)
    w.comment = open_memstream (&w.text, &w.len);
  int res = compare_any (&w, argc, argv);
  print_comment (&w, res != CLI_TROUBLE);
  return res;
}
