#include "lab/cache/recal.h"
#include "lab/cache/spell.h"
#include "logic/linear.h"

#include <stdlib.h>
#include <string.h>

/* A gap in a domain that is wider is not written as points. */
#define MAX_GAP 16

typedef struct clauser {
  memory *mem;
  arena *arena;
  terms *ts;
  speller speller; /* closed: the leaves of the form */
  char_vec text;
  VEC (recal_clause) out;
  VEC (recal_row) rows; /* of each */
} clauser;

bool clause_implies (const recal_clause *a, const recal_clause *b) {
  int c = num_cmp (a->constant, b->constant);
  if (a->relation == b->relation && !c)
    return true;
  return a->relation == CLAUSE_LE && b->relation != CLAUSE_OPAQUE && c < 0;
}

static const char *take_text (clauser *c) {
  const char *res = arena_string (c->arena, c->text.data, c->text.len);
  vec_clear (&c->text);
  return res;
}

static recal_coefficient *coefficients_of (clauser *c, const linear *l,
                                           bool negative) {
  recal_coefficient *out = arena_alloc (c->arena, l->n * sizeof *out);
  for (size_t i = 0; i < l->n; i++) {
    num k = {l->monomial[i].coefficient};
    out[i].variable = speller_number (&c->speller, l->monomial[i].term);
    out[i].value = negative ? num_neg (c->arena, k) : k;
  }
  return out;
}

static void recal_clause_push (clauser *c, clause_relation r, const char *sum,
                               num k, const linear *l, bool negative) {
  recal_row row = {l->n, coefficients_of (c, l, negative), ""};
  vec_push (c->mem, &c->out, (recal_clause) {r, k, sum});
  vec_push (c->mem, &c->rows, row);
}

/* Sums. */

static bool is_numbered (const clauser *c, const linear *l) {
  for (size_t i = 0; i < l->n; i++)
    if (!map_find (&c->speller.number, l->monomial[i].term.id))
      return false;
  return true;
}

static int by_number (const void *a, const void *b, void *state) {
  const map *number = state;
  uint64_t i = map_get (number, ((const monomial *) a)->term.id, 0);
  uint64_t j = map_get (number, ((const monomial *) b)->term.id, 0);
  return i < j ? -1 : i > j;
}

static const char *sum_text (clauser *c, const linear *l, bool negative) {
  for (size_t i = 0; i < l->n; i++) {
    num k = {l->monomial[i].coefficient};
    num_print (c->mem, &c->text, negative ? num_neg (c->arena, k) : k, 10);
    text_printf (c->mem, &c->text, "*v%u ",
                 speller_number (&c->speller, l->monomial[i].term));
  }
  return take_text (c);
}

/* Points that a domain leaves out between its ends. */

static num gap_after (clauser *c, const domain *d, uint32_t i, num *first) {
  *first = num_add (c->arena, (num) {d->span[i].high}, NUM_ONE);
  return num_sub (c->arena, (num) {d->span[i + 1].low}, *first);
}

static bool has_small_gaps (clauser *c, const domain *d) {
  num first;
  for (uint32_t i = 0; i + 1 < d->n; i++)
    if (num_cmp (gap_after (c, d, i, &first), num_of_i64 (NULL, MAX_GAP)) > 0)
      return false;
  return d->n;
}

static void push_gaps (clauser *c, const domain *d, const linear *l) {
  bool negative = num_sign ((num) {l->monomial[0].coefficient}) < 0;
  const char *sum = sum_text (c, l, negative);
  num x;
  for (uint32_t i = 0; i + 1 < d->n; i++)
    for (num n = gap_after (c, d, i, &x); num_sign (n) > 0;
         n = num_sub (c->arena, n, NUM_ONE), x = num_add (c->arena, x, NUM_ONE))
      recal_clause_push (c, CLAUSE_NE, sum,
                         negative ? num_neg (c->arena, x) : x, l, negative);
}

static bool push_linear (clauser *c, const atom *a) {
  const domain *d = a->domain;
  linear l;
  if (!sort_is_int (d->sort) || !linear_of (c->ts, c->arena, a->prefix, &l) ||
      !l.n || !word_is_zero (SORT_INT, l.constant) || !is_numbered (c, &l) ||
      !has_small_gaps (c, d))
    return false;
  qsort_r (l.monomial, l.n, sizeof *l.monomial, by_number, &c->speller.number);
  if (!d->open_above)
    recal_clause_push (c, CLAUSE_LE, sum_text (c, &l, false),
                       (num) {d->span[d->n - 1].high}, &l, false);
  if (!d->open_below)
    recal_clause_push (c, CLAUSE_LE, sum_text (c, &l, true),
                       num_neg (c->arena, (num) {d->span[0].low}), &l, true);
  push_gaps (c, d, &l);
  return true;
}

/* Anything else: prefix and domain, spelled out. */

static void write_word (clauser *c, sort s, uint64_t word) {
  if (sort_is_int (s))
    num_print (c->mem, &c->text, (num) {word}, 10);
  else
    text_printf (c->mem, &c->text, "%llu", (unsigned long long) word);
}

/* Variables are "v12:" in the text (lab/cache/spell.h): they become their place
 * among those of the clause.
 */
static uint32_t place_in (clauser *c, recal_row *of, recal_coefficient *all,
                          uint32_t variable) {
  for (size_t i = 0; i < of->n; i++)
    if (all[i].variable == variable)
      return (uint32_t) i;
  all[of->n] = (recal_coefficient) {
      variable, num_of_u64 (c->arena, (uint64_t) of->n + 1)};
  return (uint32_t) of->n++;
}

static void take_shape (clauser *c, const char *text, recal_row *of) {
  size_t most = c->speller.leaf.len;
  recal_coefficient *all = arena_alloc (c->arena, (most + 1) * sizeof *all);
  while (*text) {
    char *end = NULL;
    unsigned long v = *text == 'v' ? strtoul (text + 1, &end, 10) : 0;
    if (!end || end == text + 1 || *end != ':') {
      text_add (c->mem, &c->text, text++, 1);
      continue;
    }
    text_printf (c->mem, &c->text, "v%u", place_in (c, of, all, (uint32_t) v));
    text = end;
  }
  of->coefficient = all;
  of->shape = take_text (c);
}

static bool push_opaque (clauser *c, const atom *a) {
  const domain *d = a->domain;
  text_puts (c->mem, &c->text, "?");
  if (!spell_term (&c->speller, &c->text, a->prefix)) {
    vec_clear (&c->text);
    return false;
  }
  text_printf (c->mem, &c->text, " in%s%s", d->open_below ? " <" : "",
               d->open_above ? " >" : "");
  for (uint32_t i = 0; i < d->n; i++) {
    text_puts (c->mem, &c->text, " ");
    write_word (c, d->sort, d->span[i].low);
    text_puts (c->mem, &c->text, "..");
    write_word (c, d->sort, d->span[i].high);
  }
  const char *text = take_text (c);
  recal_row row = {0};
  take_shape (c, text, &row);
  vec_push (c->mem, &c->out, (recal_clause) {CLAUSE_OPAQUE, NUM_ZERO, text});
  vec_push (c->mem, &c->rows, row);
  return true;
}

void clauses_of (problem *p, memory *mem, clauses *out) {
  const form *f = problem_form (p);
  clauses_over (p, mem, f->n_leaves, f->leaf, out);
}

void clauses_over (problem *p, memory *mem, size_t n, const term *leaf,
                   clauses *out) {
  const reduction *r = problem_reduced (p);
  clauser c = {.mem = mem,
               .arena = bench_arena (p->bench),
               .ts = bench_terms (p->bench)};
  speller_init (&c.speller, mem, c.ts);
  for (size_t i = 0; i < n; i++)
    (void) speller_number (&c.speller, leaf[i]);
  c.speller.is_closed = true;
  *out = (clauses) {.is_complete = true};
  for (size_t i = 0; i < r->n; i++)
    if (!push_linear (&c, &r->atom[i]) && !push_opaque (&c, &r->atom[i]))
      out->is_complete = false;
  out->n = c.out.len;
  out->clause =
      arena_copy (c.arena, c.out.data, c.out.len * sizeof (recal_clause));
  out->row = arena_copy (c.arena, c.rows.data, c.out.len * sizeof (recal_row));
  vec_release (mem, &c.out, &c.rows, &c.text);
  speller_release (&c.speller);
}
