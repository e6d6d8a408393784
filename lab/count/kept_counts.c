#include "lab/count/counter_priv.h"

#include <time.h>

void kept_counts_init (kept_counts *k, memory *mem, store *s) {
  *k = (kept_counts) {.mem = mem, .store = s};
  arena_init (&k->data, mem);
  map_init (&k->at, mem);
}

void kept_counts_release (kept_counts *k) {
  arena_release (&k->data);
  map_release (&k->at);
  vec_release (k->mem, &k->all);
}

/* Two forms whose digests begin alike: the second is not remembered. */
static uint64_t key_of (const form *f) { return f->digest.lo | 1; }

const model_count *kept_counts_find (const kept_counts *k, const form *f) {
  uint64_t i = map_get (&k->at, key_of (f), 0);
  const kept_count *c = i ? k->all.data + i - 1 : NULL;
  return c && c->n_words == f->n_words &&
                 !memcmp (c->word, f->word, f->n_words * sizeof *f->word)
             ? &c->count
             : NULL;
}

static const model_count *remember (kept_counts *k, const form *f,
                                    model_count n) {
  uint64_t *at = map_at (&k->at, key_of (f));
  if (!*at) {
    vec_push (k->mem, &k->all, (kept_count) {0});
    *at = k->all.len;
  }
  kept_count *c = k->all.data + *at - 1;
  *c = (kept_count) {
      f->n_words,
      arena_copy (&k->data, f->word, f->n_words * sizeof *f->word),
      {n.is_finite, num_copy (&k->data, n.low), num_copy (&k->data, n.high)}};
  return &c->count;
}

/* In the store a count is beside the answer to the same form: its words begin
 * with one more, so that it has another key. Which build counted it says the
 * version of the form.
 */
static form form_to_keep (arena *a, const form *f) {
  uint32_t *word = arena_alloc (a, (f->n_words + 1) * sizeof *word);
  word[0] = PROOF_COUNT_MARK;
  memcpy (word + 1, f->word, f->n_words * sizeof *word);
  return (form) {.digest = form_digest (f->n_words + 1, word),
                 .n_words = f->n_words + 1,
                 .word = word};
}

const model_count *kept_counts_recall (kept_counts *k, const form *f) {
  num n;
  proof p;
  if (!k->store)
    return NULL;
  mark before = arena_mark (&k->data);
  form kept = form_to_keep (&k->data, f);
  bool is_found =
      store_find (k->store, &kept, &p) && p.verdict == PROOF_COUNTED;
  arena_return (&k->data, before);
  if (!is_found || !num_parse (&k->data, p.model, p.model_size, 10, &n))
    return NULL;
  return remember (k, f, (model_count) {true, n, n});
}

static void keep (kept_counts *k, const form *f, num n) {
  char_vec digits = {0};
  num_print (k->mem, &digits, n, 10);
  mark before = arena_mark (&k->data);
  form kept = form_to_keep (&k->data, f);
  store_put (k->store, &(proof) {.digest = kept.digest,
                                 .n_words = kept.n_words,
                                 .word = kept.word,
                                 .verdict = PROOF_COUNTED,
                                 .solver = "count",
                                 .model = digits.data,
                                 .model_size = digits.len,
                                 .time = (uint64_t) time (NULL),
                                 .trust = PROOF_OWN});
  arena_return (&k->data, before);
  vec_release (k->mem, &digits);
}

void kept_counts_add (kept_counts *k, const form *f, model_count n,
                      bool is_stored) {
  remember (k, f, n);
  if (k->store && is_stored && model_count_is_exact (n))
    keep (k, f, n.low);
}
