#pragma once

/* Seals: HMAC-SHA256 under one key. Not thread-safe. */

#include "base/memory.h"
#include "base/status.h"

#define SEAL_SIZE 32

typedef struct seal seal;

typedef struct seal_part {
  const void *data;
  size_t size;
} seal_part;

/* The key is copied. Costs nothing before the first seal. */
seal *seal_new (memory *, const void *key, size_t size);
void seal_free (memory *, seal *); /* NULL is allowed */

/* Of the parts one after the other. */
void seal_sign (seal *, size_t n, const seal_part *, uint8_t out[SEAL_SIZE]);

/* Does the seal begin with these 'size' bytes? In constant time. */
bool seal_verify (seal *, size_t n, const seal_part *, const uint8_t *expected,
                  size_t size);

/* The secret of a store, 32 bytes in a file (NULL: in the user's home), made
 * if there is none and that is allowed. Without one, *out is NULL: nothing
 * is own.
 */
status secret_load (memory *, const char *path, bool may_create, trouble *,
                    seal **out);

/* The seal of a file of a store, STORE/tries/NAME, under the secret of the
 * store: of its name and of these bytes. Elsewhere there is no secret, and
 * none is needed: such files do not outlive the run. False: the store has
 * none, so nothing can be sealed and nothing is believed.
 */
bool file_seal (memory *, const char *path, const void *bytes, size_t n,
                uint8_t out[SEAL_SIZE]);

/* A key file: all its bytes, 16 to 4096, are the key. */
status key_load (memory *, const char *path, trouble *, seal **out);
