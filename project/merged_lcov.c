#include "project/merged.h"

#include "base/whole_file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* One line of a tracefile, in the order in which they are written. */
typedef enum trace_kind { TRACE_FUNCTION, TRACE_BRANCH, TRACE_LINE } trace_kind;

typedef struct trace_row {
  const char *file, *name; /* name: of a function */
  trace_kind kind;
  unsigned line, number, way;
  int hit; /* -1: its line was never reached */
} trace_row;

typedef struct traces {
  memory *mem;
  arena texts;
  map names; /* each file once */
  VEC (trace_row) row;
} traces;

static const char *file_name (traces *t, const char *text, size_t len) {
  uint64_t *at = map_at (&t->names, hash_bytes (text, len).lo | 1);
  if (!*at)
    *at = (uint64_t) (uintptr_t) arena_string (&t->texts, text, len);
  return (const char *) (uintptr_t) *at;
}

static void read_line (traces *t, const char **file, const char *at,
                       size_t len) {
  trace_row r = {.file = *file};
  char hit[16];
  char text[512];
  snprintf (text, sizeof text, "%.*s", (int) len, at);
  if (!strncmp (text, "SF:", 3))
    *file = file_name (t, at + 3, len - 3);
  else if (sscanf (text, "DA:%u,%d", &r.line, &r.hit) == 2) {
    r.kind = TRACE_LINE;
    vec_push (t->mem, &t->row, r);
  } else if (sscanf (text, "BRDA:%u,%u,%u,%15s", &r.line, &r.number, &r.way,
                     hit) == 4) {
    r.kind = TRACE_BRANCH;
    r.hit = *hit == '-' ? -1 : atoi (hit);
    vec_push (t->mem, &t->row, r);
  } else if (sscanf (text, "FN:%u,", &r.line) == 1) {
    r.kind = TRACE_FUNCTION;
    r.name = arena_string (&t->texts, strchr (text, ',') + 1,
                           strlen (strchr (text, ',') + 1));
    vec_push (t->mem, &t->row, r);
  } else if (sscanf (text, "FNDA:%d,", &r.hit) == 1 && t->row.len)
    vec_last (&t->row).hit = r.hit; /* of the one before */
}

static void read_tracefile (traces *t, const char *dir) {
  char_vec path = {0};
  mapped_file f;
  const char *file = "";
  text_printf (t->mem, &path, "%s/" OWN_LCOV, dir);
  bool is_there = whole_file_map (text_c (t->mem, &path), &f);
  vec_release (t->mem, &path);
  if (!is_there)
    return;
  const char *at = f.bytes, *end = at + f.size;
  while (at < end) {
    const char *newline = memchr (at, '\n', (size_t) (end - at));
    size_t len = (size_t) ((newline ? newline : end) - at);
    read_line (t, &file, at, len);
    at += len + 1;
  }
  whole_file_unmap (&f);
}

static int compare_number (unsigned a, unsigned b) {
  return a < b ? -1 : a > b;
}

static int by_row (const void *a, const void *b) {
  const trace_row *x = a, *y = b;
  int order = strcmp (x->file, y->file);
  if (!order)
    order = compare_number (x->kind, y->kind);
  if (!order)
    order = compare_number (x->line, y->line);
  if (!order && x->name && y->name)
    order = strcmp (x->name, y->name);
  if (!order)
    order = compare_number (x->number, y->number);
  return order ? order : compare_number (x->way, y->way);
}

/* Equal ones become one, which was executed if one of them was. */
static void join_rows (traces *t) {
  size_t n = 0;
  if (t->row.len)
    qsort (t->row.data, t->row.len, sizeof *t->row.data, by_row);
  for (size_t i = 0; i < t->row.len; i++) {
    const trace_row *r = t->row.data + i;
    trace_row *last = n ? t->row.data + n - 1 : NULL;
    if (!last || by_row (last, r))
      t->row.data[n++] = *r;
    else if (r->hit > last->hit)
      last->hit = r->hit;
  }
  t->row.len = n;
}

static void write_row (const trace_row *r, char_vec *out) {
  if (r->kind == TRACE_FUNCTION)
    text_printf (NULL, out, "FN:%u,%s\nFNDA:%d,%s\n", r->line, r->name, r->hit,
                 r->name);
  else if (r->kind == TRACE_LINE)
    text_printf (NULL, out, "DA:%u,%d\n", r->line, r->hit);
  else if (r->hit < 0)
    text_printf (NULL, out, "BRDA:%u,%u,%u,-\n", r->line, r->number, r->way);
  else
    text_printf (NULL, out, "BRDA:%u,%u,%u,%d\n", r->line, r->number, r->way,
                 r->hit);
}

static const char *const sums[] = {"FN", "BR", "L"};

/* The rows of one file; returns the first of the next. */
static size_t write_file (const traces *t, size_t i, char_vec *out) {
  const char *file = t->row.data[i].file;
  unsigned all[3] = {0}, hit[3] = {0};
  text_printf (NULL, out, "TN:\nSF:%s\n", file);
  for (; i < t->row.len && t->row.data[i].file == file; i++) {
    const trace_row *r = t->row.data + i;
    write_row (r, out);
    all[r->kind]++;
    hit[r->kind] += r->hit > 0;
  }
  for (int k = 0; k < 3; k++)
    text_printf (NULL, out, "%sF:%u\n%sH:%u\n", sums[k], all[k], sums[k],
                 hit[k]);
  text_puts (NULL, out, "end_of_record\n");
  return i;
}

static void count_rows (const traces *t, coverage *out) {
  *out = (coverage) {0};
  for (size_t i = 0; i < t->row.len; i++) {
    const trace_row *r = t->row.data + i;
    out->lines += r->kind == TRACE_LINE;
    out->lines_covered += r->kind == TRACE_LINE && r->hit > 0;
    out->branches += r->kind == TRACE_BRANCH;
    out->branches_covered += r->kind == TRACE_BRANCH && r->hit > 0;
  }
}

status merged_lcov (memory *mem, const job_vec *jobs, const char *path,
                    coverage *out, trouble *why) {
  traces t = {.mem = mem};
  char_vec text = {0};
  status st = ST_OK;
  arena_init (&t.texts, mem);
  map_init (&t.names, mem);
  for (size_t i = 0; i < jobs->len; i++)
    if (jobs->data[i].has_report)
      read_tracefile (&t, jobs->data[i].dir);
  join_rows (&t);
  count_rows (&t, out);
  for (size_t i = 0; path && i < t.row.len;)
    i = write_file (&t, i, &text);
  if (path)
    st = whole_file_write (path, text.data, text.len, why);
  vec_release (NULL, &text);
  vec_release (mem, &t.row);
  map_release (&t.names);
  arena_release (&t.texts);
  return st;
}
