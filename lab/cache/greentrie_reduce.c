#include "lab/cache/greentrie.h"

#include <stdlib.h>
#include <string.h>

typedef VEC (num) num_vec;

/* The values of one prefix. */
typedef struct interval {
  bool has_low, has_high;
  num low, high;
  num_vec hole; /* excluded points, in the order of arrival */
} interval;

typedef struct reducer {
  arena *arena;
  memory *mem;
  VEC (green_atom) out;
} reducer;

static bool is_point (const interval *v) {
  return v->has_low && v->has_high && num_eq (v->low, v->high);
}

/* P + n relation 0 says it of -n. */
static interval interval_of (reducer *r, const green_atom *a) {
  num x = num_neg (r->arena, a->constant);
  interval v = {.low = x, .high = x};
  v.has_low = a->relation == GREEN_EQ || a->relation == GREEN_GE;
  v.has_high = a->relation == GREEN_EQ || a->relation == GREEN_LE;
  if (a->relation == GREEN_NE)
    vec_push (r->mem, &v.hole, x);
  return v;
}

static bool intersect_ends (interval *v, const interval *w) {
  if (w->has_low && (!v->has_low || num_cmp (v->low, w->low) < 0))
    v->low = w->low;
  if (w->has_high && (!v->has_high || num_cmp (v->high, w->high) > 0))
    v->high = w->high;
  v->has_low |= w->has_low;
  v->has_high |= w->has_high;
  return !(v->has_low && v->has_high && num_cmp (v->low, v->high) > 0);
}

/* One excluded point moves an end at most once; points met before are not
 * looked at again.
 */
static bool exclude (reducer *r, interval *v, num x, num_vec *holes) {
  if (is_point (v) && num_eq (v->low, x))
    return false;
  if (v->has_low && num_eq (v->low, x))
    v->low = num_add (r->arena, x, NUM_ONE);
  if (v->has_high && num_eq (v->high, x))
    v->high = num_sub (r->arena, x, NUM_ONE);
  bool inside = (!v->has_low || num_cmp (x, v->low) > 0) &&
                (!v->has_high || num_cmp (x, v->high) < 0);
  for (size_t i = 0; inside && i < holes->len; i++)
    inside = !num_eq (holes->data[i], x);
  if (inside)
    vec_push (r->mem, holes, x);
  return true;
}

/* The prototype walks a Java HashSet of Integer; its order decides what the
 * single pass finds and how the result is ordered.
 */
static uint32_t bucket (num x, size_t n) {
  uint32_t h = (uint32_t) num_u64 (x), cap = 16;
  while (n > cap / 4 * 3)
    cap *= 2;
  return (h ^ h >> 16) & (cap - 1);
}

static void sort_by_bucket (num_vec *v) {
  for (size_t i = 1; i < v->len; i++) {
    num x = v->data[i];
    size_t k = i;
    for (; k && bucket (v->data[k - 1], v->len) > bucket (x, v->len); k--)
      v->data[k] = v->data[k - 1];
    v->data[k] = x;
  }
}

static bool greentrie_reduce_merge (reducer *r, interval *v, interval *w) {
  bool ok = intersect_ends (v, w);
  num_vec holes = {0};
  for (size_t i = 0; ok && i < w->hole.len; i++)
    ok = exclude (r, v, w->hole.data[i], &holes);
  sort_by_bucket (&v->hole);
  for (size_t i = 0; ok && i < v->hole.len; i++)
    ok = exclude (r, v, v->hole.data[i], &holes);
  vec_release (r->mem, &v->hole);
  v->hole = holes;
  return ok;
}

static void emit (reducer *r, const char *prefix, green_relation relation,
                  num x) {
  num c = num_neg (r->arena, x);
  const char *text =
      green_text (r->arena, r->mem, GREEN_SIGNED, relation, prefix, c);
  vec_push (r->mem, &r->out, (green_atom) {relation, c, prefix, text});
}

/* A point that is excluded is a contradiction, which the prototype can miss:
 * what it then stores is not what was solved.
 */
static bool emit_interval (reducer *r, const char *prefix, interval *v) {
  if (is_point (v)) {
    for (size_t i = 0; i < v->hole.len; i++)
      if (num_eq (v->hole.data[i], v->low))
        return false;
    emit (r, prefix, GREEN_EQ, v->low);
    return true;
  }
  if (v->has_low)
    emit (r, prefix, GREEN_GE, v->low);
  if (v->has_high)
    emit (r, prefix, GREEN_LE, v->high);
  sort_by_bucket (&v->hole);
  for (size_t i = 0; i < v->hole.len; i++)
    emit (r, prefix, GREEN_NE, v->hole.data[i]);
  return true;
}

/* All atoms of one prefix; a single one stays as it is. */
static bool reduce_group (reducer *r, size_t n, const green_atom *a) {
  if (n == 1 || a->relation == GREEN_OPAQUE) {
    vec_push (r->mem, &r->out, *a);
    return true;
  }
  interval v = interval_of (r, a);
  bool ok = true;
  for (size_t i = 1; ok && i < n; i++) {
    interval w = interval_of (r, &a[i]);
    ok = greentrie_reduce_merge (r, &v, &w);
    vec_release (r->mem, &w.hole);
  }
  ok = ok && emit_interval (r, a->prefix, &v);
  vec_release (r->mem, &v.hole);
  return ok;
}

bool greentrie_reduce (arena *a, memory *mem, size_t *n, green_atom **atoms) {
  reducer r = {.arena = a, .mem = mem};
  bool ok = true;
  for (size_t i = 0, end; ok && i < *n; i = end) {
    for (end = i + 1; end < *n; end++)
      if (strcmp ((*atoms)[i].prefix, (*atoms)[end].prefix))
        break;
    ok = reduce_group (&r, end - i, &(*atoms)[i]);
  }
  *n = r.out.len;
  *atoms = arena_copy (a, r.out.data, r.out.len * sizeof *r.out.data);
  vec_release (mem, &r.out);
  return ok;
}
