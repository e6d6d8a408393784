/* A question goes down until somebody proves it impossible:
 *
 *     conjuncts -> domains empty?            nobody needs to be believed
 *        |
 *        v  hint: a part that may be unsat   from store and rung 'implied'
 *     check_core -------------> known form? its answer : one solver, once
 *        |  no hint, or a wrong one
 *        v
 *     ask_solver -> a model (evaluated), or a core -> check_core by the other
 *
 * What holds: 'core_at' leads from the digest of a form to its words, which are
 * compared whole, so nothing rests on a hash. An answer unsat is given only for
 * conjuncts whose part a solver of ours refuted in this process; the part is
 * one by comparison of terms, whatever the hint says.
 */

#include "lab/certify/refuter.h"

#include "solver/core.h"
#include "store/recall.h"

#define MINIMISE_CHECKS 24

/* A core that was checked: its words in the pool, and the answer. */
typedef struct checked {
  uint32_t start, n;
  bool is_unsat;
} checked;

struct refuter {
  oracle oracle; /* first: the certifier knows us by it */
  context *context;
  memory *mem;
  terms *ts;
  bench *bench;
  rung *hints;
  backend *backends[BACKEND_COUNT];
  map core_at; /* digest -> index plus 1 */
  VEC (checked) cores;
  u32_vec words;
  term_vec conjuncts, core;
  model *ignored;
  reason why;
  certify_proofs counts;
};
static_assert (offsetof (struct refuter, oracle) == 0, "see 'ask'");

/* Solvers. */

static backend *open_backend (refuter *r, backend_kind k) {
  backend_config config = {.mem = r->mem,
                           .terms = r->ts,
                           .stats = &r->context->stats,
                           .share = true,
                           .memory_limit = r->context->memory.limit,
                           .seed = (unsigned) r->context->options.seed};
  if (!r->backends[k])
    r->backends[k] =
        k == BACKEND_Z3 ? backend_new_z3 (&config) : backend_new_bits (&config);
  return r->backends[k];
}

static bool fits_bits (refuter *r, const problem *p) {
  for (size_t i = 0; i < p->n; i++)
    if (!backend_bits_supports (r->ts, p->constraint[i]))
      return false;
  return true;
}

static verdict refuter_solve (refuter *r, backend_kind k, const problem *p,
                              uint64_t deadline) {
  backend *b = open_backend (r, k);
  assert (k == BACKEND_Z3 || fits_bits (r, p));
  verdict v = b->class->check (b, p->n, p->given, deadline);
  r->why = v == VERDICT_UNKNOWN ? b->class->why (b) : REASON_NONE;
  return v;
}

/* Cores. */

static checked *find_checked (refuter *r, const form *f, uint64_t **slot) {
  for (uint64_t key = f->digest.lo | 1;; key += 2) {
    *slot = map_at (&r->core_at, key);
    if (!**slot)
      return NULL;
    assert (**slot <= r->cores.len);
    checked *c = r->cores.data + **slot - 1;
    if (c->n == f->n_words &&
        !memcmp (r->words.data + c->start, f->word, c->n * sizeof *f->word))
      return c;
  }
}

static void keep_checked (refuter *r, const form *f, uint64_t *slot,
                          bool is_unsat) {
  assert (!*slot); /* each core is checked once */
  checked c = {(uint32_t) r->words.len, (uint32_t) f->n_words, is_unsat};
  for (size_t i = 0; i < f->n_words; i++)
    vec_push (r->mem, &r->words, f->word[i]);
  vec_push (r->mem, &r->cores, c);
  *slot = r->cores.len;
}

static backend_kind choose_checker (refuter *r, const problem *p) {
  backend_kind k = r->context->options.backend;
  return k == BACKEND_BITS && fits_bits (r, p) ? BACKEND_BITS : BACKEND_Z3;
}

/* Are these conjuncts unsatisfiable? 'is_found': a solver of ours said so; then
 * another one that does not know is no objection, but is counted.
 */
static bool check_core (refuter *r, problem *p, bool is_found,
                        uint64_t deadline) {
  uint64_t *slot;
  if (problem_reduced (p)->is_unsat)
    return true;
  const form *f = problem_form (p);
  const checked *known = find_checked (r, f, &slot);
  if (known)
    return known->is_unsat;
  backend_kind k = choose_checker (r, p);
  verdict v = refuter_solve (r, k, p, deadline);
  if (v == VERDICT_UNKNOWN && !is_found)
    return false;
  bool is_unsat = v != VERDICT_SAT;
  keep_checked (r, f, slot, is_unsat);
  r->counts.cores += is_unsat;
  r->counts.once += v == VERDICT_UNKNOWN;
  r->counts.by_bits += v == VERDICT_UNSAT && k == BACKEND_BITS;
  r->counts.by_z3 += v == VERDICT_UNSAT && k == BACKEND_Z3;
  r->counts.false_proofs += !is_unsat;
  return is_unsat;
}

static bool is_part (const problem *p, const term_vec *core) {
  for (size_t i = 0; i < core->len; i++) {
    bool is_there = false;
    for (size_t k = 0; k < p->n && !is_there; k++)
      is_there = term_eq (p->constraint[k], core->data[i]);
    if (!is_there)
      return false;
  }
  return core->len > 0;
}

static bool refute_by_hint (refuter *r, problem *p, uint64_t deadline) {
  finding f = {.model = r->ignored, .core = &r->core};
  vec_clear (&r->core);
  model_clear (r->ignored);
  if (r->hints->class->ask (r->hints, p, &f) != VERDICT_UNSAT ||
      !is_part (p, &r->core))
    return false;
  problem *part = problem_new (r->bench, r->core.len, r->core.data);
  return check_core (r, part, false, deadline);
}

/* Asking from scratch. */

static verdict take_model (refuter *r, problem *p, backend *b, model *found) {
  b->class->get_model (b, found);
  if (problem_holds (p, found)) {
    r->counts.models++;
    return VERDICT_SAT;
  }
  model_clear (found);
  r->why = REASON_INCOMPLETE;
  return VERDICT_UNKNOWN;
}

static verdict take_core (refuter *r, problem *p, backend *b,
                          uint64_t deadline) {
  vec_clear (&r->core);
  b->class->get_core (b, r->mem, &r->core);
  if (!is_part (p, &r->core)) {
    r->why = REASON_INCOMPLETE;
    return VERDICT_UNKNOWN;
  }
  core_minimise (b, r->mem, &r->core, MINIMISE_CHECKS, deadline);
  assert (is_part (p, &r->core)); /* smaller, but of the same conjuncts */
  problem *part = problem_new (r->bench, r->core.len, r->core.data);
  finding f = {
      .verdict = VERDICT_UNSAT, .core = &r->core, .by = b->class->name};
  if (!check_core (r, part, true, deadline)) {
    r->why = REASON_INCOMPLETE;
    return VERDICT_UNKNOWN;
  }
  r->hints->class->learn (r->hints, p, part, &f);
  r->counts.by_solver++;
  return VERDICT_UNSAT;
}

static verdict ask_solver (refuter *r, problem *p, uint64_t deadline,
                           model *found) {
  backend_kind k = fits_bits (r, p) ? BACKEND_BITS : BACKEND_Z3;
  verdict v = refuter_solve (r, k, p, deadline);
  if (v == VERDICT_UNKNOWN && k == BACKEND_BITS)
    v = refuter_solve (r, k = BACKEND_Z3, p, deadline);
  if (v == VERDICT_SAT)
    return take_model (r, p, r->backends[k], found);
  return v == VERDICT_UNSAT ? take_core (r, p, r->backends[k], deadline) : v;
}

/* The oracle. */

static verdict refuter_ask (oracle *o, size_t n, const term *slice,
                            term condition, uint64_t deadline, model *found) {
  refuter *r = (refuter *) o;
  r->why = REASON_NONE;
  vec_clear (&r->conjuncts);
  for (size_t i = 0; i < n; i++)
    term_add_conjuncts (r->mem, &r->conjuncts, r->ts, slice[i]);
  term_add_conjuncts (r->mem, &r->conjuncts, r->ts, condition);
  bench_clear (r->bench);
  bool is_false = term_eq (condition, TERM_FALSE);
  assert (r->conjuncts.len >= is_false); /* it is the last of them */
  problem *p =
      problem_new (r->bench, r->conjuncts.len - is_false, r->conjuncts.data);
  if (is_false || problem_reduced (p)->is_unsat) {
    r->counts.by_evaluation++;
    return VERDICT_UNSAT;
  }
  if (refute_by_hint (r, p, deadline)) {
    r->counts.by_core++;
    return VERDICT_UNSAT;
  }
  verdict v = ask_solver (r, p, deadline, found);
  r->counts.unknown += v == VERDICT_UNKNOWN;
  return v;
}

static reason refuter_why (oracle *o) { return ((refuter *) o)->why; }

static void refuter_interrupt (oracle *o) {
  refuter *r = (refuter *) o;
  for (int k = 0; k < BACKEND_COUNT; k++)
    if (r->backends[k])
      r->backends[k]->class->interrupt (r->backends[k]);
}

/* Life. */

refuter *refuter_new (context *c, terms *ts, store *st) {
  refuter *r = memory_zalloc (&c->memory, sizeof *r);
  r->oracle = (oracle) {
      .ask = refuter_ask, .why = refuter_why, .interrupt = refuter_interrupt};
  r->context = c;
  r->mem = &c->memory;
  r->ts = ts;
  r->bench = bench_new (r->mem, ts);
  r->hints = rung_new_recalled (
      &(rung_site) {.mem = r->mem, .bench = r->bench, .store = st});
  r->ignored = model_new (r->mem, ts);
  map_init (&r->core_at, r->mem);
  return r;
}

void refuter_free (refuter *r) {
  if (!r)
    return;
  for (int k = 0; k < BACKEND_COUNT; k++)
    backend_free (r->backends[k]);
  rung_free (r->hints);
  bench_free (r->bench);
  model_free (r->ignored);
  map_release (&r->core_at);
  vec_release (r->mem, &r->cores, &r->words, &r->conjuncts, &r->core);
  memory_free (r->mem, r, sizeof *r);
}

oracle *refuter_oracle (refuter *r) { return &r->oracle; }
const certify_proofs *refuter_counts (const refuter *r) { return &r->counts; }
