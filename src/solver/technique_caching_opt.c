/* CachingOpt: caching whose slices follow the path.
 *
 * The partition of the last query is kept with those of all its prefixes, so
 * a new query goes on from the longest prefix that it contains. If a model of
 * that prefix is known (any later query that was SAT gave one), only slices
 * with new parts are looked at; the others keep their values.
 */
#include "solver/technique_priv.h"

#include "logic/slice.h"

/* Old versions of the partition are freed together, all that many. */
#define MAX_VERSIONS (1u << 17)

typedef struct caching_opt {
  answers *answers;
  slices *slices;
  size_t n_versions;
  term_vec path;
  VEC (const partition *) versions; /* after each part of the path */
  size_t n_sat;                     /* so much of the path has ... */
  model *witness;                   /* ... this model */
  term_vec missing, slice, sliced, rest;
  u32_vec ends;
  map covered; /* parts whose slice is among 'sliced' */
} caching_opt;

static void *open (technique *t) {
  memory *mem = t->config.mem;
  caching_opt *c = memory_zalloc (mem, sizeof *c);
  c->answers = answers_new (mem);
  c->slices = slices_new (mem, t->config.terms);
  c->witness = model_new (mem, t->config.terms);
  map_init (&c->covered, mem);
  return c;
}

static void close (technique *t, void *state) {
  caching_opt *c = state;
  memory *mem = t->config.mem;
  answers_free (c->answers);
  slices_free (c->slices);
  model_free (c->witness);
  map_release (&c->covered);
  vec_release (mem, &c->path);
  vec_release (mem, &c->versions);
  vec_release (mem, &c->missing);
  vec_release (mem, &c->slice);
  vec_release (mem, &c->sliced);
  vec_release (mem, &c->rest);
  vec_release (mem, &c->ends);
  memory_free (mem, c, sizeof *c);
}

static const partition *current (caching_opt *c) {
  return c->versions.len ? vec_last (&c->versions)
                         : partition_empty (c->slices);
}

static void extend (technique *t, caching_opt *c, term part) {
  const partition *p = partition_add (c->slices, current (c), part);
  vec_push (t->config.mem, &c->versions, p);
  vec_push (t->config.mem, &c->path, part);
  c->n_versions++;
}

static void forget_versions (technique *t, caching_opt *c) {
  slices_free (c->slices);
  c->slices = slices_new (t->config.mem, t->config.terms);
  c->n_versions = 0;
  size_t n = c->path.len;
  vec_clear (&c->path);
  vec_clear (&c->versions);
  for (size_t i = 0; i < n; i++)
    extend (t, c, c->path.data[i]);
}

/* Move to the query; 'missing' holds the parts that are new. */
static void move (technique *t, caching_opt *c, const query *q) {
  size_t len = technique_follow (t, &c->path, q, &c->missing);
  c->path.len = c->versions.len = len;
  if (c->n_sat > len)
    c->n_sat = len;
  if (c->n_versions > MAX_VERSIONS)
    forget_versions (t, c);
  for (size_t i = 0; i < c->missing.len; i++)
    extend (t, c, c->missing.data[i]);
}

static void cover_slice (technique *t, caching_opt *c, term part) {
  memory *mem = t->config.mem;
  if (map_find (&c->covered, part.id))
    return;
  partition_slice (c->slices, current (c), part, &c->slice);
  if (!c->slice.len) /* no leaves: a slice of its own */
    vec_push (mem, &c->slice, part);
  for (size_t i = 0; i < c->slice.len; i++) {
    map_put (&c->covered, c->slice.data[i].id, 1);
    vec_push (mem, &c->sliced, c->slice.data[i]);
  }
  vec_push (mem, &c->ends, (uint32_t) c->sliced.len);
}

/* Values that the model does not have from the slices looked at. */
static void keep_values (technique *t, caching_opt *c) {
  vec_clear (&c->rest);
  for (size_t i = 0; i < c->path.len; i++)
    if (!map_find (&c->covered, c->path.data[i].id))
      vec_push (t->config.mem, &c->rest, c->path.data[i]);
  technique_take_values (t, c->rest.len, c->rest.data, c->witness, t->model);
}

static verdict check (technique *t, void *state, const query *q) {
  caching_opt *c = state;
  slicing_start (t);
  move (t, c, q);
  bool has_witness = c->n_sat + c->missing.len == c->path.len;
  map_clear (&c->covered);
  vec_clear (&c->sliced);
  vec_clear (&c->ends);
  if (has_witness)
    for (size_t i = 0; i < c->missing.len; i++)
      cover_slice (t, c, c->missing.data[i]);
  else
    partition_all (c->slices, current (c), &c->sliced, &c->ends);
  slicing_stop (t);
  verdict v =
      answers_solve_all (t, c->answers, &c->sliced, &c->ends, q->deadline);
  if (v != VERDICT_SAT)
    return v;
  if (has_witness)
    keep_values (t, c);
  model_copy (c->witness, t->model);
  c->n_sat = c->path.len;
  return v;
}

static void core (technique *t, void *state, const query *q, term_vec *out) {
  (void) q;
  answers_core (t, ((caching_opt *) state)->answers, out);
}

static void forget (void *state) {
  caching_opt *c = state;
  answers_forget (c->answers);
  c->n_sat = 0;
}

const technique_class technique_caching_opt = {.open = open,
                                               .close = close,
                                               .check = check,
                                               .core = core,
                                               .forget = forget};
