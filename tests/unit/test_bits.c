/* Backend bits: answers against brute force, every model evaluated, every
 * core asked again.
 */

#include "context/stats.h"
#include "solver/backend.h"
#include "term/eval.h"

#include "test.h"

#include <string.h>

#define N_VARS 4
#define N_ARRAYS 2

typedef struct rig {
  memory mem;
  terms *ts;
  backend *backend;
  evaluator *eval;
  model *model, *trial;
  stats stats;
  unsigned width, index_width;
  term var[N_VARS], array[N_ARRAYS];
  unsigned n_vars, n_arrays;
  uint64_t random;
  unsigned n_sat, n_unsat;
} rig;

static uint32_t draw (rig *r, uint32_t n) {
  r->random = r->random * 6364136223846793005u + 1442695040888963407u;
  return (uint32_t) ((r->random >> 33) % n);
}

static void rig_start (rig *r, bool share, uint64_t seed) {
  *r = (rig) {.random = seed};
  r->ts = terms_new (&r->mem);
  r->ts->simplify = false;
  r->eval = evaluator_new (&r->mem, r->ts);
  r->model = model_new (&r->mem, r->ts);
  r->trial = model_new (&r->mem, r->ts);
  r->backend = backend_new_bits (&(backend_config) {
      .mem = &r->mem, .terms = r->ts, .stats = &r->stats, .share = share});
}

static void rig_end (rig *r) {
  backend_free (r->backend);
  model_free (r->model);
  model_free (r->trial);
  evaluator_free (r->eval);
  terms_free (r->ts);
  CHECK_EQ (r->mem.live, 0);
}

static void make_vars (rig *r, unsigned n, unsigned width) {
  static const char *const name[N_VARS] = {"p", "q", "r", "s"};
  r->n_vars = n;
  r->width = width;
  for (unsigned i = 0; i < n; i++)
    r->var[i] = term_var (r->ts, name[i], 1, sort_bv (width));
}

static void make_arrays (rig *r, unsigned n, unsigned index_width) {
  static const char *const name[N_ARRAYS] = {"A", "B"};
  r->n_arrays = n;
  r->index_width = index_width;
  for (unsigned i = 0; i < n; i++)
    r->array[i] =
        term_var (r->ts, name[i], 1, sort_array (index_width, r->width));
}

/* Random terms, all of one width; arrays where there are any. */

static term random_array (rig *r, unsigned depth);
static term random_bool (rig *r, unsigned depth);

static term random_bv (rig *r, unsigned depth) {
  static const kind kinds[] = {
      KIND_BV_AND,  KIND_BV_OR,   KIND_BV_XOR,  KIND_BV_ADD,  KIND_BV_ADD,
      KIND_BV_MUL,  KIND_BV_UDIV, KIND_BV_UREM, KIND_BV_SDIV, KIND_BV_SREM,
      KIND_BV_SMOD, KIND_BV_SHL,  KIND_BV_LSHR, KIND_BV_ASHR};
  terms *ts = r->ts;
  if (!depth || !draw (r, 4))
    return draw (r, 3) ? r->var[draw (r, r->n_vars)]
                       : term_bv (ts, r->width, r->random >> 20);
  if (r->n_arrays && draw (r, 3)) {
    term i = random_bv (r, depth - 1);
    if (r->index_width > r->width)
      i = term_zext (ts, r->index_width - r->width, i);
    else if (r->index_width < r->width)
      i = term_extract (ts, r->index_width - 1, 0, i);
    return term_select (ts, random_array (r, depth - 1), i);
  }
  switch (draw (r, 8)) {
  case 0:
    return term_unary (ts, draw (r, 2) ? KIND_BV_NOT : KIND_BV_NEG,
                       random_bv (r, depth - 1));
  case 1:
    return term_ite (ts, random_bool (r, depth - 1), random_bv (r, depth - 1),
                     random_bv (r, depth - 1));
  case 2: {
    unsigned low = draw (r, r->width);
    term part = term_extract (ts, r->width - 1, low, random_bv (r, depth - 1));
    return !low ? part
           : draw (r, 2)
               ? term_sext (ts, low, part)
               : term_concat (
                     ts, part,
                     term_extract (ts, low - 1, 0, random_bv (r, depth - 1)));
  }
  default:
    return term_binary (ts, kinds[draw (r, sizeof kinds / sizeof *kinds)],
                        random_bv (r, depth - 1), random_bv (r, depth - 1));
  }
}

static term random_index (rig *r, unsigned depth) {
  term i = random_bv (r, depth);
  return r->index_width > r->width
             ? term_zext (r->ts, r->index_width - r->width, i)
         : r->index_width < r->width
             ? term_extract (r->ts, r->index_width - 1, 0, i)
             : i;
}

static term random_array (rig *r, unsigned depth) {
  terms *ts = r->ts;
  if (!depth || draw (r, 2))
    return r->array[draw (r, r->n_arrays)];
  switch (draw (r, 5)) {
  case 0:
    return term_ite (ts, random_bool (r, depth - 1),
                     random_array (r, depth - 1), random_array (r, depth - 1));
  case 1: {
    uint64_t index[2] = {draw (r, 2), 2 + draw (r, 2)};
    uint64_t value[2] = {draw (r, 2), draw (r, 2)};
    unsigned n = r->index_width > 1 ? 2 : 1;
    return term_table (ts, random_array (r, depth - 1), n, index, value);
  }
  case 2:
    return term_const_array (ts, sort_array (r->index_width, r->width),
                             random_bv (r, depth - 1));
  default:
    return term_store (ts, random_array (r, depth - 1),
                       random_index (r, depth - 1), random_bv (r, depth - 1));
  }
}

static term random_bool (rig *r, unsigned depth) {
  static const kind kinds[] = {KIND_EQ,     KIND_BV_ULT, KIND_BV_ULE,
                               KIND_BV_SLT, KIND_BV_SLE, KIND_EQ};
  terms *ts = r->ts;
  switch (depth ? draw (r, 8) : 7) {
  case 0:
    return term_not (ts, random_bool (r, depth - 1));
  case 1:
    return term_and (ts, random_bool (r, depth - 1),
                     random_bool (r, depth - 1));
  case 2:
    return term_or (ts, random_bool (r, depth - 1), random_bool (r, depth - 1));
  default:
    return term_binary (ts, kinds[draw (r, sizeof kinds / sizeof *kinds)],
                        random_bv (r, depth), random_bv (r, depth));
  }
}

/* Brute force: count through all values of all variables and elements. */

static unsigned total_bits (const rig *r) {
  return r->n_vars * r->width + r->n_arrays * (r->width << r->index_width);
}

static void set_trial (rig *r, uint64_t x) {
  uint64_t mask = ((uint64_t) 1 << r->width) - 1;
  for (unsigned i = 0; i < r->n_vars; i++, x >>= r->width)
    model_set (r->trial, r->var[i], x & mask);
  for (unsigned i = 0; i < r->n_arrays; i++)
    for (uint64_t k = 0; k < (uint64_t) 1 << r->index_width;
         k++, x >>= r->width)
      model_set_element (r->trial, r->array[i], k, x & mask);
}

static bool has_model (rig *r, size_t n, const term *t) {
  for (uint64_t x = 0; x < (uint64_t) 1 << total_bits (r); x++) {
    set_trial (r, x);
    if (evaluator_satisfies (r->eval, r->trial, n, t))
      return true;
  }
  return false;
}

static bool contains (size_t n, const term *t, term x) {
  for (size_t i = 0; i < n; i++)
    if (term_eq (t[i], x))
      return true;
  return false;
}

/* 'asked' is all that holds: asserted and assumed. The last 'n' assumed. */
static verdict ask (rig *r, const term_vec *asked, size_t n) {
  const backend_class *c = r->backend->class;
  verdict v = c->check (r->backend, n, asked->data + asked->len - n, 0);
  CHECK (v != VERDICT_UNKNOWN);
  if (v == VERDICT_SAT) {
    r->n_sat++;
    model_clear (r->model);
    c->get_model (r->backend, r->model);
    CHECK (evaluator_satisfies (r->eval, r->model, asked->len, asked->data));
  } else {
    r->n_unsat++;
    term_vec core = {0};
    c->get_core (r->backend, &r->mem, &core);
    CHECK (core.len);
    for (size_t i = 0; i < core.len; i++)
      CHECK (contains (asked->len, asked->data, core.data[i]));
    CHECK (!has_model (r, core.len, core.data));
    vec_release (&r->mem, &core);
  }
  return v;
}

/* Push, assert, pop and check at random. */
static void run_stream (rig *r, unsigned steps, unsigned depth) {
  const backend_class *c = r->backend->class;
  term_vec asked = {0};
  u32_vec levels = {0};
  for (unsigned i = 0; i < steps; i++) {
    unsigned what = draw (r, 8);
    if (what < 2 && levels.len) {
      unsigned n = 1 + draw (r, levels.len > 2 ? 2 : 1);
      levels.len -= n;
      asked.len = levels.data[levels.len];
      c->pop (r->backend, n);
    } else if (what < 5) {
      vec_push (&r->mem, &levels, (uint32_t) asked.len);
      c->push (r->backend);
      term t = random_bool (r, depth);
      vec_push (&r->mem, &asked, t);
      c->assert_term (r->backend, t);
    }
    size_t before = asked.len, n = draw (r, 3);
    for (size_t k = 0; k < n; k++)
      vec_push (&r->mem, &asked, random_bool (r, depth));
    verdict v = ask (r, &asked, n);
    if (v == VERDICT_UNSAT)
      CHECK (!has_model (r, asked.len, asked.data));
    asked.len = before;
    if (asked.len > 6) {
      c->reset (r->backend);
      asked.len = levels.len = 0;
    }
  }
  vec_release (&r->mem, &asked);
  vec_release (&r->mem, &levels);
}

TEST (streams_of_small_widths) {
  unsigned n_sat = 0, n_unsat = 0;
  for (uint64_t seed = 1; seed <= 60; seed++) {
    rig r;
    rig_start (&r, seed & 1, seed * 77);
    make_vars (&r, 2 + seed % 2, 1 + seed % 3);
    run_stream (&r, 60, 3);
    n_sat += r.n_sat;
    n_unsat += r.n_unsat;
    rig_end (&r);
  }
  CHECK (n_sat > 500 && n_unsat > 500);
}

TEST (streams_of_arrays) {
  unsigned n_sat = 0, n_unsat = 0;
  for (uint64_t seed = 1; seed <= 80; seed++) {
    rig r;
    rig_start (&r, seed & 1, seed * 177);
    make_vars (&r, 2, 1 + seed % 2);
    make_arrays (&r, 1 + (seed % 2 == 0), seed % 2 ? 2 : 1);
    run_stream (&r, 30, 3);
    n_sat += r.n_sat;
    n_unsat += r.n_unsat;
    rig_end (&r);
  }
  CHECK (n_sat > 300 && n_unsat > 200);
}

/* More gates than are kept: everything is encoded anew now and then. */
TEST (starting_anew_changes_no_answer) {
  rig r;
  rig_start (&r, true, 99);
  make_vars (&r, 1, 8);
  run_stream (&r, 600, 4);
  CHECK (r.stats.fresh_solvers > 1);
  CHECK (r.n_sat > 50 && r.n_unsat > 50);
  rig_end (&r);
}

/* Without brute force: constraints made true by a hidden model must be SAT. */
static void check_hidden (uint64_t seed, unsigned width) {
  rig r;
  rig_start (&r, seed & 1, seed);
  make_vars (&r, 3, width);
  arena limbs;
  arena_init (&limbs, &r.mem);
  model *hidden = model_new (&r.mem, r.ts);
  for (unsigned i = 0; i < 3; i++) {
    uint64_t word = (uint64_t) draw (&r, 1u << 31) * draw (&r, 1u << 31);
    term x = term_bv (r.ts, width, word);
    model_set (hidden, r.var[i], term_word (r.ts, x));
  }
  term_vec asked = {0};
  for (unsigned i = 0; i < 5; i++) {
    term t = random_bool (&r, 2);
    evaluator_start (r.eval, hidden);
    if (!evaluator_holds (r.eval, t))
      t = term_not (r.ts, t);
    vec_push (&r.mem, &asked, t);
    CHECK_EQ (ask (&r, &asked, asked.len), VERDICT_SAT);
  }
  vec_release (&r.mem, &asked);
  model_free (hidden);
  arena_release (&limbs);
  rig_end (&r);
}

TEST (hidden_models_are_found) {
  for (uint64_t seed = 1; seed <= 40; seed++) {
    check_hidden (seed, 8);
    check_hidden (seed, seed % 3 ? 16 : 12);
  }
}

/* Two forms of the same function differ nowhere. */
static void check_same (rig *r, term a, term b) {
  term differ = term_not (r->ts, term_equal (r->ts, a, b));
  verdict v = r->backend->class->check (r->backend, 1, &differ, 0);
  CHECK_EQ (v, VERDICT_UNSAT);
}

TEST (identities_at_large_widths) {
  static const unsigned widths[] = {8, 32, 64, 65, 130};
  for (size_t i = 0; i < 5; i++) {
    rig r;
    rig_start (&r, true, i);
    make_vars (&r, 2, widths[i]);
    terms *ts = r.ts;
    unsigned w = widths[i];
    term a = r.var[0], b = r.var[1], one = term_bv (ts, w, 1);
    check_same (&r, term_bv_sub (ts, term_binary (ts, KIND_BV_ADD, a, b), b),
                a);
    check_same (&r, term_binary (ts, KIND_BV_SHL, a, one),
                term_binary (ts, KIND_BV_ADD, a, a));
    check_same (
        &r, term_binary (ts, KIND_BV_MUL, a, term_bv (ts, w, 7)),
        term_bv_sub (ts, term_binary (ts, KIND_BV_SHL, a, term_bv (ts, w, 3)),
                     a));
    check_same (&r, term_binary (ts, KIND_BV_UREM, a, term_bv (ts, w, 8)),
                term_binary (ts, KIND_BV_AND, a, term_bv (ts, w, 7)));
    rig_end (&r);
  }
}

/* Limits. */

/* x * y = product of two primes, neither factor 1, no overflow. */
static term factor (rig *r, uint64_t product) {
  terms *ts = r->ts;
  term x = term_zext (ts, 64, r->var[0]), y = term_zext (ts, 64, r->var[1]);
  term is_product = term_equal (ts, term_binary (ts, KIND_BV_MUL, x, y),
                                term_bv (ts, 128, product));
  term one = term_bv (ts, 64, 1);
  term big = term_and (ts, term_binary (ts, KIND_BV_ULT, one, r->var[0]),
                       term_binary (ts, KIND_BV_ULT, one, r->var[1]));
  return term_and (ts, is_product, big);
}

static term small_query (rig *r) {
  return term_equal (r->ts, r->var[0], term_bv (r->ts, 64, 12345));
}

static void check_still_works (rig *r) {
  term_vec asked = {0};
  vec_push (&r->mem, &asked, small_query (r));
  CHECK_EQ (ask (r, &asked, 1), VERDICT_SAT);
  CHECK_EQ (model_get (r->model, r->var[0]), 12345);
  vec_release (&r->mem, &asked);
}

TEST (a_deadline_ends_a_hard_question) {
  rig r;
  rig_start (&r, true, 1);
  make_vars (&r, 2, 64);
  term t = factor (&r, 18446743979220271189u); /* 4294967279 * 4294967291 */
  const backend_class *c = r.backend->class;
  uint64_t deadline = clock_now () + CLOCK_SECOND / 20;
  CHECK_EQ (c->check (r.backend, 1, &t, deadline), VERDICT_UNKNOWN);
  CHECK_EQ (c->why (r.backend), REASON_TIMEOUT);
  check_still_works (&r);
  rig_end (&r);
}

TEST (a_deadline_ends_encoding) {
  rig r;
  rig_start (&r, true, 1);
  make_vars (&r, 2, 64);
  terms *ts = r.ts;
  term x = term_var (ts, "x", 1, sort_bv (4096));
  term y = term_var (ts, "y", 1, sort_bv (4096));
  term t = term_equal (ts, term_binary (ts, KIND_BV_UDIV, x, y), x);
  const backend_class *c = r.backend->class;
  CHECK_EQ (c->check (r.backend, 1, &t, clock_now () + CLOCK_SECOND / 100),
            VERDICT_UNKNOWN);
  CHECK_EQ (c->why (r.backend), REASON_TIMEOUT);
  check_still_works (&r);
  rig_end (&r);
}

TEST (memory_is_limited) {
  rig r;
  rig_start (&r, true, 1);
  make_vars (&r, 2, 64);
  backend_free (r.backend);
  r.backend = backend_new_bits (&(backend_config) {
      .mem = &r.mem, .terms = r.ts, .share = true, .memory_limit = 16u << 20});
  terms *ts = r.ts;
  term x = term_var (ts, "x", 1, sort_bv (2048));
  term t = term_equal (ts, term_binary (ts, KIND_BV_MUL, x, x),
                       term_bv (ts, 2048, 17));
  const backend_class *c = r.backend->class;
  CHECK_EQ (c->check (r.backend, 1, &t, 0), VERDICT_UNKNOWN);
  CHECK_EQ (c->why (r.backend), REASON_MEMORY);
  rig_end (&r);
}

/* Hard enough for CaDiCaL to be asked, both ways. */
TEST (hard_questions_are_escalated) {
  rig r;
  rig_start (&r, true, 1);
  make_vars (&r, 2, 64);
  terms *ts = r.ts;
  uint64_t before = r.stats.fresh_solvers;
  term_vec asked = {0};
  term a = term_var (ts, "a", 1, sort_bv (7));
  term b = term_var (ts, "b", 1, sort_bv (7));
  term c = term_var (ts, "c", 1, sort_bv (7));
  term left =
      term_binary (ts, KIND_BV_MUL, a, term_binary (ts, KIND_BV_ADD, b, c));
  term right =
      term_binary (ts, KIND_BV_ADD, term_binary (ts, KIND_BV_MUL, a, b),
                   term_binary (ts, KIND_BV_MUL, a, c));
  term differ = term_not (ts, term_equal (ts, left, right));
  vec_push (&r.mem, &asked, small_query (&r));
  vec_push (&r.mem, &asked, differ);
  const backend_class *cl = r.backend->class;
  CHECK_EQ (cl->check (r.backend, 2, asked.data, 0), VERDICT_UNSAT);
  CHECK (r.stats.fresh_solvers > before);
  term_vec core = {0};
  cl->get_core (r.backend, &r.mem, &core);
  CHECK_EQ (core.len, 1);
  CHECK (term_eq (core.data[0], differ));
  vec_release (&r.mem, &core);
  vec_release (&r.mem, &asked);
  rig_end (&r);
}

/* Edges. */

TEST (trivial_questions) {
  rig r;
  rig_start (&r, true, 1);
  make_vars (&r, 2, 4);
  const backend_class *c = r.backend->class;
  CHECK_EQ (c->check (r.backend, 0, NULL, 0), VERDICT_SAT);
  term_vec asked = {0};
  vec_push (&r.mem, &asked, TERM_TRUE);
  CHECK_EQ (ask (&r, &asked, 1), VERDICT_SAT);
  vec_push (&r.mem, &asked, TERM_FALSE);
  CHECK_EQ (ask (&r, &asked, 2), VERDICT_UNSAT);
  term t = term_equal (r.ts, r.var[0], r.var[1]);
  asked.len = 0;
  vec_push (&r.mem, &asked, t);
  vec_push (&r.mem, &asked, t);
  CHECK_EQ (ask (&r, &asked, 2), VERDICT_SAT);
  vec_push (&r.mem, &asked, term_not (r.ts, t));
  CHECK_EQ (ask (&r, &asked, 3), VERDICT_UNSAT);
  vec_release (&r.mem, &asked);
  rig_end (&r);
}

TEST (unsupported_terms_are_said_to_be) {
  rig r;
  rig_start (&r, true, 1);
  make_vars (&r, 1, 4);
  make_arrays (&r, 2, 3);
  const backend_class *c = r.backend->class;
  c->push (r.backend);
  c->assert_term (r.backend, term_equal (r.ts, r.array[0], r.array[1]));
  CHECK_EQ (c->check (r.backend, 0, NULL, 0), VERDICT_UNKNOWN);
  CHECK_EQ (c->why (r.backend), REASON_UNSUPPORTED);
  c->pop (r.backend, 1);
  CHECK_EQ (c->check (r.backend, 0, NULL, 0), VERDICT_SAT);
  rig_end (&r);
}

TEST (texts) {
  CHECK_STR (verdict_text (VERDICT_UNSAT), "unsat");
  CHECK_STR (reason_text (REASON_MEMORY), "memory limit");
  CHECK (strstr (backend_bits_version (), "cadical"));
}
