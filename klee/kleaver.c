#include "klee/kleaver.h"

#include "klee/kquery_read.h"
#include "lab/query/input.h"
#include "lab/query/query_ladder.h"
#include "term/eval.h"
#include "term/value.h"

typedef struct kleaving {
  context *context;
  memory *mem;
  terms *ts;
  query_ladder *ladder;
  evaluator *values;
  uint64_t n, valid, invalid, models;
} kleaving;

/* "[16, 15, 0]" */
static void print_array (kleaving *k, const kquery_array *a) {
  printf ("%s[", a->name);
  for (uint64_t i = 0; i < a->size; i++) {
    term byte = term_select (k->ts, a->term, term_bv (k->ts, 32, i));
    printf ("%s%llu", i ? ", " : "",
            (unsigned long long) evaluator_value (k->values, byte));
  }
  putchar (']');
}

static void print_value (kleaving *k, term t) {
  arena scratch;
  char_vec text = {0};
  arena_init (&scratch, k->mem);
  num n = value_to_num (&scratch, term_sort (k->ts, t),
                        evaluator_value (k->values, t));
  num_print (k->mem, &text, n, 10);
  printf ("\n\tExpr 0:\t%s", text_c (k->mem, &text));
  vec_release (k->mem, &text);
  arena_release (&scratch);
}

/* Can it be false? Its constraints hold. */
static verdict ask_opposite (kleaving *k, const kquery_question *q) {
  term_vec all = {0};
  for (size_t i = 0; i < q->constraints.len; i++)
    vec_push (k->mem, &all, q->constraints.data[i]);
  vec_push (k->mem, &all, term_not (k->ts, q->question));
  verdict v = query_ladder_ask (k->ladder, all.len, all.data, 0);
  vec_release (k->mem, &all);
  return v;
}

static void answer_one (kleaving *k, const kquery_question *q) {
  verdict v = ask_opposite (k, q);
  bool wants_model = q->values.len || q->arrays.len;
  printf ("Query %llu:\t", (unsigned long long) k->n++);
  k->valid += v == VERDICT_UNSAT;
  k->invalid += v == VERDICT_SAT;
  k->models += wants_model;
  if (v == VERDICT_UNKNOWN)
    printf ("FAIL (reason: %s)", reason_text (query_ladder_why (k->ladder)));
  else if (v == VERDICT_UNSAT)
    printf ("VALID%s", wants_model ? " (counterexample request ignored)" : "");
  else {
    printf ("INVALID");
    if (wants_model)
      evaluator_start (k->values, query_ladder_model (k->ladder));
    if (q->values.len)
      print_value (k, q->values.data[0]);
    for (size_t i = 0; i < q->arrays.len && !q->values.len; i++) {
      printf ("\n\tArray %zu:\t", i);
      print_array (k, q->arrays.data + i);
    }
  }
  putchar ('\n');
}

static int answer_all (kleaving *k, const char *name, const script_input *in) {
  kquery_question *q;
  kquery_reader *r = kquery_reader_new (k->mem, k->ts, name, in->data, in->len);
  while (kquery_read (r, &q))
    answer_one (k, q);
  unsigned errors = kquery_reader_errors (r);
  kquery_reader_free (r);
  if (errors)
    fprintf (stderr, "%s: parse failure: %u errors.\n", name, errors);
  else if (k->n)
    printf ("--\ntotal queries = %llu\nvalid queries = %llu\ninvalid queries = "
            "%llu\nquery cex = %llu\n",
            (unsigned long long) k->n, (unsigned long long) k->valid,
            (unsigned long long) k->invalid, (unsigned long long) k->models);
  return errors ? 1 : 0;
}

/* What would print something else, and cannot be had. Other options change
 * nothing: they choose a solver, or how it goes about it.
 */
static status choose_file (context *c, int argc, char **argv,
                           const char **file) {
  for (int i = 0; i < argc; i++) {
    const char *name = argv[i] + strspn (argv[i], "-");
    if (argv[i][0] != '-' || !argv[i][1])
      *file = argv[i];
    else if (text_begins (name, "print-"))
      return trouble_set (&c->trouble, ST_USAGE,
                          "%s: only answers are printed (-evaluate)", argv[i]);
  }
  return ST_OK;
}

int kleaver (context *c, int argc, char **argv) {
  const char *file = "-";
  script_input in;
  int result = 1;
  status st = choose_file (c, argc, argv, &file);
  if (!st)
    st = input_load (&in, &c->memory, &c->trouble, file);
  if (st) {
    fprintf (stderr, "kleaver: %s\n", trouble_text (&c->trouble));
    return 1;
  }
  kleaving k = {.context = c, .mem = &c->memory, .ts = terms_new (&c->memory)};
  k.ladder = query_ladder_new (c, k.ts, NULL);
  k.values = evaluator_new (k.mem, k.ts);
  result = answer_all (&k, file, &in);
  evaluator_free (k.values);
  query_ladder_free (k.ladder);
  terms_free (k.ts);
  input_release (&in);
  return result;
}
