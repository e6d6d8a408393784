#include "diff/revisions.h"

#include "diff/own_directory.h"
#include "program/command.h"

#include <errno.h>
#include <sys/stat.h>
#include <unistd.h>

/* Runs git or tar; the words end with NULL. What it prints, without the last
 * newline, replaces 'out'.
 */
static status revisions_run (context *c, const char *const *words,
                             char_vec *out, bool *succeeded) {
  command all;
  char_vec messages = {0};
  vec_clear (out);
  command_init (&all, &c->memory);
  for (; *words; words++)
    command_add (&all, *words);
  status st = command_run (&all, out, &messages, succeeded, &c->trouble);
  if (!st && !*succeeded && messages.len)
    log_info (&c->log, "%s", text_c (&c->memory, &messages));
  while (out->len && vec_last (out) == '\n')
    out->len--;
  text_c (&c->memory, out);
  vec_release (&c->memory, &messages);
  command_release (&all);
  return st;
}

#define RUN(C, OUT, OK, ...) \
  revisions_run ((C), (const char *const[]) {__VA_ARGS__, NULL}, (OUT), (OK))

bool revisions_know (context *c, const char *name) {
  char_vec commit = {0}, out = {0};
  bool is_one = false;
  text_printf (&c->memory, &commit, "%s^{commit}", name);
  if (RUN (c, &out, &is_one, "git", "rev-parse", "--verify", "--quiet",
           "--end-of-options", text_c (&c->memory, &commit)))
    trouble_clear (&c->trouble);
  vec_release (&c->memory, &commit);
  vec_release (&c->memory, &out);
  return is_one;
}

static status no_revision (context *c, const char *name) {
  return trouble_set (&c->trouble, ST_BADINPUT,
                      "'%s' is neither a file nor a revision of this git "
                      "repository",
                      name);
}

/* 'name' with all its files in PLACE/part. */
static status revisions_export (revisions *r, const char *name,
                                const char *part, char_vec *to) {
  context *c = r->context;
  char_vec archive = {0}, out = {0};
  bool is_done = false;
  status st = ST_OK;
  if (!revisions_know (c, name))
    return no_revision (c, name);
  text_printf (r->mem, to, "%s/%s", r->place.data, part);
  text_printf (r->mem, &archive, "--output=%s.tar", text_c (r->mem, to));
  text_c (r->mem, &archive);
  if (mkdir (to->data, 0700))
    st = trouble_set (&c->trouble, ST_NOWRITE, "cannot make '%s': %s", to->data,
                      strerror (errno));
  if (!st)
    st = RUN (c, &out, &is_done, "git", "-C", r->root.data, "archive",
              "--format=tar", archive.data, name);
  if (!st && is_done)
    st = RUN (c, &out, &is_done, "tar", "-x", "-C", to->data, "-f",
              archive.data + strlen ("--output="));
  if (!st && !is_done)
    st = trouble_set (&c->trouble, ST_BADINPUT,
                      "the files of '%s' cannot be taken out of git", name);
  vec_release (r->mem, &archive);
  vec_release (r->mem, &out);
  return st;
}

static status find_root (revisions *r) {
  bool is_one = false, has_prefix = false;
  context *c = r->context;
  status st = RUN (c, &r->root, &is_one, "git", "rev-parse", "--show-toplevel");
  if (!st && is_one)
    st = RUN (c, &r->prefix, &has_prefix, "git", "rev-parse", "--show-prefix");
  if (!st && !is_one)
    st = trouble_set (&c->trouble, ST_BADINPUT,
                      "this directory is not in the working tree of a git "
                      "repository");
  return st;
}

status revisions_open (revisions *r, context *c, const char *before,
                       const char *now) {
  status st;
  *r = (revisions) {.context = c, .mem = &c->memory, .names = {before, now}};
  TRY (find_root (r));
  TRY (own_directory_make (c, &r->place));
  TRY (revisions_export (r, before, "old", &r->before));
  if (now)
    TRY (revisions_export (r, now, "new", &r->now));
out:
  return st;
}

void revisions_release (revisions *r) {
  own_directory_remove (&r->place);
  vec_release (r->mem, &r->root);
  vec_release (r->mem, &r->prefix);
  vec_release (r->mem, &r->place);
  vec_release (r->mem, &r->before);
  vec_release (r->mem, &r->now);
}

void revisions_input (const revisions *r, const char *input, bool is_before,
                      char_vec *out) {
  const char_vec *to = is_before ? &r->before : &r->now;
  vec_clear (out);
  if (!to->len)
    text_puts (r->mem, out, input);
  else if (input[0] == '/' && !strncmp (input, r->root.data, r->root.len) &&
           input[r->root.len] == '/')
    text_printf (r->mem, out, "%s%s", to->data, input + r->root.len);
  else
    text_printf (r->mem, out, "%s/%s%s", to->data, r->prefix.data, input);
  text_c (r->mem, out);
}

/* Files of these kinds with such a change, one to a line: names with newlines
 * are quoted by git, and not found.
 */
static status list_changed (revisions *r, const char *filter, const char *kind,
                            char_vec *list) {
  bool is_done = false;
  const char *now = r->names[1];
  return now ? RUN (r->context, list, &is_done, "git", "diff", "--name-only",
                    "--relative", "--no-renames", filter, r->names[0], now,
                    "--", kind)
             : RUN (r->context, list, &is_done, "git", "diff", "--name-only",
                    "--relative", "--no-renames", filter, r->names[0], "--",
                    kind);
}

static void note_others (revisions *r, const char *kind) {
  char_vec list = {0};
  if (!list_changed (r, "--diff-filter=AD", kind, &list) && list.len) {
    for (size_t i = 0; i < list.len; i++)
      if (list.data[i] == '\n')
        list.data[i] = ' ';
    log_warning (&r->context->log,
                 "only one version has these files, which are not compared: %s",
                 text_c (r->mem, &list));
  }
  vec_release (r->mem, &list);
}

static bool is_in_both (const revisions *r, const char *file) {
  char_vec before = {0}, now = {0};
  revisions_input (r, file, true, &before);
  revisions_input (r, file, false, &now);
  bool is_there = !access (before.data, R_OK) && !access (now.data, R_OK);
  vec_release (r->mem, &before);
  vec_release (r->mem, &now);
  return is_there;
}

/* After a change of a header any file may be another one. */
status revisions_changed (revisions *r, const char *folder, char_vec *out) {
  char_vec list = {0}, kind = {0};
  bool is_done = false;
  size_t n = strlen (folder);
  const char *slash = n && folder[n - 1] != '/' ? "/" : "";
  text_printf (r->mem, &kind, "%s%s*.c", folder, slash);
  text_c (r->mem, &kind);
  status st = list_changed (r, "--diff-filter=AMD", "*.h", &list);
  if (!st && list.len)
    st = RUN (r->context, &list, &is_done, "git", "ls-files", "--", kind.data);
  else if (!st)
    st = list_changed (r, "--diff-filter=M", kind.data, &list);
  for (char *at = list.len ? strtok (list.data, "\n") : NULL; !st && at;
       at = strtok (NULL, "\n"))
    if (is_in_both (r, at))
      text_add (r->mem, out, at, strlen (at) + 1);
  note_others (r, kind.data);
  vec_release (r->mem, &kind);
  vec_release (r->mem, &list);
  return st;
}

bool revisions_is_folder (const revisions *r, const char *input) {
  struct stat st;
  char_vec path = {0};
  bool is_one = false;
  for (int is_before = 0; is_before < 2; is_before++) {
    revisions_input (r, input, is_before, &path);
    is_one |= !stat (path.data, &st) && S_ISDIR (st.st_mode);
  }
  vec_release (r->mem, &path);
  return is_one;
}

/* "/tmp/.../old/src/a.c" is "HEAD~1:src/a.c" to whoever knows git. */
void revisions_name (const revisions *r, const char *text, char_vec *out) {
  const char_vec *const places[] = {&r->before, &r->now};
  vec_clear (out);
  while (*text) {
    const char *name = NULL;
    for (int i = 0; i < 2 && !name; i++)
      if (places[i]->len && !strncmp (text, places[i]->data, places[i]->len)) {
        name = r->names[i];
        text += places[i]->len + (text[places[i]->len] == '/');
      }
    if (name)
      text_printf (r->mem, out, "%s:", name);
    else
      text_add (r->mem, out, text++, 1);
  }
  text_c (r->mem, out);
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

status revisions_lines (context *c, const char *revision, char_vec *out) {
  char_vec text = {0};
  const char *file = "";
  unsigned long first, last;
  bool is_done = false;
  status st = RUN (c, &text, &is_done, "git", "diff", "-U0", "--no-color",
                   "--no-prefix", "--no-ext-diff", "--end-of-options", revision,
                   "--", "*.c", "*.h");
  if (!st && !is_done)
    st = no_revision (c, revision);
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
