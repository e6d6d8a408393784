/* Inputs that are deep, long or wide: no recursion, linear time and memory. */

#include "lab/query/smt_read.h"
#include "term/smt_write.h"

#include "test.h"

#include <string.h>

typedef struct text {
  memory mem;
  char_vec v;
} text;

static void add (text *t, const char *s, size_t times) {
  for (size_t i = 0; i < times; i++)
    text_puts (&t->mem, &t->v, s);
}

/* Reads everything; returns the last formula or, after an error, NONE. */
static term read_all (text *t, terms *ts, memory *mem, size_t *n_errors) {
  smt_reader *r =
      smt_reader_new (mem, ts, smt_source_memory (t->v.data, t->v.len));
  smt_command c;
  term res = TERM_NONE;
  *n_errors = 0;
  while (smt_next (r, &c) != SMT_END) {
    if (c.kind == SMT_ASSERT)
      res = c.terms[0];
    *n_errors += c.kind == SMT_ERROR;
  }
  smt_reader_free (r);
  return res;
}

/* The formula must be read, written and read again as itself. */
static void check_there_and_back (text *t) {
  memory mem = {0};
  terms *ts = terms_new (&mem);
  size_t n_errors;
  term first = read_all (t, ts, &mem, &n_errors);
  CHECK_EQ (n_errors, 0);
  CHECK (first.id);
  text unchanged = {0};
  smt_write_script (&unchanged.mem, &unchanged.v, ts, 1, &first);
  CHECK (unchanged.v.len < 100 * t->v.len);
  term second = read_all (&unchanged, ts, &mem, &n_errors);
  CHECK_EQ (n_errors, 0);
  CHECK (term_eq (first, second));
  vec_release (&unchanged.mem, &unchanged.v);
  vec_release (&t->mem, &t->v);
  terms_free (ts);
  CHECK_EQ (mem.live, 0);
}

static void check_error (text *t) {
  memory mem = {0};
  terms *ts = terms_new (&mem);
  size_t n_errors;
  read_all (t, ts, &mem, &n_errors);
  CHECK (n_errors > 0);
  CHECK (mem.peak < 64 * t->v.len + ((size_t) 1 << 22));
  vec_release (&t->mem, &t->v);
  terms_free (ts);
  CHECK_EQ (mem.live, 0);
}

#define VARIABLES \
  "(declare-const p Bool)(declare-const q Bool)" \
  "(declare-const x (_ BitVec 32))(declare-const y (_ BitVec 32))"

TEST (deep_terms) {
  text t = {0};
  add (&t, VARIABLES "(assert (= y ", 1);
  add (&t, "(bvmul x (bvor y ", 100000);
  add (&t, "x", 1);
  add (&t, "))", 100000);
  add (&t, "))", 1);
  check_there_and_back (&t);
}

TEST (deep_lets) {
  text t = {0};
  add (&t, VARIABLES "(assert ", 1);
  add (&t, "(let ((x (bvmul x (bvadd x y)))) ", 100000);
  add (&t, "(bvult x y)", 1);
  add (&t, ")", 100001);
  check_there_and_back (&t);
}

TEST (deep_values_in_lets) {
  text t = {0};
  add (&t, VARIABLES "(assert ", 1);
  add (&t, "(let ((p ", 100000);
  add (&t, "(bvult x y)", 1);
  add (&t, ")) (or p q))", 100000);
  add (&t, ")", 1);
  check_there_and_back (&t);
}

TEST (deep_annotations) {
  text t = {0};
  add (&t, VARIABLES "(assert ", 1);
  add (&t, "(! ", 100000);
  add (&t, "(bvult x y)", 1);
  add (&t, " :weight 1)", 100000);
  add (&t, ")", 1);
  check_there_and_back (&t);
}

TEST (wide_applications) {
  text t = {0};
  add (&t, VARIABLES "(assert (and ", 1);
  for (int i = 0; i < 20000; i++)
    text_printf (&t.mem, &t.v, "(bvult x (bvmul y (_ bv%d 32)))", 3 * i + 3);
  add (&t, "))", 1);
  check_there_and_back (&t);
}

TEST (nested_conjunctions) {
  text t = {0};
  add (&t, VARIABLES "(assert ", 1);
  add (&t, "(and ", 20000);
  add (&t, "p", 1);
  for (int i = 0; i < 20000; i++)
    text_printf (&t.mem, &t.v, " (bvult x (bvmul y (_ bv%d 32))))", 3 * i + 3);
  add (&t, ")", 1);
  check_there_and_back (&t);
}

TEST (a_million_parentheses) {
  text t = {0};
  add (&t, "(", 1000000);
  check_error (&t);
  add (&t, "(assert ", 1);
  add (&t, "(", 1000000);
  add (&t, ")", 1000000);
  check_error (&t);
  add (&t, ")", 1000000);
  check_error (&t);
  add (&t, "(set-info :x ", 1);
  add (&t, "(", 1000000);
  check_error (&t);
}

TEST (a_million_open_terms) {
  text t = {0};
  add (&t, "(assert ", 1);
  add (&t, "(not ", 1000000);
  check_error (&t);
  add (&t, "(declare-const p Bool)(assert ", 1);
  add (&t, "(let ((q ", 500000);
  check_error (&t);
}

TEST (long_tokens) {
  text t = {0};
  add (&t, "(declare-const |", 1);
  add (&t, "long name ", 100000);
  add (&t, "| Bool)(declare-const ", 1);
  add (&t, "longname", 100000);
  add (&t, " Bool)(echo \"", 1);
  add (&t, "long text", 100000);
  add (&t, "\")(assert (= #x", 1);
  add (&t, "0123456789abcdef", 16384);
  add (&t, " #b", 1);
  add (&t, "01", 524288);
  add (&t, "))(foo)", 1);
  check_error (&t);
}

TEST (wide_constants) {
  text t = {0};
  add (&t, "(declare-const w (_ BitVec 1048576))(assert (bvult w #x", 1);
  add (&t, "0123456789abcdef", 16384);
  add (&t, "))", 1);
  check_there_and_back (&t);
}
