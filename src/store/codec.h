#pragma once

/* Records: proofs as bytes. One format for all kinds of store.
 *
 * Format version 1. Numbers are little-endian; nothing is aligned but what
 * the offsets align.
 *
 *     offset  size
 *          0     3  magic "RPR"
 *          3     1  format version, 1
 *          4     1  verdict: 0 unknown, 1 sat, 2 unsat, 3 counted
 *          5     1  flags: 1 a tag follows, 2 a signature follows
 *          6     2  size of the solver text
 *          8     8  budget in ns that did not suffice (unknown)
 *         16     8  seconds since 1970 when it was stored
 *         24     4  uses
 *         28     4  words of the form
 *         32     4  size of the model
 *         36     4  size of the names
 *         40   4 n  the form (logic/form_spell.c)
 *                   the solver text, without NUL
 *                   the model
 *                   the names
 *                16  tag, if flagged
 *                32  signature, if flagged
 *                 8  checksum: XXH3-64 of everything before
 *
 * Tag and signature are HMAC-SHA256 of everything up to the end of the names
 * with flags and uses taken as 0; the tag, under the secret of the store, is
 * cut to its first 16 bytes; the signature is under the key file. The store
 * makes none for sat, whose model is evaluated.
 *
 * Model: the values of the leaves in the order of the form, each by its sort
 *     Bool                1 byte, 0 or 1
 *     bit-vector <= 64    the fewest bytes that hold the width
 *     wider, and Int      4 bytes: size of the magnitude, top bit for the sign
 *                         of a negative one; then the magnitude, without
 *                         leading zeros
 *     array               4 bytes: number of elements; the value of all
 *                         others; then index and value of each, increasing
 * Names: of each leaf, 2 bytes of length and the text.
 *
 * Reading treats bytes as hostile: lengths are checked against the size
 * before anything is looked at, and the sum of all parts must be the size.
 */

#include "store/seal.h"
#include "store/vault.h"

#define RECORD_VERSION 1
#define RECORD_HEAD 40
#define RECORD_TAG_SIZE 16
#define RECORD_SIGNATURE_SIZE 32

enum { RECORD_TAGGED = 1, RECORD_SIGNED = 2 };

typedef VEC (uint8_t) byte_vec;

/* Where things are in a record. Pointers are into it. */
typedef struct record_view {
  proof proof;
  uint8_t flags;
  size_t body; /* bytes that tag and signature cover */
  const uint8_t *tag, *signature;
  char solver[64]; /* with NUL; cut when longer */
} record_view;

/* Key of a form. */
record_key record_key_of (hash128 digest, size_t n_words, const uint32_t *);

/* Appended to 'out', whose data becomes that of the record. 'own' and 'key'
 * may be NULL. False when it would be too large.
 */
bool record_write (memory *, byte_vec *out, const proof *, seal *own,
                   seal *key);

/* Take a record apart; 'data' must be aligned for words. The digest is not in
 * the record and left 0, as is proof.trust; proof.solver points into the
 * view. False if it is malformed or the checksum is wrong.
 */
bool record_read (const uint8_t *data, size_t size, record_view *);

/* Is the tag, or the signature, right? */
bool record_is_own (const uint8_t *data, const record_view *, seal *own);
bool record_is_signed (const uint8_t *data, const record_view *, seal *key);

/* Add uses in place and correct the checksum. The record must be valid. */
void record_add_uses (uint8_t *data, size_t size, uint32_t uses);

/* Cheap and without trust: the verdict byte, VERDICT_UNKNOWN if there is no
 * head.
 */
verdict record_verdict (const uint8_t *data, size_t size);

/* Models. The writer appends the values of the leaves of 'form'; the reader
 * assigns them. It needs a form whose first words were checked against its
 * leaves (form_of, or form_leaf_sorts). False, with some leaves assigned, if
 * the bytes are not such a model.
 */
void codec_model_write (memory *, byte_vec *out, const model *, const form *);
bool codec_model_read (const uint8_t *data, size_t size, const form *, memory *,
                       model *out);
