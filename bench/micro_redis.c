/* Lookups per second in a redis-server on the loopback address, which is
 * started here: one at a time, and announced in groups.
 *
 *     build/bench/micro_redis [RECORDS]
 */

#include "base/clock.h"
#include "remote/redis/redis.h"
#include "tests/unit/redis_server.h"

#define SIZE 300 /* bytes; about a small proof */

static record_key key_of (uint64_t i) {
  record_key k = {{0}};
  uint64_t hi = hash_mix (i, 1), lo = hash_mix (i, 2);
  memcpy (k.byte, &hi, 8);
  memcpy (k.byte + 8, &lo, 8);
  return k;
}

static vault *open_at (const char *url) {
  static const logger silent = {0};
  vault *v = NULL;
  trouble tr = {0};
  store_config config = {.log = &silent, .place = url};
  if (vault_redis.open (&config, &tr, &v) == ST_OK)
    return v;
  fprintf (stderr, "micro_redis: %s\n", trouble_text (&tr));
  exit (2);
}

static void report (const char *what, unsigned n, uint64_t began) {
  double s = clock_seconds (clock_now () - began);
  printf ("%-28s %8u in %6.3f s: %9.0f /s, %7.2f us each\n", what, n, s, n / s,
          s / n * 1e6);
}

static void write_all (const char *url, unsigned n) {
  vault *v = open_at (url);
  trouble tr = {0};
  uint8_t data[SIZE] = {0};
  uint64_t began = clock_now ();
  for (unsigned i = 0; i < n; i += 1000) {
    change c[1000];
    unsigned k = n - i < 1000 ? n - i : 1000;
    for (unsigned j = 0; j < k; j++)
      c[j] = (change) {.key = key_of (i + j), .size = SIZE, .data = data};
    vault_redis.write (v, k, c, &tr);
  }
  vault_redis.close (v);
  report ("write, 1000 at a time", n, began);
}

static void find_all (const char *url, const char *what, unsigned n,
                      unsigned group, uint64_t first, bool is_there) {
  vault *v = open_at (url);
  trouble tr = {0};
  record_key key[256];
  unsigned found = 0;
  for (int round = 0; round < (is_there && group == 1 ? 2 : 1); round++) {
    uint64_t began = clock_now ();
    for (unsigned i = 0; i < n; i += group) {
      unsigned k = n - i < group ? n - i : group;
      proof_record r;
      for (unsigned j = 0; j < k; j++)
        key[j] = key_of (first + i + j);
      if (group > 1)
        vault_redis.expect (v, k, key);
      for (unsigned j = 0; j < k; j++)
        found += vault_redis.find (v, &key[j], &tr, &r);
    }
    report (round ? "found before (local)" : what, n, began);
    if (found != (is_there ? n : 0))
      fprintf (stderr, "micro_redis: found %u of %u\n", found, n);
    found = 0;
  }
  vault_redis.close (v);
}

int main (int argc, char **argv) {
  unsigned n = argc > 1 ? (unsigned) atoi (argv[1]) : 20000;
  redis_server server;
  if (!redis_server_start (&server, NULL, NULL)) {
    fprintf (stderr, "micro_redis: redis-server does not start\n");
    return 2;
  }
  write_all (server.url, n);
  find_all (server.url, "find, one at a time", n, 1, 0, true);
  find_all (server.url, "find, 10 announced", n, 10, 0, true);
  find_all (server.url, "find, 100 announced", n, 100, 0, true);
  find_all (server.url, "miss, one at a time", n, 1, UINT64_C (1) << 40, false);
  redis_server_stop (&server);
  return 0;
}
