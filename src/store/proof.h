#pragma once

/* A proof: an answer that survives the process.
 *
 * It is found by the digest of a canonical form and believed only when the
 * whole form is equal. A model is values by canonical leaf number; it is
 * evaluated before use, so a SAT proof needs no trust. An UNSAT proof says
 * who proved it.
 */

#include "reuse/rung.h"
#include "store/listing.h"

/* Who vouches for it: a run on this store; who has the key file. */
enum { PROOF_OWN = 1, PROOF_SIGNED = 2 };

/* The verdict of a proof that says how many models there are: its 'model' is
 * the number in decimal digits. Its words are those of a form behind one more,
 * so it is found only by who asks for counts.
 */
#define PROOF_COUNTED ((verdict) 3)
#define PROOF_COUNT_MARK 0x31544e43u /* "CNT1" */

typedef struct proof {
  hash128 digest;
  size_t n_words;
  const uint32_t *word; /* the form */
  verdict verdict;
  uint64_t budget;    /* UNKNOWN: ns that did not suffice */
  const char *solver; /* who proved it, with version: "bits 0.1.0" */
  size_t model_size;  /* SAT: bytes below */
  const void *model;  /* values by leaf number (store/codec.h) */
  size_t names_size;  /* native names of the leaves, or 0 */
  const void *names;
  uint32_t uses;     /* how often it was found, for eviction */
  uint64_t time;     /* seconds since 1970 when it was stored */
  uint8_t trust;     /* set of PROOF_*; given to store_put, PROOF_OWN says that
                        this run proved it */
  size_t n_listings; /* given to store_put: where it shall be listed */
  const listing *listing;
} proof;

/* The digest is that of the words; a model comes with SAT, a number with a
 * count, a budget with unknown, and nothing vouches in ways that do not exist.
 */
bool proof_is_valid (const proof *);

static inline const char *proof_verdict_text (const proof *p) {
  return p->verdict == PROOF_COUNTED ? "counted" : verdict_text (p->verdict);
}
