/* HMAC-SHA256 (RFC 2104) over SHA-256 of OpenSSL. Its own HMAC looks for a
 * provider first, which takes a fifth of an unchanged run.
 */

#define OPENSSL_SUPPRESS_DEPRECATED

#include "store/seal.h"

#include <openssl/crypto.h>
#include <openssl/sha.h>

#define BLOCK SHA256_CBLOCK

static_assert (SEAL_SIZE == SHA256_DIGEST_LENGTH, "whole digests");

struct seal {
  bool is_ready;
  SHA256_CTX inner, outer; /* after the key */
  size_t size;
  uint8_t key[];
};

seal *seal_new (memory *mem, const void *key, size_t size) {
  seal *s = memory_zalloc (mem, sizeof *s + size);
  s->size = size;
  memcpy (s->key, key, size);
  return s;
}

void seal_free (memory *mem, seal *s) {
  if (s)
    memory_free (mem, s, sizeof *s + s->size);
}

static void start_with (SHA256_CTX *c, const uint8_t *block, uint8_t with) {
  uint8_t padded[BLOCK];
  for (size_t i = 0; i < BLOCK; i++)
    padded[i] = block[i] ^ with;
  SHA256_Init (c);
  SHA256_Update (c, padded, BLOCK);
}

/* The library is loaded here: not before the first seal. */
static void seal_start (seal *s) {
  uint8_t block[BLOCK] = {0};
  SHA256_CTX c;
  if (s->size <= BLOCK) {
    memcpy (block, s->key, s->size);
  } else {
    SHA256_Init (&c);
    SHA256_Update (&c, s->key, s->size);
    SHA256_Final (block, &c);
  }
  start_with (&s->inner, block, 0x36);
  start_with (&s->outer, block, 0x5c);
  s->is_ready = true;
}

void seal_sign (seal *s, size_t n, const seal_part *part,
                uint8_t out[SEAL_SIZE]) {
  if (!s->is_ready)
    seal_start (s);
  SHA256_CTX inner = s->inner, outer = s->outer;
  for (size_t i = 0; i < n; i++)
    SHA256_Update (&inner, part[i].data, part[i].size);
  SHA256_Final (out, &inner);
  SHA256_Update (&outer, out, SEAL_SIZE);
  SHA256_Final (out, &outer);
}

bool seal_verify (seal *s, size_t n, const seal_part *part,
                  const uint8_t *expected, size_t size) {
  uint8_t actual[SEAL_SIZE];
  seal_sign (s, n, part, actual);
  return !CRYPTO_memcmp (actual, expected, size);
}
