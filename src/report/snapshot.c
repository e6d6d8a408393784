#include "report/snapshot.h"

#include "suite/testcase_text.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#define MAX_LINES 20000 /* tests whose lines are kept */

/* Keys are never 0, which the maps reserve. */
static uint64_t key (uint64_t h) { return h ? h : 1; }

static uint64_t mix_text (uint64_t h, const char *text) {
  return hash_mix (h, hash_bytes (text, strlen (text)).lo);
}

static const char *keep (snapshot *s, const char *text) {
  return arena_string (&s->texts, text, strlen (text));
}

/* Errors. */

/* The line without the space around it; false if there is none. */
static bool mix_line (uint64_t *h, const char *path, uint32_t number) {
  FILE *f = number ? fopen (path, "r") : NULL;
  if (!f)
    return false;
  char *line = NULL;
  size_t cap = 0;
  ssize_t n = -1;
  for (uint32_t i = 0; i < number; i++)
    if ((n = getline (&line, &cap, f)) < 0)
      break;
  const char *at = line;
  while (n > 0 && isspace ((unsigned char) at[n - 1]))
    n--;
  for (; n > 0 && isspace ((unsigned char) *at); n--)
    at++;
  if (n > 0)
    *h = hash_mix (*h, hash_bytes (at, (size_t) n).lo);
  free (line);
  fclose (f);
  return n > 0;
}

/* Without lines, which move. */
static uint64_t mix_cause (uint64_t h, const char *text) {
  for (const char *p = fault_cause (text); *p; p++) {
    h = hash_mix (h, (unsigned char) *p);
    if (*p == ':')
      p += strspn (p + 1, "0123456789");
  }
  return h;
}

static void keep_error (snapshot *s, const report_error *e) {
  kept_error k = {.error = *e};
  k.error.file = keep (s, e->file);
  k.error.function = keep (s, e->function);
  k.error.text = keep (s, e->text);
  k.error.stack = keep (s, e->stack);
  k.error.inputs = keep (s, e->inputs);
  uint64_t base = mix_text (mix_text (e->kind, e->file), e->function);
  k.by_line = key (hash_mix (base, e->line));
  k.by_text = base;
  if (!mix_line (&k.by_text, e->file, e->line))
    k.by_text = k.by_line;
  k.by_text = key (mix_cause (k.by_text, e->text));
  vec_push (s->mem, &s->errors, k);
}

/* Tests. */

static uint64_t digest_inputs (const testcase *t) {
  uint64_t h = t->n_inputs;
  for (uint32_t i = 0; i < t->n_inputs; i++) {
    const testinput *in = t->input + i;
    h = mix_text (h, in->name);
    h = hash_mix (h, hash_bytes (in->bytes, in->size).lo);
  }
  return key (h);
}

static uint64_t digest_end (const testcase *t) {
  uint64_t h = hash_mix (t->end, (uint32_t) t->status);
  return mix_text (hash_mix (h, t->fault), t->end == END_CUT ? t->text : "");
}

static const char *keep_line (snapshot *s, const testcase *t) {
  char *text = NULL;
  size_t n;
  FILE *f = open_memstream (&text, &n);
  if (!f)
    return NULL;
  testcase_print_line (t, f);
  fclose (f);
  const char *line = keep (s, text);
  free (text);
  return line;
}

static void keep_tests (snapshot *s, suite *from) {
  uint32_t n = suite_count (from);
  vec_reserve (s->mem, &s->tests, n);
  for (uint32_t i = 0; i < n; i++) {
    testcase t;
    suite_get (from, i, &t);
    kept_test k = {.number = t.number,
                   .by_path = key (t.path.lo),
                   .by_inputs = digest_inputs (&t),
                   .end = digest_end (&t),
                   .line = i < MAX_LINES ? keep_line (s, &t) : NULL};
    vec_push (s->mem, &s->tests, k);
  }
}

snapshot *snapshot_take (memory *mem, const report *r, suite *tests) {
  snapshot *s = memory_zalloc (mem, sizeof *s);
  s->mem = mem;
  s->cut = r->explored.cut;
  s->ended = r->end;
  arena_init (&s->texts, mem);
  for (size_t i = 0; i < r->n_errors; i++)
    keep_error (s, r->errors + i);
  if (tests)
    keep_tests (s, tests);
  return s;
}

void snapshot_free (snapshot *s) {
  if (!s)
    return;
  vec_release (s->mem, &s->errors);
  vec_release (s->mem, &s->tests);
  arena_release (&s->texts);
  memory_free (s->mem, s, sizeof *s);
}
