#pragma once

/* Packing of records: numbers as little-endian base 128, texts and bytes with
 * their length before them. Texts get a NUL that is not counted, so that they
 * can be read in place.
 */

#include "base/vec.h"

static inline void pack_number (memory *mem, char_vec *out, uint64_t n) {
  for (; n >= 128; n >>= 7)
    vec_push (mem, out, (char) (n | 128));
  vec_push (mem, out, (char) n);
}

static inline void pack_bytes (memory *mem, char_vec *out, const void *bytes,
                               size_t n) {
  pack_number (mem, out, n);
  text_add (mem, out, bytes, n);
}

static inline void pack_text (memory *mem, char_vec *out, const char *text) {
  size_t n = strlen (text);
  pack_number (mem, out, n);
  text_add (mem, out, text, n + 1);
}

/* Reading: what does not fit makes the reader bad and gives zeros. */
typedef struct unpacker {
  const uint8_t *at, *end;
  bool is_bad;
} unpacker;

static inline uint64_t unpack_number (unpacker *u) {
  assert (u->at <= u->end);
  uint64_t n = 0;
  for (unsigned shift = 0; u->at < u->end && shift < 64; shift += 7) {
    uint8_t b = *u->at++;
    n |= (uint64_t) (b & 127) << shift;
    if (b < 128)
      return n;
  }
  u->is_bad = true;
  return 0;
}

/* Bytes whose number the reader knows. */
static inline void unpack_raw (unpacker *u, void *out, size_t n) {
  assert (u->at <= u->end);
  memset (out, 0, n);
  if (u->is_bad || (size_t) (u->end - u->at) < n) {
    u->is_bad = true;
    return;
  }
  memcpy (out, u->at, n);
  u->at += n;
}

static inline const uint8_t *unpack_bytes (unpacker *u, uint64_t *n) {
  *n = unpack_number (u);
  if (u->is_bad || *n > (uint64_t) (u->end - u->at)) {
    u->is_bad = true;
    *n = 0;
    return u->end;
  }
  const uint8_t *bytes = u->at;
  u->at += *n;
  return bytes;
}

static inline const char *unpack_text (unpacker *u) {
  uint64_t n;
  const uint8_t *text = unpack_bytes (u, &n);
  if (u->is_bad || u->at >= u->end || *u->at) {
    u->is_bad = true;
    return "";
  }
  u->at++;
  return (const char *) text;
}
