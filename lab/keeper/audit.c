/* A form is decoded over leaves of our own (made by number and sort), so what
 * it says is asked again without anything that the proof claims: a model is
 * evaluated, UNSAT goes to a fresh solver.
 */

#include "lab/keeper/audit.h"

#include "lab/count/counter.h"
#include "solver/backend.h"
#include "store/codec.h"
#include "term/smt_write.h"

/* Terms and solvers are made anew after so many proofs: they only grow. */
#define MAX_PROOFS 500

struct auditor {
  memory *mem;
  uint64_t timeout;
  unsigned n_proofs;
  terms *ts;
  arena arena;
  backend *bits, *z3;
  evaluator *evaluator;
  lister *lister;
  model *model;
  term_vec leaves, conjuncts;
  atom_vec atoms;
};

static void audit_start (auditor *a) {
  assert (!a->bits && !a->z3); /* they know the terms of before */
  a->n_proofs = 0;
  a->ts = terms_new (a->mem);
  arena_init (&a->arena, a->mem);
  a->evaluator = evaluator_new (a->mem, a->ts);
  a->lister = lister_new (a->mem, a->ts);
  a->model = model_new (a->mem, a->ts);
}

static void audit_stop (auditor *a) {
  backend_free (a->bits);
  backend_free (a->z3);
  a->bits = a->z3 = NULL;
  model_free (a->model);
  evaluator_free (a->evaluator);
  lister_free (a->lister);
  arena_release (&a->arena);
  terms_free (a->ts);
}

auditor *auditor_new (memory *mem, uint64_t timeout) {
  auditor *a = memory_zalloc (mem, sizeof *a);
  a->mem = mem;
  a->timeout = timeout;
  audit_start (a);
  return a;
}

void auditor_free (auditor *a) {
  if (!a)
    return;
  audit_stop (a);
  vec_release (a->mem, &a->leaves, &a->conjuncts, &a->atoms);
  memory_free (a->mem, a, sizeof *a);
}

/* The leaves are numbered variables, the same for every proof. */
static term variable (auditor *a, size_t i, sort s) {
  char name[48];
  int len = snprintf (name, sizeof name, "v%zu_%x", i, s.code);
  return term_var (a->ts, name, (size_t) len, s);
}

/* Conjuncts and leaves of the form. */
static bool decode (auditor *a, const proof *p, form *f) {
  size_t n;
  const uint32_t *code;
  if (a->n_proofs++ == MAX_PROOFS) {
    audit_stop (a);
    audit_start (a);
  }
  *f = (form) {.digest = p->digest, .n_words = p->n_words, .word = p->word};
  if (p->verdict == PROOF_COUNTED) {
    if (f->n_words < 2 || f->word[0] != PROOF_COUNT_MARK)
      return false;
    f->word++;
    f->n_words--;
    f->digest = form_digest (f->n_words, f->word);
  }
  if (!form_leaf_sorts (f, &n, &code))
    return false;
  vec_clear (&a->leaves);
  vec_clear (&a->atoms);
  vec_clear (&a->conjuncts);
  arena_reset (&a->arena);
  for (size_t i = 0; i < n; i++)
    vec_push (a->mem, &a->leaves, variable (a, i, (sort) {code[i]}));
  f->n_leaves = n;
  f->leaf = a->leaves.data;
  if (!form_atoms (a->ts, &a->arena, a->mem, f, f->leaf, &a->atoms))
    return false;
  for (size_t i = 0; i < a->atoms.len; i++)
    vec_push (a->mem, &a->conjuncts, atom_term (a->ts, a->atoms.data[i]));
  return true;
}

static audit check_model (auditor *a, const proof *p, const form *f) {
  model_clear (a->model);
  if (!codec_model_read (p->model, p->model_size, f, a->mem, a->model))
    return AUDIT_FALSE;
  return evaluator_satisfies (a->evaluator, a->model, a->conjuncts.len,
                              a->conjuncts.data)
             ? AUDIT_TRUE
             : AUDIT_FALSE;
}

static backend *choose_backend (auditor *a) {
  backend_config c = {.mem = a->mem, .terms = a->ts};
  bool bits = true;
  for (size_t i = 0; i < a->conjuncts.len && bits; i++)
    bits = backend_bits_supports (a->ts, a->conjuncts.data[i]);
  if (bits)
    return a->bits ? a->bits : (a->bits = backend_new_bits (&c));
  return a->z3 ? a->z3 : (a->z3 = backend_new_z3 (&c));
}

static audit prove (auditor *a) {
  backend *b = choose_backend (a);
  uint64_t deadline = a->timeout ? clock_now () + a->timeout : 0;
  verdict v =
      b->class->check (b, a->conjuncts.len, a->conjuncts.data, deadline);
  return v == VERDICT_UNSAT ? AUDIT_TRUE
         : v == VERDICT_SAT ? AUDIT_FALSE
                            : AUDIT_OPEN;
}

/* Without anything that was counted before. All leaves occur in a form. */
static audit count_again (auditor *a, const proof *p) {
  stats unused = {0};
  unsigned bits;
  num claimed;
  if (!num_parse (&a->arena, p->model, p->model_size, 10, &claimed))
    return AUDIT_MALFORMED;
  counter *c = counter_new (a->mem, a->ts, &unused, NULL, COUNT_EFFORT);
  model_count n = counter_count (c, a->conjuncts.len, a->conjuncts.data, &bits);
  bool is_open = n.is_finite && num_cmp (n.low, claimed) <= 0 &&
                 num_cmp (claimed, n.high) <= 0;
  audit result = !is_open                   ? AUDIT_FALSE
                 : model_count_is_exact (n) ? AUDIT_TRUE
                                            : AUDIT_OPEN;
  counter_free (c);
  return result;
}

audit auditor_check (auditor *a, const proof *p, bool unchanged) {
  form f;
  if (!decode (a, p, &f))
    return AUDIT_MALFORMED;
  if (p->verdict == VERDICT_SAT)
    return check_model (a, p, &f);
  if (!unchanged || p->verdict == VERDICT_UNKNOWN)
    return AUDIT_OPEN;
  return p->verdict == PROOF_COUNTED ? count_again (a, p) : prove (a);
}

size_t auditor_list (auditor *a, const proof *p, listing out[LISTINGS_MAX]) {
  form f;
  size_t kept = 0;
  if (p->verdict == PROOF_COUNTED || !decode (a, p, &f))
    return 0;
  size_t n = lister_list (a->lister, &a->arena, p->verdict, a->atoms.len,
                          a->atoms.data, out);
  for (size_t i = 0; i < n; i++)
    if (listing_is_by_shape (out[i].kind))
      out[kept++] = out[i];
  return kept;
}

bool auditor_write (auditor *a, const proof *p, char_vec *out) {
  form f;
  if (!decode (a, p, &f))
    return false;
  smt_write_script (a->mem, out, a->ts, a->conjuncts.len, a->conjuncts.data);
  return true;
}
