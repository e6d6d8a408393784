/* Every malformed input once: what the reader says and where. */

#include "lab/query/smt_read.h"

#include "test.h"

#include <stdio.h>
#include <string.h>

typedef struct bad {
  const char *text;
  size_t len;
  const char *error;
} bad;

#define SIX_LINES \
  "(set-logic ALL)\n" \
  "(declare-const x (_ BitVec 8))\n" \
  "(declare-const y (_ BitVec 32))\n" \
  "(declare-const p Bool)\n" \
  "(declare-const i Int)\n" \
  "(declare-const a (Array (_ BitVec 32) (_ BitVec 8)))\n"

#define BAD(TEXT, ERROR) {TEXT, sizeof TEXT - 1, ERROR}
#define BAD_AFTER(TEXT, ERROR) BAD (SIX_LINES TEXT, ERROR)

static const bad bads[] = {
    BAD_AFTER ("(assert z)\n", "7:9: unknown symbol 'z'"),
    BAD_AFTER ("(assert (and p\n  (= x z)))\n", "8:8: unknown symbol 'z'"),
    BAD_AFTER ("(assert (f x))\n", "7:10: unknown function 'f'"),
    BAD ("(chek-sat)\n", "1:2: unknown command 'chek-sat'"),
    BAD ("(declare-const x Foo)\n", "1:18: unknown sort 'Foo'"),
    BAD ("(set-logic QF_XYZ)\n", "1:12: unknown logic: 'QF_XYZ'"),
    BAD ("(check-sat)\n)\n", "2:1: unexpected ')'"),
    BAD ("check-sat\n", "1:1: unexpected 'check-sat', expected '('"),
    BAD_AFTER ("(assert (and p\n",
               "8:1: unexpected end of input: the '(' at 7:1 is not closed"),
    BAD ("(echo \"abc\n", "1:7: unexpected end of input in a string"),
    BAD ("(declare-const |a b Bool)\n",
         "1:16: unexpected end of input in a quoted symbol"),
    BAD ("(check-sat)\n\000\n", "2:1: unexpected byte 0x00"),
    BAD ("(declare-const |a\000b| Bool)\n",
         "1:16: unexpected byte 0x00 in a quoted symbol"),
    BAD ("(echo \"a\000b\")\n", "1:7: unexpected byte 0x00 in a string"),
    BAD ("(declare-const \303\251 Bool)\n", "1:16: unexpected byte 0xc3"),
    BAD ("(declare-const |a\\b| Bool)\n",
         "1:16: unexpected byte 0x5c in a quoted symbol"),
    BAD_AFTER ("(assert (= x #q12))\n", "7:14: expected 'x' or 'b' after '#'"),
    BAD_AFTER ("(assert (= x #x1g))\n",
               "7:14: expected hexadecimal digits after '#x'"),
    BAD_AFTER ("(assert (= x #b102))\n",
               "7:14: expected binary digits after '#b'"),
    BAD ("(set-option : true)\n", "1:13: expected a keyword after ':'"),
    BAD_AFTER ("(assert (= x 1a))\n",
               "7:14: a symbol must not start with a digit"),
    BAD ("()\n", "1:2: unexpected ')', expected a command"),
    BAD_AFTER ("(assert ())\n", "7:10: unexpected ')'"),
    BAD ("(assert)\n", "1:8: unexpected ')', expected a term"),
    BAD_AFTER ("(assert p p)\n", "7:11: unexpected 'p', expected ')'"),
    BAD_AFTER ("(assert (bvadd x x))\n",
               "7:9: assert needs a Bool term, got (_ BitVec 8)"),
    BAD_AFTER ("(assert (= x (bvadd x y)))\n",
               "7:14: bvadd needs bit-vectors of one width, got (_ BitVec 8) "
               "and (_ BitVec 32)"),
    BAD_AFTER ("(assert (bvult x y))\n",
               "7:9: bvult needs bit-vectors of one width, got (_ BitVec 8) "
               "and (_ BitVec 32)"),
    BAD_AFTER ("(assert (= x p))\n",
               "7:9: = needs arguments of one sort, got (_ BitVec 8) and Bool"),
    BAD_AFTER ("(assert (and p x))\n",
               "7:9: and needs Bool arguments, got (_ BitVec 8)"),
    BAD_AFTER ("(assert (< i p))\n", "7:9: < needs Int arguments, got Bool"),
    BAD_AFTER ("(assert (= x (ite x x x)))\n",
               "7:14: ite needs a Bool condition, got (_ BitVec 8)"),
    BAD_AFTER ("(assert (= x (ite p x y)))\n",
               "7:14: ite needs branches of one sort, got (_ BitVec 8) and (_ "
               "BitVec 32)"),
    BAD_AFTER ("(assert (= x (concat p x)))\n",
               "7:14: concat needs bit-vectors, got Bool"),
    BAD_AFTER ("(assert (= x (select x y)))\n",
               "7:14: select needs an array, got (_ BitVec 8)"),
    BAD_AFTER (
        "(assert (= x (select a x)))\n",
        "7:14: select needs an index of sort (_ BitVec 32), got (_ BitVec 8)"),
    BAD_AFTER (
        "(assert (= a (store a y y)))\n",
        "7:14: store needs a value of sort (_ BitVec 8), got (_ BitVec 32)"),
    BAD_AFTER (
        "(assert (= a ((as const (Array (_ BitVec 32) (_ BitVec 8))) y)))\n",
        "7:14: const needs a value of sort (_ BitVec 8), got (_ BitVec 32)"),
    BAD_AFTER ("(assert (= a ((as const Bool) y)))\n",
               "7:19: const needs an array sort, got Bool"),
    BAD_AFTER ("(assert (= x (bvadd x)))\n",
               "7:14: bvadd needs at least 2 arguments, got 1"),
    BAD_AFTER ("(assert (= x (bvudiv x x x)))\n",
               "7:14: bvudiv needs 2 arguments, got 3"),
    BAD_AFTER ("(assert (and))\n", "7:9: and needs at least 1 argument, got 0"),
    BAD_AFTER ("(assert (= x bvadd))\n", "7:14: 'bvadd' needs arguments"),
    BAD_AFTER ("(assert (p x))\n", "7:10: 'p' is not a function"),
    BAD_AFTER ("(assert (true p))\n", "7:10: 'true' is not a function"),
    BAD_AFTER ("(assert (= x ((_ extract 8 0) x)))\n",
               "7:14: extract needs indices 7 >= high >= low, got 8 and 0"),
    BAD_AFTER ("(assert (= x ((_ extract 2 3) x)))\n",
               "7:14: extract needs indices 7 >= high >= low, got 2 and 3"),
    BAD_AFTER ("(assert (= x (extract x)))\n",
               "7:15: extract needs 2 indices, as in ((_ extract ...) x)"),
    BAD_AFTER ("(assert (= x ((_ extract 3) x)))\n",
               "7:27: unexpected ')', expected a numeral"),
    BAD_AFTER ("(assert (= x ((_ zero_extend 99999999) x)))\n",
               "7:14: zero_extend gives 99999999 bits, but bit-vectors have 1 "
               "to 1048576 bits"),
    BAD_AFTER ("(assert (= x ((_ repeat 0) x)))\n",
               "7:14: repeat needs at least one repetition"),
    BAD_AFTER ("(assert (= x ((_ repeat 1000000) y)))\n",
               "7:14: repeat gives 32000000 bits, but bit-vectors have 1 to "
               "1048576 bits"),
    BAD_AFTER ("(assert ((_ divisible 0) i))\n",
               "7:9: divisible needs a positive index"),
    BAD_AFTER ("(assert (= x (_ bv256 8)))\n",
               "7:17: bv256 does not fit into 8 bits"),
    BAD_AFTER ("(assert (= x (_ bv1 0)))\n",
               "7:21: bit-vectors have 1 to 1048576 bits, not 0"),
    BAD_AFTER ("(assert (= x (_ bvx 8)))\n",
               "7:17: unknown indexed constant 'bvx'"),
    BAD_AFTER ("(assert ((_ bvadd 3) x))\n",
               "7:13: unknown indexed operator 'bvadd'"),
    BAD_AFTER ("(assert ((and p) p))\n",
               "7:11: expected '_' or 'as', got 'and'"),
    BAD ("(declare-const x (_ BitVec 0))\n",
         "1:28: (_ BitVec 0) is not supported: bit-vectors have 1 to 1048576 "
         "bits"),
    BAD ("(declare-const x (_ BitVec 99999999999))\n",
         "1:28: (_ BitVec 99999999999) is not supported: bit-vectors have 1 to "
         "1048576 bits"),
    BAD ("(declare-const x (Array (_ BitVec 65) (_ BitVec 8)))\n",
         "1:18: arrays with indices of more than 64 or elements of more than "
         "32767 bits are not supported"),
    BAD ("(declare-const x (Array (_ BitVec 8) (Array (_ BitVec 8) (_ BitVec "
         "8))))\n",
         "1:38: arrays of arrays are not supported"),
    BAD ("(declare-const x (Array Int Int))\n",
         "1:25: arrays with indices of sort Int are not supported: only "
         "bit-vectors"),
    BAD_AFTER ("(assert (< i -5))\n",
               "7:14: unknown symbol '-5': a negative number is written (- 5)"),
    BAD_AFTER ("(assert (= i (div i i)))\n",
               "7:14: div by a term that is not a numeral is not supported: "
               "linear integer arithmetic has constant divisors"),
    BAD_AFTER ("(assert (= i (mod i 0)))\n",
               "7:14: mod by zero is not supported"),
    BAD_AFTER ("(assert (let ((q p) (q p)) q))\n",
               "7:9: let binds 'q' more than once"),
    BAD_AFTER ("(assert (let () p))\n", "7:15: let needs a binding"),
    BAD_AFTER ("(assert (let ((q p))))\n",
               "7:21: unexpected ')', expected a term"),
    BAD_AFTER ("(assert (let ((q p)) q q))\n",
               "7:24: unexpected 'q', expected ')'"),
    BAD_AFTER ("(assert (and (let ((q p)) q) q))\n",
               "7:30: unknown symbol 'q'"),
    BAD_AFTER ("(assert (let ((q p) (r q)) r))\n", "7:24: unknown symbol 'q'"),
    BAD_AFTER ("(assert (! p))\n",
               "7:13: unexpected ')', expected an attribute such as :named"),
    BAD_AFTER ("(assert (! p :named n))\n(assert (! p :named n))\n",
               "8:21: symbol 'n' is already declared"),
    BAD_AFTER ("(assert (and (! p :named n) (! p :named n)))\n",
               "7:1: symbol 'n' is already declared"),
    BAD_AFTER ("(define-fun f ((q Bool)) Bool (! q :named n))\n",
               "7:43: a term in a definition with parameters cannot be named"),
    BAD_AFTER ("(declare-const x Bool)\n",
               "7:16: symbol 'x' is already declared"),
    BAD ("(declare-const bvadd Bool)\n",
         "1:16: 'bvadd' is a symbol of a theory and cannot be declared"),
    BAD ("(declare-const let Bool)\n",
         "1:16: 'let' is a reserved word and cannot be declared"),
    BAD ("(declare-fun f (Int) Int)\n",
         "1:17: theory of uninterpreted functions is not supported: 'f' has "
         "arguments"),
    BAD ("(declare-sort S 0)\n",
         "1:2: theory of uninterpreted sorts is not supported"),
    BAD ("(declare-datatypes ((T 0)) (((a) (b))))\n",
         "1:2: theory of datatypes is not supported"),
    BAD ("(define-fun-rec f ((x Int)) Int (f x))\n",
         "1:2: recursive functions are not supported"),
    BAD ("(set-logic QF_LRA)\n",
         "1:12: theory of reals is not supported: 'QF_LRA'"),
    BAD ("(set-logic QF_SLIA)\n",
         "1:12: theory of strings is not supported: 'QF_SLIA'"),
    BAD ("(set-logic LIA)\n", "1:12: quantifiers are not supported: 'LIA'"),
    BAD_AFTER ("(assert (forall ((z Int)) (< z i)))\n",
               "7:10: quantifiers are not supported: 'forall'"),
    BAD ("(declare-const x Real)\n",
         "1:18: theory of reals is not supported: 'Real'"),
    BAD_AFTER ("(assert (< i 1.5))\n",
               "7:9: theory of reals is not supported: '<'"),
    BAD_AFTER ("(assert (= i (/ i 2)))\n",
               "7:14: theory of reals is not supported: '/'"),
    BAD ("(declare-const s String)\n",
         "1:18: theory of strings is not supported: 'String'"),
    BAD_AFTER ("(assert (= \"a\" \"b\"))\n",
               "7:12: theory of strings is not supported"),
    BAD ("(declare-const f (_ FloatingPoint 8 25))\n",
         "1:21: (_ FloatingPoint 8 25) is not supported: only Float16, Float32 "
         "and Float64"),
    BAD_AFTER (
        "(assert (fp.eq x x))\n",
        "7:9: fp.eq needs numbers of one format, got (_ BitVec 8) and (_ "
        "BitVec 8)"),
    BAD_AFTER ("(assert (= i (bv2nat x)))\n",
               "7:15: conversion of bit-vectors to integers is not supported: "
               "'bv2nat'"),
    BAD_AFTER ("(define-fun f () Bool x)\n",
               "7:23: the definition of 'f' needs sort Bool, got (_ BitVec 8)"),
    BAD_AFTER ("(define-fun f ((q Bool)) Bool q)\n(assert (f p p))\n",
               "8:9: a function of 1 argument is given 2"),
    BAD_AFTER ("(define-fun f ((q Bool)) Bool q)\n(assert (f x))\n",
               "8:9: argument 1 must have sort Bool, got (_ BitVec 8)"),
    BAD_AFTER ("(define-fun f ((q Bool)) Bool q)\n(assert f)\n",
               "8:9: 'f' needs arguments"),
    BAD_AFTER ("(define-fun f ((q Bool) (q Bool)) Bool q)\n",
               "7:26: 'q' cannot be a parameter twice"),
    BAD_AFTER ("(define-fun f ((q Bool)) Bool (f q))\n",
               "7:32: unknown function 'f'"),
    BAD ("(define-sort S (T) T)\n",
         "1:17: sorts with parameters are not supported"),
    BAD ("(define-sort B () Bool)\n(assert B)\n",
         "2:9: 'B' is a sort, not a term"),
    BAD ("(push 2)\n(pop 3)\n", "2:6: pop of 3 levels, but only 2 are open"),
    BAD ("(push 99999999999)\n",
         "1:7: more than 1000000 levels are not supported"),
    BAD ("(push x)\n", "1:7: unexpected 'x', expected a numeral"),
    BAD ("(push)\n(declare-const z Bool)\n(pop)\n(assert z)\n",
         "4:9: unknown symbol 'z'"),
    BAD_AFTER ("(check-sat-assuming (p x))\n",
               "7:24: check-sat-assuming needs a Bool term, got (_ BitVec 8)"),
    BAD_AFTER ("(get-value ())\n", "7:13: get-value needs a term"),
    BAD_AFTER ("(get-value x)\n",
               "7:12: unexpected 'x', expected a list of terms"),
    BAD ("(echo x)\n", "1:7: unexpected 'x', expected a string"),
    BAD ("(set-option :print-success)\n",
         "1:27: expected a value for :print-success"),
    BAD ("(set-option print-success true)\n",
         "1:13: unexpected 'print-success', expected a keyword"),
    BAD ("(exit 1)\n", "1:7: unexpected '1', expected ')'"),
    BAD_AFTER ("(assert (= x (as x Bool)))\n",
               "7:18: 'x' has sort (_ BitVec 8), not Bool"),
};

/* The errors of a text, each behind a '/'; "" when there are none. */
static void errors_of (smt_source source, char *out, size_t size) {
  memory mem = {0};
  terms *ts = terms_new (&mem);
  smt_reader *r = smt_reader_new (&mem, ts, source);
  smt_command c;
  *out = 0;
  while (smt_next (r, &c) != SMT_END)
    if (c.kind == SMT_ERROR) {
      size_t used = strlen (out);
      snprintf (out + used, size - used, "%s%u:%u: %s", used ? "/" : "",
                c.place.line, c.place.column, c.text);
    }
  CHECK (terms_is_valid (ts));
  smt_reader_free (r);
  terms_free (ts);
  CHECK_EQ (mem.live, 0);
}

typedef struct drip {
  const char *at;
  size_t left;
} drip;

static ssize_t read_one (void *state, char *to, size_t size) {
  drip *d = state;
  if (!d->left || !size)
    return 0;
  *to = *d->at++;
  d->left--;
  return 1;
}

TEST (sentences_and_places) {
  char got[2048];
  for (size_t i = 0; i < sizeof bads / sizeof *bads; i++) {
    errors_of (smt_source_memory (bads[i].text, bads[i].len), got, sizeof got);
    CHECK_STR (got, bads[i].error);
  }
}

TEST (the_same_byte_by_byte) {
  char got[2048];
  for (size_t i = 0; i < sizeof bads / sizeof *bads; i++) {
    drip d = {bads[i].text, bads[i].len};
    errors_of ((smt_source) {.read = read_one, .state = &d}, got, sizeof got);
    CHECK_STR (got, bads[i].error);
  }
}

/* Every beginning of every text: nothing crashes, nothing leaks. */
TEST (every_prefix) {
  char got[2048];
  for (size_t i = 0; i < sizeof bads / sizeof *bads; i++) {
    size_t start = bads[i].len > sizeof SIX_LINES ? sizeof SIX_LINES : 0;
    for (size_t n = start; n < bads[i].len; n++)
      errors_of (smt_source_memory (bads[i].text, n), got, sizeof got);
  }
}

TEST (huge_numerals) {
  static char text[600100], got[2048];
  int at = sprintf (text, "(assert (< 1 ");
  memset (text + at, '9', 600000);
  strcpy (text + at + 600000, "))(echo x)");
  errors_of (smt_source_memory (text, strlen (text)), got, sizeof got);
  CHECK_STR (got, "1:14: a numeral of 600000 digits is not supported: at most "
                  "300000/1:600022: unexpected 'x', expected a string");
}

TEST (huge_products) {
  char text[4096], got[2048];
  int at = sprintf (text, "(assert (let ((x0 99999999999999999999)) ");
  for (int i = 1; i < 40; i++)
    at += sprintf (text + at, "(let ((x%d (* x%d x%d))) ", i, i - 1, i - 1);
  errors_of (smt_source_memory (text, strlen (text)), got, sizeof got);
  CHECK (strstr (got, "* gives a number of too many bits"));
}

/* Definitions that double in size forty times. */
TEST (huge_definitions) {
  char text[8192], got[4096];
  int at =
      sprintf (text, "(define-fun f0 ((x Int) (y Int)) Int (+ (* x y) 1))");
  for (int i = 1; i < 40; i++)
    at += sprintf (text + at,
                   "(define-fun f%d ((x Int) (y Int)) Int (f%d (f%d x y) "
                   "(f%d y x)))",
                   i, i - 1, i - 1, i - 1);
  errors_of (smt_source_memory (text, strlen (text)), got, sizeof got);
  CHECK (strstr (got, "expand"));
}
