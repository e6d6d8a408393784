#include "memory/object.h"
#include "random.h"
#include "term/eval.h"
#include "test.h"

#include <string.h>

/* Objects against plain bytes: one array of them for each of a few models, in
 * which the terms that are written have their values.
 */

#define MODELS 4u
#define SIZE 96u

typedef struct bench {
  memory mem;
  terms *ts;
  uint64_t seed;
  model *model[MODELS];
  evaluator *eval[MODELS];
  term byte, half, word, quad, flag; /* variables of any value */
  term small;                        /* an 8-bit variable below 4 */
  term index;                        /* a 32-bit variable from -2 to 1 */
  object *o;
  uint8_t plain[MODELS][SIZE];
} bench;

static unsigned below (bench *b, unsigned n) {
  return random_below (&b->seed, n);
}

static void bench_models (bench *b) {
  for (unsigned i = 0; i < MODELS; i++) {
    model *m = b->model[i];
    model_clear (m);
    uint64_t r = random_next (&b->seed);
    model_set (m, b->byte, r & 0xff);
    model_set (m, b->half, r >> 8 & 0xffff);
    model_set (m, b->word, r >> 24 & 0xffffffff);
    model_set (m, b->quad, random_next (&b->seed));
    model_set (m, b->flag, r >> 63);
    model_set (m, b->small, below (b, 4));
    model_set (m, b->index, (uint32_t) below (b, 4) - 2);
    evaluator_start (b->eval[i], m);
  }
}

static void bench_init (bench *b, uint64_t seed) {
  *b = (bench) {.seed = seed};
  b->ts = terms_new (&b->mem);
  b->byte = term_var (b->ts, "byte", 4, sort_bv (8));
  b->half = term_var (b->ts, "half", 4, sort_bv (16));
  b->word = term_var (b->ts, "word", 4, sort_bv (32));
  b->quad = term_var (b->ts, "quad", 4, sort_bv (64));
  b->flag = term_var (b->ts, "flag", 4, SORT_BOOL);
  b->small = term_var (b->ts, "small", 5, sort_bv (8));
  b->index = term_var (b->ts, "index", 5, sort_bv (32));
  for (unsigned i = 0; i < MODELS; i++) {
    b->model[i] = model_new (&b->mem, b->ts);
    b->eval[i] = evaluator_new (&b->mem, b->ts);
  }
  bench_models (b);
  b->o = object_new (&b->mem, 0x1000, SIZE);
}

static void bench_release (bench *b) {
  object_unref (&b->mem, b->o);
  for (unsigned i = 0; i < MODELS; i++) {
    evaluator_free (b->eval[i]);
    model_free (b->model[i]);
  }
  terms_free (b->ts);
  CHECK_EQ (b->mem.live, 0);
}

/* The bytes of a term of w bits under a model. */
static void bytes_of (bench *b, unsigned i, term t, unsigned w, uint8_t *out) {
  memset (out, 0, 16);
  if (w == 1) {
    out[0] = evaluator_holds (b->eval[i], t);
    return;
  }
  CHECK_EQ (term_width (b->ts, t), w);
  for (unsigned at = 0; at < w; at += 8) {
    unsigned high = at + 7 < w ? at + 7 : w - 1;
    term part = term_extract (b->ts, high, at, t);
    out[at / 8] = (uint8_t) evaluator_value (b->eval[i], part);
  }
}

static const unsigned widths[] = {1, 8, 16, 24, 32, 33, 48, 64, 65, 80, 128};

static unsigned any_width (bench *b) {
  return widths[below (b, sizeof widths / sizeof *widths)];
}

/* A term of w bits, often one of a piece, or TERM_NONE and bits. */
static term any_value (bench *b, unsigned w, uint64_t *bits) {
  terms *ts = b->ts;
  *bits = random_next (&b->seed) & (w < 64 ? (UINT64_C (1) << w) - 1 : ~0ull);
  if (w <= 64 && !below (b, 2))
    return TERM_NONE;
  if (w == 1)
    return below (b, 2) ? b->flag
                        : term_binary (ts, KIND_BV_ULT, b->byte,
                                       term_bv (ts, 8, below (b, 256)));
  term t = w <= 8    ? b->byte
           : w <= 16 ? b->half
           : w <= 32 ? b->word
           : w <= 64 ? b->quad
                     : term_concat (ts, b->quad, term_bv (ts, 64, *bits));
  if (w > 64 && !below (b, 3))
    t = term_concat (ts, term_bv (ts, 64, *bits), term_bv (ts, 64, *bits * 3));
  t = term_width (ts, t) > w ? term_extract (ts, w - 1, 0, t) : t;
  if (w <= 64 && below (b, 2))
    t = term_binary (ts, KIND_BV_ADD, t, term_bv (ts, w, below (b, 100)));
  return t;
}

static void plain_write (bench *b, unsigned i, uint64_t at, unsigned w,
                         uint64_t bits, term value) {
  uint8_t bytes[16] = {0};
  if (value.id)
    bytes_of (b, i, value, w, bytes);
  else
    for (unsigned k = 0; k < 8; k++)
      bytes[k] = (uint8_t) (bits >> 8 * k);
  memcpy (b->plain[i] + at, bytes, (w + 7) / 8);
}

/* What was read is what plain bytes say. */
static void check_value (bench *b, unsigned i, uint64_t at, unsigned w,
                         uint64_t bits, term value) {
  uint8_t bytes[16] = {0}, expected[16] = {0};
  if (value.id)
    bytes_of (b, i, value, w, bytes);
  else
    for (unsigned k = 0; k < 8; k++)
      bytes[k] = (uint8_t) (bits >> 8 * k);
  memcpy (expected, b->plain[i] + at, (w + 7) / 8);
  if (w % 8)
    expected[w / 8] &= (uint8_t) ((1u << w % 8) - 1);
  CHECK (!memcmp (bytes, expected, 16));
}

static void check_read (bench *b, uint64_t at, unsigned w) {
  uint64_t bits = 0;
  term t = object_read (b->o, b->ts, at, w, &bits);
  CHECK (t.id || w <= 64);
  CHECK (!t.id || w > 64 || !term_is_const (b->ts, t));
  for (unsigned i = 0; i < MODELS; i++)
    check_value (b, i, at, w, bits, t);
}

/* 4 * small + 1, known only by its bits. */
static term masked_offset (bench *b, unsigned n, uint64_t *low,
                           uint64_t *high) {
  *low = below (b, 2);
  *high = 13 + below (b, SIZE - n - 12);
  term t = term_concat (b->ts, b->small, term_bv (b->ts, 2, 1));
  return term_zext (b->ts, 54, t);
}

/* An offset that is in bounds for n bytes, and bounds for it. */
static term any_offset (bench *b, unsigned n, uint64_t *low, uint64_t *high) {
  if (!below (b, 5))
    return masked_offset (b, n, low, high);
  terms *ts = b->ts;
  static const unsigned strides[] = {1, 2, 3, 4, 8, 12, 16};
  unsigned stride = strides[below (b, 7)];
  unsigned start = below (b, SIZE - n - 3 * stride + 1);
  bool is_signed = below (b, 2);
  term x =
      is_signed ? term_sext (ts, 32, b->index) : term_zext (ts, 56, b->small);
  term t = term_binary (ts, KIND_BV_MUL, x, term_bv (ts, 64, stride));
  uint64_t k = start + (is_signed ? 2 * stride : 0);
  *low = start - (start ? below (b, start) : 0);
  *high = start + 3 * stride + below (b, SIZE - n - start - 3 * stride + 1);
  if (!below (b, 4)) {
    *low = start;
    *high = start + 3 * stride;
  }
  return term_binary (ts, KIND_BV_ADD, t, term_bv (ts, 64, k));
}

static void step_at (bench *b, bool is_write) {
  unsigned w = any_width (b);
  uint64_t low, high, bits;
  term at = any_offset (b, (w + 7) / 8, &low, &high);
  term value = any_value (b, w, &bits);
  term got = TERM_NONE;
  if (is_write)
    CHECK (
        object_write_at (b->o, &b->mem, b->ts, at, low, high, w, bits, value));
  else
    got = object_read_at (b->o, b->ts, at, low, high, w);
  for (unsigned i = 0; i < MODELS; i++) {
    uint64_t offset = evaluator_value (b->eval[i], at);
    CHECK (low <= offset && offset <= high);
    if (is_write)
      plain_write (b, i, offset, w, bits, value);
    else
      check_value (b, i, offset, w, 0, got);
  }
}

static void step_write (bench *b) {
  unsigned w = any_width (b);
  uint64_t at = below (b, SIZE - (w + 7) / 8 + 1), bits;
  term value = any_value (b, w, &bits);
  object_write (b->o, &b->mem, b->ts, at, w, bits, value);
  for (unsigned i = 0; i < MODELS; i++)
    plain_write (b, i, at, w, bits, value);
}

static void step_block (bench *b) {
  unsigned n = below (b, 20), at = below (b, SIZE - n + 1);
  unsigned from = below (b, SIZE - n + 1);
  unsigned what = below (b, 3);
  if (what == 0)
    object_move (b->o, &b->mem, at, b->o, from, n);
  else
    object_fill (b->o, &b->mem, b->ts, at, n, 0x5a,
                 what == 1 ? TERM_NONE : b->byte);
  for (unsigned i = 0; i < MODELS; i++)
    if (what == 0)
      memmove (b->plain[i] + at, b->plain[i] + from, n);
    else
      memset (b->plain[i] + at,
              what == 1 ? 0x5a : (int) model_get (b->model[i], b->byte), n);
}

static void step_copy (bench *b) {
  object *copy = object_copy (&b->mem, b->o);
  CHECK_EQ (copy->refs, 1);
  CHECK_EQ (copy->address, b->o->address);
  object_unref (&b->mem, b->o);
  b->o = copy;
}

static void check_all (bench *b) {
  for (unsigned at = 0; at < SIZE; at += 8)
    check_read (b, at, 64);
  CHECK (object_is_valid (b->o, b->ts));
}

/* Terms stay small enough when an object is concrete again now and then. */
static void random_steps (uint64_t seed, unsigned n, bool with_offsets) {
  bench b;
  bench_init (&b, seed);
  for (unsigned i = 0; i < n; i++) {
    unsigned w = any_width (&b);
    switch (below (&b, 6)) {
    case 0:
    case 1:
      step_write (&b);
      break;
    case 2:
      step_block (&b);
      break;
    case 3:
      check_read (&b, below (&b, SIZE - (w + 7) / 8 + 1), w);
      break;
    case 4:
      step_copy (&b);
      break;
    default:
      if (with_offsets)
        step_at (&b, below (&b, 2));
    }
    if (i % 16 == 15)
      check_all (&b);
  }
  bench_release (&b);
}

TEST (random_constant_offsets) {
  for (uint64_t seed = 1; seed <= (test_is_long () ? 400 : 40); seed++)
    random_steps (seed, 120, false);
}

TEST (random_symbolic_offsets) {
  for (uint64_t seed = 1; seed <= (test_is_long () ? 400 : 40); seed++)
    random_steps (1000 + seed, 60, true);
}

/* What was stored in one piece comes back as it is. */
TEST (whole_terms_come_back) {
  bench b;
  bench_init (&b, 1);
  terms *ts = b.ts;
  term sum = term_binary (ts, KIND_BV_ADD, b.word, term_bv (ts, 32, 5));
  object_write (b.o, &b.mem, ts, 8, 32, 0, sum);
  object_write (b.o, &b.mem, ts, 12, 1, 0, b.flag);
  object_write (b.o, &b.mem, ts, 16, 64, 0, b.quad);
  uint32_t n = terms_count (ts);
  uint64_t bits;
  CHECK (term_eq (object_read (b.o, ts, 8, 32, &bits), sum));
  CHECK (term_eq (object_read (b.o, ts, 12, 1, &bits), b.flag));
  CHECK (term_eq (object_read (b.o, ts, 16, 64, &bits), b.quad));
  CHECK_EQ (terms_count (ts), n);
  term half = object_read (b.o, ts, 18, 32, &bits);
  CHECK (term_eq (half, term_extract (ts, 47, 16, b.quad)));
  object_move (b.o, &b.mem, 40, b.o, 16, 8);
  CHECK (term_eq (object_read (b.o, ts, 40, 64, &bits), b.quad));
  bench_release (&b);
}

TEST (concrete_again) {
  bench b;
  bench_init (&b, 2);
  uint64_t bits = 0;
  object_write (b.o, &b.mem, b.ts, 4, 64, 0, b.quad);
  CHECK (!object_is_concrete (b.o, 0, SIZE));
  CHECK (object_is_concrete (b.o, 0, 4));
  object_write (b.o, &b.mem, b.ts, 4, 64, 0, term_bv (b.ts, 64, 77));
  CHECK (object_is_concrete (b.o, 0, SIZE));
  CHECK (!object_read (b.o, b.ts, 4, 64, &bits).id);
  CHECK_EQ (bits, 77);
  step_copy (&b);
  CHECK (!b.o->overlay);
  bench_release (&b);
}

/* Only elements count as places: of a[i] with i below 4, four. */
TEST (form_of_the_offset) {
  bench b;
  bench_init (&b, 3);
  terms *ts = b.ts;
  for (unsigned i = 0; i < 8; i++)
    object_write (b.o, &b.mem, ts, 12 * i, 32, 7, TERM_NONE);
  term i = term_sext (ts, 32, b.index);
  term at = term_binary (ts, KIND_BV_MUL, i, term_bv (ts, 64, 12));
  term t = object_read_at (b.o, ts, at, 0, SIZE - 4, 32);
  CHECK (term_eq (t, term_bv (ts, 32, 7)));
  at = term_binary (ts, KIND_BV_ADD, at, term_bv (ts, 64, 24));
  t = object_read_at (b.o, ts, at, 0, SIZE - 4, 32);
  CHECK (term_eq (t, term_bv (ts, 32, 7)));
  bench_release (&b);
}

/* A lookup table is one term, with symbolic elements a few more. */
TEST (tables) {
  memory mem = {0};
  terms *ts = terms_new (&mem);
  object *o = object_new (&mem, 0, 4096);
  for (unsigned i = 0; i < 1024; i++)
    object_write (o, &mem, ts, 4 * i, 32, i * 2654435761u, TERM_NONE);
  term x = term_var (ts, "x", 1, sort_bv (16)),
       y = term_fresh (ts, "y", sort_bv (32));
  term at =
      term_binary (ts, KIND_BV_MUL, term_zext (ts, 48, x), term_bv (ts, 64, 4));
  model *m = model_new (&mem, ts);
  evaluator *ev = evaluator_new (&mem, ts);
  for (unsigned round = 0; round < 2; round++) {
    uint32_t before = terms_count (ts);
    term t = object_read_at (o, ts, at, 0, 4092, 32);
    CHECK (terms_count (ts) - before < 16);
    for (unsigned i = 0; i < 1024; i += 11) {
      model_set (m, x, i);
      model_set (m, y, 99);
      evaluator_start (ev, m);
      uint32_t expected = round && i == 11 * 40 ? 99 : i * 2654435761u;
      CHECK_EQ (evaluator_value (ev, t), expected);
    }
    object_write (o, &mem, ts, 4 * 11 * 40, 32, 0, y);
  }
  evaluator_free (ev);
  model_free (m);
  object_unref (&mem, o);
  terms_free (ts);
  CHECK_EQ (mem.live, 0);
}

static term element_offset (terms *ts, const char *name) {
  term x = term_var (ts, name, 1, sort_bv (32));
  return term_binary (ts, KIND_BV_MUL, term_zext (ts, 32, x),
                      term_bv (ts, 64, 4));
}

/* Writes to many places are stores into one array, which reads find. */
TEST (one_array) {
  memory mem = {0};
  terms *ts = terms_new (&mem);
  object *o = object_new (&mem, 0, 400);
  static const char *const names[] = {"i", "j", "k"};
  for (unsigned n = 0; n < 3; n++) {
    CHECK (object_write_at (o, &mem, ts, element_offset (ts, names[n]), 0, 396,
                            32, 5 + n, TERM_NONE));
    object_write (o, &mem, ts, 40 * n, 32, 100 + n, TERM_NONE);
  }
  uint32_t before = terms_count (ts);
  term t = object_read_at (o, ts, element_offset (ts, "l"), 0, 396, 32);
  CHECK (terms_count (ts) - before < 32);
  model *m = model_new (&mem, ts);
  evaluator *ev = evaluator_new (&mem, ts);
  for (unsigned i = 0; i < 100; i++) {
    model_set (m, term_var (ts, "j", 1, sort_bv (32)), 7);
    model_set (m, term_var (ts, "k", 1, sort_bv (32)), 10);
    model_set (m, term_var (ts, "l", 1, sort_bv (32)), i);
    evaluator_start (ev, m);
    unsigned expected = i == 0    ? 100
                        : i == 7  ? 6
                        : i == 10 ? 7
                        : i == 20 ? 102
                                  : 0;
    CHECK_EQ (evaluator_value (ev, t), expected);
  }
  evaluator_free (ev);
  model_free (m);
  object_unref (&mem, o);
  terms_free (ts);
  CHECK_EQ (mem.live, 0);
}

TEST (too_many_places) {
  memory mem = {0};
  terms *ts = terms_new (&mem);
  object *o = object_new (&mem, 0, 1u << 22);
  term x = term_var (ts, "x", 1, sort_bv (64));
  CHECK (!object_read_at (o, ts, x, 0, (1u << 22) - 1, 8).id);
  CHECK (!object_write_at (o, &mem, ts, x, 0, 1u << 17, 8, 1, TERM_NONE));
  CHECK (object_write_at (o, &mem, ts, x, 5, 9, 8, 1, TERM_NONE));
  object_unref (&mem, o);
  terms_free (ts);
  CHECK_EQ (mem.live, 0);
}
