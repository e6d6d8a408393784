#include "klee/kleaver.h"

#include "klee/kexpr_print.h"
#include "klee/kexpr_smt.h"
#include "lab/query/input.h"
#include "lab/query/query_ladder.h"
#include "term/eval.h"
#include "term/value.h"

typedef enum kleaver_task { ANSWERS, PRINTS_KQUERY, PRINTS_SMT } kleaver_task;

typedef struct kleaving {
  context *context;
  memory *mem;
  terms *ts;
  kexprs exprs;
  /* Of the command line. */
  const char *file;
  kleaver_task task;
  kexpr_builder builder;
  kexpr_sharing sharing;
  kexpr_style style;
  bool forgets; /* arrays after each query */
  query_ladder *ladder;
  evaluator *values;
  uint64_t n, valid, invalid, models;
} kleaving;

/* Answers. */

/* "[16, 15, 0]" */
static void print_array (kleaving *k, const kexpr_array *a) {
  term array = k->exprs.versions.data[a->version].term;
  printf ("%s[", a->name);
  for (uint64_t i = 0; i < a->size; i++) {
    term byte = term_select (k->ts, array, term_bv (k->ts, 32, i));
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
    vec_push (k->mem, &all,
              kexpr_condition (&k->exprs, q->constraints.data[i]));
  vec_push (k->mem, &all,
            term_not (k->ts, kexpr_condition (&k->exprs, q->question)));
  verdict v = query_ladder_ask (k->ladder, all.len, all.data, 0);
  vec_release (k->mem, &all);
  return v;
}

static void answer_one (kleaving *k, const kquery_question *q) {
  verdict v = ask_opposite (k, q);
  bool wants_model = q->values.len || q->arrays.len;
  printf ("Query %llu:\t", (unsigned long long) k->n);
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
      print_value (k, kexpr_term (&k->exprs, q->values.data[0]));
    for (size_t i = 0; i < q->arrays.len && !q->values.len; i++) {
      printf ("\n\tArray %zu:\t", i);
      print_array (k, k->exprs.arrays.data + q->arrays.data[i]);
    }
  }
  putchar ('\n');
}

/* All of a file. */

static void print_declared (kleaving *k, size_t from, char_vec *out) {
  for (size_t i = from; i < k->exprs.arrays.len; i++)
    kexpr_print_array (&k->exprs, k->exprs.arrays.data + i, out);
}

static void do_query (kleaving *k, const kquery_question *q, size_t arrays) {
  char_vec text = {0};
  switch (k->task) {
  case PRINTS_KQUERY:
    print_declared (k, arrays, &text);
    text_printf (k->mem, &text, "# Query %llu\n",
                 (unsigned long long) k->n + 1);
    kexpr_print_query (&k->exprs, &k->style, q, &text);
    break;
  case PRINTS_SMT:
    text_printf (k->mem, &text, "%s;SMTLIBv2 Query %llu\n", k->n ? "\n" : "",
                 (unsigned long long) k->n);
    kexpr_write_smt (&k->exprs, k->sharing, q, &text);
    break;
  default:
    assert (k->task == ANSWERS);
    answer_one (k, q);
  }
  fwrite (text.data, 1, text.len, stdout);
  vec_release (k->mem, &text);
  k->n++;
}

static void print_totals (const kleaving *k) {
  printf ("--\ntotal queries = %llu\nvalid queries = %llu\ninvalid queries = "
          "%llu\nquery cex = %llu\n",
          (unsigned long long) k->n, (unsigned long long) k->valid,
          (unsigned long long) k->invalid, (unsigned long long) k->models);
}

static int do_all (kleaving *k, const script_input *in) {
  kquery_question *q;
  char_vec rest = {0};
  kquery_reader *r = kquery_reader_new (&k->exprs, k->file, in->data, in->len);
  size_t arrays = 0;
  for (; kquery_read (r, &q); arrays = k->exprs.arrays.len) {
    do_query (k, q, arrays);
    if (k->forgets)
      kquery_reader_forget (r);
  }
  unsigned errors = kquery_reader_errors (r);
  if (errors)
    fprintf (stderr, "%s: parse failure: %u errors.\n", k->file, errors);
  else if (k->task == PRINTS_KQUERY) {
    print_declared (k, arrays, &rest);
    fwrite (rest.data, 1, rest.len, stdout);
  } else if (k->task == ANSWERS && k->n)
    print_totals (k);
  kquery_reader_free (r);
  vec_release (k->mem, &rest);
  return errors ? 1 : 0;
}

/* The command line. */

static status take_value (kleaving *k, const char *option, const char *name,
                          const char *value) {
  static const char *const builders[] = {"default", "constant-folding",
                                         "simplify", NULL};
  static const char *const sharings[] = {"let", "named", "none", NULL};
  bool is_builder = !strcmp (name, "builder");
  const char *const *known = is_builder ? builders : sharings;
  unsigned i = 0;
  while (known[i] && strcmp (known[i], value))
    i++;
  if (!known[i])
    return trouble_set (&k->context->trouble, ST_USAGE,
                        "%s: use one of %s, %s, %s", option, known[0], known[1],
                        known[2]);
  if (is_builder)
    k->builder = (kexpr_builder) i;
  else
    k->sharing = (kexpr_sharing) i;
  return ST_OK;
}

/* Other options change nothing: they choose a solver, or how it goes about
 * it. What would print something else, and cannot be had, is refused.
 */
static status take_word_of (kleaving *k, const char *word) {
  char name[64] = "";
  const char *at = word + strspn (word, "-"), *value = strchr (at, '=');
  bool is_on = !value || (strcmp (value, "=false") && strcmp (value, "=0"));
  snprintf (name, sizeof name, "%.*s", (int) strcspn (at, "="), at);
  if (!strcmp (name, "print-ast"))
    k->task = is_on ? PRINTS_KQUERY : ANSWERS;
  else if (!strcmp (name, "print-smtlib"))
    k->task = is_on ? PRINTS_SMT : ANSWERS;
  else if (!strcmp (name, "evaluate"))
    k->task = ANSWERS;
  else if (!strcmp (name, "clear-array-decls-after-query"))
    k->forgets = is_on;
  else if (!strcmp (name, "pc-multibyte-reads"))
    k->style.has_bytes = !is_on;
  else if (!strcmp (name, "pc-all-widths"))
    k->style.has_widths = is_on;
  else if (!strcmp (name, "pc-all-const-widths"))
    k->style.has_number_widths = is_on;
  else if (!strcmp (name, "builder") ||
           !strcmp (name, "smtlib-abbreviation-mode"))
    return take_value (k, word, name, value ? value + 1 : "");
  else if (text_begins (name, "print-") ||
           (is_on && !strcmp (name, "smtlib-human-readable")))
    return trouble_set (&k->context->trouble, ST_USAGE,
                        "%s: use -evaluate, -print-ast or -print-smtlib", word);
  return ST_OK;
}

static status take_words (kleaving *k, int argc, char **argv) {
  status st = ST_OK;
  k->file = "-";
  for (int i = 0; i < argc && !st; i++)
    if (argv[i][0] != '-' || !argv[i][1])
      k->file = argv[i];
    else
      st = take_word_of (k, argv[i]);
  return st;
}

int kleaver (context *c, int argc, char **argv) {
  kleaving k = {.context = c, .mem = &c->memory};
  script_input in;
  status st = take_words (&k, argc, argv);
  if (!st)
    st = input_load (&in, k.mem, &c->trouble, k.file);
  if (st) {
    fprintf (stderr, "kleaver: %s\n", trouble_text (&c->trouble));
    return 1;
  }
  k.ts = terms_new (k.mem);
  kexprs_init (&k.exprs, k.mem, k.ts, k.builder);
  k.ladder = query_ladder_new (c, k.ts, NULL);
  k.values = evaluator_new (k.mem, k.ts);
  int result = do_all (&k, &in);
  evaluator_free (k.values);
  query_ladder_free (k.ladder);
  kexprs_release (&k.exprs);
  terms_free (k.ts);
  input_release (&in);
  return result;
}
