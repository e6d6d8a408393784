/* reprise-diff: reprise, with what a change does. Of two files, or of revisions
 * in git. */

#include "cli/cli.h"

#include "diff/diffing.h"
#include "diff/revisions.h"
#include "diff/two_folders.h"
#include "diff/watching.h"
#include "program/git.h"
#include "suite/testcase_text.h"

#include <string.h>
#include <unistd.h>

/* All that one command compares. */
typedef struct versions_diff {
  context *context;
  diff_answer answer;         /* the worst so far */
  size_t n[DIFF_UNKNOWN + 1]; /* of each answer */
  size_t n_accepted;          /* not known, and that is accepted */
  json_t *all;                /* of several, with --json, else NULL */
  /* Names, each with its NUL: FILE:NAME. */
  char_vec only[2];          /* functions of the new version, of the old one */
  char_vec own_variables[2]; /* the same, of variables that are not static */
  char_vec values;           /* such variables that begin with another value */
  char_vec hidden;           /* what is static now */
  revisions *revisions;      /* or NULL */
  char_vec seen; /* functions that were compared: FILE:NAME, each with its NUL;
                    of a header's, the file is the header */
  char_vec variables; /* that changed and other files may use, each with its NUL
                       */
  FILE *comment;      /* with --markdown: written below its heading */
  char *text;         /* of it */
  size_t len;
} versions_diff;

enum { ONLY_NEW, ONLY_OLD };

static bool has_other_names (const versions_diff *w) {
  return w->only[ONLY_OLD].len || w->values.len;
}

/* Who called what is gone cannot any more; who reads a variable sees what it
 * begins with.
 */
static diff_answer answer_of (const versions_diff *w) {
  return has_other_names (w) ? DIFF_DIFFERENT : w->answer;
}

static int diff_status (const versions_diff *w) {
  diff_answer a = answer_of (w);
  return a == DIFF_DIFFERENT                   ? CLI_FOUND
         : w->n_accepted == w->n[DIFF_UNKNOWN] ? CLI_OK
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
  bool is_known = !diffing_run (d);
  if (!is_known)
    st = cli_explore (diffing_run (d), &rep);
  if (!st)
    st = diffing_result (d, is_known ? NULL : &rep, &r);
  bool is_again = !st && goes_again (w, &r);
  if (!st && !is_again) {
    show_one (w, &r, q);
    take_answer (w, r.answer);
    w->n_accepted += r.answer == DIFF_UNKNOWN && r.is_accepted;
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
  if (w->revisions)
    revisions_name (w->revisions, trouble_text (&c->trouble), &why);
  else
    text_puts (&c->memory, &why, trouble_text (&c->trouble));
  text_c (&c->memory, &why);
  if (w->comment)
    fprintf (w->comment, "\n#### `%s`: not compared\n\n%s\n", what, why.data);
  else if (w->all)
    json_array_append_new (
        w->all,
        json_pack ("{s:i, s:o, s:o, s:s, s:[], s:[o]}", "format", 1, "old",
                   testcase_text_json (what), "new", testcase_text_json (what),
                   "verdict", diff_answer_name (DIFF_UNKNOWN), "differences",
                   "reasons", testcase_text_json (why.data)));
  else
    printf ("%s: not compared: %s\n", what, why.data);
  vec_release (&c->memory, &why);
  trouble_clear (&c->trouble);
  take_answer (w, DIFF_UNKNOWN);
  return ST_OK;
}

/* Of files in both revisions; 'room' holds their names. */
static diff_request revised_request (const versions_diff *w, const char *before,
                                     const char *now, char_vec room[2]) {
  const revisions *r = w->revisions;
  revisions_input (r, before, true, &room[0]);
  revisions_input (r, now, false, &room[1]);
  return (diff_request) {.before = room[0].data,
                         .now = room[1].data,
                         .root = r->root.data,
                         .root_before = r->before.data,
                         .root_now = r->now.len ? r->now.data : NULL,
                         .name_before = r->names[0],
                         .name_now = r->names[1],
                         .changed = &r->changed,
                         .title = now};
}

static status compare_revised (versions_diff *w, const char *before,
                               const char *now, bool is_one_of_many) {
  char_vec room[2] = {{0}};
  diff_request q = revised_request (w, before, now, room);
  char_vec title = {0};
  text_printf (w->revisions->mem, &title, "%s (was %s)", now, before);
  if (strcmp (before, now))
    q.title = text_c (w->revisions->mem, &title);
  q.shown[0] = before;
  q.shown[1] = now;
  q.is_titled = is_one_of_many;
  status st = compare_one (w, &q);
  vec_release (w->revisions->mem, &room[0], &room[1], &title);
  return st && is_one_of_many ? pass_over (w, now, st) : st;
}

/* Functions that only one version has. */

/* Adds FILE:NAME; false: the list has it. */
static bool add_once (memory *mem, char_vec *list, const char *file,
                      const char *name) {
  char_vec whole = {0};
  bool is_known = false;
  text_printf (mem, &whole, "%s%s%s", file, *file ? ":" : "", name);
  text_c (mem, &whole);
  EACH_TEXT (at, list)
  is_known |= !strcmp (at, whole.data);
  if (!is_known)
    text_add (mem, list, whole.data, whole.len + 1);
  vec_release (mem, &whole);
  return !is_known;
}

static void take_names (versions_diff *w, char_vec *list, const char *file,
                        const char_vec *names) {
  EACH_TEXT (at, names)
  add_once (&w->context->memory, list, file, at);
}

/* A request for one of the functions of two files. */
static status compare_function (versions_diff *w, const diff_request *files,
                                const char *name) {
  memory *mem = &w->context->memory;
  diff_request q = *files;
  char_vec text[3] = {{0}};
  text_printf (mem, &text[0], "%s:%s", files->before, name);
  text_printf (mem, &text[1], "%s:%s", files->now, name);
  text_printf (mem, &text[2], "%s:%s", files->title, name);
  q.before = text_c (mem, &text[0]);
  q.now = text_c (mem, &text[1]);
  q.title = text_c (mem, &text[2]);
  q.is_titled = true;
  q.shown[0] = w->revisions ? q.title : q.before;
  q.shown[1] = q.title;
  status st = compare_one (w, &q);
  if (st)
    st = pass_over (w, q.title, st);
  vec_release (mem, text, text + 1, text + 2);
  return st;
}

static bool is_c_file (const char *path) {
  size_t n = strlen (path);
  return n > 2 && !strcmp (path + n - 2, ".c");
}

static status compare_functions (versions_diff *w, const diff_request *q,
                                 const diff_functions *all) {
  status st = ST_OK;
  const char *before = w->revisions ? q->title : q->before;
  take_names (w, &w->only[ONLY_NEW], q->title, &all->added);
  take_names (w, &w->only[ONLY_OLD], before, &all->gone);
  take_names (w, &w->own_variables[ONLY_NEW], q->title, &all->added_variables);
  take_names (w, &w->own_variables[ONLY_OLD], before, &all->gone_variables);
  take_names (w, &w->values, q->title, &all->values);
  take_names (w, &w->hidden, q->title, &all->hidden);
  text_add (&w->context->memory, &w->variables, all->variables.data,
            all->variables.len);
  EACH_TEXT (at, &all->changed) {
    const char *name = at;
    at += strlen (at) + 1; /* to its file */
    if (!st && add_once (&w->context->memory, &w->seen,
                         *at && !is_c_file (at) ? at : q->title, name))
      st = compare_function (w, q, name);
  }
  return st;
}

/* Those of a file that are in both versions and not the same; all of one that
 * is in one of them only. 'is_linked': or what they need is not the same.
 */
static status compare_file (versions_diff *w, const char *file, revised how,
                            bool is_linked) {
  char_vec room[2] = {{0}};
  diff_functions all = {0};
  diff_request q = revised_request (w, file, file, room);
  q.before = how == REVISED_ADDED ? NULL : q.before;
  q.now = how == REVISED_GONE ? NULL : q.now;
  status st = diffing_functions (w->context, &q, is_linked, &all);
  if (!st)
    st = compare_functions (w, &q, &all);
  vec_release (w->revisions->mem, &room[0], &room[1]);
  diff_functions_release (w->revisions->mem, &all);
  return st;
}

static status compare_list (versions_diff *w, const char_vec *files,
                            revised how, bool is_linked) {
  status st = ST_OK;
  EACH_TEXT (at, files)
  if (!st && (st = compare_file (w, at, how, is_linked)))
    st = pass_over (w, at, st);
  return st;
}

/* They may have changed in any way. */
static status pass_submodules (versions_diff *w, const char *folder) {
  revisions *r = w->revisions;
  char_vec list = {0};
  status st = revisions_changed_submodules (r, folder, &list);
  const char *end = list.data + list.len;
  for (const char *at = list.data; !st && at < end; at += strlen (at) + 1)
    st = pass_over (w, at,
                    trouble_set (&w->context->trouble, ST_BADINPUT,
                                 "it is a submodule that changed; compare its "
                                 "revisions inside of it"));
  vec_release (r->mem, &list);
  return st;
}

/* A change of a variable is one of those who use it; and one of a function
 * outside, of those who call it.
 */
static status compare_folder (versions_diff *w, const char *folder) {
  revisions *r = w->revisions;
  char_vec files = {0}, users = {0};
  bool is_linked = revisions_change_outside (r, folder);
  status st;
  TRY (pass_submodules (w, folder));
  for (revised how = REVISED_CHANGED; how <= REVISED_GONE; how++) {
    vec_clear (&files);
    TRY (revisions_list (
        r, folder, how == REVISED_CHANGED && is_linked ? REVISED_ANY : how,
        &files));
    TRY (compare_list (w, &files, how, is_linked && how == REVISED_CHANGED));
  }
  if (!is_linked)
    TRY (revisions_users (r, folder, &w->variables, &users));
  TRY (compare_list (w, &users, REVISED_CHANGED, true));
out:
  vec_release (r->mem, &files, &users);
  return st;
}

/* Moved code: gone from a file, and new in another one. */

static const char *function_of (const char *name) {
  const char *colon = strrchr (name, ':');
  return colon ? colon + 1 : name;
}

static void drop_name (char_vec *list, const char *name) {
  size_t n = strlen (name) + 1, at = (size_t) (name - list->data);
  memmove (list->data + at, list->data + at + n, list->len - at - n);
  list->len -= n;
}

static const char *find_function (const char_vec *list, const char *name) {
  const char *end = list->data + list->len;
  for (const char *at = list->data; at < end; at += strlen (at) + 1)
    if (!strcmp (function_of (at), name))
      return at;
  return NULL;
}

static status compare_moved (versions_diff *w) {
  memory *mem = &w->context->memory;
  char_vec *gone = &w->only[ONLY_OLD], *added = &w->only[ONLY_NEW];
  status st = ST_OK;
  for (size_t i = 0; !st && i < gone->len;) {
    const char *at = gone->data + i;
    const char *now = find_function (added, function_of (at));
    if (!now) {
      i += strlen (at) + 1;
      continue;
    }
    char_vec old = {0}, new = {0};
    text_puts (mem, &old, at);
    text_puts (mem, &new, now);
    drop_name (gone, at);
    drop_name (added, now);
    st = compare_revised (w, text_c (mem, &old), text_c (mem, &new), true);
    vec_release (mem, &old, &new);
  }
  return st;
}

/* A variable that moved is compared where it is used. */
static void take_gone_variables (versions_diff *w) {
  EACH_TEXT (at, &w->own_variables[ONLY_OLD])
  if (!find_function (&w->own_variables[ONLY_NEW], function_of (at)))
    text_add (&w->context->memory, &w->only[ONLY_OLD], at, strlen (at) + 1);
}

static size_t count_all (const versions_diff *w) {
  return w->n[DIFF_EQUIVALENT] + w->n[DIFF_DIFFERENT] + w->n[DIFF_UNKNOWN];
}

static void print_counts (const versions_diff *w) {
  printf ("%zu compared: %zu different, %zu equivalent, %zu not known\n",
          count_all (w), w->n[DIFF_DIFFERENT], w->n[DIFF_EQUIVALENT],
          w->n[DIFF_UNKNOWN]);
}

static void print_names (const char *what, const char_vec *list) {
  const char *sep = what;
  EACH_TEXT (at, list) {
    const char *name = function_of (at);
    printf ("%s%s (in %.*s)", sep, name, (int) (name - at - 1), at);
    sep = ", ";
  }
  if (list->len)
    putchar ('\n');
}

/* "removed: f (was in src/a.c)", "new, and nothing to compare with: src/b.c:g"
 */
static void print_others (const versions_diff *w) {
  for (int which = ONLY_OLD; which >= ONLY_NEW; which--) {
    const char_vec *list = &w->only[which];
    const char *end = list->data + list->len, *sep;
    sep =
        which == ONLY_OLD ? "removed: " : "new, and nothing to compare with: ";
    for (const char *at = list->data; at < end; at += strlen (at) + 1) {
      const char *name = function_of (at);
      if (which == ONLY_OLD && name > at)
        printf ("%s%s (was in %.*s)", sep, name, (int) (name - at - 1), at);
      else
        printf ("%s%s", sep, at);
      sep = ", ";
    }
    if (list->len)
      putchar ('\n');
  }
  print_names ("begins with another value: ", &w->values);
  print_names ("static now: ", &w->hidden);
}

/* Where no function was compared. */
static const char *word_of_none (const versions_diff *w) {
  return has_other_names (w)
             ? "different, though no function of both versions has changed"
             : "equivalent: no function of both versions has changed";
}

/* What a reviewer reads first. */
static void print_heading (const versions_diff *w) {
  static const char *const words[] = {
      "### This change does not alter the behaviour",
      "### This change alters the behaviour",
      "### It is not known whether this change alters the behaviour"};
  puts (words[answer_of (w)]);
  if (count_all (w) != 1)
    putchar ('\n');
  if (count_all (w) > 1)
    print_counts (w);
  else if (!count_all (w))
    puts (word_of_none (w));
  if (w->only[ONLY_NEW].len || w->hidden.len || has_other_names (w))
    putchar ('\n');
  print_others (w);
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
    puts (word_of_none (w));
  print_others (w);
  if (count_all (w) > 1)
    print_counts (w);
}

static json_t *names_json (const char_vec *list) {
  json_t *res = json_array ();
  const char *end = list->data + list->len;
  for (const char *at = list->data; at < end; at += strlen (at) + 1)
    json_array_append_new (res, testcase_text_json (at));
  return res;
}

static void finish_all (versions_diff *w) {
  print_all (w);
  if (w->all)
    cli_print_json (json_pack (
        "{s:i, s:s, s:o, s:o, s:o, s:o, s:o}", "format", 1, "verdict",
        diff_answer_name (answer_of (w)), "functions", w->all, "gone",
        names_json (&w->only[ONLY_OLD]), "new", names_json (&w->only[ONLY_NEW]),
        "values", names_json (&w->values), "hidden", names_json (&w->hidden)));
}

static status compare_named (versions_diff *w, const char *input,
                             bool is_one_of_many) {
  size_t len = strlen (input);
  const char *submodule = revisions_submodule (w->revisions, input);
  if (submodule)
    return trouble_set (&w->context->trouble, ST_USAGE,
                        "'%s' is a submodule; compare its revisions inside of "
                        "it",
                        submodule);
  if (len > 2 && !strcmp (input + len - 2, ".h"))
    return trouble_set (&w->context->trouble, ST_USAGE,
                        "'%s' is a header; name a C file that includes it, or "
                        "a function",
                        input);
  if (revisions_is_folder (w->revisions, input))
    return compare_folder (w, strcmp (input, ".") ? input : "");
  bool was = revisions_has (w->revisions, input, true);
  bool is = revisions_has (w->revisions, input, false);
  if (strchr (input, ':') && was != is) {
    text_add (&w->context->memory, &w->only[was ? ONLY_OLD : ONLY_NEW], input,
              strlen (input) + 1);
    return ST_OK;
  }
  if (strchr (input, ':'))
    return compare_revised (w, input, input, is_one_of_many);
  return compare_file (w, input,
                       was == is ? REVISED_CHANGED
                       : is      ? REVISED_ADDED
                                 : REVISED_GONE,
                       was == is);
}

static status compare_input (versions_diff *w, const char *input,
                             bool is_one_of_many) {
  char_vec name = {0};
  revisions_new_name (w->revisions, input, &name);
  status st = compare_named (w, name.data, is_one_of_many);
  vec_release (w->revisions->mem, &name);
  return st;
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
    st = compare_folder (w, "");
  if (!st)
    st = compare_moved (w);
  take_gone_variables (w);
  int res = st ? revised_trouble (w, st) : diff_status (w);
  revisions_release (&r);
  if (!st)
    finish_all (w);
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

/* Without a function: two programs, or all functions of two files. */
static status compare_whole (versions_diff *w, const diff_request *q) {
  diff_functions all = {0};
  context *c = w->context;
  status st = diffing_functions (c, q, true, &all);
  bool is_program = st || all.has_main;
  trouble_clear (&c->trouble); /* who runs it tells more */
  if (is_program)
    st = compare_one (w, q);
  else {
    if (c->options.json)
      w->all = json_array ();
    diff_request titled = *q;
    titled.title = q->now;
    st = compare_functions (w, &titled, &all);
    take_gone_variables (w);
    if (!st)
      finish_all (w);
  }
  diff_functions_release (&c->memory, &all);
  return st;
}

/* Two programs, or all functions that both have. */
static int compare_folders (versions_diff *w, int argc, char **argv) {
  context *c = w->context;
  two_folders f;
  diff_request q = {
      .before = argv[0], .now = argv[1], .argc = argc - 2, .argv = argv + 2};
  status st = compare_one (w, &q);
  if (st != ST_BADINPUT)
    return st ? cli_trouble (c) : diff_status (w);
  trouble_clear (&c->trouble);
  st = two_folders_enter (&f, c, argv[0], argv[1]);
  int res =
      st ? cli_trouble (c) : compare_revisions (w, 1, (char *[]) {f.before}, 0);
  two_folders_release (&f);
  return res;
}

static int compare_files (versions_diff *w, int argc, char **argv) {
  context *c = w->context;
  diff_request q = {
      .before = argv[0], .now = argv[1], .argc = argc - 2, .argv = argv + 2};
  bool is_whole = !strchr (argv[0], ':') && !strchr (argv[1], ':');
  status st = is_whole ? compare_whole (w, &q) : compare_one (w, &q);
  return st ? cli_trouble (c) : diff_status (w);
}

/* "A..B" is A and B, "A...B" what both come from and B, as for git. */
static bool split_range (context *c, const char *text, char_vec side[2]) {
  const char *dots = strstr (text, "..");
  if (!dots || is_input (text))
    return false;
  bool is_common = dots[2] == '.';
  const char *second = dots + 2 + is_common;
  text_add (&c->memory, &side[0], text, (size_t) (dots - text));
  text_puts (&c->memory, &side[0], dots == text ? "HEAD" : "");
  text_puts (&c->memory, &side[1], *second ? second : "HEAD");
  const char *a = text_c (&c->memory, &side[0]);
  const char *b = text_c (&c->memory, &side[1]);
  bool is_range = revision_exists (c, a) && revision_exists (c, b),
       is_done = true;
  char_vec base = {0};
  if (is_range && is_common &&
      GIT_RUN (c, &base, &is_done, "git", "merge-base", a, b))
    is_done = false;
  if (is_range && is_common && is_done) {
    vec_clear (&side[0]);
    text_puts (&c->memory, &side[0], base.data);
    text_c (&c->memory, &side[0]);
  }
  vec_release (&c->memory, &base);
  return is_range && is_done;
}

static int compare_range (versions_diff *w, int argc, char **argv,
                          const char_vec side[2]) {
  memory *mem = &w->context->memory;
  size_t size = ((size_t) argc + 1) * sizeof *argv;
  char **all = memory_alloc (mem, size);
  all[0] = side[0].data;
  all[1] = side[1].data;
  memcpy (all + 2, argv + 1, ((size_t) argc - 1) * sizeof *argv);
  int res = compare_revisions (w, 2, all, argc - 1);
  memory_free (mem, all, size);
  return res;
}

static int compare_any (versions_diff *w, int argc, char **argv) {
  context *c = w->context;
  int n = c->options.n_operands ? c->options.n_operands : argc;
  char_vec side[2] = {{0}};
  bool is_range = n == 1 && split_range (c, argv[0], side);
  int res = is_range ? compare_range (w, argc, argv, side) : 0;
  vec_release (&c->memory, &side[0], &side[1]);
  if (is_range)
    return res;
  bool has_files = n == 2 && (is_input (argv[0]) || is_input (argv[1]));
  if (n && n <= 2 && !has_files && !is_input (argv[0]) &&
      revision_exists (c, argv[0]))
    return compare_revisions (w, n, argv, argc - n);
  if (n && n <= 2 && !has_files && !is_input (argv[0])) {
    git_refuse (c, argv[0]);
    return cli_trouble (c);
  }
  if (n == 2 && is_folder (argv[0]) && is_folder (argv[1]))
    return compare_folders (w, argc, argv);
  if (n == 2)
    return compare_files (w, argc, argv);
  trouble_set (&c->trouble, ST_USAGE,
               "diff needs two versions: 'reprise diff OLD.c NEW.c', or a "
               "revision in git: 'reprise diff HEAD~1 -- FILE.c:FUNCTION'");
  return cli_trouble (c);
}

static int diff_command (context *c, int argc, char **argv) {
  versions_diff w = {.context = c};
  cli_limit_memory (c);
  if (c->options.markdown && !c->options.json)
    w.comment = open_memstream (&w.text, &w.len);
  int res = compare_any (&w, argc, argv);
  print_comment (&w, res != CLI_TROUBLE);
  vec_release (&c->memory, &w.only[0], &w.only[1], &w.own_variables[0],
               &w.own_variables[1], &w.values, &w.hidden, &w.seen,
               &w.variables);
  return res;
}

int main (int argc, char **argv) {
  const extension added = {.diff = diff_command, .watch = watch_command};
  return cli_main (argc, argv, &added, cli_dispatch);
}
