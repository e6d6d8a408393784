/* HMAC-SHA256, by OpenSSL: loaded when something is sealed for the first time,
 * since that takes as long as a small run.
 */

#include "store/seal.h"

#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/params.h>
#include <string.h>

struct seal {
  EVP_MAC *mac;         /* NULL: not yet */
  EVP_MAC_CTX *context; /* NULL: not yet, or there is no such function */
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
  if (!s)
    return;
  if (s->mac) {
    EVP_MAC_CTX_free (s->context);
    EVP_MAC_free (s->mac);
  }
  memory_free (mem, s, sizeof *s + s->size);
}

static bool seal_start (seal *s) {
  char digest[] = "SHA256";
  OSSL_PARAM params[] = {OSSL_PARAM_construct_utf8_string ("digest", digest, 0),
                         OSSL_PARAM_construct_end ()};
  s->mac = EVP_MAC_fetch (NULL, "HMAC", NULL);
  s->context = s->mac ? EVP_MAC_CTX_new (s->mac) : NULL;
  if (s->context && EVP_MAC_init (s->context, s->key, s->size, params))
    return true;
  EVP_MAC_CTX_free (s->context);
  s->context = NULL; /* never one without the key */
  return false;
}

/* A NULL key starts anew with the key that is there. */
static bool restart (seal *s) {
  return s->mac ? s->context && EVP_MAC_init (s->context, NULL, 0, NULL)
                : seal_start (s);
}

bool seal_sign (seal *s, size_t n, const seal_part *part,
                uint8_t out[SEAL_SIZE]) {
  size_t size;
  if (!restart (s))
    return false;
  for (size_t i = 0; i < n; i++)
    if (!EVP_MAC_update (s->context, part[i].data, part[i].size))
      return false;
  return EVP_MAC_final (s->context, out, &size, SEAL_SIZE) && size == SEAL_SIZE;
}

bool seal_verify (seal *s, size_t n, const seal_part *part,
                  const uint8_t *expected, size_t size) {
  uint8_t actual[SEAL_SIZE];
  return seal_sign (s, n, part, actual) &&
         !CRYPTO_memcmp (actual, expected, size);
}
