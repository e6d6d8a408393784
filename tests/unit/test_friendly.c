/* Friendly values satisfy what they have to, and are small. */

#include "export/reach.h"
#include "term/eval.h"
#include "test.h"

typedef struct friends {
  memory mem;
  terms *ts;
  evaluator *ev;
  uint64_t value[3];
  term var[3];
  friendly_number number[3];
  term_vec said;
} friends;

static void friends_init (friends *x, datatype_kind type) {
  *x = (friends) {.mem = {0}};
  x->ts = terms_new (&x->mem);
  x->ev = evaluator_new (&x->mem, x->ts);
  unsigned size = type == DATATYPE_CHAR ? 1 : 4;
  for (uint32_t i = 0; i < 3; i++) {
    char name[2] = {(char) ('a' + i), 0};
    x->var[i] = term_var (x->ts, name, 1, sort_bv (8 * size));
    x->number[i] = (friendly_number) {
        .type = {.kind = (uint8_t) type, .size = size, .name = ""},
        .first = i,
        .n = 1};
  }
}

static void improve (friends *x, uint64_t a, uint64_t b, uint64_t c) {
  x->value[0] = a;
  x->value[1] = b;
  x->value[2] = c;
  friendly_improve (&(friendly) {.mem = &x->mem,
                                 .terms = x->ts,
                                 .n_constraints = x->said.len,
                                 .constraint = x->said.data,
                                 .n_leaves = 3,
                                 .leaf = x->var,
                                 .value = x->value,
                                 .n = 3,
                                 .number = x->number,
                                 .work = 100000});
  model *m = model_new (&x->mem, x->ts);
  for (int i = 0; i < 3; i++)
    model_set (m, x->var[i], x->value[i]);
  CHECK (evaluator_satisfies (x->ev, m, x->said.len, x->said.data));
  model_free (m);
}

static void friends_release (friends *x) {
  vec_release (&x->mem, &x->said);
  evaluator_free (x->ev);
  terms_free (x->ts);
  CHECK (!x->mem.live);
}

static void say (friends *x, kind k, term a, term b) {
  vec_push (&x->mem, &x->said, term_binary (x->ts, k, a, b));
}

static uint64_t got (const friends *x, int i) { return x->value[i]; }

TEST (friendly_numbers) {
  friends x;
  friends_init (&x, DATATYPE_SIGNED);
  say (&x, KIND_BV_SLT, term_bv (x.ts, 32, 2), x.var[0]);
  say (&x, KIND_BV_SLT, x.var[0], x.var[1]);
  say (&x, KIND_EQ, x.var[1], x.var[2]);
  improve (&x, 1 << 20, 1 << 30, 1 << 30);
  CHECK_EQ (got (&x, 0), 3);
  CHECK_EQ (got (&x, 1), 4);
  CHECK_EQ (got (&x, 2), 4);
  friends_release (&x);
}

/* Large ones go down as far as single steps lead. */
TEST (friendly_large_numbers) {
  friends x;
  friends_init (&x, DATATYPE_UNSIGNED);
  say (&x, KIND_BV_ULT, term_bv (x.ts, 32, 123456), x.var[0]);
  improve (&x, 4000000000u, 77, 88);
  CHECK_EQ (got (&x, 0), 123457);
  CHECK_EQ (got (&x, 1), 0);
  friends_release (&x);
}

TEST (friendly_letters) {
  friends x;
  friends_init (&x, DATATYPE_CHAR);
  vec_push (&x.mem, &x.said,
            term_not (x.ts, term_equal (x.ts, x.var[0], term_bv (x.ts, 8, 0))));
  say (&x, KIND_EQ, x.var[1], term_bv (x.ts, 8, 200));
  improve (&x, 255, 200, 13);
  CHECK_EQ (got (&x, 0), 'a');
  CHECK_EQ (got (&x, 1), 200);
  CHECK_EQ (got (&x, 2), 0);
  friends_release (&x);
}

/* What an answer is computed from is neither 0 nor equal to its neighbour. */
TEST (friendly_shown_numbers) {
  friends x;
  friends_init (&x, DATATYPE_SIGNED);
  for (int i = 0; i < 3; i++)
    x.number[i].is_shown = true;
  say (&x, KIND_BV_SLT, x.var[0], x.var[1]);
  model *values = model_new (&x.mem, x.ts);
  model_set (values, x.var[0], 0);
  model_set (values, x.var[1], 1);
  model_set (values, x.var[2], 0);
  reach_telling (&(reaching) {.mem = &x.mem,
                              .terms = x.ts,
                              .evaluator = x.ev,
                              .n_constraints = x.said.len,
                              .constraint = x.said.data,
                              .leaf = x.var,
                              .n = 3,
                              .number = x.number,
                              .values = values,
                              .tries = 1000});
  uint64_t a = model_get (values, x.var[0]), b = model_get (values, x.var[1]);
  CHECK (a > 1 && a < b && b < 100);
  CHECK (model_get (values, x.var[2]) > 1 &&
         model_get (values, x.var[2]) != a &&
         model_get (values, x.var[2]) != b);
  model_free (values);
  friends_release (&x);
}
