#include "lab/query/smt_write_model.h"
#include "term/smt_write.h"

#include "lab/query/smt_read.h"

#include "term/ieee.h"
#include "test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A small generator of its own, so that failures repeat. */
static uint64_t next (uint64_t *state) {
  *state = *state * 6364136223846793005u + 1442695040888963407u;
  return *state >> 33;
}

#define POOL 60

typedef struct pool {
  terms *ts;
  uint64_t state;
  term term[POOL];
  size_t n;
} pool;

static const unsigned widths[] = {1, 3, 8, 32, 64, 65, 128};

static const char *const names[] = {"x",     "?1",    "??2", "a b", "",
                                    "x.y!0", "naïve", "1st", "!!",  "?"};

static term any (pool *p) { return p->term[next (&p->state) % p->n]; }

static sort any_sort (pool *p) {
  unsigned w = widths[next (&p->state) % 7];
  switch (next (&p->state) % 6) {
  case 0:
    return SORT_BOOL;
  case 1:
    return SORT_INT;
  case 2:
    return sort_array (w > 64 ? 16 : w, 8);
  default:
    return sort_bv (w);
  }
}

static term any_constant (pool *p) {
  sort s = any_sort (p);
  uint64_t x = next (&p->state) * next (&p->state);
  arena *data = &p->ts->data;
  num wide = num_mul (data, num_of_u64 (data, x), num_of_u64 (data, ~x));
  if (sort_is_bool (s) || sort_is_array (s))
    return term_bool (p->ts, x & 1);
  if (sort_is_bv (s))
    return term_bv_num (p->ts, sort_width (s), x & 2 ? wide : NUM_ONE);
  return term_int (p->ts, x & 1 ? num_neg (data, wide)
                                : num_of_i64 (data, (int64_t) (x % 9) - 4));
}

static uint64_t any_payload (pool *p, kind k, term a) {
  ieee_rounding mode = (ieee_rounding) (next (&p->state) % IEEE_ROUNDINGS);
  sort s = term_sort (p->ts, a);
  unsigned w = sort_is_bv (s) ? sort_width (s) : 1;
  uint64_t high = next (&p->state) % w, low = next (&p->state) % w;
  switch (k) {
  case KIND_EXTRACT:
    return low <= high ? high << 32 | low : low << 32 | high;
  case KIND_ZEXT:
  case KIND_SEXT:
    return 1 + next (&p->state) % 40;
  case KIND_CONST_ARRAY:
    return sort_array (16, w > 64 ? 8 : w).code;
  default:
    if (ieee_has_target (k))
      return ieee_target (16u << next (&p->state) % 3,
                          k == KIND_FP_TO_SINT ? 0 : mode);
    return kind_is_float (k) && k != KIND_FP_REM ? mode : 0;
  }
}

static bool is_readable (const terms *ts, const draft *d) {
  sort s = sort_of_draft (ts, d);
  if (!s.code || d->kind == KIND_TABLE) /* comes back as stores */
    return false;
  if (d->kind == KIND_INT_DIV || d->kind == KIND_INT_MOD)
    return term_is_const (ts, d->arg[1]) &&
           num_sign ((num) {term_word (ts, d->arg[1])});
  return !sort_is_bv (s) || sort_width (s) <= 300;
}

static term any_term (pool *p) {
  for (int tries = 0; tries < 200; tries++) {
    kind k = (kind) (next (&p->state) % KIND_COUNT);
    draft d = {.kind = k};
    for (unsigned i = 0; i < kind_table[k].arity; i++)
      d.arg[i] = any (p);
    if (!kind_table[k].arity)
      continue;
    d.payload = any_payload (p, k, d.arg[0]);
    if (is_readable (p->ts, &d))
      return term_build (p->ts, k, d.payload, d.arg[0], d.arg[1], d.arg[2]);
  }
  return any_constant (p);
}

static void add (pool *p, term t) { p->term[p->n++] = t; }

static void fill (pool *p) {
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    add (p, term_var (p->ts, names[i], strlen (names[i]), any_sort (p)));
  while (p->n < 20)
    add (p, any_constant (p));
  while (p->n < POOL)
    add (p, any_term (p));
}

/* Reading the script must give back the assertions, in order. */
static void check_script (memory *mem, terms *ts, size_t n, const term *t) {
  char_vec out = {0};
  smt_write_script (mem, &out, ts, n, t);
  smt_reader *r =
      smt_reader_new (mem, ts, smt_source_memory (out.data, out.len));
  smt_command c;
  size_t i = 0;
  while (smt_next (r, &c) != SMT_END) {
    if (c.kind == SMT_ERROR)
      FAIL ("%u:%u: %s in\n%s", c.place.line, c.place.column, c.text,
            text_c (mem, &out));
    if (c.kind == SMT_ASSERT && !term_eq (c.terms[0], t[i++]))
      FAIL ("assertion %zu comes back as another term:\n%s", i,
            text_c (mem, &out));
  }
  CHECK_EQ (i, n);
  smt_reader_free (r);
  vec_release (mem, &out);
}

/* As a definition of its sort, so that every sort is covered. */
static void check_term (memory *mem, terms *ts, term t) {
  char_vec out = {0};
  smt_write_script (mem, &out, ts, 1, (term[]) {term_equal (ts, t, t)});
  vec_clear (&out);
  term var[POOL];
  size_t n = 0;
  for (uint32_t id = 1; id < terms_count (ts) && n < POOL; id++)
    if (term_kind (ts, (term) {id}) == KIND_VAR)
      var[n++] = (term) {id};
  for (size_t i = 0; i < n; i++) {
    text_puts (mem, &out, "(declare-const ");
    smt_write_symbol (mem, &out, term_name (ts, var[i]));
    text_puts (mem, &out, " ");
    smt_write_sort (mem, &out, term_sort (ts, var[i]));
    text_puts (mem, &out, ")\n");
  }
  text_puts (mem, &out, "(get-value (");
  smt_write_term (mem, &out, ts, t);
  text_puts (mem, &out, "))");
  smt_reader *r =
      smt_reader_new (mem, ts, smt_source_memory (out.data, out.len));
  smt_command c;
  do
    smt_next (r, &c);
  while (c.kind == SMT_DECLARE_CONST);
  if (c.kind != SMT_GET_VALUE || !term_eq (c.terms[0], t))
    FAIL ("%u:%u: %s: not read back:\n%s", c.place.line, c.place.column,
          c.text ? c.text : "another term", text_c (mem, &out));
  smt_reader_free (r);
  vec_release (mem, &out);
}

TEST (random_terms_there_and_back) {
  int rounds = test_is_long () ? 5000 : 300;
  for (int seed = 0; seed < rounds; seed++) {
    memory mem = {0};
    pool p = {.ts = terms_new (&mem), .state = (uint64_t) seed};
    fill (&p);
    for (size_t i = 0; i < p.n; i++)
      check_term (&mem, p.ts, p.term[i]);
    term formulas[POOL];
    size_t n = 0;
    for (size_t i = 0; i < p.n; i++)
      if (sort_is_bool (term_sort (p.ts, p.term[i])))
        formulas[n++] = p.term[i];
    check_script (&mem, p.ts, n, formulas);
    CHECK (terms_is_valid (p.ts));
    terms_free (p.ts);
    CHECK_EQ (mem.live, 0);
  }
}

static void check_value (sort s, uint64_t word, const char *want) {
  memory mem = {0};
  char_vec out = {0};
  smt_write_value (&mem, &out, s, word);
  CHECK_STR (text_c (&mem, &out), want);
  vec_release (&mem, &out);
}

TEST (values) {
  memory mem = {0};
  arena a;
  arena_init (&a, &mem);
  check_value (SORT_BOOL, 1, "true");
  check_value (SORT_BOOL, 0, "false");
  check_value (sort_bv (8), 10, "#x0a");
  check_value (sort_bv (5), 10, "#b01010");
  check_value (sort_bv (64), ~(uint64_t) 0, "#xffffffffffffffff");
  check_value (sort_bv (68), num_pow2 (&a, 65).word, "#x20000000000000000");
  check_value (SORT_INT, num_of_i64 (&a, 0).word, "0");
  check_value (SORT_INT, num_of_i64 (&a, -5).word, "(- 5)");
  check_value (SORT_INT, num_neg (&a, num_pow2 (&a, 64)).word,
               "(- 18446744073709551616)");
  arena_release (&a);
  CHECK_EQ (mem.live, 0);
}

TEST (models) {
  memory mem = {0};
  terms *ts = terms_new (&mem);
  model *m = model_new (&mem, ts);
  char_vec out = {0};
  term var[] = {term_var (ts, "x y", 3, sort_bv (4)),
                term_var (ts, "a", 1, sort_array (8, 4)),
                term_var (ts, "p", 1, SORT_BOOL)};
  model_set (m, var[0], 9);
  model_set_default (m, var[1], 1);
  model_set_element (m, var[1], 16, 2);
  model_set_element (m, var[1], 17, 3);
  smt_write_model (&mem, &out, ts, m, 3, var);
  CHECK_STR (text_c (&mem, &out),
             "(\n"
             "  (define-fun |x y| () (_ BitVec 4) #x9)\n"
             "  (define-fun a () (Array (_ BitVec 8) (_ BitVec 4)) "
             "(store (store ((as const (Array (_ BitVec 8) (_ BitVec 4))) #x1) "
             "#x10 #x2) #x11 #x3))\n"
             "  (define-fun p () Bool false)\n"
             ")\n");
  vec_release (&mem, &out);
  model_free (m);
  terms_free (ts);
  CHECK_EQ (mem.live, 0);
}

TEST (tables_are_stores) {
  memory mem = {0};
  terms *ts = terms_new (&mem);
  char_vec out = {0};
  term a = term_var (ts, "a", 1, sort_array (8, 8));
  term t = term_table (ts, a, 2, (uint64_t[]) {1, 4}, (uint64_t[]) {7, 255});
  smt_write_term (&mem, &out, ts, t);
  CHECK_STR (text_c (&mem, &out), "(store (store a #x01 #x07) #x04 #xff)");
  vec_release (&mem, &out);
  terms_free (ts);
  CHECK_EQ (mem.live, 0);
}

TEST (symbols) {
  static const char *const cases[][2] = {
      {"x", "x"},       {"", "||"},     {"a b", "|a b|"},  {"1a", "|1a|"},
      {"let", "|let|"}, {"a.b", "a.b"}, {"a|b", "|a!7cb|"}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    memory mem = {0};
    char_vec out = {0};
    smt_write_symbol (&mem, &out, cases[i][0]);
    CHECK_STR (text_c (&mem, &out), cases[i][1]);
    vec_release (&mem, &out);
  }
}

/* z3 must accept what is written, when there is one to ask. */
TEST (scripts_for_z3) {
  if (system ("command -v z3 >/dev/null 2>&1"))
    return;
  for (int seed = 1000; seed < 1010; seed++) {
    memory mem = {0};
    pool p = {.ts = terms_new (&mem), .state = (uint64_t) seed};
    char_vec out = {0};
    fill (&p);
    term formulas[POOL], table;
    size_t n = 0;
    for (size_t i = 0; i < p.n; i++)
      if (sort_is_bool (term_sort (p.ts, p.term[i])))
        formulas[n++] = p.term[i];
    term a = term_var (p.ts, "arr", 3, sort_array (8, 8));
    table = term_table (p.ts, a, 2, (uint64_t[]) {1, 4}, (uint64_t[]) {7, 9});
    formulas[n++] = term_equal (p.ts, table, a);
    smt_write_script (&mem, &out, p.ts, n, formulas);
    const char *check = strstr (text_c (&mem, &out), "(check-sat)");
    FILE *z3 = popen ("z3 -in | grep -q error && exit 1 || exit 0", "w");
    CHECK (z3 != NULL);
    fwrite (out.data, 1, (size_t) (check - out.data), z3);
    if (pclose (z3))
      FAIL ("z3 does not accept\n%s", out.data);
    vec_release (&mem, &out);
    terms_free (p.ts);
  }
}
