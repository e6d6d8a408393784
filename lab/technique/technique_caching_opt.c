/* CachingOpt: caching whose slices follow the path (logic/path.h).
 *
 * If a model of a prefix of the path is known (any later query that was SAT
 * gave one), only slices with parts behind it are looked at; the others keep
 * their values.
 */
#include "lab/technique/technique_priv.h"

#include "lab/query/path.h"

typedef struct caching_opt {
  slice_cache *answers;
  path *path;
  size_t n_sat;   /* so many parts of the path have ... */
  model *witness; /* ... this model */
  term_vec sliced, rest;
  u32_vec ends;
  map covered; /* parts whose slice is among 'sliced' */
} caching_opt;

static void *open (technique *t) {
  memory *mem = t->config.mem;
  caching_opt *c = memory_zalloc (mem, sizeof *c);
  c->answers = answers_new (mem);
  c->path = path_new (mem, t->config.terms);
  c->witness = model_new (mem, t->config.terms);
  map_init (&c->covered, mem);
  return c;
}

static void close (technique *t, void *state) {
  caching_opt *c = state;
  memory *mem = t->config.mem;
  answers_free (c->answers);
  path_free (c->path);
  model_free (c->witness);
  map_release (&c->covered);
  vec_release (mem, &c->sliced, &c->rest, &c->ends);
  memory_free (mem, c, sizeof *c);
}

static void choose_slices (technique *t, caching_opt *c, const query *q) {
  slicing_start (t);
  size_t kept = path_move (c->path, q->part.len, q->part.data);
  if (c->n_sat > kept)
    c->n_sat = kept;
  path_slices (c->path, c->n_sat, &c->sliced, &c->ends);
  slicing_stop (t);
}

/* Values that the model does not have from the slices looked at. */
static void keep_values (technique *t, caching_opt *c) {
  const term_vec *parts = path_parts (c->path);
  map_clear (&c->covered);
  for (size_t i = 0; i < c->sliced.len; i++)
    map_put (&c->covered, c->sliced.data[i].id, 1);
  vec_clear (&c->rest);
  for (size_t i = 0; i < parts->len; i++)
    if (!map_find (&c->covered, parts->data[i].id))
      vec_push (t->config.mem, &c->rest, parts->data[i]);
  technique_take_values (t, c->rest.len, c->rest.data, c->witness, t->model);
}

static verdict caching_opt_check (technique *t, void *state, const query *q) {
  caching_opt *c = state;
  choose_slices (t, c, q);
  verdict v =
      answers_solve_all (t, c->answers, &c->sliced, &c->ends, q->deadline);
  if (v != VERDICT_SAT)
    return v;
  keep_values (t, c);
  model_copy (c->witness, t->model);
  c->n_sat = path_parts (c->path)->len;
  return v;
}

static void caching_opt_core (technique *t, void *state, const query *q,
                              term_vec *out) {
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
                                               .check = caching_opt_check,
                                               .core = caching_opt_core,
                                               .forget = forget};
