#include "lab/cache/term_bytes.h"

#include "random.h"
#include "test.h"
#include "universe.h"

#include <string.h>

/* Constraints of all kinds, and values of all sorts, come back as they were:
 * in their own table the very same terms.
 */
static void round_trip (bool is_int, uint64_t seed) {
  universe *u = universe_new (seed, 40, is_int);
  char_vec bytes = {0};
  term_vec back = {0};
  CHECK (term_bytes_write (&u->mem, &bytes, u->ts, u->n, u->constraint));
  byte_reader r = {(const uint8_t *) bytes.data,
                   (const uint8_t *) bytes.data + bytes.len, false};
  CHECK (term_bytes_read (&u->mem, &r, u->ts, &back));
  CHECK (r.at == r.end);
  CHECK_EQ (back.len, u->n);
  for (size_t i = 0; i < back.len; i++)
    CHECK (term_eq (back.data[i], u->constraint[i]));
  vec_release (&u->mem, &bytes, &back);
  universe_free (u);
}

TEST (terms_come_back) {
  for (uint64_t seed = 1; seed < 20; seed++) {
    round_trip (false, seed);
    round_trip (true, seed);
  }
}

/* Bytes that somebody changed are well-sorted terms or none. */
TEST (bytes_are_hostile) {
  uint64_t seed = 3;
  unsigned refused = 0;
  for (unsigned round = 0; round < 400; round++) {
    universe *u = universe_new (round % 20 + 1, 6, round % 2);
    char_vec bytes = {0};
    term_vec back = {0};
    CHECK (term_bytes_write (&u->mem, &bytes, u->ts, u->n, u->constraint));
    for (unsigned k = 1 + random_below (&seed, 3); k-- > 0;)
      bytes.data[random_below (&seed, (unsigned) bytes.len)] =
          (char) random_next (&seed);
    bytes.len -= random_below (&seed, 2) ? random_below (&seed, 9) : 0;
    byte_reader r = {(const uint8_t *) bytes.data,
                     (const uint8_t *) bytes.data + bytes.len, false};
    refused += !term_bytes_read (&u->mem, &r, u->ts, &back);
    CHECK (terms_is_valid (u->ts));
    vec_release (&u->mem, &bytes, &back);
    universe_free (u);
  }
  CHECK (refused > 100);
}

TEST (values_come_back) {
  memory mem = {0};
  terms *ts = terms_new (&mem);
  arena a;
  arena_init (&a, &mem);
  const sort sorts[] = {SORT_BOOL,    SORT_INT,      sort_bv (1),
                        sort_bv (64), sort_bv (200), sort_array (8, 16)};
  term leaf[6];
  model *m = model_new (&mem, ts), *n = model_new (&mem, ts);
  num big = num_neg (&a, num_shl (&a, num_of_u64 (&a, 12345), 90));
  num wide = num_shl (&a, NUM_ONE, 199);
  for (unsigned i = 0; i < 6; i++)
    leaf[i] = term_var (ts, (char[]) {(char) ('a' + i)}, 1, sorts[i]);
  model_set (m, leaf[0], 1);
  model_set (m, leaf[1], big.word);
  model_set (m, leaf[2], 1);
  model_set (m, leaf[3], UINT64_MAX);
  model_set (m, leaf[4], wide.word);
  model_set_default (m, leaf[5], 7);
  model_set_element (m, leaf[5], 255, 65535);
  char_vec bytes = {0};
  value_bytes_write (&mem, &bytes, ts, m, 6, leaf);
  byte_reader r = {(const uint8_t *) bytes.data,
                   (const uint8_t *) bytes.data + bytes.len, false};
  CHECK (value_bytes_read (&mem, &r, ts, 6, leaf, n));
  CHECK_EQ (model_get (n, leaf[0]), 1);
  CHECK (num_eq ((num) {model_get (n, leaf[1])}, big));
  CHECK_EQ (model_get (n, leaf[3]), UINT64_MAX);
  CHECK (num_eq ((num) {model_get (n, leaf[4])}, wide));
  CHECK_EQ (model_element (n, leaf[5], 255), 65535);
  CHECK_EQ (model_element (n, leaf[5], 3), 7);
  vec_release (&mem, &bytes);
  model_free (m);
  model_free (n);
  arena_release (&a);
  terms_free (ts);
  CHECK_EQ (mem.live, 0);
}
