#include "memory/object.h"
#include "memory/pool.h"
#include "random.h"
#include "test.h"

#include <string.h>

/* Objects with pages, copied from one another, against plain bytes. */

#define COPIES 4u
#define LARGEST 3000u

typedef struct plain_byte {
  uint8_t byte;
  symbyte symbolic;
} plain_byte;

typedef struct family {
  memory mem;
  pool *pool;
  terms *ts;
  uint64_t seed;
  term var[5]; /* of 8, 16, 32, 64, 128 bits */
  uint32_t size;
  object *o[COPIES];
  plain_byte plain[COPIES][LARGEST];
} family;

static uint32_t below (family *f, uint32_t n) {
  return random_below (&f->seed, n);
}

static void family_init (family *f, uint64_t seed, uint32_t size, bool pooled) {
  static const char *const name[] = {"a", "b", "c", "d", "e"};
  memset (f, 0, sizeof *f);
  f->seed = seed;
  f->size = size;
  f->ts = terms_new (&f->mem);
  f->pool = pooled ? pool_new (&f->mem) : NULL;
  for (unsigned i = 0; i < 5; i++)
    f->var[i] = term_var (f->ts, name[i], 1, sort_bv (8u << i));
  f->o[0] = object_new_in (f->pool, &f->mem, 0x1000, size, 0xAB);
  for (uint32_t i = 0; i < size; i++)
    f->plain[0][i].byte = 0xAB;
}

static void family_release (family *f) {
  for (unsigned i = 0; i < COPIES; i++)
    if (f->o[i])
      object_unref (&f->mem, f->o[i]);
  if (f->pool)
    pool_unref (f->pool);
  terms_free (f->ts);
  CHECK_EQ (f->mem.live, 0);
}

static term expected_term (family *f, symbyte s) {
  if (term_width (f->ts, s.term) == 8)
    return s.term;
  return term_extract (f->ts, 8 * s.k + 7, 8 * s.k, s.term);
}

static void check_byte (family *f, unsigned which, uint32_t at) {
  const plain_byte *p = &f->plain[which][at];
  const object *o = f->o[which];
  uint64_t bits = 0;
  term t = object_read (o, f->ts, at, 8, &bits);
  CHECK_EQ (object_is_concrete (o, at, 1), !p->symbolic.term.id);
  if (p->symbolic.term.id)
    CHECK (term_eq (t, expected_term (f, p->symbolic)));
  else
    CHECK (!t.id && bits == p->byte);
}

static void check_all (family *f) {
  for (unsigned i = 0; i < COPIES; i++)
    for (uint32_t at = 0; f->o[i] && at < f->size; at++)
      check_byte (f, i, at);
}

/* A read of many bytes is what its bytes are. */
static void step_read (family *f, unsigned which) {
  unsigned n = 2 + below (f, 7);
  uint32_t at = below (f, f->size - n + 1);
  uint64_t bits = 0, expected = 0;
  bool is_concrete = true;
  for (unsigned i = 0; i < n; i++) {
    const plain_byte *p = &f->plain[which][at + i];
    expected |= (uint64_t) p->byte << 8 * i;
    is_concrete &= !p->symbolic.term.id;
  }
  CHECK_EQ (object_is_concrete (f->o[which], at, n), is_concrete);
  term t = object_read (f->o[which], f->ts, at, 8 * n, &bits);
  CHECK_EQ (!t.id, is_concrete);
  if (is_concrete) {
    uint64_t got = 0;
    object_get (f->o[which], at, n, &got);
    CHECK_EQ (bits, expected);
    CHECK_EQ (got, expected);
    return;
  }
  for (unsigned i = 0; i < n; i++) {
    const plain_byte *p = &f->plain[which][at + i];
    term byte = term_extract (f->ts, 8 * i + 7, 8 * i, t);
    CHECK (term_eq (byte, p->symbolic.term.id ? expected_term (f, p->symbolic)
                                              : term_bv (f->ts, 8, p->byte)));
  }
}

static void step_write (family *f, unsigned which) {
  unsigned which_var = below (f, 5), n = 1u << which_var;
  uint32_t at = below (f, f->size - n + 1);
  plain_byte *p = f->plain[which] + at;
  uint64_t bits = random_next (&f->seed);
  switch (below (f, 3)) {
  case 0:
    object_write (f->o[which], &f->mem, f->ts, at, 8 * n, 0, f->var[which_var]);
    for (unsigned i = 0; i < n; i++)
      p[i].symbolic = (symbyte) {f->var[which_var], i};
    return;
  case 1: /* a constant, which is wide in the last case */
    object_write (f->o[which], &f->mem, f->ts, at, 8 * n, 0,
                  n > 8 ? term_zext (f->ts, 64, term_bv (f->ts, 64, bits))
                        : term_bv (f->ts, 8 * n, bits));
    break;
  default:
    object_write (f->o[which], &f->mem, f->ts, at, 8 * n, bits, TERM_NONE);
  }
  for (unsigned i = 0; i < n; i++)
    p[i] = (plain_byte) {.byte = i < 8 ? (uint8_t) (bits >> 8 * i) : 0};
}

static uint32_t any_length (family *f) {
  return below (f, below (f, 4) ? 40 : f->size + 1);
}

/* Often at places from which whole pages can be shared. */
static uint32_t any_place (family *f, uint32_t n) {
  uint32_t at = below (f, f->size - n + 1);
  return below (f, 2) ? at & ~255u : at;
}

static void step_put (family *f, unsigned which) {
  uint8_t bytes[LARGEST];
  uint32_t n = any_length (f), at = any_place (f, n);
  plain_byte *p = f->plain[which] + at;
  for (uint32_t i = 0; i < n; i++)
    bytes[i] = (uint8_t) (i * 7 + at);
  object_put (f->o[which], &f->mem, at, n, bytes);
  for (uint32_t i = 0; i < n; i++)
    p[i] = (plain_byte) {.byte = bytes[i]};
}

static void step_fill (family *f, unsigned which) {
  uint32_t n = any_length (f), at = any_place (f, n);
  plain_byte b = {.byte = (uint8_t) below (f, 256)};
  if (below (f, 2))
    b.symbolic.term = f->var[0];
  object_fill (f->o[which], &f->mem, f->ts, at, n, b.byte, b.symbolic.term);
  for (uint32_t i = 0; i < n; i++)
    f->plain[which][at + i] = b;
}

static void step_move (family *f, unsigned to, unsigned from) {
  uint32_t n = any_length (f);
  uint32_t at = any_place (f, n), from_at = any_place (f, n);
  object_move (f->o[to], &f->mem, at, f->o[from], from_at, n);
  memmove (f->plain[to] + at, f->plain[from] + from_at,
           n * sizeof (plain_byte));
}

/* Another object begins as this one, or ends. */
static void step_copy (family *f, unsigned from, unsigned to) {
  if (f->o[to])
    object_unref (&f->mem, f->o[to]);
  f->o[to] = object_copy (&f->mem, f->o[from]);
  memcpy (f->plain[to], f->plain[from], sizeof f->plain[to]);
}

static unsigned any_live (family *f) {
  for (;;) {
    unsigned i = below (f, COPIES);
    if (f->o[i])
      return i;
  }
}

static void random_steps (uint64_t seed, uint32_t size, bool pooled) {
  family f;
  family_init (&f, seed, size, pooled);
  for (unsigned i = 0; i < 300; i++) {
    unsigned which = any_live (&f), other = below (&f, COPIES);
    switch (below (&f, 7)) {
    case 0:
      if (which != other)
        step_copy (&f, which, other);
      break;
    case 1:
      step_move (&f, which, any_live (&f));
      break;
    case 2:
      step_fill (&f, which);
      break;
    case 3:
      step_put (&f, which);
      break;
    case 4:
      step_read (&f, which);
      break;
    default:
      step_write (&f, which);
    }
    if (i % 50 == 49)
      check_all (&f);
  }
  family_release (&f);
}

TEST (random_pages) {
  static const uint32_t sizes[] = {OBJECT_SMALL, OBJECT_SMALL + 1, 768, 1000,
                                   LARGEST};
  for (uint64_t seed = 1; seed <= (test_is_long () ? 200 : 20); seed++)
    random_steps (seed, sizes[seed % 5], seed % 2);
}

/* What a change costs does not follow from the object's size. */
TEST (small_changes_of_large_objects) {
  enum { HUGE_SIZE = 1 << 26, LITTLE = 1 << 18 };
  memory mem = {0};
  terms *ts = terms_new (&mem);
  size_t before = mem.live;
  object *o = object_new (&mem, 0, HUGE_SIZE), *copy[8];
  CHECK (mem.live - before < LITTLE);
  object_fill (o, &mem, ts, 3, HUGE_SIZE - 3, 7, TERM_NONE);
  CHECK (mem.live - before < LITTLE);
  term x = term_var (ts, "x", 1, sort_bv (8));
  for (unsigned i = 0; i < 8; i++) {
    before = mem.live;
    copy[i] = object_copy (&mem, o);
    object_write (copy[i], &mem, ts, HUGE_SIZE / 8 * i, 8, 0, x);
    object_move (copy[i], &mem, 1 << 20, o, 1 << 21, 1 << 20);
    CHECK (mem.live - before < 2 * LITTLE);
  }
  for (unsigned i = 0; i < 8; i++)
    object_unref (&mem, copy[i]);
  object_unref (&mem, o);
  terms_free (ts);
  CHECK_EQ (mem.live, 0);
}
