#include "suite/maintained.h"

#include "base/hash.h"
#include "base/map.h"

#include <stdlib.h>

#define MARK "/* reprise: "
#define MARK_TEST MARK "test "
#define MARK_LIST MARK "list */\n"
#define MARK_END MARK "end */\n"
#define FAULTS "REPRISE_FAULTS"

typedef struct maintaining {
  memory *mem;
  const unit_format *format;
  const char *entry;
  unit_tests *tests;
  bool *is_placed; /* of each test */
  bool *is_shared; /* its name would be that of another, too */
  char_vec *out;
  char_vec work;
  char_vec names; /* of tests that the file had: "\na\nb\n" */
  maintained *counts;
} maintaining;

/* A test as it stands in the file. */
static void put_test (maintaining *m, const unit_test *t, uint32_t number,
                      const char *name, char_vec *out) {
  memory *mem = m->mem;
  text_printf (mem, out, MARK_TEST "%u", number);
  text_puts (mem, out,
             t->is_fault ? ", fails until the error is fixed */\n#ifdef " FAULTS
                           "\n"
                         : " */\n");
  unit_put (mem, out, m->format->open, name, m->entry);
  text_puts (mem, out, t->body.data);
  text_puts (mem, out, m->format->close);
  text_puts (mem, out, t->is_fault ? "#endif\n" : "");
}

/* Tests that are there. */

static const char *line_end (const char *at) {
  const char *end = strchr (at, '\n');
  return end ? end + 1 : at + strlen (at);
}

static bool is_line (const char *at, const char *text) {
  return !strncmp (at, text, strlen (text));
}

/* The last line of a test. */
static const char *last_line (const maintaining *m, bool is_fault) {
  const char *close = m->format->close, *last = close;
  for (const char *at = close; *at; at = line_end (at))
    last = at;
  return is_fault ? "#endif\n" : last;
}

static const char *test_end (const maintaining *m, const char *at) {
  const char *first = line_end (at);
  const char *last = last_line (m, is_line (first, "#ifdef " FAULTS));
  for (at = first; *at; at = line_end (at))
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
  char behind = m->work.data[before + 1];
  vec_clear (out);
  for (; at < end; at = line_end (at))
    if (!strncmp (at, m->work.data, before)) {
      const char *name = at + before, *last = strchr (name, behind);
      text_add (m->mem, out, name, last ? (size_t) (last - name) : 0);
      break;
    }
  text_c (m->mem, out);
}

/* Does the text end with the body of the test? */
static bool ends_like (const maintaining *m, const unit_test *t, const char *at,
                       const char *end) {
  size_t tail = strlen (m->format->close) + (t->is_fault ? 7 : 0);
  size_t n = (size_t) (end - at);
  return n > tail + t->body.len &&
         !memcmp (end - tail - t->body.len, t->body.data, t->body.len);
}

/* The test that would look like this, SIZE_MAX: none. */
static size_t find_same (maintaining *m, const char *at, const char *end,
                         uint32_t number, const char *name) {
  for (size_t i = 0; i < m->tests->len; i++) {
    if (m->is_placed[i] || !ends_like (m, m->tests->data + i, at, end))
      continue;
    vec_clear (&m->work);
    put_test (m, m->tests->data + i, number, name, &m->work);
    if (m->work.len == (size_t) (end - at) &&
        !memcmp (m->work.data, at, m->work.len))
      return i;
  }
  return SIZE_MAX;
}

static size_t find_number (const maintaining *m, uint32_t number) {
  for (size_t i = 0; i < m->tests->len; i++)
    if (!m->is_placed[i] && m->tests->data[i].number == number)
      return i;
  return SIZE_MAX;
}

static void set_name (maintaining *m, size_t i, const char *name) {
  unit_test *t = m->tests->data + i;
  vec_clear (&t->name);
  text_puts (m->mem, &t->name, name);
  text_c (m->mem, &t->name);
  m->is_placed[i] = true;
}

static bool is_taken (const maintaining *m, const char *name) {
  for (size_t i = 0; i < m->tests->len; i++)
    if (m->is_placed[i] && !strcmp (m->tests->data[i].name.data, name))
      return true;
  return false;
}

static void find_shared (maintaining *m) {
  map seen;
  map_init (&seen, m->mem);
  for (int pass = 0; pass < 2; pass++)
    for (size_t i = 0; i < m->tests->len; i++) {
      const char_vec *name = &m->tests->data[i].name;
      uint64_t *n = map_at (&seen, hash_bytes (name->data, name->len).lo | 1);
      *n += !pass;
      m->is_shared[i] = *n > 1;
    }
  map_release (&seen);
}

/* "tri_returns_2", "tri_returns_2_for_1_1_2", "tri_returns_2_for_1_1_2_b" */
static void choose_name (maintaining *m, size_t i) {
  unit_test *t = m->tests->data + i;
  char_vec name = {0};
  text_puts (m->mem, &name, t->name.data);
  if (t->words.len && (m->is_shared[i] || is_taken (m, t->name.data)))
    text_printf (m->mem, &name, "_for_%s", t->words.data);
  size_t len = name.len;
  for (unsigned n = 2; is_taken (m, text_c (m->mem, &name)); n++) {
    name.len = len;
    text_printf (m->mem, &name, "_%u", n);
  }
  set_name (m, i, name.data);
  vec_release (m->mem, &name);
}

static void drop (maintaining *m, const char *at, const char *end) {
  m->counts->dropped++;
  text_puts (m->mem, m->out,
             "#if 0 " MARK "dropped: no path of the last run is like it */\n");
  text_add (m->mem, m->out, at, (size_t) (end - at));
  text_puts (m->mem, m->out, "#endif\n");
}

static uint32_t number_at (const char *at) {
  return (uint32_t) strtoul (at + strlen (MARK_TEST), NULL, 10);
}

static const char *skip_dropped (const char *at) {
  while (*at && !is_line (at, "#endif"))
    at = line_end (at);
  return line_end (at);
}

/* The next test at or behind this line, NULL: there is none. */
static const char *next_test (const char *at) {
  while (*at && !is_line (at, MARK_TEST))
    at = is_line (at, "#if 0 " MARK) ? skip_dropped (at) : line_end (at);
  return *at ? at : NULL;
}

/* Which tests of the file stay as they are: before any other gets a name. 1
 * for each that does.
 */
static void find_kept (maintaining *m, const char *old, char_vec *kept) {
  char_vec name = {0};
  text_puts (m->mem, &m->names, "\n");
  for (const char *at = next_test (old), *end; at; at = next_test (end)) {
    end = test_end (m, at);
    read_name (m, m->format->open, at, end, &name);
    text_printf (m->mem, &m->names, "%s\n", name.data);
    size_t i = find_same (m, at, end, number_at (at), name.data);
    if (i != SIZE_MAX)
      set_name (m, i, name.data);
    vec_push (m->mem, kept, i != SIZE_MAX);
  }
  text_c (m->mem, &m->names);
  vec_release (m->mem, &name);
}

/* One that is not as it was: its new text in the same place. */
static void change (maintaining *m, const char *at, const char *end) {
  size_t i = find_number (m, number_at (at));
  if (i == SIZE_MAX) {
    drop (m, at, end);
    return;
  }
  m->counts->changed++;
  choose_name (m, i);
  put_test (m, m->tests->data + i, number_at (at), m->tests->data[i].name.data,
            m->out);
}

static void put_added (maintaining *m) {
  for (size_t i = 0; i < m->tests->len; i++)
    if (!m->is_placed[i]) {
      m->counts->added++;
      choose_name (m, i);
      put_test (m, m->tests->data + i, m->tests->data[i].number,
                m->tests->data[i].name.data, m->out);
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
static void put_own (maintaining *m, const char *list, const char *end) {
  char_vec name = {0};
  for (const char *next; *m->format->each && list < end; list = next) {
    next = line_end (list);
    if (is_by_hand (m, list, next, &name))
      text_add (m->mem, m->out, list, (size_t) (next - list));
  }
  vec_release (m->mem, &name);
}

static void put_list (maintaining *m, const char *old, const char *end) {
  const unit_format *f = m->format;
  text_puts (m->mem, m->out, MARK_LIST);
  unit_put (m->mem, m->out, f->first, m->entry, NULL);
  for (int is_fault = 0; *f->each && is_fault < 2; is_fault++) {
    bool is_any = false;
    for (size_t i = 0; i < m->tests->len; i++)
      if (m->tests->data[i].is_fault == is_fault) {
        text_puts (m->mem, m->out,
                   is_fault && !is_any ? "#ifdef " FAULTS "\n" : "");
        unit_put (m->mem, m->out, f->each, m->tests->data[i].name.data, NULL);
        is_any = true;
      }
    text_puts (m->mem, m->out, is_fault && is_any ? "#endif\n" : "");
  }
  put_own (m, old, end);
  unit_put (m->mem, m->out, f->last, m->entry, NULL);
  text_puts (m->mem, m->out, MARK_END);
}

/* Up to the list, which tests that are new come before. */
static void put_old_tests (maintaining *m, const char *old, const char *list,
                           const char_vec *kept) {
  size_t n = 0;
  const char *done = old;
  for (const char *at = next_test (old); at && at < list;
       at = next_test (done)) {
    const char *end = test_end (m, at);
    text_add (m->mem, m->out, done, (size_t) (at - done));
    if (kept->data[n++]) {
      m->counts->kept++;
      text_add (m->mem, m->out, at, (size_t) (end - at));
    } else
      change (m, at, end);
    done = end;
  }
  text_add (m->mem, m->out, done, (size_t) (list - done));
}

static status put_file (maintaining *m, const char *head, const char *old) {
  const char *list = strstr (old, MARK_LIST);
  const char *end = list ? strstr (list, MARK_END) : NULL;
  char_vec kept = {0};
  if (*old && (!end || !strstr (old, m->format->head)))
    return ST_BADINPUT;
  text_puts (m->mem, m->out, *old ? "" : head);
  find_kept (m, old, &kept);
  if (*old)
    put_old_tests (m, old, list, &kept);
  put_added (m);
  put_list (m, list, end);
  text_puts (m->mem, m->out, *old ? end + strlen (MARK_END) : "");
  vec_release (m->mem, &kept);
  return ST_OK;
}

status maintain (memory *mem, const unit_format *format, const char *entry,
                 const char *head, const char *old, unit_tests *tests,
                 char_vec *out, maintained *counts) {
  maintaining m = {.mem = mem,
                   .format = format,
                   .entry = entry,
                   .tests = tests,
                   .is_placed = memory_zalloc (mem, tests->len + 1),
                   .is_shared = memory_zalloc (mem, tests->len + 1),
                   .out = out,
                   .counts = counts};
  *counts = (maintained) {0};
  find_shared (&m);
  status st = put_file (&m, head, old);
  memory_free (mem, m.is_placed, tests->len + 1);
  memory_free (mem, m.is_shared, tests->len + 1);
  vec_release (mem, &m.work);
  vec_release (mem, &m.names);
  return st;
}
