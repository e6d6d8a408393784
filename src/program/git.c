#include "program/git.h"

#include "program/command.h"

static status run (context *c, const char *const *words, char_vec *out,
                   bool is_question, bool *succeeded) {
  command all;
  char_vec messages = {0};
  vec_clear (out);
  command_init (&all, &c->memory);
  for (; *words; words++)
    command_add (&all, *words);
  status st = command_run (&all, out, &messages, succeeded, &c->trouble);
  if (!st && !*succeeded && !is_question && messages.len)
    log_info (&c->log, "%s", text_c (&c->memory, &messages));
  while (out->len && vec_last (out) == '\n')
    out->len--;
  text_c (&c->memory, out);
  vec_release (&c->memory, &messages);
  command_release (&all);
  return st;
}

status git_run (context *c, const char *const *words, char_vec *out,
                bool *succeeded) {
  return run (c, words, out, false, succeeded);
}

bool git_ask (context *c, const char *const *words, char_vec *out) {
  bool is_so = false;
  if (run (c, words, out, true, &is_so))
    trouble_clear (&c->trouble);
  return is_so;
}

status git_refuse (context *c, const char *name) {
  char_vec out = {0};
  bool is_here =
      GIT_ASK (c, &out, "git", "rev-parse", "--is-shallow-repository");
  bool is_shallow = is_here && !strcmp (out.data, "true");
  vec_release (&c->memory, &out);
  return trouble_set (
      &c->trouble, ST_BADINPUT, "'%s' is %s%s", name,
      is_here ? "neither a file nor a revision of this git repository"
              : "not a file, and this directory is not in a git repository",
      is_shallow ? "; the clone is shallow, 'git fetch --unshallow' gets older "
                   "revisions"
                 : "");
}

/* "@@ -1,2 +3,4 @@": lines 3 to 6 of the new version. Where lines are gone,
 * what was before and behind them.
 */
static bool read_hunk (const char *line, unsigned long *first,
                       unsigned long *last) {
  const char *plus = !strncmp (line, "@@ ", 3) ? strchr (line, '+') : NULL;
  char *end = NULL;
  if (!plus)
    return false;
  *first = strtoul (plus + 1, &end, 10);
  unsigned long n = *end == ',' ? strtoul (end + 1, NULL, 10) : 1;
  *last = n ? *first + n - 1 : *first + 1;
  *first += !*first;
  return true;
}

static void add_lines (memory *mem, const char *file, unsigned long first,
                       unsigned long last, char_vec *out) {
  text_printf (mem, out, "%s%s:%lu", out->len ? "," : "", file, first);
  if (last > first)
    text_printf (mem, out, "-%lu", last);
  text_puts (mem, out, "?");
}

status git_changed_lines (context *c, const char *revision, char_vec *out) {
  char_vec text = {0};
  const char *file = "";
  unsigned long first, last;
  bool is_done = false;
  status st = GIT_RUN (c, &text, &is_done, "git", "diff", "-U0", "--no-color",
                       "--no-prefix", "--no-ext-diff", "--end-of-options",
                       revision, "--", "*.c", "*.h");
  if (!st && !is_done)
    st = git_refuse (c, revision);
  for (char *at = text.len ? strtok (text.data, "\n") : NULL; !st && at;
       at = strtok (NULL, "\n"))
    if (!strncmp (at, "+++ ", 4)) {
      file = at + 4;
      at[strcspn (at, "\t")] = '\0'; /* behind names with blanks */
    } else if (read_hunk (at, &first, &last) && strcmp (file, "/dev/null"))
      add_lines (&c->memory, file, first, last, out);
  if (!st && !out->len)
    st = trouble_set (&c->trouble, ST_USAGE,
                      "--target: no C file has changed since '%s'", revision);
  text_c (&c->memory, out);
  vec_release (&c->memory, &text);
  return st;
}
