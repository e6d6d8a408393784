#include "base/hash.h"

#include <xxhash.h>

hash128 hash_bytes (const void *data, size_t size) {
  XXH128_hash_t h = XXH3_128bits (data, size);
  return (hash128) {h.low64, h.high64};
}
