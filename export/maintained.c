#include "export/maintained.h"

#include "base/hash.h"

#include <stdio.h>

#define MAX_NAME 60
#define MAX_ARGUMENTS 90 /* of a name that has them: better than a number */
#define UNTIL_FIXED ", fails until the error is fixed"

typedef struct maintaining {
  memory *mem;
  const unit_format *format;
  const char *entry;
  unit_tests *tests;
  bool *is_placed; /* of each test */
  filed_tests *filed;
  char_vec *out;
  char_vec work;
  char_vec names;                 /* that are taken: "\na\nb\n" */
  const char *old;                /* the file's text before */
  bool has_capture[UNIT_STREAMS]; /* functions of unit_capture are there */
  char_vec list[2]; /* lines of it: plain tests, those of errors */
  maintained *counts;
} maintaining;

/* "test", "list", "end" */
static void put_mark (maintaining *m, const char *what) {
  text_printf (m->mem, m->out, "%s%s%s", m->format->marks->mark, what,
               m->format->marks->mark_end);
}

/* Behind the mark: digests are of this. */
static void put_text (maintaining *m, const unit_test *t, const char *name,
                      char_vec *out) {
  const unit_marks *k = m->format->marks;
  text_puts (m->mem, out, t->is_fault ? k->faults : "");
  unit_put (m->mem, out, m->format->open, name, m->entry);
  text_puts (m->mem, out, t->body.data);
  text_puts (m->mem, out, m->format->close);
  text_puts (m->mem, out, t->is_fault ? k->faults_end : "");
}

static unsigned digest_of (const char *text, size_t n) {
  return (unsigned) hash_bytes (text, n).lo;
}

/* A test as it stands in the file. The digest is of all but the name: whoever
 * gives it another leaves the test as it is.
 */
static void put_test (maintaining *m, const unit_test *t) {
  vec_clear (&m->work);
  put_text (m, t, "", &m->work);
  text_printf (m->mem, m->out, "%stest %08x-%08x-%08x%s%s",
               m->format->marks->mark, t->path, t->answer,
               digest_of (m->work.data, m->work.len),
               t->is_fault ? UNTIL_FIXED : "", m->format->marks->mark_end);
  put_text (m, t, t->name.data, m->out);
}

static void add_to_list (maintaining *m, bool is_fault, const char *name) {
  const unit_format *f = m->format;
  if (*f->each)
    unit_put (m->mem, &m->list[is_fault],
              is_fault && f->marks->each_fault ? f->marks->each_fault : f->each,
              name, NULL);
}

/* Tests that are there. */

static const char *line_end (const char *at) {
  const char *end = strchr (at, '\n');
  return end ? end + 1 : at + strlen (at);
}

static bool is_line (const char *at, const char *text) {
  return !strncmp (at, text, strlen (text));
}

/* Is the line a mark that begins so? What is behind it, or NULL. */
static const char *behind_mark (const unit_format *f, const char *at,
                                const char *what) {
  size_t n = strlen (f->marks->mark);
  return is_line (at, f->marks->mark) && is_line (at + n, what)
             ? at + n + strlen (what)
             : NULL;
}

static const char *next_mark (const unit_format *f, const char *at,
                              const char *what) {
  while (*at && !behind_mark (f, at, what))
    at = line_end (at);
  return *at ? at : NULL;
}

/* The last line of a test. */
static const char *last_line (const maintaining *m, bool is_fault) {
  const char *close = m->format->close, *last = close;
  for (const char *at = close; *at; at = line_end (at))
    last = at;
  return is_fault && *m->format->marks->faults_end
             ? m->format->marks->faults_end
             : last;
}

static const char *test_end (const maintaining *m, const char *at,
                             bool is_fault) {
  const char *last = last_line (m, is_fault);
  for (at = line_end (at); *at; at = line_end (at))
    if (is_line (at, last))
      return line_end (at);
  return at;
}

/* The name in the first of these lines that is like the format; "": none. */
static void read_name (maintaining *m, const char *format, const char *at,
                       const char *end, char_vec *out) {
  vec_clear (&m->work);
  unit_put (m->mem, &m->work, format, "\1", m->entry);
  text_c (m->mem, &m->work);
  size_t before = strcspn (m->work.data, "\1");
  char *behind = m->work.data + before + 1;
  behind[strcspn (behind, "\n")] = 0;
  vec_clear (out);
  for (; at < end && !out->len; at = line_end (at)) {
    const char *name = at + before;
    size_t n = strcspn (name, *behind ? " (),\"\n" : " \n");
    if (!strncmp (at, m->work.data, before) && is_line (name + n, behind))
      text_add (m->mem, out, name, n);
  }
  text_c (m->mem, out);
}

/* Tests may be among what was dropped. */
static const char *skip_dropped (const unit_format *f, const char *at) {
  unsigned depth = 0;
  bool is_c = is_line (f->marks->dropped, "#if");
  for (; *at; at = line_end (at)) {
    depth += is_c && is_line (at, "#if");
    if (is_line (at, f->marks->dropped_end) && (!is_c || !--depth))
      break;
  }
  return line_end (at);
}

/* The next test at or behind this line, NULL: there is none. */
static const char *next_test (const unit_format *f, const char *at) {
  while (*at && !behind_mark (f, at, "test "))
    at = is_line (at, f->marks->dropped) ? skip_dropped (f, at) : line_end (at);
  return *at ? at : NULL;
}

static void read_keys (const unit_format *format, filed_test *f) {
  const char *keys = behind_mark (format, f->at, "test ");
  const char *until = strstr (keys, UNTIL_FIXED);
  f->has_keys =
      sscanf (keys, "%8x-%8x-%8x", &f->path, &f->answer, &f->digest) == 3;
  f->is_fault = until && until < line_end (f->at);
}

uint64_t filed_key (const filed_test *f) {
  return f->has_keys ? behaviour_key (f->path, f->answer) : 0;
}

/* Earlier files have digests of the name, too. */
static bool is_edited (maintaining *m, const filed_test *f) {
  const char *text = line_end (f->at), *behind = f->name + f->name_len;
  if (!f->has_keys || digest_of (text, (size_t) (f->end - text)) == f->digest)
    return false;
  vec_clear (&m->work);
  if (f->name > text)
    text_add (m->mem, &m->work, text, (size_t) (f->name - text));
  text_add (m->mem, &m->work, behind, (size_t) (f->end - behind));
  return digest_of (m->work.data, m->work.len) != f->digest;
}

static void read_tests (maintaining *m, const char *old, const char *list) {
  char_vec name = {0};
  for (const char *at = next_test (m->format, old); at && at < list;) {
    filed_test f = {.at = at};
    read_keys (m->format, &f);
    f.end = test_end (m, at, f.is_fault);
    read_name (m, m->format->open, at, f.end, &name);
    f.name_len = name.len;
    f.name = name.len ? strstr (at, name.data) : at;
    f.is_edited = is_edited (m, &f);
    vec_push (m->mem, m->filed, f);
    at = next_test (m->format, f.end);
  }
  vec_release (m->mem, &name);
}

static void take_names (maintaining *m) {
  text_puts (m->mem, &m->names, "\n");
  for (size_t i = 0; i < m->filed->len; i++) {
    const filed_test *f = m->filed->data + i;
    text_add (m->mem, &m->names, f->name, f->name_len);
    text_puts (m->mem, &m->names, "\n");
  }
  text_c (m->mem, &m->names);
}

/* Would this test be written so? */
static bool is_same_text (maintaining *m, const filed_test *f,
                          const unit_test *t) {
  const char *text = line_end (f->at);
  char_vec name = {0};
  text_add (m->mem, &name, f->name, f->name_len);
  vec_clear (&m->work);
  put_text (m, t, text_c (m->mem, &name), &m->work);
  vec_release (m->mem, &name);
  return m->work.len == (size_t) (f->end - text) &&
         !memcmp (m->work.data, text, m->work.len);
}

/* Is its name that of a test with this condition? */
static bool is_same_condition (maintaining *m, const filed_test *f,
                               const unit_test *t) {
  vec_clear (&m->work);
  text_printf (m->mem, &m->work, "%s_when_%s_", m->entry, t->when[0].data);
  return t->when[0].len && f->name_len > m->work.len &&
         !memcmp (f->name, m->work.data, m->work.len);
}

/* By what a test takes the place of one that does not hold: its path, its
 * condition.
 */
static bool is_like (maintaining *m, const filed_test *f, size_t i, int by) {
  const unit_test *t = m->tests->data + i;
  return !m->is_placed[i] && !f->is_edited && /* nobody's work is lost */
         (by ? is_same_condition (m, f, t) : f->has_keys && f->path == t->path);
}

/* By itself, without regard to new tests. */
static fate fate_of (maintaining *m, const filed_test *f, const map *holds) {
  if (f->why)
    return FATE_DROPPED;
  if (f->is_edited)
    return FATE_EDITED;
  if (f->has_keys && !f->is_stale && map_get (holds, filed_key (f), 0))
    return FATE_KEPT;
  if (!f->is_tried)
    return FATE_DROPPED;
  return is_same_text (m, f, &f->now) ? FATE_KEPT : FATE_CHANGED;
}

/* A new test that the file has already is none: then that stays. */
static void find_kept (maintaining *m, const map *holds) {
  for (size_t k = 0; k < m->filed->len; k++) {
    filed_test *f = m->filed->data + k;
    f->fate = fate_of (m, f, holds);
    f->by = f->fate == FATE_CHANGED ? &f->now : NULL;
    bool may_stay = f->fate == FATE_DROPPED || f->fate == FATE_KEPT;
    for (size_t i = 0; i < m->tests->len && may_stay; i++)
      if (!m->is_placed[i] && is_same_text (m, f, m->tests->data + i)) {
        f->fate = FATE_KEPT;
        m->is_placed[i] = true;
      }
  }
}

static void find_changed (maintaining *m, int by) {
  for (size_t k = 0; k < m->filed->len; k++) {
    filed_test *f = m->filed->data + k;
    for (size_t i = 0; i < m->tests->len && f->fate == FATE_DROPPED; i++)
      if (is_like (m, f, i, by)) {
        f->fate = FATE_CHANGED;
        f->by = m->tests->data + i;
        m->is_placed[i] = true;
      }
  }
}

/* Names. */

static bool is_taken (maintaining *m, const char *name) {
  vec_clear (&m->work);
  text_printf (m->mem, &m->work, "\n%s\n", name);
  return strstr (m->names.data, text_c (m->mem, &m->work));
}

/* The k-th way to call it: "tri_when_b_is_c_returns_2" by one condition after
 * the other, "tri_returns_2_for_1_1_2", then with numbers. False: there is no
 * such one.
 */
static bool put_name (maintaining *m, const unit_test *t, unsigned k,
                      char_vec *out) {
  enum { FOR = UNIT_CONDITIONS, PLAIN };
  const char *when = k < FOR ? t->when[k].data : "";
  bool is_there =
      k < FOR ? *when || (!k && !t->when[1].len) : k > FOR || t->words.len;
  vec_clear (out);
  text_printf (m->mem, out, "%s%s%s_%s", m->entry, *when ? "_when_" : "", when,
               t->outcome.data);
  if (k == FOR)
    text_printf (m->mem, out, "_for_%s", t->words.data);
  else if (k > PLAIN)
    text_printf (m->mem, out, "_%u", k - PLAIN + 1);
  text_c (m->mem, out);
  return is_there &&
         (k > FOR || out->len < (k == FOR ? MAX_ARGUMENTS : MAX_NAME));
}

static void take_name (maintaining *m, const unit_test *t) {
  text_printf (m->mem, &m->names, "%s\n", t->name.data);
  text_c (m->mem, &m->names);
}

static void choose_name (maintaining *m, unit_test *t) {
  for (unsigned k = 0;
       !put_name (m, t, k, &t->name) || is_taken (m, t->name.data); k++)
    ;
  take_name (m, t);
}

/* Does the text have this line with the stream's function in it? */
static bool names_capture (maintaining *m, const char *text, unsigned stream,
                           const char *before, const char *after) {
  vec_clear (&m->work);
  text_printf (m->mem, &m->work, "%s" UNIT_CAPTURE "%s %s", before,
               unit_streams[stream].suffix, after);
  return strstr (text, text_c (m->mem, &m->work));
}

/* Functions that it passes, unless the file has them. */
static void put_stubs (maintaining *m, const unit_test *t) {
  for (size_t at = 0; at < t->stubs.len; at += strlen (t->stubs.data + at) + 1)
    if (!strstr (m->old, t->stubs.data + at) &&
        !strstr (text_c (m->mem, m->out), t->stubs.data + at))
      text_puts (m->mem, m->out, t->stubs.data + at);
}

static void put_named (maintaining *m, const unit_test *t) {
  for (unsigned i = 0; i < UNIT_STREAMS; i++)
    if (!m->has_capture[i] &&
        names_capture (m, t->body.data, i, "  ", "();\n")) {
      unit_put (m->mem, m->out, unit_capture, unit_streams[i].name,
                unit_streams[i].suffix);
      m->has_capture[i] = true;
    }
  put_stubs (m, t);
  put_test (m, t);
  add_to_list (m, t->is_fault, t->name.data);
}

static void put_new (maintaining *m, unit_test *t) {
  choose_name (m, t);
  put_named (m, t);
}

/* Does the name say that this comes out? */
static bool says_outcome (const char *name, const char *what) {
  const char *at = strstr (name, what);
  size_t n = strlen (what);
  return at && at > name && at[-1] == '_' && (!at[n] || at[n] == '_');
}

/* What the name says of the arguments stays true: another outcome is put into
 * it, if it says one. False: the new one is taken.
 */
static bool put_renamed (maintaining *m, const char *name, const char *what,
                         char_vec *out) {
  static const char *const verbs[] = {"_returns_", "_works", "_has_no_"};
  const char *at = NULL;
  for (size_t i = 0; i < sizeof verbs / sizeof *verbs && !at; i++)
    for (const char *next = strstr (name, verbs[i]); next;
         next = strstr (next + 1, verbs[i]))
      at = next;
  const char *words = at ? strstr (at, "_for_") : NULL;
  if (!at) { /* somebody called it so */
    text_puts (m->mem, out, name);
    text_c (m->mem, out);
    return true;
  }
  text_add (m->mem, out, name, (size_t) (at - name) + 1);
  text_printf (m->mem, out, "%s%s", what, words ? words : "");
  text_c (m->mem, out);
  return !is_taken (m, out->data);
}

static void put_changed (maintaining *m, const filed_test *f,
                         const char *name) {
  unit_test t = *f->by;
  bool is_tried = f->by == &f->now;
  t.name = (char_vec) {0};
  if (is_tried && says_outcome (name, t.outcome.data)) {
    text_puts (m->mem, &t.name, name);
    text_c (m->mem, &t.name);
    put_named (m, &t);
  } else if (is_tried && put_renamed (m, name, t.outcome.data, &t.name)) {
    if (!is_taken (m, t.name.data))
      take_name (m, &t);
    put_named (m, &t);
  } else
    put_new (m, &t);
  vec_release (m->mem, &t.name);
}

/* The file. */

static void put_filed (maintaining *m, const filed_test *f) {
  uint32_t *count[] = {&m->counts->dropped, &m->counts->kept,
                       &m->counts->edited, &m->counts->changed};
  size_t n = (size_t) (f->end - f->at);
  char_vec name = {0};
  ++*count[f->fate];
  text_add (m->mem, &name, f->name, f->name_len);
  text_c (m->mem, &name);
  if (f->fate == FATE_CHANGED)
    put_changed (m, f, name.data);
  else if (f->fate == FATE_DROPPED) {
    text_printf (m->mem, m->out, "%s%s%s", m->format->marks->dropped,
                 f->why ? f->why : "no path of the last run is like it",
                 m->format->marks->dropped_why);
    text_add (m->mem, m->out, f->at, n);
    text_puts (m->mem, m->out, m->format->marks->dropped_end);
  } else {
    text_add (m->mem, m->out, f->at, n);
    if (f->name_len)
      add_to_list (m, f->is_fault, name.data);
  }
  vec_release (m->mem, &name);
}

static void put_added (maintaining *m) {
  for (size_t i = 0; i < m->tests->len; i++)
    if (!m->is_placed[i]) {
      m->counts->added++;
      m->counts->boundaries += m->tests->data[i].is_more;
      put_new (m, m->tests->data + i);
      text_puts (m->mem, m->out, "\n");
    }
}

/* Is this line of the list that of a test which is none of ours? */
static bool is_by_hand (maintaining *m, const char *line, const char *end,
                        char_vec *name) {
  read_name (m, m->format->each, line, end, name);
  vec_clear (&m->work);
  unit_put (m->mem, &m->work, m->format->each, name->data, NULL);
  if (!name->len || m->work.len != (size_t) (end - line) ||
      memcmp (m->work.data, line, m->work.len) != 0)
    return false;
  vec_clear (&m->work);
  text_printf (m->mem, &m->work, "\n%s\n", name->data);
  return !strstr (m->names.data, text_c (m->mem, &m->work));
}

/* Tests that somebody wrote and put into the list stay there. */
static void add_own (maintaining *m, const char *list, const char *end,
                     char_vec *out) {
  char_vec name = {0};
  for (const char *next; *m->format->each && list < end; list = next) {
    next = line_end (list);
    if (is_by_hand (m, list, next, &name))
      text_add (m->mem, out, list, (size_t) (next - list));
  }
  vec_release (m->mem, &name);
}

static void put_faults (maintaining *m) {
  if (!m->list[1].len)
    return;
  text_puts (m->mem, m->out, m->format->marks->faults);
  text_add (m->mem, m->out, m->list[1].data, m->list[1].len);
  text_puts (m->mem, m->out, m->format->marks->faults_end);
}

/* Nothing passes as it is, and C knows no array of nothing. */
static void put_empty_list (maintaining *m) {
  const unit_format *f = m->format;
  if (m->list[1].len) {
    text_puts (m->mem, m->out, f->marks->faults);
    unit_put (m->mem, m->out, f->first, m->entry, NULL);
    text_add (m->mem, m->out, m->list[1].data, m->list[1].len);
    unit_put (m->mem, m->out, f->last, m->entry, NULL);
    text_puts (m->mem, m->out, "#else\n");
  }
  text_puts (m->mem, m->out, f->none);
  text_puts (m->mem, m->out, m->list[1].len ? f->marks->faults_end : "");
}

static void put_list (maintaining *m, const char *old, const char *end) {
  const unit_format *f = m->format;
  char_vec own = {0};
  add_own (m, old, end, &own);
  put_mark (m, "list");
  if (f->none && !m->list[0].len && !own.len)
    put_empty_list (m);
  else {
    unit_put (m->mem, m->out, f->first, m->entry, NULL);
    text_add (m->mem, m->out, m->list[0].data, m->list[0].len);
    put_faults (m);
    text_add (m->mem, m->out, own.data, own.len);
    unit_put (m->mem, m->out, f->last, m->entry, NULL);
  }
  put_mark (m, "end");
  vec_release (m->mem, &own);
}

/* Up to the list, which tests that are new come before. */
static void put_old_tests (maintaining *m, const char *old, const char *list) {
  for (size_t i = 0; i < m->filed->len; i++) {
    const filed_test *f = m->filed->data + i;
    text_add (m->mem, m->out, old, (size_t) (f->at - old));
    put_filed (m, f);
    old = f->end;
  }
  text_add (m->mem, m->out, old, (size_t) (list - old));
}

static status put_file (maintaining *m, const char *head, const char *old,
                        const map *holds) {
  const char *list = next_mark (m->format, old, "list");
  const char *end = list ? next_mark (m->format, list, "end") : NULL;
  if (*old && (!end || !strstr (old, m->format->head)))
    return ST_BADINPUT;
  m->old = old;
  text_puts (m->mem, m->out, *old ? "" : head);
  for (unsigned i = 0; i < UNIT_STREAMS; i++)
    m->has_capture[i] = names_capture (m, old, i, "static void ", "(void)");
  take_names (m);
  find_kept (m, holds);
  find_changed (m, 0);
  find_changed (m, 1);
  if (*old)
    put_old_tests (m, old, list);
  put_added (m);
  put_list (m, list, end);
  text_puts (m->mem, m->out, *old ? line_end (end) : "");
  return ST_OK;
}

/* The file with the head that it would have now: the list is written for it. */
static void renew (memory *mem, const unit_format *f, char_vec *text) {
  const char *at = f->old_head ? strstr (text->data, f->old_head) : NULL;
  char_vec new = {0};
  if (!at)
    return;
  text_add (mem, &new, text->data, (size_t) (at - text->data));
  text_puts (mem, &new, f->head);
  text_puts (mem, &new, at + strlen (f->old_head));
  text_c (mem, &new);
  vec_release (mem, text);
  *text = new;
}

void maintained_read (memory *mem, const unit_format *format, const char *entry,
                      char_vec *text, filed_tests *out) {
  maintaining m = {.mem = mem, .format = format, .entry = entry, .filed = out};
  renew (mem, format, text);
  const char *list = next_mark (format, text->data, "list");
  read_tests (&m, text->data, list ? list : text->data);
  vec_release (mem, &m.work);
}

void maintained_release (memory *mem, filed_tests *all) {
  for (size_t i = 0; i < all->len; i++)
    unit_test_release (&all->data[i].now, mem);
  vec_release (mem, all);
}

status maintain (memory *mem, const unit_format *format, const char *entry,
                 const char *head, const char *old, filed_tests *filed,
                 const map *holds, unit_tests *tests, char_vec *out,
                 maintained *counts) {
  maintaining m = {.mem = mem,
                   .format = format,
                   .entry = entry,
                   .tests = tests,
                   .filed = filed,
                   .is_placed = memory_zalloc (mem, tests->len + 1),
                   .out = out,
                   .counts = counts};
  *counts = (maintained) {0};
  status st = put_file (&m, head, old, holds);
  memory_free (mem, m.is_placed, tests->len + 1);
  vec_release (mem, &m.work);
  vec_release (mem, &m.names);
  vec_release (mem, &m.list[0]);
  vec_release (mem, &m.list[1]);
  return st;
}
