/* The words of small values against mathematical integers, and the corners of
 * division and shifts against definitions of their own.
 */

#include "base/bits.h"
#include "term/value.h"
#include "term/value_small.h"
#include "test.h"

static uint64_t small (kind k, unsigned w, uint64_t a, uint64_t b) {
  return value_apply_small (k, w, 0, w, a, b, 0);
}

/* The same at 70 bits, where operands are numbers: sign-extended operands
 * for signed kinds, zero-extended ones else, so that low bits must agree.
 */
static uint64_t by_num (arena *m, kind k, unsigned w, bool is_signed,
                        uint64_t a, uint64_t b) {
  enum { WIDE = 70 };
  sort s = sort_bv (WIDE), sorts[3] = {s, s, SORT_NONE};
  num x = num_of_u64 (m, a), y = num_of_u64 (m, b);
  if (is_signed) {
    x = num_wrap (m, num_signed (m, x, w), WIDE);
    y = num_wrap (m, num_signed (m, y, w), WIDE);
  }
  uint64_t arg[3] = {x.word, y.word, 0};
  bool is_compare = k == KIND_EQ || (k >= KIND_BV_ULT && k <= KIND_BV_SLE);
  uint64_t r = value_apply (m, k, is_compare ? SORT_BOOL : s, s, 0, arg, sorts);
  return is_compare ? r : num_u64 (value_num (r)) & bits_mask (w);
}

static void check_kind (kind k, bool is_signed, bool zero_divisor) {
  arena m;
  memory mem = {0};
  arena_init (&m, &mem);
  for (unsigned w = 1; w <= 5; w++)
    for (uint64_t a = 0; a <= bits_mask (w); a++)
      for (uint64_t b = !zero_divisor; b <= bits_mask (w); b++) {
        uint64_t r = small (k, w, a, b), s = by_num (&m, k, w, is_signed, a, b);
        if (r != s)
          FAIL ("%s width %u: %llu, %llu gives %llu and %llu",
                kind_table[k].name, w, (unsigned long long) a,
                (unsigned long long) b, (unsigned long long) r,
                (unsigned long long) s);
      }
  arena_release (&m);
  CHECK_EQ (mem.live, 0);
}

TEST (small_and_wide_agree) {
  const kind plain[] = {KIND_EQ,     KIND_BV_AND, KIND_BV_OR,  KIND_BV_XOR,
                        KIND_BV_ADD, KIND_BV_MUL, KIND_BV_SHL, KIND_BV_LSHR,
                        KIND_BV_ULT, KIND_BV_ULE, KIND_BV_NOT, KIND_BV_NEG};
  for (unsigned i = 0; i < sizeof plain / sizeof *plain; i++)
    check_kind (plain[i], false, true);
  check_kind (KIND_BV_UDIV, false, true);
  check_kind (KIND_BV_UREM, false, true);
  check_kind (KIND_BV_SLT, true, true);
  check_kind (KIND_BV_SLE, true, true);
  check_kind (KIND_BV_SDIV, true, true);
  check_kind (KIND_BV_SREM, true, true);
  check_kind (KIND_BV_SMOD, true, true);
}

/* SMT-LIB's definitions, over the integers. */

static int64_t floor_mod (int64_t a, int64_t b) {
  int64_t r = a % b;
  return r && (r < 0) != (b < 0) ? r + b : r;
}

static void check_signed (unsigned w, uint64_t a, uint64_t b) {
  int64_t x = bits_signed (a, w), y = bits_signed (b, w);
  uint64_t mask = bits_mask (w);
  int64_t div = y ? x / y : x < 0 ? 1 : -1;
  int64_t rem = y ? x % y : x, mod = y ? floor_mod (x, y) : x;
  CHECK_EQ (small (KIND_BV_SDIV, w, a, b), (uint64_t) div & mask);
  CHECK_EQ (small (KIND_BV_SREM, w, a, b), (uint64_t) rem & mask);
  CHECK_EQ (small (KIND_BV_SMOD, w, a, b), (uint64_t) mod & mask);
  CHECK_EQ (small (KIND_BV_SLT, w, a, b), x < y);
  CHECK_EQ (small (KIND_BV_UDIV, w, a, b), b ? a / b : mask);
  CHECK_EQ (small (KIND_BV_UREM, w, a, b), b ? a % b : a);
}

/* One step at a time, as often as said. */
static void check_shifts (unsigned w, uint64_t a, uint64_t by) {
  uint64_t left = a, right = a, arith = a, mask = bits_mask (w);
  for (uint64_t i = 0; i < by && i < 64; i++) {
    left = left << 1 & mask;
    right >>= 1;
    arith = arith >> 1 | (a & bits_sign (w));
  }
  CHECK_EQ (small (KIND_BV_SHL, w, a, by), left);
  CHECK_EQ (small (KIND_BV_LSHR, w, a, by), right);
  CHECK_EQ (small (KIND_BV_ASHR, w, a, by), arith);
}

TEST (definitions) {
  for (unsigned w = 1; w <= 5; w++)
    for (uint64_t a = 0; a <= bits_mask (w); a++)
      for (uint64_t b = 0; b <= bits_mask (w); b++) {
        check_signed (w, a, b);
        check_shifts (w, a, b);
      }
}

TEST (corners_of_large_words) {
  const uint64_t min = (uint64_t) 1 << 63, ones = UINT64_MAX;
  CHECK_EQ (small (KIND_BV_SDIV, 64, min, ones), min);
  CHECK_EQ (small (KIND_BV_SREM, 64, min, ones), 0);
  CHECK_EQ (small (KIND_BV_SMOD, 64, min, ones), 0);
  CHECK_EQ (small (KIND_BV_UDIV, 64, 5, 0), ones);
  for (uint64_t by = 0; by < 70; by++)
    check_shifts (64, 0x8123456789abcdef, by);
  check_shifts (64, min, ones);
  check_shifts (33, 0x1deadbeef, 33);
}

TEST (parts) {
  for (unsigned high = 0; high < 8; high++)
    for (unsigned low = 0; low <= high; low++)
      for (uint64_t a = 0; a < 256; a++) {
        uint64_t payload = (uint64_t) high << 32 | low, expected = 0;
        for (unsigned i = low; i <= high; i++)
          expected |= (a >> i & 1) << (i - low);
        CHECK_EQ (value_apply_small (KIND_EXTRACT, 8, payload, high - low + 1,
                                     a, 0, 0),
                  expected);
      }
  CHECK_EQ (value_apply_small (KIND_CONCAT, 4, 0, 8, 0xa, 0xb, 0), 0xab);
  CHECK_EQ (value_apply_small (KIND_SEXT, 4, 4, 8, 0x9, 0, 0), 0xf9);
  CHECK_EQ (value_apply_small (KIND_SEXT, 4, 60, 64, 0x9, 0, 0),
            0xfffffffffffffff9u);
  CHECK_EQ (value_apply_small (KIND_ZEXT, 4, 4, 8, 0x9, 0, 0), 0x9);
}
