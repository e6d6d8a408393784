/* HMAC-SHA256, by OpenSSL. */

#include "store/seal.h"

#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/params.h>

struct seal {
  EVP_MAC *mac;
  EVP_MAC_CTX *context; /* has the key */
};

seal *seal_new (memory *mem, const void *key, size_t size) {
  seal *s = memory_zalloc (mem, sizeof *s);
  char digest[] = "SHA256";
  OSSL_PARAM params[] = {OSSL_PARAM_construct_utf8_string ("digest", digest, 0),
                         OSSL_PARAM_construct_end ()};
  s->mac = EVP_MAC_fetch (NULL, "HMAC", NULL);
  s->context = s->mac ? EVP_MAC_CTX_new (s->mac) : NULL;
  if (s->context && EVP_MAC_init (s->context, key, size, params))
    return s;
  seal_free (mem, s);
  return NULL;
}

void seal_free (memory *mem, seal *s) {
  if (!s)
    return;
  EVP_MAC_CTX_free (s->context);
  EVP_MAC_free (s->mac);
  memory_free (mem, s, sizeof *s);
}

/* A NULL key starts anew with the key that is there. */
bool seal_sign (seal *s, size_t n, const seal_part *part,
                uint8_t out[SEAL_SIZE]) {
  size_t size;
  if (!EVP_MAC_init (s->context, NULL, 0, NULL))
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
