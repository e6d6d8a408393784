/* A problem is computed step by step, each when somebody first asks for it:
 *
 *     conjuncts -> atoms -> reduction -> form          all in the arena
 *         '-> leaves                                   of the bench
 *
 * Atoms depend on their conjunct alone and are kept for the run.
 */

#include "reuse/problem.h"

#include "base/map.h"
#include "term/leaves.h"

/* Atoms of conjuncts are kept for the run, up to this many bytes. */
#define MAX_ATOM_BYTES ((size_t) 256 << 20)

struct bench {
  memory *mem;
  terms *ts;
  arena query; /* problems and what they hand out */
  arena atoms; /* domains of 'atom' */
  atom_vec atom;
  map atom_of; /* conjunct id -> position in 'atom' + 1 */
  former *former;
  evaluator *evaluator;
  asking asking;
};

bench *bench_new (memory *mem, terms *ts) {
  bench *b = memory_zalloc (mem, sizeof *b);
  b->mem = mem;
  b->ts = ts;
  arena_init (&b->query, mem);
  arena_init (&b->atoms, mem);
  map_init (&b->atom_of, mem);
  b->former = former_new (mem, ts);
  b->evaluator = evaluator_new (mem, ts);
  return b;
}

void bench_free (bench *b) {
  if (!b)
    return;
  former_free (b->former);
  evaluator_free (b->evaluator);
  map_release (&b->atom_of);
  vec_release (b->mem, &b->atom);
  arena_release (&b->atoms);
  arena_release (&b->query);
  memory_free (b->mem, b, sizeof *b);
}

/* What is kept goes too when it has grown too large; it comes back. */
static void forget_atoms (bench *b) {
  arena_release (&b->atoms);
  map_clear (&b->atom_of);
  vec_clear (&b->atom);
}

void bench_clear (bench *b) {
  arena_reset (&b->query);
  b->asking.n_coming = 0;
  if (b->atom.len * (sizeof (atom) + 64) > MAX_ATOM_BYTES)
    forget_atoms (b);
}

memory *bench_memory (const bench *b) { return b->mem; }
terms *bench_terms (const bench *b) { return b->ts; }
arena *bench_arena (bench *b) { return &b->query; }
evaluator *bench_evaluator (bench *b) { return b->evaluator; }
asking *bench_asking (bench *b) { return &b->asking; }

/* A sum, so that the order of conjuncts does not matter. */
static hash128 problem_key_of (const terms *ts, size_t n, const term *t) {
  hash128 key = {n, ~(uint64_t) n};
  for (size_t i = 0; i < n; i++) {
    hash128 h = term_hash (ts, t[i]);
    key.lo += hash_mix (h.lo, h.hi);
    key.hi += hash_mix (h.hi, h.lo + 1);
  }
  return key;
}

problem *problem_new (bench *b, size_t n, const term *constraint) {
  problem *p = arena_alloc (&b->query, sizeof *p);
  term *given = arena_copy (&b->query, constraint, n * sizeof *given);
  term *copy = given;
  if (!terms_are_sorted (n, given)) {
    copy = arena_copy (&b->query, constraint, n * sizeof *copy);
    size_t different = terms_sort (n, copy);
    given = different < n ? copy : given;
    n = different;
  }
  *p = (problem) {.bench = b, .n = n, .constraint = copy, .given = given};
  p->key = problem_key_of (b->ts, n, copy);
  return p;
}

static atom atom_of_conjunct (bench *b, term t) {
  uint64_t *at = map_at (&b->atom_of, t.id);
  if (!*at) {
    atom a = atom_of (b->ts, &b->query, t);
    a.domain = domain_copy (&b->atoms, a.domain);
    vec_push (b->mem, &b->atom, a);
    *at = b->atom.len;
  }
  return b->atom.data[*at - 1];
}

const atom *problem_atoms (problem *p) {
  if (!p->atom) {
    atom *a = arena_alloc (&p->bench->query, (p->n + 1) * sizeof *a);
    for (size_t i = 0; i < p->n; i++)
      a[i] = atom_of_conjunct (p->bench, p->constraint[i]);
    p->atom = a;
  }
  return p->atom;
}

const reduction *problem_reduced (problem *p) {
  if (!p->reduced) {
    bench *b = p->bench;
    reduction *r = arena_alloc (&b->query, sizeof *r);
    reduce_atoms (b->ts, &b->query, p->n, problem_atoms (p), r);
    if (!r->is_unsat)
      reduce_substitute (b->ts, &b->query, b->mem, r);
    p->reduced = r;
  }
  return p->reduced;
}

const form *problem_form (problem *p) {
  if (!p->form) {
    const reduction *r = problem_reduced (p);
    assert (!r->is_unsat);
    form *f = arena_alloc (&p->bench->query, sizeof *f);
    form_of (p->bench->former, &p->bench->query, r->n, r->atom, f);
    p->form = f;
  }
  return p->form;
}

const term *problem_leaves (problem *p, size_t *n) {
  if (!p->leaf) {
    size_t total = 0, len = 0;
    for (size_t i = 0; i < p->n; i++)
      total += term_leaves (p->bench->ts, p->constraint[i])->n;
    term *leaf = arena_alloc (&p->bench->query, (total + 1) * sizeof *leaf);
    for (size_t i = 0; i < p->n; i++) {
      const leaf_set *set = term_leaves (p->bench->ts, p->constraint[i]);
      for (uint32_t j = 0; j < set->n; j++)
        leaf[len++] = set->leaf[j];
    }
    p->n_leaves = terms_sort (len, leaf);
    p->leaf = leaf;
  }
  *n = p->n_leaves;
  return p->leaf;
}

/* The newest conjunct first: it is what a model for the older ones does not
 * know about.
 */
bool problem_holds (problem *p, const model *m) {
  evaluator *ev = p->bench->evaluator;
  evaluator_start (ev, m);
  for (size_t i = p->n; i-- > 0;)
    if (!evaluator_holds (ev, p->given[i]))
      return false;
  return true;
}

static bool are_atoms_valid (const problem *p) {
  for (size_t i = 0; p->atom && i < p->n; i++)
    if (!domain_is_valid (p->atom[i].domain) ||
        !sort_eq (p->atom[i].domain->sort,
                  term_sort (p->bench->ts, p->atom[i].prefix)))
      return false;
  return true;
}

bool problem_is_valid (const problem *p) {
  const terms *ts = p->bench->ts;
  return terms_are_sorted (p->n, p->constraint) && are_atoms_valid (p) &&
         (!p->reduced || reduction_is_valid (ts, p->reduced)) &&
         (!p->form || form_is_valid (ts, p->form)) &&
         (!p->leaf || terms_are_sorted (p->n_leaves, p->leaf));
}
