/* A path is a stack of parts; beside each part is the partition into slices of
 * all parts up to it (slice.h), which shares what it can with the one
 * before. So going back to a prefix costs nothing:
 *
 *     part       a      b      c      d
 *     version   {a}   {a b}  {ab}{c}  ...     new query a b e: drop two, add e
 */

#include "lab/query/path.h"

#include "term/marks.h"

/* Old versions of the partition are freed together, after so many. */
#define MAX_VERSIONS (1u << 17)

struct path {
  memory *mem;
  terms *ts;
  slices *slices;
  size_t n_versions;                /* made since 'slices' was */
  term_vec part;                    /* of the path */
  VEC (const partition *) versions; /* after each part */
  marks seen;                       /* see path_move, path_slices */
  term_vec slice;
};

path *path_new (memory *mem, terms *ts) {
  path *p = memory_zalloc (mem, sizeof *p);
  p->mem = mem;
  p->ts = ts;
  p->slices = slices_new (mem, ts);
  return p;
}

void path_free (path *p) {
  if (!p)
    return;
  slices_free (p->slices);
  marks_release (p->mem, &p->seen);
  vec_release (p->mem, &p->part, &p->versions, &p->slice);
  memory_free (p->mem, p, sizeof *p);
}

static const partition *current (const path *p) {
  assert (p->versions.len == p->part.len);
  return p->versions.len ? vec_last (&p->versions)
                         : partition_empty (p->slices);
}

static void path_extend (path *p, term part) {
  assert (sort_is_bool (term_sort (p->ts, part)));
  const partition *next = partition_add (p->slices, current (p), part);
  vec_push (p->mem, &p->versions, next);
  vec_push (p->mem, &p->part, part);
  p->n_versions++;
}

static void forget_versions (path *p) {
  slices_free (p->slices);
  p->slices = slices_new (p->mem, p->ts);
  size_t n = p->part.len;
  p->n_versions = p->part.len = p->versions.len = 0;
  for (size_t i = 0; i < n; i++)
    path_extend (p, p->part.data[i]);
  assert (p->part.len == n); /* the same path, in new versions */
}

/* Logs list the condition in question before the path that leads to it. Then
 * it comes last here, so that the next query finds the path below it.
 */
size_t path_move (path *p, size_t n, const term *part) {
  enum { ASKED = 1, KEPT };
  marks_clear (&p->seen);
  for (size_t i = 0; i < n; i++)
    marks_set (p->mem, &p->seen, part[i], ASKED);
  size_t kept = 0;
  while (kept < p->part.len && marks_get (&p->seen, p->part.data[kept]))
    marks_set (p->mem, &p->seen, p->part.data[kept++], KEPT);
  p->part.len = p->versions.len = kept;
  if (p->n_versions > MAX_VERSIONS)
    forget_versions (p);
  bool first_is_new = kept && n && marks_get (&p->seen, part[0]) == ASKED;
  for (size_t i = first_is_new; i < n; i++)
    if (marks_get (&p->seen, part[i]) == ASKED)
      path_extend (p, part[i]);
  if (first_is_new)
    path_extend (p, part[0]);
  assert (p->part.len >= kept && p->part.len <= n + kept);
  return kept;
}

const term_vec *path_parts (const path *p) { return &p->part; }

static void add_slice (path *p, term part, term_vec *out, u32_vec *ends) {
  if (marks_get (&p->seen, part))
    return;
  partition_slice (p->slices, current (p), part, &p->slice);
  if (!p->slice.len) /* no leaves: a slice of its own */
    vec_push (p->mem, &p->slice, part);
  for (size_t i = 0; i < p->slice.len; i++) {
    marks_set (p->mem, &p->seen, p->slice.data[i], 1);
    vec_push (p->mem, out, p->slice.data[i]);
  }
  assert (marks_get (&p->seen, part)); /* it is in its own slice */
  vec_push (p->mem, ends, (uint32_t) out->len);
}

void path_slices (path *p, size_t from, term_vec *out, u32_vec *ends) {
  assert (from <= p->part.len);
  vec_clear (out);
  vec_clear (ends);
  marks_clear (&p->seen);
  for (size_t i = from; i < p->part.len; i++)
    add_slice (p, p->part.data[i], out, ends);
}
