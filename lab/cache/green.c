#include "lab/cache/green.h"

#include "lab/cache/sketch.h"
#include "lab/cache/texts.h"

#include <string.h>

/* Green kept only whether a key was satisfiable. We keep a model as well: for
 * an equal key it fits by construction.
 */
typedef struct green_entry {
  verdict verdict;
  const sketch *sketch;
} green_entry;

typedef struct green {
  rung rung;
  memory *mem;
  bench *bench;
  arena data;
  texts keys;
  VEC (green_entry) entry; /* by number of key */
} green;

static void green_free (rung *r) {
  green *g = (green *) r;
  texts_release (&g->keys);
  vec_release (g->mem, &g->entry);
  arena_release (&g->data);
  memory_free (g->mem, g, sizeof *g);
}

static const char *whole_text (green *g, const green_key *key) {
  char_vec text = {0};
  for (size_t i = 0; i < key->n; i++) {
    text_puts (g->mem, &text, i ? "&&" : "");
    text_puts (g->mem, &text, key->atom[i].text);
  }
  const char *res = arena_string (bench_arena (g->bench), text.data, text.len);
  vec_release (g->mem, &text);
  return res;
}

static verdict green_ask (rung *r, problem *p, finding *out) {
  green *g = (green *) r;
  green_key key;
  green_canonise (p, g->mem, GREEN_PLAIN, &key);
  uint32_t i = texts_find (&g->keys, whole_text (g, &key));
  if (i == TEXT_NONE)
    return VERDICT_UNKNOWN;
  const green_entry *e = &g->entry.data[i];
  if (e->verdict == VERDICT_SAT)
    sketch_apply (e->sketch, bench_terms (g->bench), key.n_vars, key.var,
                  out->model);
  return e->verdict;
}

static void green_learn (rung *r, problem *p, problem *core, const finding *f) {
  (void) core;
  green *g = (green *) r;
  if (f->verdict == VERDICT_UNKNOWN)
    return;
  green_key key;
  green_canonise (p, g->mem, GREEN_PLAIN, &key);
  green_entry e = {f->verdict, NULL};
  if (f->verdict == VERDICT_SAT)
    e.sketch = sketch_of (&g->data, g->mem, bench_terms (g->bench), f->model,
                          key.n_vars, key.var);
  uint32_t i = texts_add (&g->keys, whole_text (g, &key));
  if (i < g->entry.len)
    g->entry.data[i] = e;
  else
    vec_push (g->mem, &g->entry, e);
}

static size_t green_count (const rung *r) {
  return ((const green *) r)->entry.len;
}

rung *rung_new_green (const rung_site *site) {
  static const rung_class class = {.free = green_free,
                                   .ask = green_ask,
                                   .learn = green_learn,
                                   .count = green_count};
  green *g = memory_zalloc (site->mem, sizeof *g);
  g->rung.class = &class;
  g->mem = site->mem;
  g->bench = site->bench;
  arena_init (&g->data, site->mem);
  texts_init (&g->keys, site->mem);
  return &g->rung;
}
