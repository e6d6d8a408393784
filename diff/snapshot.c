#include "diff/snapshot.h"

#include "suite/outcome_pack.h"
#include "suite/outcome_text.h"
#include "suite/testcase_text.h"

#define MAX_LINES 20000 /* tests whose lines are kept */

/* Keys are never 0, which the maps reserve. */
static uint64_t key (uint64_t h) { return h ? h : 1; }

static uint64_t mix_text (uint64_t h, const char *text) {
  return hash_mix (h, hash_bytes (text, strlen (text)).lo);
}

static const char *snapshot_keep (snapshot *s, const char *text) {
  return arena_string (&s->texts, text, strlen (text));
}

/* Errors. */

static void keep_error (snapshot *s, const report_error *e) {
  assert (e->end.kind == END_FAULT);
  kept_error k = {.error = *e, .identity = key (e->end.identity.error)};
  const source_place *at = &e->end.at;
  k.error.end = end_record_copy (&s->texts, &e->end);
  k.error.inputs = snapshot_keep (s, e->inputs);
  k.error.only_if = snapshot_keep (s, e->only_if);
  uint64_t base = mix_text (mix_text (e->end.fault, at->file), at->function);
  k.by_line = key (hash_mix (base, at->line));
  vec_push (s->mem, &s->errors, k);
}

/* Tests. */

static uint64_t digest_inputs (const testcase *t) {
  uint64_t h = t->n_inputs;
  assert (t->input || !t->n_inputs);
  for (uint32_t i = 0; i < t->n_inputs; i++) {
    const testinput *in = t->input + i;
    h = mix_text (h, in->name);
    h = hash_mix (h, hash_bytes (in->bytes, in->size).lo);
  }
  return key (h);
}

static uint64_t digest_end (const testcase *t) {
  const end_record *e = &t->end;
  uint64_t h = hash_mix (e->kind, (uint32_t) e->status);
  return hash_mix (hash_mix (h, e->fault),
                   e->kind == END_CUT ? cause_hash (&e->cause) : 0);
}

static const char *keep_line (snapshot *s, const testcase *t) {
  char *text = NULL;
  size_t n;
  FILE *f = open_memstream (&text, &n);
  if (!f)
    return NULL;
  testcase_print_line (t, f);
  fclose (f);
  const char *line = snapshot_keep (s, text);
  free (text);
  return line;
}

static uint64_t digest_outcome (const testcase *t) {
  char_vec bytes = {0};
  outcome_pack (NULL, &bytes, &t->outcome);
  uint64_t h = hash_bytes (bytes.data, bytes.len).lo;
  vec_release (NULL, &bytes);
  return h;
}

static void keep_words (snapshot *s, const testcase *t, kept_test *k) {
  char_vec text = {0};
  testcase_call (t, &text);
  k->call = snapshot_keep (s, text.data);
  vec_clear (&text);
  outcome_print (t->types, &t->outcome, TYPED_SHORT, &text);
  k->does = snapshot_keep (s, text.len ? text_c (NULL, &text) : "says nothing");
  k->line = keep_line (s, t);
  vec_release (NULL, &text);
}

static void keep_tests (snapshot *s, suite *from) {
  assert (!s->tests.len);
  uint32_t n = suite_count (from);
  vec_reserve (s->mem, &s->tests, n);
  for (uint32_t i = 0; i < n; i++) {
    testcase t;
    suite_get (from, i, &t);
    kept_test k = {.number = t.number,
                   .by_path = key (t.path.lo),
                   .by_inputs = digest_inputs (&t),
                   .end = digest_end (&t),
                   .answer = digest_outcome (&t)};
    if (i < MAX_LINES)
      keep_words (s, &t, &k);
    vec_push (s->mem, &s->tests, k);
  }
}

static void keep_verdict (snapshot *s, const report *r) {
  run_verdict v;
  char_vec text = {0};
  verdict_init (&v, r);
  verdict_print_reasons (&v, &text);
  s->answer = v.answer;
  s->status = v.status;
  s->missing = snapshot_keep (s, text_c (NULL, &text));
  vec_release (NULL, &text);
  verdict_release (&v);
}

snapshot *snapshot_take (memory *mem, const report *r, suite *tests) {
  assert (r->errors || !r->n_errors);
  snapshot *s = memory_zalloc (mem, sizeof *s);
  s->mem = mem;
  s->cut = r->explored.cut;
  s->ended = r->end;
  arena_init (&s->texts, mem);
  keep_verdict (s, r);
  for (size_t i = 0; i < r->n_errors; i++)
    keep_error (s, r->errors + i);
  if (tests)
    keep_tests (s, tests);
  return s;
}

void snapshot_free (snapshot *s) {
  if (!s)
    return;
  vec_release (s->mem, &s->errors, &s->tests);
  arena_release (&s->texts);
  memory_free (s->mem, s, sizeof *s);
}
