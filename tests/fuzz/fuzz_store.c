/* Fuzz target: what comes out of a proof store.
 *
 * The bytes are taken as a record; if it is none, as one whose checksum is
 * corrected, so that the fuzzer gets past it; as the words of a form; and as
 * exported text. Nothing may crash, leak or read outside; what is read as a
 * form and has a model is evaluated.
 */

#include "lab/keeper/proof_text.h"
#include "store/codec.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

int LLVMFuzzerTestOneInput (const uint8_t *, size_t);

static void insist (bool holds, const char *what) {
  if (holds)
    return;
  fprintf (stderr, "fuzz_store: %s\n", what);
  abort ();
}

static void try_proof (memory *mem, const proof *p) {
  auditor *a = auditor_new (mem, 0);
  char_vec text = {0};
  audit first = auditor_check (a, p, false);
  insist (auditor_write (a, p, &text) == (first != AUDIT_MALFORMED),
          "a form is read once and not again");
  vec_clear (&text);
  proof_text_head (mem, &text);
  proof_text_write (mem, &text, a, p);
  proof_reader *r = proof_reader_new (mem, text.data, text.len);
  proof again;
  trouble t = {0};
  insist (proof_reader_next (r, &again, &t), "a written proof is not read");
  insist (again.n_words == p->n_words && again.verdict == p->verdict &&
              !memcmp (again.word, p->word, 4 * p->n_words),
          "a written proof is read as another");
  proof_reader_free (r);
  vec_release (mem, &text);
  auditor_free (a);
}

static void try_record (memory *mem, const uint8_t *data, size_t size) {
  record_view v;
  uint8_t *copy = malloc (size + 1); /* exact, for the sanitizer */
  memcpy (copy, data, size);
  bool ok = record_read (copy, size, &v);
  if (!ok && size >= 8) {
    uint64_t sum = XXH3_64bits (copy, size - 8);
    memcpy (copy + size - 8, &sum, sizeof sum);
    ok = record_read (copy, size, &v);
  }
  if (ok) {
    v.proof.digest = form_digest (v.proof.n_words, v.proof.word);
    try_proof (mem, &v.proof);
    record_add_uses (copy, size, 1);
    insist (record_read (copy, size, &v), "uses break a record");
  }
  record_usefulness (copy, size, 1);
  free (copy);
}

/* First the model's size, then the model, then words. */
static void try_form (memory *mem, const uint8_t *data, size_t size) {
  if (size < 12 || data[0] > size - 8)
    return;
  size_t model_size = data[0], n = (size - 1 - model_size) / 4;
  uint32_t *word = malloc (4 * n + 4);
  memcpy (word, data + 1 + model_size, 4 * n);
  word[0] = form_version (); /* no need to guess it */
  proof p = {.n_words = n,
             .word = word,
             .digest = form_digest (n, word),
             .verdict = VERDICT_SAT,
             .model = data + 1,
             .model_size = model_size,
             .solver = "fuzz"};
  try_proof (mem, &p);
  free (word);
}

static void try_text (memory *mem, const uint8_t *data, size_t size) {
  proof p;
  trouble t = {0};
  proof_reader *r = proof_reader_new (mem, (const char *) data, size);
  while (proof_reader_next (r, &p, &t))
    ;
  proof_reader_free (r);
}

int LLVMFuzzerTestOneInput (const uint8_t *data, size_t size) {
  memory mem = {0};
  try_record (&mem, data, size);
  try_form (&mem, data, size);
  try_text (&mem, data, size);
  insist (mem.live == 0, "memory is leaked");
  return 0;
}
