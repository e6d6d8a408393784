#include "lab/cache/recal.h"

#include <string.h>

void clause_index_init (clause_index *x, memory *mem) {
  memset (x, 0, sizeof *x);
  x->mem = mem;
  arena_init (&x->data, mem);
  texts_init (&x->sums, mem);
}

void clause_index_release (clause_index *x) {
  for (size_t i = 0; i < x->postings.len; i++)
    vec_release (x->mem, &x->postings.data[i]);
  vec_release (x->mem, &x->postings, &x->formula);
  texts_release (&x->sums);
  arena_release (&x->data);
}

void clause_index_add (clause_index *x, const clauses *f) {
  uint32_t number = (uint32_t) x->formula.len;
  for (size_t i = 0; i < f->n; i++) {
    const recal_clause *c = &f->clause[i];
    uint32_t sum = texts_add (&x->sums, c->sum);
    if (sum == x->postings.len)
      vec_push (x->mem, &x->postings, (posting_vec) {0});
    recal_posting p = {number, c->relation, num_copy (&x->data, c->constant),
                       0};
    vec_push (x->mem, &x->postings.data[sum], p);
  }
  uint32_t n = f->is_complete ? (uint32_t) f->n : UINT32_MAX;
  vec_push (x->mem, &x->formula, (formula) {.n_clauses = n});
}

static posting_vec *postings_of (clause_index *x, const recal_clause *c) {
  uint32_t sum = texts_find (&x->sums, c->sum);
  return sum == TEXT_NONE ? NULL : &x->postings.data[sum];
}

static formula *formula_at (clause_index *x, uint32_t i) {
  formula *f = &x->formula.data[i];
  if (f->stamp != x->stamp)
    f->hits = 0;
  f->stamp = x->stamp;
  return f;
}

/* A formula stays in the intersection when it has a hit for each clause so
 * far.
 */
uint32_t clause_index_stricter (clause_index *x, const clauses *asked) {
  x->stamp++;
  if (!asked->is_complete)
    return UINT32_MAX;
  for (uint32_t i = 0; i < asked->n; i++) {
    const posting_vec *v = postings_of (x, &asked->clause[i]);
    bool some = false;
    for (size_t k = 0; v && k < v->len; k++) {
      const recal_posting *p = &v->data[k];
      recal_clause c = {p->relation, p->constant, NULL};
      formula *f = formula_at (x, p->formula);
      if (f->hits != i || !clause_implies (&c, &asked->clause[i]))
        continue;
      f->hits++;
      some = true;
      if (f->hits == asked->n)
        return p->formula;
    }
    if (!some)
      return UINT32_MAX;
  }
  return UINT32_MAX;
}

uint32_t clause_index_weaker (clause_index *x, const clauses *asked) {
  x->stamp++;
  for (size_t i = 0; i < asked->n; i++) {
    posting_vec *v = postings_of (x, &asked->clause[i]);
    for (size_t k = 0; v && k < v->len; k++) {
      recal_posting *p = &v->data[k];
      recal_clause c = {p->relation, p->constant, NULL};
      if (p->seen == x->stamp || !clause_implies (&asked->clause[i], &c))
        continue;
      p->seen = x->stamp;
      formula *f = formula_at (x, p->formula);
      if (++f->hits == f->n_clauses)
        return p->formula;
    }
  }
  return UINT32_MAX;
}
