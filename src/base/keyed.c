#include "base/keyed.h"

#include "base/clock.h"

#include <assert.h>
#include <sys/random.h>
#include <unistd.h>
#include <xxhash.h>

static_assert (KEYED_WORDS * 8 >= XXH3_SECRET_SIZE_MIN, "too short a secret");

/* Without random numbers it is what an author of code cannot foresee. */
hash128 keyed_seed (void) {
  hash128 h;
  if (getrandom (&h, sizeof h, 0) != (ssize_t) sizeof h)
    h = hash128_of (clock_now (), (uint64_t) getpid ());
  return h;
}

void keyed_init (hash_key *k, hash128 seed) {
  *k = (hash_key) {.seed = seed, .is_set = true, .bits = 128};
  for (unsigned i = 0; i < KEYED_WORDS; i++)
    k->word[i] = XXH3_64bits_withSeed (&seed, sizeof seed, i + 1);
}

hash128 keyed_bytes (const hash_key *k, const void *data, size_t size) {
  assert (k->is_set); /* or everybody could foresee the digests */
  XXH128_hash_t h =
      XXH3_128bits_withSecret (data, size, k->word, sizeof k->word);
  return (hash128) {h.low64, h.high64};
}

static uint64_t low_bits (uint64_t x, unsigned n) {
  return n < 64 ? x & ((UINT64_C (1) << n) - 1) : x;
}

hash128 keyed_cut (const hash_key *k, hash128 h) {
  assert (k->bits && k->bits <= 128);
  unsigned low = k->bits < 64 ? k->bits : 64;
  return (hash128) {low_bits (h.lo, low), low_bits (h.hi, k->bits - low)};
}
