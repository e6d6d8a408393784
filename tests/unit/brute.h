#ifndef UNIT_BRUTE_H
#define UNIT_BRUTE_H

/* Every assignment of a few variables: bit-vectors and Bools take all their
 * values, integers those from -BRUTE_FAR to BRUTE_FAR.
 */

#include "base/bits.h"
#include "base/num.h"
#include "term/eval.h"
#include "term/model.h"
#include "term/term.h"

#include "test.h"

#include <string.h>

#define BRUTE_FAR 9
#define BRUTE_MAX 8

typedef struct brute {
  memory mem;
  terms *terms;
  arena arena;
  model *model;
  evaluator *eval;
  size_t n;
  term var[BRUTE_MAX];
} brute;

static inline void brute_init (brute *b) {
  memset (b, 0, sizeof *b);
  b->terms = terms_new (&b->mem);
  arena_init (&b->arena, &b->mem);
  b->model = model_new (&b->mem, b->terms);
  b->eval = evaluator_new (&b->mem, b->terms);
}

static inline void brute_release (brute *b) {
  evaluator_free (b->eval);
  model_free (b->model);
  arena_release (&b->arena);
  terms_free (b->terms);
  CHECK_EQ (b->mem.live, 0);
}

static inline term brute_var (brute *b, const char *name, sort s) {
  CHECK (b->n < BRUTE_MAX);
  return b->var[b->n++] = term_var (b->terms, name, strlen (name), s);
}

static inline uint64_t brute_values (sort s) {
  if (sort_is_int (s))
    return 2 * BRUTE_FAR + 1;
  return sort_is_bool (s) ? 2 : (uint64_t) 1 << sort_width (s);
}

static inline uint64_t brute_count (const brute *b) {
  uint64_t n = 1;
  for (size_t i = 0; i < b->n; i++)
    n *= brute_values (term_sort (b->terms, b->var[i]));
  return n;
}

/* The assignment number 'i', ready to evaluate. */
static inline void brute_assign (brute *b, uint64_t i) {
  model_clear (b->model);
  for (size_t k = 0; k < b->n; k++) {
    sort s = term_sort (b->terms, b->var[k]);
    uint64_t n = brute_values (s), v = i % n;
    i /= n;
    if (sort_is_int (s))
      v = num_of_i64 (&b->arena, (int64_t) v - BRUTE_FAR).word;
    model_set (b->model, b->var[k], v);
  }
  evaluator_start (b->eval, b->model);
}

#endif
