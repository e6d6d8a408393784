/* A record is a head of fixed size and parts one after the other, each as long
 * as the head says; the checksum comes last. Tag and signature cover all but
 * what changes while a record lives (uses) and what says that they are there
 * (flags).
 *
 *     head | words of the form | solver | model | names | tag | signature | sum
 *     '-------------------- body ----------------------'
 */

#include "store/codec.h"

#include "base/bits.h"

#include <xxhash.h>

_Static_assert (__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__,
                "words of a form are used where they are in the record");

#define CHECKSUM_SIZE 8

enum {
  AT_VERSION = 3,
  AT_VERDICT = 4,
  AT_FLAGS = 5,
  AT_SOLVER = 6,
  AT_BUDGET = 8,
  AT_TIME = 16,
  AT_USES = 24,
  AT_WORDS = 28,
  AT_MODEL = 32,
  AT_NAMES = 36
};

record_key record_key_of (hash128 digest, size_t n_words,
                          const uint32_t *word) {
  record_key k;
  for (int i = 0; i < 8; i++) {
    k.byte[i] = (uint8_t) (digest.hi >> (56 - 8 * i));
    k.byte[8 + i] = (uint8_t) (digest.lo >> (56 - 8 * i));
  }
  k.byte[16] = (uint8_t) XXH3_64bits_withSeed (word, n_words * sizeof *word, 1);
  return k;
}

bool proof_is_valid (const proof *p) {
  return p->n_words && p->word &&
         hash128_eq (p->digest, form_digest (p->n_words, p->word)) &&
         p->verdict <= PROOF_COUNTED &&
         (p->verdict == VERDICT_SAT || p->verdict == PROOF_COUNTED ||
          !p->model_size) &&
         !(p->trust & ~(PROOF_OWN | PROOF_SIGNED)) &&
         p->n_listings <= LISTINGS_MAX;
}

/* Writing. */

static uint8_t *append (memory *mem, byte_vec *out, const void *data,
                        size_t size) {
  vec_reserve (mem, out, out->len + size);
  uint8_t *at = out->data + out->len;
  if (size && data)
    memcpy (at, data, size);
  out->len += size;
  return at;
}

static void write_head (uint8_t *head, const proof *p, size_t solver,
                        uint8_t flags) {
  assert (solver <= UINT16_MAX && p->n_words <= UINT32_MAX);
  uint16_t solver_size = (uint16_t) solver;
  uint32_t words = (uint32_t) p->n_words;
  uint32_t model_size = (uint32_t) p->model_size;
  uint32_t names_size = (uint32_t) p->names_size;
  memcpy (head, "RPR", 3);
  head[AT_VERSION] = RECORD_VERSION;
  head[AT_VERDICT] = (uint8_t) p->verdict;
  head[AT_FLAGS] = flags;
  memcpy (head + AT_SOLVER, &solver_size, 2);
  memcpy (head + AT_BUDGET, &p->budget, 8);
  memcpy (head + AT_TIME, &p->time, 8);
  memcpy (head + AT_USES, &p->uses, 4);
  memcpy (head + AT_WORDS, &words, 4);
  memcpy (head + AT_MODEL, &model_size, 4);
  memcpy (head + AT_NAMES, &names_size, 4);
}

/* What tag and signature cover: flags and uses as 0. */
#define N_PARTS 5

static void covered (const uint8_t *data, size_t body,
                     seal_part part[N_PARTS]) {
  assert (body >= RECORD_HEAD);
  static const uint8_t zero[4];
  part[0] = (seal_part) {data, AT_FLAGS};
  part[1] = (seal_part) {zero, 1};
  part[2] = (seal_part) {data + AT_SOLVER, AT_USES - AT_SOLVER};
  part[3] = (seal_part) {zero, 4};
  part[4] = (seal_part) {data + AT_WORDS, body - AT_WORDS};
}

static void add_seal (memory *mem, byte_vec *out, size_t start, size_t body,
                      seal *s, size_t size) {
  assert (size <= SEAL_SIZE && start + body <= out->len);
  uint8_t full[SEAL_SIZE];
  seal_part part[N_PARTS];
  covered (out->data + start, body, part);
  seal_sign (s, N_PARTS, part, full);
  append (mem, out, full, size);
}

static uint64_t checksum (const uint8_t *data, size_t size) {
  assert (size >= RECORD_HEAD);
  return XXH3_64bits (data, size);
}

bool record_write (memory *mem, byte_vec *out, const proof *p, seal *own,
                   seal *key) {
  size_t start = out->len, solver = p->solver ? strlen (p->solver) : 0;
  if (solver > UINT16_MAX || p->n_words > RECORD_MAX / 4 ||
      p->model_size > RECORD_MAX || p->names_size > RECORD_MAX ||
      RECORD_HEAD + 4 * p->n_words + solver + p->model_size + p->names_size +
              RECORD_TAG_SIZE + RECORD_SIGNATURE_SIZE + CHECKSUM_SIZE >
          RECORD_MAX)
    return false;
  uint8_t flags = (own ? RECORD_TAGGED : 0) | (key ? RECORD_SIGNED : 0);
  write_head (append (mem, out, NULL, RECORD_HEAD), p, solver, flags);
  append (mem, out, p->word, 4 * p->n_words);
  append (mem, out, p->solver, solver);
  append (mem, out, p->model, p->model_size);
  append (mem, out, p->names, p->names_size);
  size_t body = out->len - start;
  assert (body >= RECORD_HEAD && body < RECORD_MAX);
  if (own)
    add_seal (mem, out, start, body, own, RECORD_TAG_SIZE);
  if (key)
    add_seal (mem, out, start, body, key, RECORD_SIGNATURE_SIZE);
  uint64_t sum = checksum (out->data + start, out->len - start);
  append (mem, out, &sum, sizeof sum);
  return true;
}

/* Reading. */

static bool has_head (const uint8_t *data, size_t size) {
  return size >= RECORD_HEAD + CHECKSUM_SIZE && size <= RECORD_MAX &&
         !memcmp (data, "RPR", 3) && data[AT_VERSION] == RECORD_VERSION &&
         data[AT_VERDICT] <= PROOF_COUNTED && data[AT_FLAGS] <= 3;
}

/* The sizes of all parts, each at most 2^34, sum up to that of the record. */
static bool sizes_match (const uint8_t *data, size_t size) {
  uint64_t sum = RECORD_HEAD + CHECKSUM_SIZE;
  sum += 4 * bits_load (data + AT_WORDS, 4);
  sum += bits_load (data + AT_SOLVER, 2);
  sum += bits_load (data + AT_MODEL, 4);
  sum += bits_load (data + AT_NAMES, 4);
  sum += data[AT_FLAGS] & RECORD_TAGGED ? RECORD_TAG_SIZE : 0;
  sum += data[AT_FLAGS] & RECORD_SIGNED ? RECORD_SIGNATURE_SIZE : 0;
  return sum == size;
}

static bool is_whole (const uint8_t *data, size_t size) {
  return has_head (data, size) && sizes_match (data, size) &&
         bits_load (data + size - CHECKSUM_SIZE, 8) ==
             checksum (data, size - CHECKSUM_SIZE);
}

static void copy_solver (record_view *v, const uint8_t *at, size_t size) {
  size_t n = size < sizeof v->solver ? size : sizeof v->solver - 1;
  for (size_t i = 0; i < n; i++) /* it is printed: no control characters */
    v->solver[i] = at[i] < ' ' || at[i] > '~' ? '?' : (char) at[i];
  v->solver[n] = 0;
}

bool record_read (const uint8_t *data, size_t size, record_view *v) {
  if (!is_whole (data, size))
    return false;
  proof *p = &v->proof;
  *p = (proof) {.verdict = (verdict) data[AT_VERDICT]};
  p->budget = bits_load (data + AT_BUDGET, 8);
  p->time = bits_load (data + AT_TIME, 8);
  p->uses = (uint32_t) bits_load (data + AT_USES, 4);
  p->n_words = bits_load (data + AT_WORDS, 4);
  p->model_size = bits_load (data + AT_MODEL, 4);
  p->names_size = bits_load (data + AT_NAMES, 4);
  p->word = (const uint32_t *) (const void *) (data + RECORD_HEAD);
  const uint8_t *at = data + RECORD_HEAD + 4 * p->n_words;
  copy_solver (v, at, bits_load (data + AT_SOLVER, 2));
  p->solver = v->solver;
  at += bits_load (data + AT_SOLVER, 2);
  p->model = at;
  at += p->model_size;
  p->names = at;
  at += p->names_size;
  v->body = (size_t) (at - data);
  v->flags = data[AT_FLAGS];
  v->tag = v->flags & RECORD_TAGGED ? at : NULL;
  at += v->tag ? RECORD_TAG_SIZE : 0;
  v->signature = v->flags & RECORD_SIGNED ? at : NULL;
  at += v->signature ? RECORD_SIGNATURE_SIZE : 0;
  assert (at + CHECKSUM_SIZE == data + size);
  return true;
}

static bool is_sealed (const uint8_t *data, const record_view *v, seal *s,
                       const uint8_t *expected, size_t size) {
  if (!s || !expected)
    return false;
  seal_part part[N_PARTS];
  covered (data, v->body, part);
  return seal_verify (s, N_PARTS, part, expected, size);
}

bool record_is_own (const uint8_t *data, const record_view *v, seal *own) {
  return is_sealed (data, v, own, v->tag, RECORD_TAG_SIZE);
}

bool record_is_signed (const uint8_t *data, const record_view *v, seal *key) {
  return is_sealed (data, v, key, v->signature, RECORD_SIGNATURE_SIZE);
}

void record_add_uses (uint8_t *data, size_t size, uint32_t uses) {
  assert (size >= RECORD_HEAD + CHECKSUM_SIZE);
  uint32_t old = (uint32_t) bits_load (data + AT_USES, 4);
  uint32_t sum = old > UINT32_MAX - uses ? UINT32_MAX : old + uses;
  memcpy (data + AT_USES, &sum, sizeof sum);
  uint64_t check = checksum (data, size - CHECKSUM_SIZE);
  memcpy (data + size - CHECKSUM_SIZE, &check, sizeof check);
}

verdict record_verdict (const uint8_t *data, size_t size) {
  return has_head (data, size) ? (verdict) data[AT_VERDICT] : VERDICT_UNKNOWN;
}

static bool same_form (const uint8_t *a, const uint8_t *b) {
  uint32_t n = (uint32_t) bits_load (a + AT_WORDS, 4);
  return n == bits_load (b + AT_WORDS, 4) &&
         !memcmp (a + RECORD_HEAD, b + RECORD_HEAD, 4 * (size_t) n);
}

bool record_may_replace (const uint8_t *old, size_t old_size,
                         const uint8_t *new, size_t new_size) {
  if (!is_whole (new, new_size))
    return false;
  return !is_whole (old, old_size) || new[AT_VERDICT] || !old[AT_VERDICT] ||
         !same_form (old, new);
}

/* Each use is worth a day and the first a week; an unknown is worth three
 * days less; age counts against it.
 */
uint64_t record_usefulness (const uint8_t *data, size_t size, uint64_t now) {
  if (!has_head (data, size))
    return 0;
  uint64_t time = bits_load (data + AT_TIME, 8),
           uses = bits_load (data + AT_USES, 4);
  uint64_t half = UINT64_C (1) << 62, day = 86400;
  uint64_t age = time < now ? now - time : 0;
  uint64_t worth = half + (uses ? 7 * day + uses * day : 0);
  worth = data[AT_VERDICT] ? worth : worth - 3 * day;
  return age < half ? worth - age : 1;
}
