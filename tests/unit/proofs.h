#ifndef UNIT_PROOFS_H
#define UNIT_PROOFS_H

/* Stores in directories of their own, and proofs whose content follows from
 * a number.
 */

#include "store/codec.h"

#include "random.h"
#include "test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct place {
  memory mem;
  logger log;
  store_config config;
  char path[64];
} place;

static inline void place_init (place *p) {
  *p = (place) {.path = "/tmp/reprise-test-XXXXXX"};
  CHECK (mkdtemp (p->path));
  p->config = (store_config) {
      .mem = &p->mem, .log = &p->log, .place = p->path, .trust = TRUST_OWN};
}

static inline void place_remove (place *p) {
  char command[128];
  CHECK_EQ (p->mem.live, 0);
  snprintf (command, sizeof command, "rm -rf '%s'", p->path);
  CHECK_EQ (system (command), 0);
}

static inline store *place_open (place *p) {
  store *s = NULL;
  trouble t = {0};
  if (store_open (&p->config, &t, &s))
    FAIL ("%s", trouble_text (&t));
  return s;
}

#define SAMPLE_WORDS 96
#define SAMPLE_LABELS 10

typedef struct sample {
  proof proof;
  form form;
  uint32_t word[SAMPLE_WORDS];
  char model[256], solver[32];
  listing listing;
} sample;

/* Answers are listed, under one of few labels. */
static inline void sample_list (sample *s, uint64_t n) {
  bool is_sat = s->proof.verdict == VERDICT_SAT;
  s->listing = (listing) {
      .kind = is_sat ? LISTED_SAT_BY_NAME : LISTED_UNSAT_BY_SHAPE,
      .label = n % SAMPLE_LABELS,
      .bits = n,
      .low = n + 1,
      .high = n + 2,
  };
  s->proof.listing = &s->listing;
  s->proof.n_listings = s->proof.verdict != VERDICT_UNKNOWN;
}

/* Proof number 'n'; another 'version' says something else of the same form. */
static inline void sample_make (sample *s, uint64_t n, unsigned version) {
  uint64_t seed = n, other = hash_mix (n, version);
  memset (s, 0, sizeof *s);
  proof *p = &s->proof;
  p->n_words = 2 + random_below (&seed, SAMPLE_WORDS - 2);
  for (size_t i = 0; i < p->n_words; i++)
    s->word[i] = (uint32_t) random_next (&seed);
  p->word = s->word;
  p->digest = form_digest (p->n_words, s->word);
  p->verdict = (verdict) random_below (&other, 3);
  p->budget = p->verdict == VERDICT_UNKNOWN ? version : 0;
  p->model_size =
      p->verdict == VERDICT_SAT ? random_below (&other, sizeof s->model) : 0;
  for (size_t i = 0; i < p->model_size; i++)
    s->model[i] = (char) random_next (&other);
  p->model = s->model;
  snprintf (s->solver, sizeof s->solver, "test %llu.%u", (unsigned long long) n,
            version);
  p->solver = s->solver;
  p->trust = PROOF_OWN;
  sample_list (s, n);
  s->form =
      (form) {.digest = p->digest, .n_words = p->n_words, .word = s->word};
}

static inline bool sample_is (const sample *s, const proof *p) {
  const proof *q = &s->proof;
  return p->verdict == q->verdict && p->n_words == q->n_words &&
         !memcmp (p->word, q->word, 4 * p->n_words) &&
         p->model_size == q->model_size &&
         !memcmp (p->model, q->model, p->model_size) &&
         !strcmp (p->solver, q->solver) && p->budget == q->budget;
}

#endif
