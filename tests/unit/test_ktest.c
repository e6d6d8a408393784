#include "test.h"
#include "export/ktest.h"
#include "klee/ktest_read.h"
#include "random.h"

#include <string.h>

/* .ktest files, byte for byte. */

static const uint8_t sign[] = {
    'K', 'T', 'E', 'S', 'T', 0,   0,   0,   3,   0,   0, 0, 1, 0, 0, 0, 11, 'g',
    'e', 't', '_', 's', 'i', 'g', 'n', '.', 'b', 'c', 0, 0, 0, 0, 0, 0, 0,  0,
    0,   0,   0,   1,   0,   0,   0,   1,   'a', 0,   0, 0, 4, 0, 0, 0, 128};

TEST (known_file) {
  memory mem = {0};
  char_vec out = {0};
  static const uint8_t bytes[] = {0, 0, 0, 128};
  testinput in = {"a", SYMBOLIC_OBJECT, 4, bytes};
  testcase t = {.n_inputs = 1, .input = &in};
  const char *args[] = {"get_sign.bc"};
  ktest_write (&mem, &t, 1, args, &out);
  CHECK_EQ (out.len, sizeof sign);
  CHECK (!memcmp (out.data, sign, sizeof sign));
  vec_release (&mem, &out);
  CHECK_EQ (mem.live, 0);
}

/* KLEE's readers cannot take what has no bytes. */
TEST (nothing_is_empty) {
  memory mem = {0};
  char_vec out = {0};
  static const uint8_t bytes[] = {0, 0, 0, 128};
  testinput in[] = {{"none", SYMBOLIC_OBJECT, 0, bytes},
                    {"a", SYMBOLIC_OBJECT, 4, bytes}};
  testcase t = {.n_inputs = 2, .input = in};
  const char *args[] = {"get_sign.bc", ""};
  ktest_write (&mem, &t, 2, args, &out);
  CHECK_EQ (out.len, sizeof sign);
  CHECK (!memcmp (out.data, sign, sizeof sign));
  vec_release (&mem, &out);
}

static status read_bytes (const uint8_t *data, size_t n, uint32_t *count) {
  memory mem = {0};
  trouble t = {0};
  arena names;
  testinput_vec in = {0};
  arena_init (&names, &mem);
  status st = ktest_read (&mem, data, n, &names, NULL, &in, &t);
  *count = (uint32_t) in.len;
  if (!st && in.len == 1) {
    CHECK_STR (in.data[0].name, "a");
    CHECK_EQ (in.data[0].size, 4);
    CHECK_EQ (in.data[0].bytes[3], 128);
  }
  CHECK (!st || t.text[0]);
  vec_release (&mem, &in);
  arena_release (&names);
  CHECK_EQ (mem.live, 0);
  return st;
}

TEST (read) {
  uint32_t n;
  CHECK_EQ (read_bytes (sign, sizeof sign, &n), ST_OK);
  CHECK_EQ (n, 1);
  for (size_t cut = 0; cut < sizeof sign; cut++)
    CHECK (read_bytes (sign, cut, &n) != ST_OK);
}

TEST (other_versions) {
  uint8_t copy[sizeof sign];
  uint32_t n;
  memcpy (copy, sign, sizeof copy);
  copy[8] = 4;
  CHECK_EQ (read_bytes (copy, sizeof copy, &n), ST_VERSION);
  copy[8] = 1; /* without the two numbers about symbolic arguments */
  memmove (copy + 28, copy + 36, sizeof copy - 36);
  CHECK_EQ (read_bytes (copy, sizeof copy - 8, &n), ST_OK);
  CHECK_EQ (n, 1);
}

/* Whatever the bytes are, reading stays within them. */
TEST (random_damage) {
  uint64_t seed = 1;
  for (int round = 0; round < 20000; round++) {
    uint8_t copy[sizeof sign];
    uint32_t n;
    memcpy (copy, sign, sizeof copy);
    for (unsigned k = random_below (&seed, 4); k-- > 0;)
      copy[5 + random_below (&seed, 24)] = (uint8_t) random_next (&seed);
    read_bytes (copy, random_below (&seed, sizeof copy + 1), &n);
  }
}
