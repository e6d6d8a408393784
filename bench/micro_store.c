/* Exact hits from LMDB, by number of proofs; puts; bytes per proof.
 *
 *     build/bench/micro_store [PROOFS ...]
 *
 * Proofs are like those of small slices: 10 to 70 words, a third UNSAT. Half
 * a million random lookups each, all found, then as many that miss; times
 * are of the processor but where the disk is named.
 */

#include "base/clock.h"
#include "store/store.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define MAX_WORDS 70
#define LOOKUPS 500000

typedef struct sample {
  proof proof;
  form form;
  uint32_t word[MAX_WORDS];
} sample;

static void make (sample *s, uint64_t n) {
  static const char values[16] = "0123456789abcde";
  uint64_t h = hash_mix (n, 17);
  s->proof = (proof) {.n_words = 10 + h % (MAX_WORDS - 9),
                      .word = s->word,
                      .verdict = h >> 40 & 3 ? VERDICT_SAT : VERDICT_UNSAT,
                      .solver = "bench 1",
                      .trust = PROOF_OWN};
  for (size_t i = 0; i < s->proof.n_words; i += 2) {
    h = hash_mix (h, i);
    memcpy (s->word + i, &h, i + 1 < s->proof.n_words ? 8 : 4);
  }
  if (s->proof.verdict == VERDICT_SAT) {
    s->proof.model = values;
    s->proof.model_size = sizeof values;
  }
  s->proof.digest = form_digest (s->proof.n_words, s->word);
  s->form = (form) {
      .digest = s->proof.digest, .n_words = s->proof.n_words, .word = s->word};
}

/* Processor time in ns; that of making the samples is measured and taken
 * off.
 */
static double look_up (store *s, uint64_t n, uint64_t first, uint64_t *found) {
  sample a;
  proof p;
  *found = 0;
  uint64_t start = clock_cpu ();
  for (uint64_t i = 0; i < LOOKUPS; i++)
    make (&a, first + hash_mix (i, 5) % n);
  uint64_t middle = clock_cpu ();
  for (uint64_t i = 0; i < LOOKUPS; i++) {
    make (&a, first + hash_mix (i, 5) % n);
    *found += store_find (s, &a.form, &p);
  }
  uint64_t end = clock_cpu ();
  return (double) (end - middle - (middle - start)) / LOOKUPS;
}

static void measure (const char *place, uint64_t n) {
  memory mem = {0};
  logger log = {stderr, LEVEL_INFO, "micro_store"};
  trouble t = {0};
  store *s;
  store_config c = {.mem = &mem, .log = &log, .place = place};
  sample a;
  store_stat st;
  uint64_t found, none;
  if (store_open (&c, &t, &s)) {
    fprintf (stderr, "%s\n", trouble_text (&t));
    exit (2);
  }
  uint64_t start = clock_now (), start_cpu = clock_cpu ();
  for (uint64_t i = 0; i < n; i++) {
    make (&a, i);
    store_put (s, &a.proof);
  }
  store_flush (s);
  double put = (double) (clock_now () - start) / (double) n;
  double put_cpu = (double) (clock_cpu () - start_cpu) / (double) n;
  store_close (s);
  start = clock_cpu ();
  c.mode = STORE_RO;
  store_open (&c, &t, &s);
  double open = (double) (clock_cpu () - start) * 1e-6;
  double hit = look_up (s, n, 0, &found);
  double miss = look_up (s, n, n, &none);
  store_get_stat (s, &st);
  store_close (s);
  printf ("%9llu proofs: hit %5.2f us, miss %5.2f us, put %5.2f us (%.1f with "
          "the disk), open %6.1f ms, %4.0f bytes a proof%s\n",
          (unsigned long long) n, hit / 1000, miss / 1000, put_cpu / 1000,
          put / 1000, open, (double) st.bytes / (double) n,
          found == LOOKUPS && !none ? "" : " WRONG");
}

int main (int argc, char **argv) {
  static const uint64_t sizes[] = {1000, 10000, 100000, 1000000};
  for (int i = 0; i < (argc > 1 ? argc - 1 : 4); i++) {
    char place[] = "/tmp/reprise-bench-XXXXXX", command[64];
    uint64_t n = argc > 1 ? strtoull (argv[i + 1], NULL, 10) : sizes[i];
    if (!mkdtemp (place) || !n)
      return 2;
    measure (place, n);
    snprintf (command, sizeof command, "rm -rf '%s'", place);
    if (system (command))
      return 2;
  }
  return 0;
}
