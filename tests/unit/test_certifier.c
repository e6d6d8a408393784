/* Certificates: a trie that is true is certified, one that lies is not.
 *
 * Lies are told with care: tables and checksums are those of the program, so
 * that only the walk can find them out.
 */

#include "lab/certify/claims.h"
#include "lab/certify/refuter.h"
#include "random.h"
#include "run/run.h"
#include "run/subject.h"
#include "run/trie_place.h"
#include "test.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <xxhash.h>

#define SOURCE \
  "void klee_make_symbolic (void *, unsigned long, const char *);\n" \
  "volatile int seen;\n" \
  "int main (void) {\n" \
  "  unsigned char x, y;\n" \
  "  int r = 0;\n" \
  "  klee_make_symbolic (&x, 1, \"x\");\n" \
  "  klee_make_symbolic (&y, 1, \"y\");\n" \
  "  if (x + y > %d)\n" \
  "    if (x + y < %d) seen = 1; else seen = 2;\n" \
  "  switch (y) { case 1: return r + 20; case 2: return r + 30; }\n" \
  "  if (x == 9 && y == 0) __builtin_trap ();\n" \
  "  return r;\n" \
  "}\n"

/* A program that was run, and its trie. */
typedef struct lab {
  context context;
  char dir[64], input[80], out[80], store[80], path[80];
  subject subject;
  program *program;
  char_vec trie_path;
  trie t; /* of the run; to be changed */
  VEC (trie_node) nodes;
  certificate found;
  char first[240]; /* the first failure */
} lab;

static void write_source (lab *l, int low, int high) {
  FILE *f = fopen (l->input, "w");
  CHECK (f != NULL);
  fprintf (f, SOURCE, low, high);
  fclose (f);
}

static void explore (lab *l) {
  run *r;
  report rep;
  run_request q = {.input = l->input};
  CHECK_EQ (run_open (&l->context, &q, &r), ST_OK);
  CHECK_EQ (run_explore (r, &rep), ST_OK);
  CHECK (rep.tests > 4);
  run_free (r);
}

static void load_trie (lab *l) {
  CHECK (trie_open (&l->t, &l->context.memory, l->trie_path.data));
  for (uint32_t i = 0; i < l->t.n_nodes; i++)
    vec_push (&l->context.memory, &l->nodes, l->t.node[i]);
}

static void forget_trie (lab *l) {
  trie_release (&l->t);
  vec_release (&l->context.memory, &l->nodes);
}

static void lab_open (lab *l, int low, int high) {
  memset (l, 0, sizeof *l);
  context_init (&l->context);
  l->context.log.level = LEVEL_ERROR;
  strcpy (l->dir, "/tmp/reprise-certify-XXXXXX");
  CHECK (mkdtemp (l->dir) != NULL);
  snprintf (l->input, sizeof l->input, "%s/x.c", l->dir);
  snprintf (l->out, sizeof l->out, "%s/out", l->dir);
  snprintf (l->store, sizeof l->store, "%s/store", l->dir);
  snprintf (l->path, sizeof l->path, "%s/lies", l->dir);
  options *o = &l->context.draft;
  o->out = l->out;
  o->store = l->store;
  o->libc = LIBC_NONE;
  o->keep_branches = true;
  o->progress = PROGRESS_NONE;
  write_source (l, low, high);
  explore (l);
  subject_init (&l->subject, &l->context, l->input, 0, NULL);
  program_config config = subject_config (&l->subject);
  l->program = program_load (&config, &l->context.trouble);
  CHECK (l->program != NULL);
  CHECK (trie_place_find (&l->subject, NULL, &l->trie_path));
  load_trie (l);
}

static void lab_close (lab *l) {
  char command[100];
  forget_trie (l);
  program_free (l->program);
  subject_release (&l->subject);
  vec_release (&l->context.memory, &l->trie_path);
  snprintf (command, sizeof command, "rm -rf '%s'", l->dir);
  CHECK_EQ (system (command), 0);
  CHECK_EQ (l->context.memory.live, 0);
  context_release (&l->context);
}

/* Certify a file against a program; false: it is not even a tree. */
static bool judge (lab *l, const char *path, certify_verdict *out) {
  certifier *c;
  terms *ts = terms_new (&l->context.memory);
  refuter *r = refuter_new (&l->context, ts, NULL);
  l->context.draft.backend = BACKEND_BITS;
  bool is_tree =
      !certifier_open (&(certify_config) {.context = &l->context,
                                          .terms = ts,
                                          .program = l->program,
                                          .oracle = refuter_oracle (r),
                                          .path = path,
                                          .argc = (int) l->subject.arg.len,
                                          .argv = l->subject.arg.data},
                       &c);
  l->first[0] = 0;
  if (is_tree) {
    certifier_run (c, &l->found);
    *out = l->found.verdict;
    if (l->found.n_listed)
      snprintf (l->first, sizeof l->first, "%s", l->found.failure[0].what);
    certifier_free (c);
  }
  refuter_free (r);
  terms_free (ts);
  return is_tree;
}

/* Write what the trie of the lab is now, and certify that. */
static certify_verdict judge_lie (lab *l) {
  certify_verdict v = NOT_CERTIFIED;
  CHECK_EQ (trie_write (&l->t, l->nodes.len, l->nodes.data, l->path,
                        (const char *) l->t.suite, l->t.suite_size,
                        &l->context.trouble),
            ST_OK);
  l->first[0] = 0;
  judge (l, l->path, &v);
  return v;
}

static bool says (const lab *l, const char *text) {
  if (strstr (l->first, text))
    return true;
  printf ("it says: %s\n", l->first);
  return false;
}

static shape *shape_at (lab *l, uint32_t i) {
  return l->t.shapes.data + l->nodes.data[i].shape;
}

/* A new shape for this node alone. */
static shape *change_shape (lab *l, uint32_t i) {
  shape s = *shape_at (l, i);
  vec_push (&l->context.memory, &l->t.shapes, s);
  l->nodes.data[i].shape = (uint32_t) l->t.shapes.len - 1;
  return &vec_last (&l->t.shapes);
}

static uint32_t find_kind (lab *l, shape_kind what, uint32_t from) {
  while (from < l->nodes.len && shape_at (l, from)->kind != what)
    from++;
  CHECK (from < l->nodes.len);
  return from;
}

TEST (a_true_trie_is_certified) {
  lab l;
  certify_verdict v;
  lab_open (&l, 100, 50);
  CHECK (judge (&l, l.trie_path.data, &v));
  CHECK_EQ (v, CERTIFIED);
  CHECK_EQ (l.found.tests, l.found.complete + l.found.error);
  CHECK (l.found.error > 0);
  CHECK_EQ (l.found.stray, 0);
  CHECK (l.found.before.queries > 0);
  CHECK_EQ (judge_lie (&l), CERTIFIED); /* none yet */
  lab_close (&l);
}

static void exchange_functions (trie *a, trie *b) {
  for (size_t i = 0; i < a->functions.len; i++)
    for (size_t k = 0; k < b->functions.len; k++)
      if (!strcmp (a->functions.data[i].name, b->functions.data[k].name)) {
        outline o = a->functions.data[i];
        a->functions.data[i] = b->functions.data[k];
        b->functions.data[k] = o;
        break;
      }
}

/* The trie of a program with other constants, under the digests of this one,
 * is judged.
 */
static certify_verdict transplant (lab *l, int low, int high) {
  trie other;
  char_vec path = {0};
  char elsewhere[100];
  certify_verdict v = NOT_CERTIFIED;
  snprintf (elsewhere, sizeof elsewhere, "%s/other", l->dir);
  l->context.draft.store = elsewhere;
  write_source (l, low, high);
  explore (l);
  CHECK (trie_place_find (&l->subject, NULL, &path));
  l->context.draft.store = l->store;
  CHECK (trie_open (&other, &l->context.memory, path.data));
  CHECK_EQ (other.functions.len, l->t.functions.len);
  exchange_functions (&other, &l->t);
  CHECK_EQ (trie_write (&other, other.n_nodes, other.node, l->path,
                        (const char *) other.suite, other.suite_size,
                        &l->context.trouble),
            ST_OK);
  CHECK (judge (l, path.data, &v)); /* the honest one is of another program */
  CHECK_EQ (v, NOT_CERTIFIED);
  CHECK (says (l, "is not that of the program"));
  CHECK (judge (l, l->path, &v));
  exchange_functions (&other, &l->t);
  trie_release (&other);
  vec_release (&l->context.memory, &path);
  return v;
}

TEST (paths_of_another_program_are_found_out) {
  lab l;
  lab_open (&l, 100, 50); /* x + y > 100 && x + y < 50 is impossible */
  CHECK_EQ (transplant (&l, 100, 200), NOT_CERTIFIED);
  CHECK (says (&l, "alternative"));
  lab_close (&l);
}

TEST (a_possible_side_that_is_missing_is_found_out) {
  lab l;
  lab_open (&l, 100, 200); /* here it is possible */
  CHECK_EQ (transplant (&l, 100, 50), NOT_CERTIFIED);
  CHECK (says (&l, "is possible that the trie does not have"));
  lab_close (&l);
}

TEST (tests_of_another_condition_are_found_out) {
  lab l;
  lab_open (&l, 100, 200);
  CHECK_EQ (transplant (&l, 90, 220), NOT_CERTIFIED);
  lab_close (&l);
}

/* Of a decision of three, one is left out, with all that is behind it. */
TEST (an_alternative_that_is_missing_is_found_out) {
  lab l;
  lab_open (&l, 100, 50);
  uint32_t i = 0;
  while (i < l.nodes.len && shape_at (&l, i)->size != 3)
    i++;
  CHECK (i < l.nodes.len);
  CHECK_EQ (shape_at (&l, i)->kind, SHAPE_DECISION);
  uint32_t kid = i + 1, size = trie_size (&l.t, kid);
  shape *s = change_shape (&l, i);
  s->list++;
  s->size--;
  memmove (l.nodes.data + kid, l.nodes.data + kid + size,
           (l.nodes.len - kid - size) * sizeof *l.nodes.data);
  l.nodes.len -= size;
  for (uint32_t k = 0; k <= i; k++) /* the decisions around it are smaller */
    if (shape_at (&l, k)->kind == SHAPE_DECISION &&
        k + l.nodes.data[k].link > i)
      l.nodes.data[k].link -= size;
  CHECK_EQ (judge_lie (&l), NOT_CERTIFIED);
  CHECK (says (&l, "is possible that the decision does not have"));
  lab_close (&l);
}

/* The choices are numbers of other cases. */
TEST (exchanged_alternatives_are_found_out) {
  lab l;
  lab_open (&l, 100, 50);
  uint32_t i = 0;
  while (shape_at (&l, i)->size != 3)
    i++;
  uint32_t a = i + 1, b = a + trie_size (&l.t, a);
  CHECK_EQ (trie_size (&l.t, a), 1);
  trie_node n = l.nodes.data[a];
  l.nodes.data[a] = l.nodes.data[b];
  l.nodes.data[b] = n;
  CHECK_EQ (judge_lie (&l), NOT_CERTIFIED);
  lab_close (&l);
}

TEST (exchanged_tests_are_found_out) {
  lab l;
  lab_open (&l, 100, 50);
  uint32_t a = find_kind (&l, SHAPE_EXIT, 0);
  uint32_t b = find_kind (&l, SHAPE_EXIT, a + 1);
  uint32_t link = l.nodes.data[a].link;
  l.nodes.data[a].link = l.nodes.data[b].link;
  CHECK_EQ (judge_lie (&l), NOT_CERTIFIED);
  CHECK (says (&l, "have one test"));
  l.nodes.data[b].link = link;
  CHECK_EQ (judge_lie (&l), NOT_CERTIFIED);
  l.nodes.data[a].link = 0;
  CHECK_EQ (judge_lie (&l), NOT_CERTIFIED);
  lab_close (&l);
}

/* A fault that is said to be none, and the other way round. */
TEST (other_ends_are_found_out) {
  lab l;
  lab_open (&l, 100, 50);
  uint32_t fault = find_kind (&l, SHAPE_FAULT, 0);
  uint32_t good = find_kind (&l, SHAPE_EXIT, 0),
           was = l.nodes.data[fault].shape;
  shape *s = change_shape (&l, fault);
  s->kind = SHAPE_EXIT;
  s->n = s->size = s->what = 0;
  CHECK_EQ (judge_lie (&l), NOT_CERTIFIED);
  CHECK (says (&l, "does not end the way"));
  l.nodes.data[fault].shape = was;
  CHECK_EQ (judge_lie (&l), CERTIFIED);
  change_shape (&l, fault)->site.offset++;
  CHECK_EQ (judge_lie (&l), NOT_CERTIFIED);
  CHECK (says (&l, "does not end where"));
  l.nodes.data[fault].shape = was;
  change_shape (&l, good)->kind = SHAPE_SILENT;
  CHECK_EQ (judge_lie (&l), NOT_CERTIFIED);
  lab_close (&l);
}

/* The next run would carry over what another edit has changed. */
TEST (other_blocks_are_found_out) {
  lab l;
  lab_open (&l, 100, 50);
  change_shape (&l, find_kind (&l, SHAPE_EXIT, 0))->set = 0;
  CHECK_EQ (judge_lie (&l), NOT_CERTIFIED);
  CHECK (says (&l, "the blocks on the way"));
  lab_close (&l);
}

/* What it does not claim needs no proof, and is named. */
TEST (open_places_are_bounds) {
  lab l;
  lab_open (&l, 100, 50);
  uint32_t i = find_kind (&l, SHAPE_EXIT, 0);
  *change_shape (&l, i) = (shape) {.kind = SHAPE_OPEN};
  l.nodes.data[i].link = 0;
  CHECK_EQ (judge_lie (&l), CERTIFIED_BOUNDED);
  CHECK_EQ (l.found.open, 1);
  CHECK_EQ (l.found.stray, 1);
  lab_close (&l);
}

static void read_bytes (lab *l, const char *path, char_vec *out) {
  FILE *f = fopen (path, "r");
  CHECK (f != NULL);
  for (int c; (c = getc (f)) != EOF;)
    vec_push (&l->context.memory, out, (char) c);
  fclose (f);
}

/* Other bytes in a test, in a suite that is well-formed. */
static void change_test (lab *l, uint32_t which, char_vec *out) {
  char dir[100], path[120];
  memory *mem = &l->context.memory;
  suite *from = suite_open_at (mem, l->t.suite, l->t.suite_size);
  snprintf (dir, sizeof dir, "%s/changed", l->dir);
  suite_writer *w =
      suite_create (mem, dir, suite_about (from), &l->context.trouble);
  for (uint32_t i = 0; i < suite_count (from); i++) {
    testcase t;
    testinput in[2];
    uint8_t byte;
    suite_get (from, i, &t);
    CHECK_EQ (t.n_inputs, 2);
    memcpy (in, t.input, sizeof in);
    byte = (uint8_t) (in[1].bytes[0] ^ (i == which));
    in[1].bytes = &byte;
    t.input = in;
    CHECK_EQ (suite_add (w, &t, &l->context.trouble), ST_OK);
  }
  CHECK_EQ (suite_close (w, &l->context.trouble), ST_OK);
  suite_free (from);
  snprintf (path, sizeof path, "%s/suite", dir);
  read_bytes (l, path, out);
}

TEST (other_bytes_of_a_test_are_found_out) {
  lab l;
  lab_open (&l, 100, 50);
  suite *s = suite_open_at (&l.context.memory, l.t.suite, l.t.suite_size);
  uint32_t n = suite_count (s);
  suite_free (s);
  for (uint32_t i = 0; i <= n; i++) {
    char_vec tests = {0};
    certify_verdict v = NOT_CERTIFIED;
    change_test (&l, i, &tests);
    CHECK_EQ (trie_write (&l.t, l.nodes.len, l.nodes.data, l.path, tests.data,
                          tests.len, &l.context.trouble),
              ST_OK);
    CHECK (judge (&l, l.path, &v));
    /* y decides everywhere here, but a path may have room for one more */
    bool can_change = l.found.n_failures == 0;
    CHECK (i == n ? v == CERTIFIED : v == NOT_CERTIFIED || can_change);
    vec_release (&l.context.memory, &tests);
  }
  lab_close (&l);
}

/* Every bit of every node matters, but that a node can say it is open. */
static bool is_open (lab *l, size_t i) {
  return l->nodes.data[i].shape < l->t.shapes.len &&
         shape_at (l, (uint32_t) i)->kind == SHAPE_OPEN;
}

static void flip (lab *l, size_t i, unsigned bit) {
  trie_node was = l->nodes.data[i];
  if (bit < 32)
    l->nodes.data[i].shape ^= UINT32_C (1) << bit;
  else
    l->nodes.data[i].link ^= UINT32_C (1) << (bit - 32);
  certify_verdict v = judge_lie (l);
  CHECK (v == NOT_CERTIFIED || (is_open (l, i) && v == CERTIFIED_BOUNDED));
  l->nodes.data[i] = was;
}

TEST (no_bit_of_a_node_is_for_nothing) {
  lab l;
  lab_open (&l, 100, 50);
  for (size_t i = 0; i < l.nodes.len; i++)
    for (unsigned bit = 0; bit < 64; bit += bit % 32 < 6 ? 1 : 7)
      flip (&l, i, bit);
  lab_close (&l);
}

/* Any bit of the file may be anything; the checksum is right. What that says is
 * survived.
 */
static void write_bytes (const lab *l, const char_vec *data) {
  FILE *f = fopen (l->path, "w");
  CHECK (f != NULL);
  CHECK_EQ (fwrite (data->data, 1, data->len, f), data->len);
  fclose (f);
}

TEST (bits_that_lie_are_survived) {
  lab l;
  char_vec data = {0};
  uint64_t seed = 1;
  lab_open (&l, 100, 50);
  for (unsigned i = 0; i < 300; i++) {
    certify_verdict v;
    vec_clear (&data);
    read_bytes (&l, l.trie_path.data, &data);
    for (unsigned k = 0; k < 1 + i % 3; k++)
      data.data[16 + random_below (&seed, (unsigned) data.len - 16)] ^=
          (char) (1u << random_below (&seed, 8));
    uint64_t sum = XXH3_64bits (data.data + 16, data.len - 16);
    memcpy (data.data + 8, &sum, sizeof sum);
    write_bytes (&l, &data);
    judge (&l, l.path, &v);
  }
  vec_release (&l.context.memory, &data);
  lab_close (&l);
}

/* The oracle. */

static void store_lie (context *c, terms *ts, store *st, size_t n,
                       const term *conjunct) {
  bench *b = bench_new (&c->memory, ts);
  rung *r = rung_new_stored (
      &(rung_site) {.mem = &c->memory, .bench = b, .store = st});
  problem *p = problem_new (b, n, conjunct);
  finding f = {.verdict = VERDICT_UNSAT, .by = "bits"};
  r->class->learn (r, p, p, &f);
  CHECK_EQ (store_flush (st), ST_OK);
  rung_free (r);
  bench_free (b);
}

static store *open_store (context *c, store_mode mode) {
  store *st = NULL;
  store_config config;
  c->draft.store_mode = mode;
  c->draft.trust = TRUST_ALL;
  CHECK (store_config_init (&config, &c->memory, &c->log, &c->options));
  CHECK_EQ (store_open (&config, &c->trouble, &st), ST_OK);
  return st;
}

/* x < 5 and x + y == 7, said to be impossible, and really so with x > 9. */
TEST (a_forged_proof_is_found_out) {
  context c;
  char dir[] = "/tmp/reprise-forged-XXXXXX", command[100];
  CHECK (mkdtemp (dir) != NULL);
  context_init (&c);
  c.draft.store = dir;
  terms *ts = terms_new (&c.memory);
  term x = term_var (ts, "x", 1, sort_bv (8)),
       y = term_var (ts, "y", 1, sort_bv (8));
  term sum = term_binary (ts, KIND_BV_MUL, x, y);
  term claim[] = {term_binary (ts, KIND_BV_ULT, x, term_bv (ts, 8, 5)),
                  term_equal (ts, sum, term_bv (ts, 8, 6))};
  store *st = open_store (&c, STORE_RW);
  store_lie (&c, ts, st, 2, claim);
  store_close (st);
  st = open_store (&c, STORE_RO);
  refuter *r = refuter_new (&c, ts, st);
  oracle *o = refuter_oracle (r);
  model *m = model_new (&c.memory, ts);
  CHECK_EQ (o->ask (o, 1, claim, claim[1], 0, m), VERDICT_SAT);
  CHECK_EQ (refuter_counts (r)->false_proofs, 1);
  CHECK_EQ (refuter_counts (r)->models, 1);
  model_clear (m);
  term above = term_binary (ts, KIND_BV_ULT, term_bv (ts, 8, 9), x);
  CHECK_EQ (o->ask (o, 2, claim, above, 0, m), VERDICT_UNSAT);
  CHECK_EQ (refuter_counts (r)->false_proofs, 1);
  model_free (m);
  refuter_free (r);
  store_close (st);
  terms_free (ts);
  CHECK_EQ (c.memory.live, 0);
  context_release (&c);
  snprintf (command, sizeof command, "rm -rf '%s'", dir);
  CHECK_EQ (system (command), 0);
}
