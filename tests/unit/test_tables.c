/* Tables put in place: the same constraints, by evaluation. */

#include "random.h"
#include "test.h"

#include "lab/query/tables.h"
#include "term/eval.h"

#define ELEMENTS 32
#define ARRAYS 2

typedef struct desk {
  memory mem;
  terms *ts;
  tables *tables;
  evaluator *evaluator;
  model *model;
  uint64_t seed;
  term array[ARRAYS], index[2];
  term_vec in;
  const term_vec *out;
} desk;

static void desk_init (desk *d, uint64_t seed) {
  *d = (desk) {.seed = seed};
  d->ts = terms_new (&d->mem);
  d->tables = tables_new (&d->mem, d->ts);
  d->evaluator = evaluator_new (&d->mem, d->ts);
  d->model = model_new (&d->mem, d->ts);
  for (unsigned i = 0; i < ARRAYS; i++)
    d->array[i] = term_var (d->ts, i ? "b" : "a", 1, sort_array (5, 3));
  for (unsigned i = 0; i < 2; i++)
    d->index[i] = term_var (d->ts, i ? "j" : "i", 1, sort_bv (5));
}

static void desk_release (desk *d) {
  vec_release (&d->mem, &d->in);
  model_free (d->model);
  evaluator_free (d->evaluator);
  tables_free (d->tables);
  terms_free (d->ts);
  CHECK_EQ (d->mem.live, 0);
}

static void give (desk *d, term t) { vec_push (&d->mem, &d->in, t); }

static term element_of (desk *d, term array, unsigned i) {
  return term_select (d->ts, array, term_bv (d->ts, 5, i));
}

static term is_value (desk *d, term t, unsigned value) {
  return term_equal (d->ts, t, term_bv (d->ts, 3, value));
}

static bool is_given (const desk *d, term t) {
  for (size_t i = 0; i < d->in.len; i++)
    if (term_eq (d->in.data[i], t))
      return true;
  return false;
}

static void give_facts (desk *d, term array, unsigned n) {
  unsigned first = random_below (&d->seed, ELEMENTS);
  for (unsigned i = 0; i < n; i++)
    give (d, is_value (d, element_of (d, array, (first + 7 * i) % ELEMENTS),
                       random_below (&d->seed, 8)));
}

static term random_index (desk *d) {
  term k = term_bv (d->ts, 5, random_next (&d->seed));
  if (!random_below (&d->seed, 4))
    return k;
  term i = d->index[random_below (&d->seed, 2)];
  if (random_below (&d->seed, 2))
    i = term_binary (d->ts, KIND_BV_ADD, i, k);
  return i;
}

static term random_array (desk *d) {
  term a = d->array[random_below (&d->seed, ARRAYS)];
  for (unsigned n = random_below (&d->seed, 3); n--;) {
    term i = random_index (d);
    term v = random_below (&d->seed, 2)
                 ? term_bv (d->ts, 3, random_next (&d->seed))
                 : term_select (d->ts, a, random_index (d));
    a = term_store (d->ts, a, i, v);
  }
  return a;
}

static term random_constraint (desk *d) {
  terms *ts = d->ts;
  if (!random_below (&d->seed, 8))
    return term_equal (ts, random_array (d), random_array (d));
  term x = term_select (ts, random_array (d), random_index (d));
  term y = random_below (&d->seed, 2)
               ? term_bv (ts, 3, random_next (&d->seed))
               : term_select (ts, random_array (d), random_index (d));
  term t = term_binary (ts, random_below (&d->seed, 2) ? KIND_BV_ULT : KIND_EQ,
                        x, y);
  return random_below (&d->seed, 2) ? t : term_not (ts, t);
}

static void shuffle (desk *d) {
  for (size_t i = d->in.len; i > 1; i--) {
    size_t j = random_below (&d->seed, (unsigned) i);
    term t = d->in.data[i - 1];
    d->in.data[i - 1] = d->in.data[j];
    d->in.data[j] = t;
  }
}

static void apply (desk *d) {
  d->out = tables_apply (d->tables, d->in.len, d->in.data);
  CHECK_EQ (d->in.len, d->out->len);
}

static void assign_elements (desk *d) {
  for (unsigned k = 0; k < ARRAYS; k++)
    for (unsigned i = 0; i < ELEMENTS; i++)
      model_set_element (d->model, d->array[k], i, random_below (&d->seed, 8));
}

static bool holds (desk *d, const term_vec *v) {
  return evaluator_satisfies (d->evaluator, d->model, v->len, v->data);
}

static bool rest_holds (desk *d, size_t i) {
  evaluator_start (d->evaluator, d->model);
  return evaluator_holds (d->evaluator, d->out->data[i]);
}

/* What comes out does not look at facts; together with them each constraint
 * means what it did.
 */
static void compare (desk *d) {
  const term_vec *facts = tables_facts (d->tables);
  for (unsigned n = 0; n < 64; n++) {
    assign_elements (d);
    model_set (d->model, d->index[0], n % ELEMENTS);
    model_set (d->model, d->index[1], random_below (&d->seed, ELEMENTS));
    bool said[64];
    CHECK (d->out->len <= 64);
    for (size_t i = 0; i < d->out->len; i++)
      said[i] = rest_holds (d, i);
    bool all = holds (d, d->out);
    tables_complete (d->tables, d->model);
    CHECK (holds (d, facts));
    evaluator_start (d->evaluator, d->model);
    for (size_t i = 0; i < d->out->len; i++)
      CHECK_EQ (evaluator_holds (d->evaluator, d->in.data[i]), said[i]);
    CHECK_EQ (holds (d, &d->in), all);
  }
}

static void check_facts (desk *d) {
  const term_vec *facts = tables_facts (d->tables);
  for (size_t i = 0; i < facts->len; i++)
    CHECK (is_given (d, facts->data[i]));
  for (size_t i = 0; i < d->in.len; i++)
    for (size_t j = 0; j < facts->len; j++)
      if (term_eq (d->in.data[i], facts->data[j]))
        CHECK (term_eq (d->out->data[i], TERM_TRUE));
  if (!facts->len)
    for (size_t i = 0; i < d->in.len; i++)
      CHECK (term_eq (d->in.data[i], d->out->data[i]));
}

TEST (random_queries) {
  desk d;
  desk_init (&d, 1);
  unsigned with = 0, without = 0;
  for (unsigned n = test_is_long () ? 20000 : 400; n--;) {
    vec_clear (&d.in);
    for (unsigned k = 0; k < ARRAYS; k++)
      if (random_below (&d.seed, 3))
        give_facts (&d, d.array[k], 10 + random_below (&d.seed, 15));
    for (unsigned k = 1 + random_below (&d.seed, 5); k--;)
      give (&d, random_constraint (&d));
    if (random_below (&d.seed, 2))
      shuffle (&d);
    apply (&d);
    check_facts (&d);
    compare (&d);
    if (tables_facts (d.tables)->len)
      with++;
    else
      without++;
  }
  CHECK (with > 100 && without > 50);
  desk_release (&d);
}

static term read_whole (desk *d, unsigned value) {
  return is_value (d, term_select (d->ts, d->array[0], d->index[0]), value);
}

TEST (needs_enough_and_a_reader) {
  desk d;
  desk_init (&d, 2);
  give_facts (&d, d.array[0], 15);
  give (&d, read_whole (&d, 1));
  apply (&d);
  CHECK_EQ (tables_facts (d.tables)->len, 0);
  vec_clear (&d.in);
  give_facts (&d, d.array[0], 16);
  apply (&d);
  CHECK_EQ (tables_facts (d.tables)->len, 0);
  give (&d, read_whole (&d, 1));
  apply (&d);
  CHECK_EQ (tables_facts (d.tables)->len, 16);
  CHECK (!term_eq (d.out->data[16], d.in.data[16]));
  desk_release (&d);
}

TEST (repeated_facts_count_once) {
  desk d;
  desk_init (&d, 3);
  give (&d, read_whole (&d, 1));
  give_facts (&d, d.array[0], 20);
  for (unsigned i = 5; i < 10; i++)
    give (&d, d.in.data[i]);
  apply (&d);
  CHECK_EQ (tables_facts (d.tables)->len, 20);
  for (size_t i = 1; i < d.out->len; i++)
    CHECK (term_eq (d.out->data[i], TERM_TRUE));
  compare (&d);
  desk_release (&d);
}

TEST (contradicting_facts_stay) {
  desk d;
  desk_init (&d, 4);
  for (unsigned i = 0; i < 20; i++)
    give (&d, is_value (&d, element_of (&d, d.array[0], i), i % 8));
  give (&d, is_value (&d, element_of (&d, d.array[0], 9), 2));
  give (&d, read_whole (&d, 1));
  apply (&d);
  CHECK_EQ (tables_facts (d.tables)->len, 0);
  check_facts (&d);
  compare (&d);
  desk_release (&d);
}

/* What was remembered of the last query must not leak into the next. */
TEST (facts_change_between_queries) {
  desk d;
  desk_init (&d, 5);
  for (unsigned n = 0; n < 8; n++) {
    vec_clear (&d.in);
    for (unsigned i = 0; i < 16 + n % 3; i++)
      give (&d, is_value (&d, element_of (&d, d.array[0], i), (i + n / 2) % 8));
    give (&d, read_whole (&d, 3));
    apply (&d);
    CHECK_EQ (tables_facts (d.tables)->len, 16 + n % 3);
    compare (&d);
  }
  desk_release (&d);
}

/* Mostly with one value per element, or there would be few tables. */
static void give_likely_fact (desk *d, term array) {
  unsigned i = random_below (&d->seed, ELEMENTS);
  unsigned value = random_below (&d->seed, 200) ? i % 8 : i % 7;
  give (d, is_value (d, element_of (d, array, i), value));
}

static void random_step (desk *d) {
  size_t keep = random_below (&d->seed, 3)
                    ? d->in.len
                    : random_below (&d->seed, (unsigned) d->in.len + 1);
  d->in.len = keep > 45 ? 0 : keep;
  term array = d->array[random_below (&d->seed, ARRAYS)];
  if (random_below (&d->seed, 2))
    for (unsigned n = 1 + random_below (&d->seed, 18); n--;)
      give_likely_fact (d, array);
  else
    give (d, random_constraint (d));
  if (!random_below (&d->seed, 8))
    shuffle (d);
}

/* What is kept of the last query is what one makes who never saw it. */
TEST (query_after_query) {
  desk d;
  desk_init (&d, 6);
  unsigned with = 0;
  for (unsigned n = test_is_long () ? 200000 : 4000; n--;) {
    random_step (&d);
    apply (&d);
    tables *fresh = tables_new (&d.mem, d.ts);
    const term_vec *out = tables_apply (fresh, d.in.len, d.in.data);
    CHECK_EQ (out->len, d.out->len);
    for (size_t i = 0; i < out->len; i++)
      CHECK (term_eq (out->data[i], d.out->data[i]));
    CHECK_EQ (tables_facts (fresh)->len, tables_facts (d.tables)->len);
    with += tables_facts (fresh)->len != 0;
    check_facts (&d);
    if (n % 16 == 0)
      compare (&d);
    tables_free (fresh);
  }
  CHECK (with > 500);
  desk_release (&d);
}
