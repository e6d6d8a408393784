/* The rung that asks the store.
 *
 * A model comes back through the renaming of the form and is evaluated by the
 * ladder; UNSAT is said when the whole form is equal and the store believes
 * the proof. An unknown answer is reported by its budget, and the ladder
 * decides whether it has a larger one.
 */

#include "solver/checker.h"
#include "store/codec.h"
#include "store/leaf_names.h"

typedef struct stored {
  rung base;
  memory *mem;
  checker *checker;
  bool is_checking; /* --check=3 */
  store *store;
  byte_vec model;   /* being written */
  name_bytes names; /* being written */
  lister *lister;
  size_t n_put;
} stored;

static void free_stored (rung *r) {
  stored *s = (stored *) r;
  vec_release (s->mem, &s->model, &s->names);
  lister_free (s->lister);
  memory_free (s->mem, s, sizeof *s);
}

/* A store far away looks for all problems of a query together, when the first
 * of them gets here. What the witness satisfies will not be looked for.
 */
static void announce (stored *s, asking *a) {
  for (size_t i = 0; i < a->n_coming && store_is_far (s->store); i++) {
    problem *p = a->coming[i];
    bool is_wanted = !a->witness || !problem_holds (p, a->witness);
    if (is_wanted && !problem_reduced (p)->is_unsat)
      store_expect (s->store, problem_form (p));
  }
  a->n_coming = 0;
}

static verdict stored_ask (rung *r, problem *p, finding *out) {
  stored *s = (stored *) r;
  proof found;
  announce (s, bench_asking (p->bench));
  if (problem_reduced (p)->is_unsat)
    return VERDICT_UNKNOWN; /* for the rung of the reduction */
  const form *f = problem_form (p);
  if (!store_find (s->store, f, &found))
    return VERDICT_UNKNOWN;
  if (found.verdict == VERDICT_UNKNOWN)
    out->failed = found.budget;
  if (found.verdict == VERDICT_SAT &&
      !codec_model_read (found.model, found.model_size, f, s->mem, out->model))
    return VERDICT_UNKNOWN;
  return found.verdict;
}

/* Who proved it, with the version of what did the work. */
static void describe (const char *by, char *out, size_t size) {
  const char *version = REPRISE_VERSION;
  if (!strcmp (by, "z3"))
    version = backend_z3_version ();
  else if (!strcmp (by, "bits"))
    version = backend_bits_version ();
  snprintf (out, size, "%s %s", by, version);
}

/* What another run will read of it: the same model, for as many leaves. */
static bool reads_back (stored *s, problem *p, const proof *put) {
  model *m = model_new (s->mem, bench_terms (p->bench));
  bool holds = put->verdict != VERDICT_SAT ||
               (codec_model_read (put->model, put->model_size, problem_form (p),
                                  s->mem, m) &&
                problem_holds (p, m));
  model_free (m);
  return proof_is_valid (put) && holds;
}

static void stored_keep (stored *s, problem *p, const finding *f) {
  char solver[64];
  if (problem_reduced (p)->is_unsat)
    return; /* found again in no time */
  const form *spelled = problem_form (p);
  describe (f->by ? f->by : "?", solver, sizeof solver);
  proof put = {.digest = spelled->digest,
               .n_words = spelled->n_words,
               .word = spelled->word,
               .verdict = f->verdict,
               .budget = f->budget,
               .solver = solver,
               .trust = PROOF_OWN};
  if (f->verdict == VERDICT_SAT) {
    vec_clear (&s->model);
    codec_model_write (s->mem, &s->model, f->model, spelled);
    put.model = s->model.data;
    put.model_size = s->model.len;
  }
  names_write (s->mem, &s->names, bench_terms (p->bench), spelled);
  put.names = s->names.data;
  put.names_size = s->names.len;
  listing listings[LISTINGS_MAX];
  const reduction *r = problem_reduced (p);
  put.listing = listings;
  if (store_has_lists (s->store))
    put.n_listings = lister_list (s->lister, bench_arena (p->bench), f->verdict,
                                  r->n, r->atom, listings);
  if (s->is_checking)
    checker_require (s->checker, reads_back (s, p, &put), p->n, p->constraint,
                     "a proof for the store is damaged");
  if (!store_put (s->store, &put))
    s->n_put++;
}

static void stored_learn (rung *r, problem *p, problem *core,
                          const finding *f) {
  stored *s = (stored *) r;
  if (f->verdict == VERDICT_UNKNOWN && !f->budget)
    return; /* nothing is known of how long it would take */
  stored_keep (s, p, f);
  if (core && core != p)
    stored_keep (s, core, f);
}

static size_t stored_count (const rung *r) {
  return ((const stored *) r)->n_put;
}

static const rung_class stored_class = {.free = free_stored,
                                        .ask = stored_ask,
                                        .learn = stored_learn,
                                        .count = stored_count};

rung *rung_new_stored (const rung_site *site) {
  assert (site->store);
  stored *s = memory_zalloc (site->mem, sizeof *s);
  s->base.class = &stored_class;
  s->mem = site->mem;
  s->checker = site->checker;
  s->is_checking = site->context && site->context->options.check > 2;
  s->store = site->store;
  s->lister = lister_new (site->mem, bench_terms (site->bench));
  return &s->base;
}
