/* Bytes that were never written: objects against plain bytes. */

#include "memory/object.h"
#include "random.h"
#include "test.h"

#include <string.h>

#define OBJECTS 2u
#define MOST 3000u
#define NEVER 256 /* no byte */

typedef struct bytes_bench {
  memory mem;
  terms *ts;
  uint64_t seed, size;
  object *o[OBJECTS];
  int plain[OBJECTS][MOST];
} bytes_bench;

static uint64_t part_of (bytes_bench *b, uint64_t *at) {
  *at = random_below (&b->seed, (unsigned) b->size);
  uint64_t most = b->size - *at, n = random_below (&b->seed, 40) + 1;
  if (!random_below (&b->seed, 10))
    n = random_below (&b->seed, (unsigned) b->size) + 1;
  return n < most ? n : most;
}

static void bytes_put (bytes_bench *b, unsigned i) {
  uint64_t at, n = part_of (b, &at), v = random_next (&b->seed);
  n = n > 8 ? 8 : n;
  object_write (b->o[i], &b->mem, b->ts, at, (unsigned) (8 * n), v, TERM_NONE);
  for (uint64_t k = 0; k < n; k++)
    b->plain[i][at + k] = v >> 8 * k & 0xff;
}

static void bytes_fill (bytes_bench *b, unsigned i) {
  uint64_t at, n = part_of (b, &at);
  uint8_t v = (uint8_t) random_next (&b->seed);
  object_fill (b->o[i], &b->mem, b->ts, at, n, v, TERM_NONE);
  for (uint64_t k = 0; k < n; k++)
    b->plain[i][at + k] = v;
}

static void bytes_move (bytes_bench *b, unsigned i) {
  uint64_t at, n = part_of (b, &at);
  unsigned from = random_below (&b->seed, OBJECTS);
  uint64_t start = random_below (&b->seed, (unsigned) (b->size - n) + 1);
  object_move (b->o[i], &b->mem, at, b->o[from], start, n);
  memmove (b->plain[i] + at, b->plain[from] + start, n * sizeof **b->plain);
}

static void bytes_forget (bytes_bench *b, unsigned i) {
  object_forget (b->o[i], &b->mem);
  for (uint64_t k = 0; k < b->size; k++)
    b->plain[i][k] = NEVER;
}

static void bytes_copy (bytes_bench *b, unsigned i) {
  object *copy = object_copy (&b->mem, b->o[i]);
  bytes_forget (b, i); /* the copy is what it was */
  object_unref (&b->mem, b->o[i]);
  b->o[i] = copy;
}

static void bytes_check (const bytes_bench *b, unsigned i) {
  CHECK (object_is_valid (b->o[i], b->ts));
  for (uint64_t k = 0; k < b->size; k++) {
    uint64_t bits = 0;
    term t = object_read (b->o[i], b->ts, k, 8, &bits);
    if (b->plain[i][k] == NEVER)
      CHECK (t.id && term_unset_of (b->ts, t) &&
             term_unset_of (b->ts, t)->at == b->o[i]->address + k);
    else
      CHECK (!t.id && bits == (uint64_t) b->plain[i][k]);
  }
}

static void bytes_change (bytes_bench *b) {
  unsigned i = random_below (&b->seed, OBJECTS);
  unsigned what = random_below (&b->seed, 40);
  if (what == 0)
    bytes_forget (b, i);
  else if (what < 4) {
    int before[MOST];
    memcpy (before, b->plain[i], sizeof before);
    bytes_copy (b, i);
    memcpy (b->plain[i], before, sizeof before);
  } else if (what < 10)
    bytes_fill (b, i);
  else if (what < 20)
    bytes_move (b, i);
  else
    bytes_put (b, i);
}

static void bytes_run (uint64_t seed, uint64_t size) {
  bytes_bench b = {.seed = seed, .size = size};
  b.ts = terms_new (&b.mem);
  for (unsigned i = 0; i < OBJECTS; i++) {
    b.o[i] = object_new (&b.mem, 4096 * (i + 1), size);
    bytes_forget (&b, i);
  }
  for (unsigned n = 0; n < 60; n++)
    bytes_change (&b);
  for (unsigned i = 0; i < OBJECTS; i++) {
    bytes_check (&b, i);
    object_unref (&b.mem, b.o[i]);
  }
  terms_free (b.ts);
  CHECK_EQ (b.mem.live, 0);
}

TEST (as_plain_bytes) {
  for (uint64_t seed = 1; seed <= (test_is_long () ? 2000 : 60); seed++)
    bytes_run (seed, seed % 3 ? 1 + seed % 120 : 600 + 37 * seed % 2400);
}

/* What is written in order needs nothing said beside the bytes. */
TEST (in_order) {
  memory mem = {0};
  terms *ts = terms_new (&mem);
  object *o = object_new (&mem, 4096, 64);
  object_forget (o, &mem);
  for (uint64_t i = 0; i < 48; i += 4)
    object_write (o, &mem, ts, i, 32, i, TERM_NONE);
  CHECK (!o->overlay && o->set == 48);
  object_write (o, &mem, ts, 56, 32, 1, TERM_NONE);
  CHECK (o->overlay && o->set == 60);
  CHECK (object_is_concrete (o, 0, 48) && !object_is_concrete (o, 48, 9));
  CHECK (!object_is_concrete (o, 60, 1) && object_is_concrete (o, 56, 4));
  object_unref (&mem, o);
  terms_free (ts);
  CHECK_EQ (mem.live, 0);
}
