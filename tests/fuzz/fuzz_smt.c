/* Fuzz target: the SMT-LIB reader and writer.
 *
 * Whatever the bytes are, the reader must neither crash nor leak, must say
 * the same of a text given at once and byte by byte, and what the writer
 * makes of the assertions must be read back as the same terms.
 */

#include "lab/query/smt_read.h"
#include "term/smt_write.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput (const uint8_t *, size_t);

#define MAX_ASSERTIONS 64

typedef struct outcome {
  uint64_t digest; /* of kinds, places and sentences */
  size_t n;
  term assertion[MAX_ASSERTIONS];
} outcome;

static void insist (bool holds, const char *what) {
  if (holds)
    return;
  fprintf (stderr, "fuzz_smt: %s\n", what);
  abort ();
}

static void digest (outcome *o, const void *data, size_t len) {
  o->digest = hash_mix (o->digest, hash_bytes (data, len).lo);
}

static void read_all (memory *mem, terms *ts, smt_source source, outcome *o) {
  smt_reader *r = smt_reader_new (mem, ts, source);
  smt_command c;
  *o = (outcome) {0};
  while (smt_next (r, &c) != SMT_END) {
    digest (o, &c.kind, sizeof c.kind);
    digest (o, &c.place, sizeof c.place);
    digest (o, c.name, c.name ? strlen (c.name) : 0);
    digest (o, c.text, c.text ? c.len : 0);
    for (size_t i = 0; c.words && i < c.n_terms; i++)
      digest (o, c.words[i].text, c.words[i].len);
    insist (c.kind != SMT_ERROR || c.text[0], "an error without a sentence");
    if (c.kind == SMT_ASSERT && o->n < MAX_ASSERTIONS)
      o->assertion[o->n++] = c.terms[0];
  }
  smt_reader_free (r);
}

typedef struct drip {
  const uint8_t *at;
  size_t left;
} drip;

static ssize_t read_few (void *state, char *to, size_t size) {
  drip *d = state;
  size_t n = d->left < 3 ? d->left : 3;
  n = n < size ? n : size;
  memcpy (to, d->at, n);
  d->at += n;
  d->left -= n;
  return (ssize_t) n;
}

/* Two declarations of one name can be in different scopes of the input but
 * not in one script, and names of the writer's own escape are not readable.
 */
static bool is_writable (const terms *ts) {
  for (uint32_t i = 1; i < terms_count (ts); i++) {
    if (term_kind (ts, (term) {i}) != KIND_VAR)
      continue;
    for (uint32_t j = i + 1; j < terms_count (ts); j++)
      if (term_kind (ts, (term) {j}) == KIND_VAR &&
          !strcmp (term_name (ts, (term) {i}), term_name (ts, (term) {j})))
        return false;
  }
  return true;
}

static void check_writer (memory *mem, terms *ts, const outcome *o) {
  char_vec out = {0};
  outcome again;
  smt_write_script (mem, &out, ts, o->n, o->assertion);
  read_all (mem, ts, smt_source_memory (out.data, out.len), &again);
  insist (again.n == o->n, "a written assertion is not read back");
  for (size_t i = 0; i < o->n; i++)
    insist (term_eq (o->assertion[i], again.assertion[i]),
            "a written assertion is read as another term");
  vec_release (mem, &out);
}

int LLVMFuzzerTestOneInput (const uint8_t *data, size_t size) {
  memory mem = {0};
  terms *ts = terms_new (&mem);
  outcome whole, slow;
  read_all (&mem, ts, smt_source_memory ((const char *) data, size), &whole);
  drip d = {data, size};
  read_all (&mem, ts, (smt_source) {.read = read_few, .state = &d}, &slow);
  insist (whole.digest == slow.digest, "a stream is read differently");
  if (terms_count (ts) < 2000 && is_writable (ts))
    check_writer (&mem, ts, &whole);
  terms_free (ts);
  insist (mem.live == 0, "memory is leaked");
  return 0;
}
