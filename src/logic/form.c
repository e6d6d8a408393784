/* The form of a slice, in four steps, each in a file of its own:
 *
 *     shape     form_shape.c    terms become vertices, edges say who is where
 *     refine    form_refine.c   colours of vertices split until they are stable
 *     ties      form_tie.c      what is still equal is ordered by nauty
 *     spell     form_spell.c    the order is written down as words
 *
 * form_read.c goes back: from words to atoms over other leaves.
 */

#include "logic/form.h"

#include "logic/form_priv.h"

#define DEFAULT_BUDGET 2000

/* Forms outlive the process. Tags are kinds, so that a change of the list of
 * kinds must change all forms; FORMAT is for changes of the spelling, and for
 * proofs that must not be believed any more: under 1, enumerate could call a
 * problem unsatisfiable whose number of combinations overflows.
 */
#define FORMAT 2

uint32_t form_version (void) {
  uint64_t h = FORMAT;
  for (unsigned k = 0; k < KIND_COUNT; k++) {
    const char *name = kind_table[k].name;
    h = hash_mix (h, hash_bytes (name, strlen (name)).lo);
  }
  return (uint32_t) h;
}

hash128 form_digest (size_t n_words, const uint32_t *word) {
  return hash_bytes (word, n_words * sizeof *word);
}

former *former_new (memory *mem, terms *ts) {
  former *f = memory_zalloc (mem, sizeof *f);
  f->mem = mem;
  f->ts = ts;
  f->budget = DEFAULT_BUDGET;
  f->version = form_version ();
  arena_init (&f->scratch, mem);
  return f;
}

static void free_table (former *f, form_table *t) {
  memory_free (f->mem, t->slot, t->cap * sizeof *t->slot);
}

void former_free (former *f) {
  if (!f)
    return;
  labeller_free (f->labeller);
  arena_release (&f->scratch);
  free_table (f, &f->by_term);
  free_table (f, &f->by_content);
  vec_release (f->mem, &f->vertices, &f->edges, &f->leaves, &f->atoms,
               &f->inner, &f->todo, &f->operands, &f->children);
  vec_release (f->mem, &f->order, &f->spare, &f->visits, &f->words, &f->colours,
               &f->graph, &f->places);
  memory_free (f->mem, f, sizeof *f);
}

void former_set_budget (former *f, unsigned nodes) { f->budget = nodes; }

bool form_eq (const form *a, const form *b) {
  return a->n_words == b->n_words && hash128_eq (a->digest, b->digest) &&
         !memcmp (a->word, b->word, a->n_words * sizeof *a->word);
}

bool form_is_valid (const terms *ts, const form *f) {
  size_t n;
  const uint32_t *code;
  if (!f->n_words || f->word[0] != form_version () ||
      !hash128_eq (f->digest, form_digest (f->n_words, f->word)) ||
      !form_leaf_sorts (f, &n, &code) || n != f->n_leaves)
    return false;
  for (size_t i = 0; i < n; i++) {
    if (!f->leaf[i].id || term_sort (ts, f->leaf[i]).code != code[i])
      return false;
    for (size_t j = 0; j < i; j++)
      if (term_eq (f->leaf[i], f->leaf[j]))
        return false;
  }
  return true;
}

static void copy_leaves (const former *f, arena *a, form *out) {
  size_t n = f->leaves.len;
  term *leaf = arena_alloc (a, n * sizeof *leaf);
  for (size_t i = 0; i < n; i++) {
    const vertex *v = f->vertices.data + f->leaves.data[i];
    assert (v->number < n); /* a permutation */
    leaf[v->number] = v->term;
  }
  out->n_leaves = n;
  out->leaf = leaf;
}

void form_of (former *f, arena *a, size_t n, const atom *atoms, form *out) {
  *out = (form) {.is_canonical = true};
  former_shape (f, n, atoms);
  if (!former_refine (f)) {
    out->is_canonical = former_break_ties (f, &out->used_labelling);
    former_count (f);
  }
  former_hash (f);
  former_spell (f);
  size_t size = f->words.len * sizeof *f->words.data;
  out->n_words = f->words.len;
  out->word = arena_copy (a, f->words.data, size);
  out->digest = form_digest (out->n_words, out->word);
  copy_leaves (f, a, out);
  assert (form_is_valid (f->ts, out));
}
