#pragma once

/* Terms and models as bytes, for caches that outlive a run. Read back, terms
 * are the same to the letter, simplified or not: the published caches go by how
 * a condition is written.
 *
 * Reading treats bytes as hostile: they give well-sorted terms or none.
 */

#include "term/model.h"

typedef struct byte_reader {
  const uint8_t *at, *end;
  bool failed; /* what is read from then on is 0 or empty */
} byte_reader;

void bytes_put (memory *, char_vec *out, uint64_t, unsigned size);
uint64_t bytes_get (byte_reader *, unsigned size);

/* These terms and all that they are made of. False, and nothing written, where
 * one mentions what the program never set, which means nothing elsewhere.
 */
bool term_bytes_write (memory *, char_vec *out, const terms *, size_t n,
                       const term *);

/* Appended to 'out'; false: they are none. */
bool term_bytes_read (memory *, byte_reader *, terms *, term_vec *out);

/* Values of leaves; who reads gives the same leaves. */
void value_bytes_write (memory *, char_vec *out, const terms *, const model *,
                        size_t n, const term *leaf);
bool value_bytes_read (memory *, byte_reader *, const terms *, size_t n,
                       const term *leaf, model *);
