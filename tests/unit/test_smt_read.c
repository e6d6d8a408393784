#include "lab/query/smt_read.h"

#include "lab/query/smt_ops.h"
#include "term/eval.h"

#include "test.h"

#include <stdio.h>
#include <string.h>

typedef struct bench {
  memory mem;
  terms *ts;
  smt_reader *r;
  smt_command c;
} bench;

static void setup_source (bench *b, smt_source source) {
  *b = (bench) {0};
  b->ts = terms_new (&b->mem);
  b->r = smt_reader_new (&b->mem, b->ts, source);
}

static void setup (bench *b, const char *text) {
  setup_source (b, smt_source_memory (text, strlen (text)));
}

static void cleanup (bench *b) {
  CHECK (terms_is_valid (b->ts));
  smt_reader_free (b->r);
  terms_free (b->ts);
  CHECK_EQ (b->mem.live, 0);
}

/* The next command, which must be of this kind. */
static void expect (bench *b, smt_kind k) {
  smt_next (b->r, &b->c);
  if (b->c.kind != k)
    FAIL ("%u:%u: got %s (%s), expected %s", b->c.place.line, b->c.place.column,
          smt_kind_name (b->c.kind), b->c.text ? b->c.text : "",
          smt_kind_name (k));
}

static void expect_error (bench *b, const char *text) {
  expect (b, SMT_ERROR);
  CHECK_STR (b->c.text, text);
}

/* The last formula of a script without errors. */
static term last_assert (bench *b) {
  term res = TERM_NONE;
  while (smt_next (b->r, &b->c) != SMT_END) {
    if (b->c.kind == SMT_ERROR)
      FAIL ("%u:%u: %s", b->c.place.line, b->c.place.column, b->c.text);
    if (b->c.kind == SMT_ASSERT)
      res = b->c.terms[0];
  }
  return res;
}

TEST (every_command) {
  bench b;
  setup (&b, "(set-logic QF_BV)(set-option :produce-models true)"
             "(set-info :source |a b|)(set-info :x (a \"b\" (c)))"
             "(set-info :notes \"say \"\"hi\"\"\")"
             "(get-info :name)(get-option :o)(declare-fun |x y| () Bool)"
             "(declare-const z Int)(define-fun f ((a Int)) Int (+ a z))"
             "(define-const g Int 3)(define-sort B () (_ BitVec 8))"
             "(declare-const w B)(assert (= (f 3) g))(check-sat)"
             "(check-sat-assuming (|x y| (not |x y|)))"
             "(get-value (w (bvadd w  #x00)))(get-model)(get-unsat-core)"
             "(get-unsat-assumptions)(get-assertions)(get-assignment)"
             "(push)(push 2)(pop)(pop 2)(echo \"a\"\"b\")(reset-assertions)"
             "(reset)(exit)");
  expect (&b, SMT_SET_LOGIC);
  CHECK_STR (b.c.name, "QF_BV");
  expect (&b, SMT_SET_OPTION);
  CHECK_STR (b.c.name, ":produce-models");
  CHECK_STR (b.c.text, "true");
  expect (&b, SMT_SET_INFO);
  CHECK_STR (b.c.text, "|a b|");
  expect (&b, SMT_SET_INFO);
  CHECK_STR (b.c.text, "(a \"b\" (c))");
  expect (&b, SMT_SET_INFO);
  CHECK_STR (b.c.text, "say \"hi\"");
  expect (&b, SMT_GET_INFO);
  CHECK_STR (b.c.name, ":name");
  expect (&b, SMT_GET_OPTION);
  expect (&b, SMT_DECLARE_FUN);
  CHECK_STR (b.c.name, "x y");
  CHECK_STR (term_name (b.ts, b.c.terms[0]), "x y");
  expect (&b, SMT_DECLARE_CONST);
  CHECK (sort_is_int (b.c.sort));
  expect (&b, SMT_DEFINE_FUN);
  expect (&b, SMT_DEFINE_CONST);
  expect (&b, SMT_DEFINE_SORT);
  expect (&b, SMT_DECLARE_CONST);
  CHECK_EQ (sort_width (b.c.sort), 8);
  expect (&b, SMT_ASSERT);
  CHECK_EQ (b.c.n_terms, 1);
  expect (&b, SMT_CHECK_SAT);
  expect (&b, SMT_CHECK_SAT_ASSUMING);
  CHECK_EQ (b.c.n_terms, 2);
  CHECK (term_eq (b.c.terms[1], term_not (b.ts, b.c.terms[0])));
  expect (&b, SMT_GET_VALUE);
  CHECK_EQ (b.c.n_terms, 2);
  CHECK_EQ (b.c.words[1].len, 15);
  CHECK (!memcmp (b.c.words[0].text, "w", 1));
  CHECK (!memcmp (b.c.words[1].text, "(bvadd w  #x00)", 15));
  expect (&b, SMT_GET_MODEL);
  expect (&b, SMT_GET_UNSAT_CORE);
  expect (&b, SMT_GET_UNSAT_ASSUMPTIONS);
  expect (&b, SMT_GET_ASSERTIONS);
  expect (&b, SMT_GET_ASSIGNMENT);
  expect (&b, SMT_PUSH);
  CHECK_EQ (b.c.number, 1);
  expect (&b, SMT_PUSH);
  CHECK_EQ (b.c.number, 2);
  expect (&b, SMT_POP);
  expect (&b, SMT_POP);
  CHECK_EQ (b.c.number, 2);
  expect (&b, SMT_ECHO);
  CHECK_STR (b.c.text, "a\"b");
  expect (&b, SMT_RESET_ASSERTIONS);
  expect (&b, SMT_RESET);
  expect (&b, SMT_EXIT);
  expect (&b, SMT_END);
  expect (&b, SMT_END);
  cleanup (&b);
}

TEST (empty_inputs) {
  static const char *const texts[] = {"", " \n\t", "; only a comment", "\r\n"};
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
    bench b;
    setup (&b, texts[i]);
    expect (&b, SMT_END);
    cleanup (&b);
  }
}

TEST (accepted_logics) {
  static const char *const logics[] = {"QF_BV",   "QF_ABV", "QF_AUFBV",
                                       "QF_UFBV", "QF_LIA", "QF_NIA",
                                       "QF_IDL",  "QF_UF",  "ALL"};
  for (size_t i = 0; i < sizeof logics / sizeof *logics; i++) {
    char text[64];
    bench b;
    snprintf (text, sizeof text, "(set-logic %s )", logics[i]);
    setup (&b, text);
    expect (&b, SMT_SET_LOGIC);
    cleanup (&b);
  }
}

/* Scopes. */

TEST (symbols_vanish_at_pop) {
  bench b;
  setup (&b, "(declare-const x Bool)(push 2)(declare-const y Bool)"
             "(define-fun f ((a Bool)) Bool (and a y))(assert (! y :named n))"
             "(assert (and (f x) n))(pop 1)(assert y)(assert (f x))(assert n)"
             "(declare-const y Int)(assert (= y 1))(pop)(assert x)(pop)");
  for (int i = 0; i < 6; i++)
    CHECK (smt_next (b.r, &b.c) != SMT_ERROR);
  expect (&b, SMT_POP);
  expect_error (&b, "unknown symbol 'y'");
  expect_error (&b, "unknown function 'f'");
  expect_error (&b, "unknown symbol 'n'");
  expect (&b, SMT_DECLARE_CONST);
  expect (&b, SMT_ASSERT);
  expect (&b, SMT_POP);
  expect (&b, SMT_ASSERT);
  expect_error (&b, "pop of 1 levels, but only 0 are open");
  cleanup (&b);
}

TEST (global_declarations) {
  bench b;
  setup (&b, "(set-option :global-declarations true)(push)"
             "(declare-const y Bool)(pop)(assert y)(reset-assertions)(assert y)"
             "(reset)(assert y)");
  for (int i = 0; i < 7; i++)
    CHECK (smt_next (b.r, &b.c) != SMT_ERROR);
  expect (&b, SMT_RESET);
  expect_error (&b, "unknown symbol 'y'");
  cleanup (&b);
}

TEST (reset_of_the_reader) {
  bench b;
  setup (&b, "(declare-const x Bool)(push)(exit)(declare-const x Int)");
  expect (&b, SMT_DECLARE_CONST);
  expect (&b, SMT_PUSH);
  expect (&b, SMT_EXIT);
  smt_reader_reset (b.r);
  expect (&b, SMT_DECLARE_CONST);
  CHECK (sort_is_int (b.c.sort));
  cleanup (&b);
}

TEST (names_of_variables_in_c) {
  bench b;
  setup (&b, "(set-logic QF_ABV)(declare-const mod Bool)"
             "(declare-const repeat Bool)(assert (and mod repeat))"
             "(assert (= ((_ repeat 2) #x1) #x11))");
  last_assert (&b);
  cleanup (&b);
}

TEST (named_terms) {
  bench b;
  setup (&b, "(declare-const x Bool)(declare-const y Bool)"
             "(assert (! (and (! x :named a) (! y :weight 3 :named |b c|)) "
             ":pattern (x y) :named c))(assert (and a |b c|))");
  expect (&b, SMT_DECLARE_CONST);
  term x = b.c.terms[0];
  expect (&b, SMT_DECLARE_CONST);
  expect (&b, SMT_ASSERT);
  CHECK_EQ (b.c.n_named, 3);
  CHECK_STR (b.c.named[0].name, "a");
  CHECK (term_eq (b.c.named[0].term, x));
  CHECK_STR (b.c.named[1].name, "b c");
  CHECK (term_eq (b.c.named[2].term, b.c.terms[0]));
  term all = b.c.terms[0];
  expect (&b, SMT_ASSERT);
  CHECK (term_eq (b.c.terms[0], all));
  cleanup (&b);
}

/* Each pair of formulas must be one term. */
static const char *const same_terms[][2] = {
    {"(let ((x y) (y x)) (bvult x y))", "(bvult y x)"},
    {"(let ((x y)) (let ((y x)) (bvult x y)))", "(bvult y y)"},
    {"(let ((a (bvult x y))) (let ((a (not a)) (b a)) (=> a b)))",
     "(=> (not (bvult x y)) (bvult x y))"},
    {"(and (let ((x y)) (bvult x y)) (bvult x y))",
     "(and (bvult y y) (bvult x y))"},
    {"(bvugt x y)", "(bvult y x)"},
    {"(swap x y)", "(bvult y x)"},
    {"(swap (inc x) y)", "(bvult y (bvadd x #x01))"},
    {"(less-first a x)", "(bvult (select a x) x)"},
    {"|p|", "p"},
    {"(and p (bvult x y) (bvult y x))",
     "(and (and p (bvult x y)) (bvult y x))"},
    {"(= x y x)", "(and (= x y) (= y x))"},
    {"(distinct x y)", "(not (= x y))"},
    {"(=> p p p)", "(=> p (=> p p))"},
    {"(= x #b00000011)", "(= x (_ bv3 8))"},
    {"(= x ( _  bv3  8 ) )", "(= x #x03)"},
    {"(as p Bool)", "p"},
};

TEST (meanings_by_identity) {
  for (size_t i = 0; i < sizeof same_terms / sizeof *same_terms; i++) {
    char text[1024];
    bench b;
    snprintf (text, sizeof text,
              "(declare-const x (_ BitVec 8))(declare-const y (_ BitVec 8))"
              "(declare-const p Bool)"
              "(declare-fun a () (Array (_ BitVec 8) (_ BitVec 8) ) )"
              "(define-fun inc ((z (_ BitVec 8))) (_ BitVec 8) (bvadd z #x01))"
              "(define-fun swap ((y (_ BitVec 8)) (x (_ BitVec 8))) Bool "
              "(bvult x y))"
              "(define-fun less-first ((m (Array (_ BitVec 8) (_ BitVec 8))) "
              "(i (_ BitVec 8))) Bool (bvult (select m i) i))"
              "(assert %s)(check-sat-assuming (%s))",
              same_terms[i][0], same_terms[i][1]);
    setup (&b, text);
    term first = TERM_NONE, second = TERM_NONE;
    while (smt_next (b.r, &b.c) != SMT_END) {
      if (b.c.kind == SMT_ERROR)
        FAIL ("%s: %s", same_terms[i][0], b.c.text);
      if (b.c.kind == SMT_ASSERT)
        first = b.c.terms[0];
      if (b.c.kind == SMT_CHECK_SAT_ASSUMING)
        second = b.c.terms[0];
    }
    if (!first.id || !term_eq (first, second))
      FAIL ("%s is not %s", same_terms[i][0], same_terms[i][1]);
    cleanup (&b);
  }
}

/* Every operator, as a formula that holds for x = #xa5, y = #x3c, z = #xff,
 * i = 17, j = -5, p = true, q = false and the array a that is #x07 but for
 * #x09 at #x03. Those that z3 knows were checked with it.
 */
static const char *const facts[] = {
    "(= (reprise.fp32.add #x3f800000 #x3f800000) #x40000000)",
    "(= (reprise.fp64.from.fp32 #xbf800000) #xbff0000000000000)",
    "(not q)",
    "(and p true (not false))",
    "(or q p)",
    "(xor p q q)",
    "(xor p p p)",
    "(=> q p q)",
    "(not (=> p p q))",
    "(= x x #xa5)",
    "(distinct x y z)",
    "(= (ite p x y) x)",
    "(= (bvnot x) #x5a)",
    "(= (bvneg x) #x5b)",
    "(= (bvand x y z) #x24)",
    "(= (bvor x y) #xbd)",
    "(= (bvxor x y z) #x66)",
    "(= (bvnand x y) #xdb)",
    "(= (bvnor x y) #x42)",
    "(= (bvxnor x y) #x66)",
    "(= (bvcomp x x) #b1)",
    "(= (bvcomp x y) #b0)",
    "(= (bvadd x y x) #x86)",
    "(= (bvmul x y) #xac)",
    "(= (bvsub x y z) #x6a)",
    "(= (bvudiv x y) #x02)",
    "(= (bvudiv x #x00) #xff)",
    "(= (bvurem x y) #x2d)",
    "(= (bvsdiv x y) #xff)",
    "(= (bvsrem x y) #xe1)",
    "(= (bvsmod x y) #x1d)",
    "(= (bvshl x #x03) #x28)",
    "(= (bvlshr x #x03) #x14)",
    "(= (bvashr x #x03) #xf4)",
    "(bvult y x)",
    "(bvule y x)",
    "(bvslt x y)",
    "(bvsle x y)",
    "(bvugt x y)",
    "(bvuge x y)",
    "(bvsgt y x)",
    "(bvsge y x)",
    "(= (bvredor x) #b1)",
    "(= (bvredand x) #b0)",
    "(= (bvredand z) #b1)",
    "(and (bvnego #x80) (not (bvnego x)))",
    "(and (bvuaddo x z) (not (bvuaddo x y)))",
    "(and (bvsaddo x #x80) (not (bvsaddo x y)))",
    "(and (bvumulo x y) (not (bvumulo y #x02)))",
    "(and (bvsmulo x y) (not (bvsmulo z y)))",
    "(and (bvusubo y x) (not (bvusubo x y)))",
    "(and (bvssubo x y) (not (bvssubo y z)))",
    "(and (bvsdivo #x80 z) (not (bvsdivo x z)))",
    "(= (concat x y z) #xa53cff)",
    "(= ((_ extract 5 2) x) #b1001)",
    "(= ((_ zero_extend 8) x) #x00a5)",
    "(= ((_ zero_extend 0) x) x)",
    "(= ((_ sign_extend 4) x) #xfa5)",
    "(= ((_ rotate_left 3) x) #x2d)",
    "(= ((_ rotate_left 8) x) x)",
    "(= ((_ rotate_right 11) x) #xb4)",
    "(= ((_ repeat 5) x) #xa5a5a5a5a5)",
    "(= (+ i j 1) 13)",
    "(= (+ i) i)",
    "(= (- i) (- 17))",
    "(= (- i j 1) 21)",
    "(= (* i j 2) (- 170))",
    "(= (div i 3) 5)",
    "(= (div j 3) (- 2))",
    "(= (div i (- 3)) (- 5))",
    "(= (div 100 3 4) 8)",
    "(= (mod j 3) 1)",
    "(= (mod i (- 3)) 2)",
    "(= (abs j) 5)",
    "(= (abs i) 17)",
    "(<= j i i)",
    "(< j 0 i)",
    "(not (< j i i))",
    "(>= i i j)",
    "(> i 0 j)",
    "((_ divisible 5) j)",
    "(not ((_ divisible 5) i))",
    "(= (select a #x03) #x09)",
    "(= (select a x) #x07)",
    "(= (select (store a x y) x) y)",
    "(= (select (store a x y) #x03) #x09)",
    "(= (select ((as const (Array (_ BitVec 8) (_ BitVec 8))) y) x) y)",
    "(= (fp #b0 #b10000 #b0000000000) ((_ to_fp 5 11) RNE 2.0))",
    "(= (fp.abs ((_ to_fp 8 24) RNE x)) ((_ to_fp 8 24) RNE #x5b))",
    "(= (fp.neg ((_ to_fp 8 24) RTZ y)) ((_ to_fp 8 24) RTZ #xc4))",
    "(= (fp.add RTP ((_ to_fp 5 11) RNE 1.0) (fp #b0 #b00000 #b0000000001)) "
    "(fp #b0 #b01111 #b0000000001))",
    "(= (fp.sub RTN (_ +zero 8 24) (_ +zero 8 24)) (_ -zero 8 24))",
    "(= (fp.mul RNA ((_ to_fp 8 24) RNE 0.1) ((_ to_fp 8 24) RNE 10.0)) ((_ "
    "to_fp 8 24) RNE 1.0))",
    "(= (fp.div RNE ((_ to_fp 8 24) RNE 1.0) ((_ to_fp 8 24) RNE 3.0)) ((_ "
    "to_fp 8 24) RNE (/ 1.0 3.0)))",
    "(fp.isNaN (fp.div RNE (_ -zero 11 53) (_ +zero 11 53)))",
    "(= (fp.fma RNE ((_ to_fp 5 11) RNE 3.0) ((_ to_fp 5 11) RNE 7.0) ((_ "
    "to_fp 5 11) RNE (- 21.5))) ((_ to_fp 5 11) RNE (- 0.5)))",
    "(= (fp.sqrt RTZ ((_ to_fp 11 53) RNE 2.0)) ((_ to_fp 11 53) "
    "#x3ff6a09e667f3bcc))",
    "(= (fp.rem ((_ to_fp 11 53) RNE 5.0) ((_ to_fp 11 53) RNE 3.0)) ((_ to_fp "
    "11 53) RNE (- 1.0)))",
    "(= (fp.roundToIntegral RNA ((_ to_fp 8 24) RNE 2.5)) ((_ to_fp 8 24) RNE "
    "3.0))",
    "(= (fp.min ((_ to_fp 8 24) RNE x) (_ NaN 8 24)) ((_ to_fp 8 24) RNE x))",
    "(= (fp.max (_ -oo 8 24) ((_ to_fp 8 24) RNE x)) ((_ to_fp 8 24) RNE x))",
    "(fp.leq (_ -oo 8 24) (_ -zero 8 24) (_ +zero 8 24) (_ +oo 8 24))",
    "(not (fp.lt (_ -oo 8 24) (_ -zero 8 24) (_ +zero 8 24)))",
    "(not (fp.geq (_ NaN 8 24) (_ NaN 8 24)))",
    "(fp.gt ((_ to_fp_unsigned 8 24) RNE x) ((_ to_fp 8 24) RNE y))",
    "(fp.eq (_ +zero 8 24) (_ -zero 8 24))",
    "(fp.isNormal ((_ to_fp 8 24) #x00800000))",
    "(fp.isSubnormal ((_ to_fp 8 24) #x807fffff))",
    "(fp.isZero (_ -zero 5 11))",
    "(fp.isInfinite ((_ to_fp 5 11) RNE 65520.0))",
    "(not (fp.isInfinite ((_ to_fp 5 11) RNE 65519.99)))",
    "(fp.isNegative (_ -zero 5 11))",
    "(not (fp.isPositive (_ NaN 5 11)))",
    "(= ((_ to_fp 5 11) RNE ((_ to_fp 8 24) #x387fffff)) (fp #b0 #b00001 "
    "#b0000000000))",
    "(= ((_ fp.to_ubv 8) RTZ ((_ to_fp 8 24) RNE 255.9)) z)",
    "(= ((_ fp.to_sbv 8) RNE ((_ to_fp 8 24) RNE (- 91.5))) #xa4)",
    "(= (fp.to_ieee_bv ((_ to_fp 8 24) RNE 1.0)) #x3f800000)",
    "(distinct (_ +oo 5 11) (_ -oo 5 11) (_ NaN 5 11) (_ +zero 5 11) (_ -zero "
    "5 11))",
    "(= RNE roundNearestTiesToEven (ite p RNE RTZ))",
};

#define VARIABLES \
  "(declare-const x (_ BitVec 8))(declare-const y (_ BitVec 8))" \
  "(declare-const z (_ BitVec 8))(declare-const i Int)(declare-const j Int)" \
  "(declare-const p Bool)(declare-const q Bool)" \
  "(declare-const a (Array (_ BitVec 8) (_ BitVec 8)))"

static void set_variables (bench *b, model *m) {
  static const struct {
    const char *name;
    unsigned value;
  } bytes[] = {{"x", 0xa5}, {"y", 0x3c}, {"z", 0xff}};
  for (size_t i = 0; i < 3; i++)
    model_set (m, term_var (b->ts, bytes[i].name, 1, sort_bv (8)),
               bytes[i].value);
  arena *data = &b->ts->data;
  model_set (m, term_var (b->ts, "i", 1, SORT_INT), num_of_i64 (data, 17).word);
  model_set (m, term_var (b->ts, "j", 1, SORT_INT), num_of_i64 (data, -5).word);
  model_set (m, term_var (b->ts, "p", 1, SORT_BOOL), 1);
  term a = term_var (b->ts, "a", 1, sort_array (8, 8));
  model_set_default (m, a, 7);
  model_set_element (m, a, 3, 9);
}

TEST (every_operator_evaluates) {
  for (size_t i = 0; i < sizeof facts / sizeof *facts; i++) {
    char text[1024];
    bench b;
    snprintf (text, sizeof text, VARIABLES "(assert %s)", facts[i]);
    setup (&b, text);
    term fact = last_assert (&b);
    model *m = model_new (&b.mem, b.ts);
    set_variables (&b, m);
    evaluator *e = evaluator_new (&b.mem, b.ts);
    if (!evaluator_satisfies (e, m, 1, &fact))
      FAIL ("%s does not hold", facts[i]);
    evaluator_free (e);
    model_free (m);
    cleanup (&b);
  }
}

TEST (every_operator_folds) {
  for (size_t i = 0; i < sizeof facts / sizeof *facts; i++) {
    char text[1024];
    bench b;
    if (strstr (facts[i], " a ") || strstr (facts[i], "Array"))
      continue; /* arrays are not constants */
    snprintf (text, sizeof text,
              "(assert (let ((x #xa5) (y #x3c) (z #xff) (i 17) (j (- 5)) "
              "(p true) (q false)) %s))",
              facts[i]);
    setup (&b, text);
    if (!term_eq (last_assert (&b), TERM_TRUE))
      FAIL ("%s is not folded to true", facts[i]);
    cleanup (&b);
  }
}

TEST (every_operator_has_a_fact) {
  for (unsigned op = 1; op < OP_COUNT; op++) {
    bool found = false;
    for (size_t i = 0; i < sizeof facts / sizeof *facts && !found; i++)
      found = strstr (facts[i], smt_op_table[op].name);
    if (!found)
      FAIL ("no fact about %s", smt_op_table[op].name);
  }
}

/* Comments, streams, errors. */

static void note (void *state, smt_place place, const char *text, size_t len) {
  char *log = state;
  size_t used = strlen (log);
  snprintf (log + used, 512 - used, "[%u:%u %.*s]", place.line, place.column,
            (int) len, text);
}

TEST (comments_in_order) {
  bench b;
  char log[512] = "";
  setup (&b, "; Query 0\n(push) ; a\n;   OK\n\n(pop ; b\n)\n;end");
  smt_reader_on_comment (b.r, note, log);
  expect (&b, SMT_PUSH);
  CHECK_STR (log, "[1:1 ; Query 0]");
  expect (&b, SMT_POP);
  CHECK_STR (log, "[1:1 ; Query 0][2:8 ; a][3:1 ;   OK][5:6 ; b]");
  CHECK_EQ (b.c.place.line, 5);
  CHECK_EQ (b.c.place.column, 1);
  expect (&b, SMT_END);
  CHECK (strstr (log, "[7:1 ;end]"));
  cleanup (&b);
}

/* A user who types one piece and waits for the answer: reading beyond the
 * pieces that were typed is a failure.
 */
typedef struct typist {
  const char *const *piece;
  size_t n_typed, n_read;
} typist;

static ssize_t read_piece (void *state, char *to, size_t size) {
  typist *t = state;
  if (t->n_read == t->n_typed)
    FAIL ("the reader asks for more than it needs");
  const char *piece = t->piece[t->n_read++];
  size_t len = strlen (piece);
  CHECK (len <= size);
  memcpy (to, piece, len);
  return (ssize_t) len;
}

TEST (commands_as_soon_as_they_are_closed) {
  static const char *const pieces[] = {"(declare-const x Bo",
                                       "ol)",
                                       "(assert x)(check-sat)\n",
                                       "(get-value (x",
                                       " (not x)))",
                                       "(foo ",
                                       "(bar \"",
                                       ")\"))(echo \"a\")"};
  bench b;
  typist t = {pieces, 2, 0};
  setup_source (&b, (smt_source) {.read = read_piece, .state = &t});
  expect (&b, SMT_DECLARE_CONST);
  t.n_typed++;
  expect (&b, SMT_ASSERT);
  expect (&b, SMT_CHECK_SAT);
  t.n_typed += 2;
  expect (&b, SMT_GET_VALUE);
  CHECK_EQ (b.c.words[1].len, 7);
  CHECK (!memcmp (b.c.words[0].text, "x", 1));
  CHECK (!memcmp (b.c.words[1].text, "(not x)", 7));
  t.n_typed++;
  expect_error (&b, "unknown command 'foo'");
  t.n_typed += 2;
  expect (&b, SMT_ECHO);
  CHECK_STR (b.c.text, "a");
  cleanup (&b);
}

TEST (goes_on_after_errors) {
  bench b;
  setup (&b, "(declare-const p Bool)\n"
             "(assert (let ((q p)) (and q (or z \")\" |)| ; )\n ))))\n"
             ") x #q (assert (f (f (f p)))) (push a) (assert (! p :named n)"
             " p) (assert n)\n(assert p)(assert (= q p))");
  expect (&b, SMT_DECLARE_CONST);
  expect_error (&b, "unknown symbol 'z'");
  expect_error (&b, "unexpected ')'");
  CHECK_EQ (b.c.place.line, 4);
  expect_error (&b, "unexpected 'x', expected '('");
  expect_error (&b, "expected 'x' or 'b' after '#'");
  expect_error (&b, "unexpected 'q', expected '('");
  expect_error (&b, "unknown function 'f'");
  expect_error (&b, "unexpected 'a', expected a numeral");
  expect_error (&b, "unexpected 'p', expected ')'");
  expect_error (&b, "unknown symbol 'n'");
  expect (&b, SMT_ASSERT);
  expect_error (&b, "unknown symbol 'q'");
  expect (&b, SMT_END);
  cleanup (&b);
}

/* The overflow predicates against their definition, for all values of three
 * bits.
 */
static bool overflows (const char *op, int x, int y) {
  int sx = x < 4 ? x : x - 8, sy = y < 4 ? y : y - 8, s = 0;
  if (!strcmp (op, "bvuaddo"))
    return x + y > 7;
  if (!strcmp (op, "bvumulo"))
    return x * y > 7;
  if (!strcmp (op, "bvusubo"))
    return x < y;
  if (!strcmp (op, "bvsaddo"))
    s = sx + sy;
  else if (!strcmp (op, "bvssubo"))
    s = sx - sy;
  else if (!strcmp (op, "bvsmulo"))
    s = sx * sy;
  else if (sy) /* bvsdivo */
    s = sx / sy;
  return s < -4 || s > 3;
}

TEST (overflow_predicates) {
  static const char *const ops[] = {"bvuaddo", "bvumulo", "bvusubo", "bvsaddo",
                                    "bvssubo", "bvsmulo", "bvsdivo"};
  for (int i = 0; i < 7 * 64; i++) {
    int op = i / 64, x = i / 8 % 8, y = i % 8;
    char text[128];
    bench b;
    snprintf (text, sizeof text, "(assert (%s (_ bv%d 3) (_ bv%d 3)))", ops[op],
              x, y);
    setup (&b, text);
    CHECK_EQ (last_assert (&b).id == TERM_TRUE.id, overflows (ops[op], x, y));
    cleanup (&b);
  }
}
