#include "suite/changes.h"

#include "suite/outcome_text.h"
#include "suite/testcase_text.h"

#include <errno.h>
#include <inttypes.h>
#include <unistd.h>

#define MAGIC "reprise changes 2 "

const char *change_name (change_kind k) {
  static const char *const name[] = {"kept", "changed", "added", "dropped"};
  assert (k < CHANGE_COUNT);
  return name[k];
}

void changes_init (changes *c, memory *mem) {
  *c = (changes) {.mem = mem};
  arena_init (&c->texts, mem);
}

void changes_release (changes *c) {
  vec_release (c->mem, &c->rows);
  arena_release (&c->texts);
}

static const char *changes_keep (changes *c, const char *text) {
  return arena_string (&c->texts, text, strlen (text));
}

static const char *keep_end (changes *c, const testcase *t) {
  char_vec text = {0};
  testcase_describe (t, c->mem, &text);
  const char *kept = changes_keep (c, text.data);
  vec_release (c->mem, &text);
  return kept;
}

void changes_add (changes *c, change_kind k, const testcase *t,
                  const char *reason) {
  assert (k < CHANGE_COUNT);
  c->count[k]++;
  if (!reason || c->rows.len >= CHANGES_MOST)
    return;
  vec_push (c->mem, &c->rows,
            (test_change) {.number = t->number,
                           .what = k,
                           .is_error = t->end.kind == END_FAULT,
                           .end = keep_end (c, t),
                           .reason = changes_keep (c, reason),
                           .input = "",
                           .does = "",
                           .did = ""});
}

static bool is_behaviour (const test_change *c) { return *c->does; }

/* One test. */

static bool has_same_input (const testcase *a, const testcase *b) {
  bool is_same = a->n_inputs == b->n_inputs;
  for (uint32_t i = 0; is_same && i < a->n_inputs; i++) {
    const testinput *x = a->input + i, *y = b->input + i;
    is_same = x->size == y->size && !strcmp (x->name, y->name) &&
              (!x->size || !memcmp (x->bytes, y->bytes, x->size));
  }
  return is_same;
}

static bool has_same_end (const end_record *a, const end_record *b) {
  return a->kind == b->kind && a->fault == b->fault && a->status == b->status &&
         (a->kind != END_CUT || cause_is_same (&a->cause, &b->cause));
}

static bool has_moved (const end_record *a, const end_record *b) {
  return a->at.line != b->at.line || strcmp (a->at.file, b->at.file);
}

void changes_absorb (changes *c, const changes *from, void *owner,
                     uint32_t (*number) (void *owner, uint32_t)) {
  assert (c != from); /* rows are added while they are read */
  for (size_t i = 0; i < from->rows.len && c->rows.len < CHANGES_MOST; i++) {
    test_change row = from->rows.data[i];
    row.number = number (owner, row.number);
    row.end = changes_keep (c, row.end);
    row.reason = changes_keep (c, row.reason);
    row.input = changes_keep (c, row.input);
    row.does = changes_keep (c, row.does);
    row.did = changes_keep (c, row.did);
    vec_push (c->mem, &c->rows, row);
  }
}

static bool has_other_status (const testcase *a, const testcase *b) {
  return a->end.kind == END_EXIT && b->end.kind == END_EXIT &&
         a->end.status != b->end.status;
}

/* A function that returns says so itself. */
static bool is_return (const testcase *t) {
  return outcome_find (&t->outcome, OUTCOME_RETURN, "");
}

/* In front of what else is other. */
static void add_status (const testcase *t, const testcase *was,
                        char_vec *text) {
  char_vec all = {0};
  if (!is_return (t))
    text_printf (NULL, &all, "exits with %d", t->end.status & 0xff);
  else if (was)
    text_printf (NULL, &all, "no longer exits with %d", was->end.status & 0xff);
  if (was && !is_return (t) && !is_return (was))
    text_printf (NULL, &all, ", was %d", was->end.status & 0xff);
  if (text->len)
    text_printf (NULL, &all, "%s%s", all.len ? "; " : "", text_c (NULL, text));
  vec_release (NULL, text);
  *text = all;
}

/* Another outcome on the same input. */
static bool compare_outcomes (changes *c, const testcase *old,
                              const testcase *now) {
  char_vec line = {0}, does = {0}, did = {0}, call = {0};
  bool is_other = outcome_print_change (old, now, &line, &does, &did);
  if (has_other_status (old, now)) {
    is_other = true;
    add_status (now, old, &line);
    add_status (now, NULL, &does);
    add_status (old, NULL, &did);
  }
  size_t before = c->rows.len;
  if (is_other)
    changes_add (c, CHANGE_CHANGED, now, text_c (NULL, &line));
  if (c->rows.len > before) {
    test_change *row = &vec_last (&c->rows);
    testcase_call (now, &call);
    row->input = changes_keep (c, call.data);
    row->does = changes_keep (c, text_c (NULL, &does));
    row->did = changes_keep (c, text_c (NULL, &did));
  }
  vec_release (NULL, &line, &does, &did, &call);
  return is_other;
}

void changes_compare (changes *c, const testcase *old, const testcase *now,
                      const char *kept) {
  char_vec was = {0}, reason = {0};
  bool same_input = has_same_input (old, now);
  bool same_end = has_same_end (&old->end, &now->end) ||
                  (same_input && has_other_status (old, now));
  bool is_elsewhere = has_moved (&old->end, &now->end);
  if (!same_end || is_elsewhere)
    testcase_describe (old, c->mem, &was);
  if (!same_end)
    text_printf (c->mem, &reason, "previously %s%s", was.data,
                 same_input ? "" : ", with other input");
  else if (!same_input)
    text_puts (c->mem, &reason, "other input");
  else if (is_elsewhere)
    text_printf (c->mem, &reason, "moved, previously %s", was.data);
  else if (old->end.identity.error != now->end.identity.error &&
           old->end.identity.place == now->end.identity.place)
    text_puts (c->mem, &reason, "another error at the same place");
  if (reason.len)
    changes_add (c, CHANGE_CHANGED, now, text_c (c->mem, &reason));
  else if (!compare_outcomes (c, old, now))
    changes_add (c, CHANGE_KEPT, now, kept);
  vec_release (c->mem, &was, &reason);
}

/* Order. */

static int rank (const test_change *c) {
  static const int order[] = {
      [CHANGE_ADDED] = 0, [CHANGE_CHANGED] = 1, [CHANGE_DROPPED] = 2};
  static const int others[] = {[CHANGE_CHANGED] = 4,
                               [CHANGE_ADDED] = 5,
                               [CHANGE_DROPPED] = 6,
                               [CHANGE_KEPT] = 7};
  if (is_behaviour (c))
    return 3;
  bool is_first = c->is_error && c->what != CHANGE_KEPT;
  assert (c->what < CHANGE_COUNT);
  return (is_first ? order : others)[c->what];
}

static void put_in_order (const change_list *c, u32_vec *out) {
  assert (!out->len);
  for (int r = 0; r < 7; r++)
    for (size_t i = 0; i < c->n; i++)
      if (rank (c->row + i) == r)
        vec_push (NULL, out, (uint32_t) i);
}

/* Many have one reason: groups, in the order of their first rows. */

typedef struct alike_changes {
  uint32_t first; /* row */
  size_t n;
} alike_changes;

typedef VEC (alike_changes) alike_vec;

static uint64_t changes_kind_of (const test_change *c) {
  uint64_t h = hash_bytes (c->reason, strlen (c->reason)).lo;
  if (!is_behaviour (c)) /* it says all that is new */
    h = hash_mix (h, hash_bytes (c->end, strlen (c->end)).lo);
  return hash_mix (h, (uint64_t) c->what * 2 + c->is_error) | 1;
}

static void put_together (const change_list *c, const u32_vec *order,
                          alike_vec *out) {
  map groups;
  map_init (&groups, NULL);
  for (size_t i = 0; i < order->len; i++) {
    uint64_t *at = map_at (&groups, changes_kind_of (c->row + order->data[i]));
    if (!*at) {
      vec_push (NULL, out, ((alike_changes) {order->data[i], 0}));
      *at = out->len;
    }
    assert (*at <= out->len);
    out->data[*at - 1].n++;
  }
  map_release (&groups);
}

static void print_row (const test_change *c, size_t n, FILE *f) {
  static const char sign[] = {'=', '~', '+', '-'};
  assert (n && (size_t) c->what < sizeof sign);
  if (is_behaviour (c)) {
    fprintf (f, "  changed: %s%s%s (test %u", c->input, *c->input ? " " : "",
             c->reason, c->number);
    if (n > 1)
      fprintf (f, " and %zu more", n - 1);
    fputs (")\n", f);
    return;
  }
  fprintf (f, "  %c test %u", sign[c->what], c->number);
  if (n > 1)
    fprintf (f, " and %zu more", n - 1);
  fprintf (f, "%s%s: %s\n", c->end[0] ? ", " : "", c->end, c->reason);
}

void changes_print (const change_list *c, size_t most, FILE *f) {
  u32_vec order = {0};
  alike_vec groups = {0};
  put_in_order (c, &order);
  put_together (c, &order, &groups);
  size_t left = order.len;
  for (size_t i = 0; i < groups.len && i < most; i++) {
    assert (groups.data[i].n <= left); /* each row is in one group */
    print_row (c->row + groups.data[i].first, groups.data[i].n, f);
    left -= groups.data[i].n;
  }
  if (left)
    fprintf (f, "  ... and %zu more: 'reprise tests list -v' has all\n", left);
  vec_release (NULL, &groups, &order);
}

change_list changes_list (const changes *c) {
  change_list l = {.n = c->rows.len, .row = c->rows.data};
  memcpy (l.count, c->count, sizeof l.count);
  return l;
}

static const char *change_by (int k) { return change_name ((change_kind) k); }

#define AT(M) offsetof (test_change, M)
const json_member change_members[] = {
    MEMBER ("number", SMALL, .at = AT (number)),
    MEMBER ("what", NAME, .at = AT (what), .n = CHANGE_COUNT,
            .name_of = change_by),
    MEMBER ("end", TEXT, .at = AT (end)),
    MEMBER ("is_error", FLAG, .at = AT (is_error)),
    MEMBER ("reason", TEXT, .at = AT (reason)),
    MEMBER ("input", TEXT, .at = AT (input)),
    MEMBER ("does", TEXT, .at = AT (does)),
    MEMBER ("did", TEXT, .at = AT (did)),
    {0}};
#undef AT

/* The file. */

static void changes_path_of (memory *mem, const char *dir, char_vec *out) {
  text_printf (mem, out, "%s/" CHANGES_FILE, dir);
  text_c (mem, out);
}

/* Or empty, as it was left on a full disk. */
static bool is_ours (const char *path) {
  char head[sizeof MAGIC - 1];
  FILE *f = fopen (path, "r");
  if (!f)
    return errno == ENOENT;
  size_t n = fread (head, 1, sizeof head, f);
  bool is_good =
      !ferror (f) &&
      (!n || (n == sizeof head && !memcmp (head, MAGIC, sizeof head - 2)));
  fclose (f);
  return is_good;
}

/* One line each, whatever the names of files have. */
static void write_text (const changes *c, const char *text, char_vec *out) {
  vec_push (c->mem, out, '\t');
  for (const char *p = text; *p; p++)
    vec_push (c->mem, out, *p == '\n' || *p == '\t' ? ' ' : *p);
}

static void write_row (const changes *c, const test_change *row,
                       char_vec *out) {
  text_printf (c->mem, out, "%u\t%s", row->number, change_name (row->what));
  write_text (c, row->reason, out);
  if (is_behaviour (row)) {
    write_text (c, row->input, out);
    write_text (c, row->does, out);
    write_text (c, row->did, out);
  }
  vec_push (c->mem, out, '\n');
}

status changes_write (const changes *c, const char *dir, uint64_t before,
                      trouble *t) {
  char_vec path = {0}, text = {0};
  changes_path_of (c->mem, dir, &path);
  text_printf (c->mem, &text, MAGIC "%016" PRIx64 "\n", before);
  for (size_t i = 0; i < c->rows.len; i++)
    write_row (c, c->rows.data + i, &text);
  status st =
      is_ours (path.data)
          ? whole_file_write (path.data, text.data, text.len, t)
          : trouble_set (t, ST_NOWRITE,
                         "cannot write '%s': another file has this name",
                         path.data);
  vec_release (c->mem, &path, &text);
  return st;
}

/* The next column; what is missing is "". */
static char *next_column (char **at) {
  char *column = *at, *end = column + strcspn (column, "\t\n");
  *at = *end ? end + 1 : end;
  *end = 0;
  return column;
}

static bool read_row (changes *c, char *line) {
  char *at = line;
  uint32_t number = (uint32_t) strtoul (next_column (&at), NULL, 10);
  char *what = next_column (&at);
  for (int k = 0; k < CHANGE_COUNT; k++)
    if (!strcmp (what, change_name ((change_kind) k))) {
      test_change row = {.number = number, .what = (change_kind) k, .end = ""};
      row.reason = changes_keep (c, next_column (&at));
      row.input = changes_keep (c, next_column (&at));
      row.does = changes_keep (c, next_column (&at));
      row.did = changes_keep (c, next_column (&at));
      c->count[k]++;
      vec_push (c->mem, &c->rows, row);
      return true;
    }
  return false;
}

bool changes_read (changes *c, const char *dir, uint64_t *before) {
  char_vec path = {0};
  char *line = NULL;
  size_t cap = 0;
  changes_path_of (c->mem, dir, &path);
  FILE *f = fopen (path.data, "r");
  vec_release (c->mem, &path);
  bool is_good = f && getline (&line, &cap, f) > 0 &&
                 !strncmp (line, MAGIC, sizeof MAGIC - 1);
  if (is_good)
    *before = strtoull (line + sizeof MAGIC - 1, NULL, 16);
  while (is_good && getline (&line, &cap, f) > 0)
    is_good = read_row (c, line);
  free (line);
  if (f)
    fclose (f);
  return is_good;
}

static void take_ends (changes *c, suite *from) {
  map at;
  testcase t;
  map_init (&at, c->mem);
  for (uint32_t i = 0; i < suite_count (from); i++) {
    suite_get (from, i, &t);
    map_put (&at, t.number + UINT64_C (1), i + 1);
  }
  for (size_t i = 0; i < c->rows.len; i++) {
    test_change *row = c->rows.data + i;
    uint64_t index = map_get (&at, row->number + UINT64_C (1), 0);
    if (!index || row->what == CHANGE_DROPPED)
      continue;
    suite_get (from, (uint32_t) index - 1, &t);
    row->end = keep_end (c, &t);
    row->is_error = t.end.kind == END_FAULT;
  }
  map_release (&at);
}

void changes_take_ends (changes *c, const char *dir) {
  trouble why = {0};
  suite *s = c->rows.len ? suite_open (c->mem, dir, &why) : NULL;
  if (s)
    take_ends (c, s);
  suite_free (s);
}
