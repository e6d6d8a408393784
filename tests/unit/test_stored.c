/* The rung that asks the store, and audits of what is stored. */

#include "proofs.h"

#include "lab/keeper/audit.h"
#include "lab/keeper/proof_text.h"
#include "solver/backend.h"

/* Random problems over four bytes and an array, named by a prefix. */
typedef struct lab {
  memory *mem;
  terms *ts;
  bench *bench;
  rung *rung;
  backend *backend;
  model *model;
  term_vec core, conjuncts;
  term var[4], array;
} lab;

static void lab_init (lab *l, memory *mem, store *s, char prefix) {
  *l = (lab) {.mem = mem, .ts = terms_new (mem)};
  l->bench = bench_new (mem, l->ts);
  l->rung = rung_new_stored (
      &(rung_site) {.mem = mem, .bench = l->bench, .store = s});
  l->backend =
      backend_new_bits (&(backend_config) {.mem = mem, .terms = l->ts});
  l->model = model_new (mem, l->ts);
  for (int i = 0; i < 4; i++) {
    char name[2] = {prefix, (char) ('0' + i)};
    l->var[i] = term_var (l->ts, name, 2, sort_bv (8));
  }
  l->array = term_var (l->ts, &prefix, 1, sort_array (32, 8));
}

static void lab_release (lab *l) {
  vec_release (l->mem, &l->core);
  vec_release (l->mem, &l->conjuncts);
  model_free (l->model);
  backend_free (l->backend);
  rung_free (l->rung);
  bench_free (l->bench);
  terms_free (l->ts);
}

static term random_conjunct (lab *l, uint64_t *seed) {
  terms *ts = l->ts;
  term c = term_bv (ts, 8, random_below (seed, 5));
  term x = term_binary (ts, KIND_BV_ADD, l->var[random_below (seed, 4)], c);
  term y = term_bv (ts, 8, random_below (seed, 9));
  if (random_below (seed, 2)) {
    term a = l->var[random_below (seed, 4)], b = l->var[random_below (seed, 4)];
    y = term_binary (ts, KIND_BV_MUL, a, b);
  }
  if (random_below (seed, 4) == 0)
    x = term_select (ts, l->array, term_zext (ts, 24, x));
  kind k = random_below (seed, 3) ? KIND_BV_ULT : KIND_EQ;
  return term_binary (ts, k, x, y);
}

static problem *random_problem (lab *l, uint64_t *seed) {
  vec_clear (&l->conjuncts);
  for (unsigned n = 2 + random_below (seed, 4); n--;) {
    term t = random_conjunct (l, seed);
    bool is_new = t.id > TERM_TRUE.id;
    for (size_t i = 0; i < l->conjuncts.len; i++)
      is_new = is_new && !term_eq (l->conjuncts.data[i], t);
    if (is_new)
      vec_push (l->mem, &l->conjuncts, t);
  }
  return l->conjuncts.len
             ? problem_new (l->bench, l->conjuncts.len, l->conjuncts.data)
             : NULL;
}

/* Ask and check; tell what was not known. True on a hit. */
static bool ask (lab *l, problem *p) {
  finding f = {.model = l->model, .core = &l->core};
  model_clear (l->model);
  verdict said = l->rung->class->ask (l->rung, p, &f);
  bool holds = said == VERDICT_SAT && problem_holds (p, l->model);
  verdict real = l->backend->class->check (l->backend, l->conjuncts.len,
                                           l->conjuncts.data, 0);
  if (said) {
    CHECK_EQ (said, real);
    CHECK_EQ (holds, real == VERDICT_SAT);
    return true;
  }
  model_clear (l->model);
  if (real == VERDICT_SAT)
    l->backend->class->get_model (l->backend, l->model);
  finding g = {
      .verdict = real, .model = l->model, .core = &l->core, .by = "bits"};
  l->rung->class->learn (l->rung, p, real == VERDICT_UNSAT ? p : NULL, &g);
  return false;
}

static unsigned run (place *p, char prefix, uint64_t seed, unsigned n) {
  lab l;
  unsigned hits = 0;
  store *s = place_open (p);
  lab_init (&l, &p->mem, s, prefix);
  for (unsigned i = 0; i < n; i++) {
    problem *q = random_problem (&l, &seed);
    if (q)
      hits += ask (&l, q);
    bench_clear (l.bench);
  }
  lab_release (&l);
  store_close (s);
  return hits;
}

/* Under other names, in another process as far as the store can tell. */
TEST (answers_come_back) {
  place p;
  place_init (&p);
  unsigned n = test_is_long () ? 5000 : 300;
  unsigned cold = run (&p, 'x', 9, n);
  unsigned warm = run (&p, 'y', 9, n);
  CHECK (cold < n / 2);
  CHECK (warm > n / 2);
  place_remove (&p);
}

/* Audits. */

typedef struct audits {
  memory *mem;
  auditor *auditor;
  char_vec text;
  uint64_t seed;
  unsigned n, n_true, n_malformed;
} audits;

static bool audit_one (void *state, const proof *p) {
  audits *a = state;
  a->n++;
  a->n_true += auditor_check (a->auditor, p, true) == AUDIT_TRUE;
  proof_text_write (a->mem, &a->text, a->auditor, p);
  return true;
}

/* Words changed at random: an answer or a refusal, never a crash. */
static bool audit_mutants (void *state, const proof *p) {
  audits *a = state;
  uint32_t *word = malloc (4 * p->n_words);
  proof mutant = *p;
  mutant.word = word;
  for (int i = 0; i < 20; i++) {
    memcpy (word, p->word, 4 * p->n_words);
    for (unsigned k = 1 + random_below (&a->seed, 2); k--;) {
      unsigned at = 1 + random_below (&a->seed, (unsigned) p->n_words - 1);
      unsigned other = random_below (&a->seed, (unsigned) p->n_words);
      uint32_t bit = UINT32_C (1) << random_below (&a->seed, 32);
      word[at] = random_below (&a->seed, 2) ? word[at] ^ bit : word[other];
    }
    mutant.n_words = random_below (&a->seed, 4)
                         ? p->n_words
                         : random_below (&a->seed, (unsigned) p->n_words);
    audit found = auditor_check (a->auditor, &mutant, false);
    a->n_malformed += found == AUDIT_MALFORMED;
  }
  free (word);
  return true;
}

TEST (audits) {
  place p;
  place_init (&p);
  run (&p, 'x', 9, 300);
  audits a = {.mem = &p.mem, .auditor = auditor_new (&p.mem, 0), .seed = 1};
  proof_text_head (a.mem, &a.text);
  store *s = place_open (&p);
  CHECK_EQ (store_each (s, audit_one, &a), ST_OK);
  CHECK (a.n > 100);
  CHECK_EQ (a.n_true, a.n);
  CHECK_EQ (store_each (s, audit_mutants, &a), ST_OK);
  CHECK (a.n_malformed > a.n);
  store_close (s);
  proof_reader *r = proof_reader_new (&p.mem, a.text.data, a.text.len);
  proof q;
  trouble t = {0};
  unsigned read = 0;
  while (proof_reader_next (r, &q, &t)) {
    CHECK_EQ (auditor_check (a.auditor, &q, true), AUDIT_TRUE);
    q.verdict = q.verdict == VERDICT_SAT ? VERDICT_UNSAT : VERDICT_SAT;
    CHECK_EQ (auditor_check (a.auditor, &q, true), AUDIT_FALSE);
    read++;
  }
  CHECK_EQ (t.code, ST_OK);
  CHECK_EQ (read, a.n);
  proof_reader_free (r);
  auditor_free (a.auditor);
  vec_release (a.mem, &a.text);
  place_remove (&p);
}
