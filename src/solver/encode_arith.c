/* Arithmetic as circuits. The choices favour propagation over gate count:
 * comparison and carry are chains of majorities, multiplication adds rows,
 * division is the restoring array.
 */

#include "solver/encode.h"

lit encode_equal (circuit *c, unsigned w, const lit *a, const lit *b) {
  lit res = LIT_TRUE;
  for (unsigned i = 0; i < w && res != LIT_FALSE; i++)
    res = circuit_and (c, res, lit_not (circuit_xor (c, a[i], b[i])));
  return res;
}

static lit any_of (circuit *c, unsigned w, const lit *a) {
  lit res = LIT_FALSE;
  for (unsigned i = 0; i < w && res != LIT_TRUE; i++)
    res = circuit_or (c, res, a[i]);
  return res;
}

/* From the lowest bit up: less so far, and not a, or b, decides. */
lit encode_less (circuit *c, unsigned w, const lit *a, const lit *b,
                 bool or_equal) {
  lit res = or_equal ? LIT_TRUE : LIT_FALSE;
  for (unsigned i = 0; i < w; i++)
    res = circuit_maj (c, lit_not (a[i]), b[i], res);
  return res;
}

lit encode_signed_less (circuit *c, unsigned w, const lit *a, const lit *b,
                        bool or_equal) {
  assert (w);
  lit low = encode_less (c, w - 1, a, b, or_equal);
  return circuit_maj (c, a[w - 1], lit_not (b[w - 1]), low);
}

void encode_add (circuit *c, unsigned w, lit *out, const lit *a, const lit *b,
                 lit carry) {
  for (unsigned i = 0; i < w; i++) {
    lit x = a[i], y = b[i];
    out[i] = circuit_xor (c, circuit_xor (c, x, y), carry);
    if (i + 1 < w)
      carry = circuit_maj (c, x, y, carry);
  }
}

void encode_neg (circuit *c, unsigned w, lit *out, const lit *a,
                 lit condition) {
  lit carry = condition;
  for (unsigned i = 0; i < w; i++) {
    lit x = circuit_xor (c, a[i], condition);
    out[i] = circuit_xor (c, x, carry);
    if (i + 1 < w)
      carry = circuit_and (c, x, carry);
  }
}

void encode_mux (circuit *c, unsigned w, lit *out, lit condition, const lit *a,
                 const lit *b) {
  for (unsigned i = 0; i < w; i++)
    out[i] = circuit_mux (c, condition, a[i], b[i]);
}

/* Multiplication. */

static unsigned count_open (unsigned w, const lit *a) {
  unsigned n = 0;
  for (unsigned i = 0; i < w; i++)
    n += !lit_is_const (a[i]);
  return n;
}

/* Constant factor in digits -1, 0, 1 with no two neighbours (Booth): a run
 * of ones costs two additions.
 */
static void mul_const (circuit *c, unsigned w, lit *out, const lit *a,
                       const lit *b, lit *row) {
  bool carry = false;
  for (unsigned k = 0; k < w && !guard_is_stopped (c->guard); k++) {
    bool bit = (b[k] == LIT_TRUE) != carry;
    bool next = k + 1 < w && b[k + 1] == LIT_TRUE;
    bool both = b[k] == LIT_TRUE && carry;
    if (!bit) {
      carry = both;
      continue;
    }
    lit minus = next ? LIT_TRUE : LIT_FALSE;
    for (unsigned i = 0; i + k < w; i++)
      row[i] = lit_flip (a[i], minus);
    encode_add (c, w - k, out + k, out + k, row, minus);
    carry = next;
  }
}

static void mul_open (circuit *c, unsigned w, lit *out, const lit *a,
                      const lit *b, lit *row) {
  for (unsigned k = 0; k < w && !guard_is_stopped (c->guard); k++) {
    if (b[k] == LIT_FALSE)
      continue;
    for (unsigned i = 0; i + k < w; i++)
      row[i] = circuit_and (c, a[i], b[k]);
    encode_add (c, w - k, out + k, out + k, row, LIT_FALSE);
  }
}

void encode_mul (circuit *c, unsigned w, lit *out, const lit *a, const lit *b) {
  if (count_open (w, a) < count_open (w, b)) { /* rows come from b */
    const lit *t = a;
    a = b;
    b = t;
  }
  for (unsigned i = 0; i < w; i++)
    out[i] = LIT_FALSE;
  lit *row = memory_alloc (c->mem, w * sizeof *row);
  if (count_open (w, b))
    mul_open (c, w, out, a, b, row);
  else
    mul_const (c, w, out, a, b, row);
  memory_free (c->mem, row, w * sizeof *row);
}

/* Division. */

static unsigned length (unsigned w, const lit *a) {
  while (w && a[w - 1] == LIT_FALSE)
    w--;
  return w;
}

/* The restoring array. Before each step the remainder is below the divisor,
 * so it needs no more bits than that has, and in step n no more than n; what
 * the divisor has above those decides the comparison alone.
 *
 * A zero divisor never is above the remainder, which gives the quotient of
 * all ones that SMT-LIB wants; the remainder is chosen at the end.
 */
static void divide_unsigned (circuit *c, unsigned w, lit *quotient,
                             lit *remainder, const lit *a, const lit *b) {
  unsigned size = length (w, b);
  size_t room = 3 * (size_t) w + 3;
  lit *rest = memory_alloc (c->mem, room * sizeof *rest);
  lit *diff = rest + w + 1, *above = diff + w + 1;
  above[w] = LIT_FALSE;
  for (unsigned i = w; i--;)
    above[i] = circuit_or (c, above[i + 1], b[i]);
  unsigned len = 0;
  for (unsigned k = w; k-- && !guard_is_stopped (c->guard);) {
    memmove (rest + 1, rest, len * sizeof *rest);
    rest[0] = a[k];
    len++;
    unsigned low = len < size ? len : size; /* len <= size + 1 */
    assert (len <= size + 1);               /* the rest was below the divisor */
    lit less = encode_less (c, low, rest, b, false);
    if (len > low)
      less = circuit_and (c, less, lit_not (rest[low]));
    else
      less = circuit_or (c, less, above[low]);
    quotient[k] = lit_not (less);
    for (unsigned i = 0; i < low; i++)
      diff[i] = lit_not (b[i]);
    encode_add (c, low, diff, diff, rest, LIT_TRUE);
    encode_mux (c, low, rest, less, rest, diff);
    len = low;
  }
  for (unsigned i = 0; i < w; i++)
    remainder[i] =
        circuit_mux (c, above[0], i < len ? rest[i] : LIT_FALSE, a[i]);
  memory_free (c->mem, rest, room * sizeof *rest);
}

/* The sign of the result, given to all by SMT-LIB's definition of the signed
 * divisions through the unsigned ones.
 */
void encode_divide (circuit *c, kind k, unsigned w, lit *out, const lit *a,
                    const lit *b) {
  assert (k >= KIND_BV_UDIV && k <= KIND_BV_SMOD);
  size_t room = 4 * (size_t) w;
  lit *x = memory_alloc (c->mem, room * sizeof *x);
  lit *y = x + w, *q = y + w, *r = q + w;
  lit a_sign = a[w - 1], b_sign = b[w - 1];
  bool is_signed = k != KIND_BV_UDIV && k != KIND_BV_UREM;
  encode_neg (c, w, x, a, is_signed ? a_sign : LIT_FALSE);
  encode_neg (c, w, y, b, is_signed ? b_sign : LIT_FALSE);
  memset (q, 0, 2 * w * sizeof *q);
  divide_unsigned (c, w, q, r, x, y);
  switch (k) {
  case KIND_BV_UDIV:
    memcpy (out, q, w * sizeof *q);
    break;
  case KIND_BV_UREM:
    memcpy (out, r, w * sizeof *r);
    break;
  case KIND_BV_SDIV:
    encode_neg (c, w, out, q, circuit_xor (c, a_sign, b_sign));
    break;
  default:
    encode_neg (c, w, out, r, a_sign);
    if (k == KIND_BV_SMOD) { /* the sign of b, by adding b */
      lit fix =
          circuit_and (c, circuit_xor (c, a_sign, b_sign), any_of (c, w, r));
      for (unsigned i = 0; i < w; i++)
        y[i] = circuit_and (c, fix, b[i]);
      encode_add (c, w, out, out, y, LIT_FALSE);
    }
  }
  memory_free (c->mem, x, room * sizeof *x);
}

/* Shifts: a barrel of powers of two; amounts of the width or more give what
 * shifting everything out gives.
 */
void encode_shift (circuit *c, kind k, unsigned w, lit *out, const lit *a,
                   const lit *by) {
  assert (k == KIND_BV_SHL || k == KIND_BV_LSHR || k == KIND_BV_ASHR);
  lit fill = k == KIND_BV_ASHR ? a[w - 1] : LIT_FALSE;
  bool left = k == KIND_BV_SHL;
  memmove (out, a, w * sizeof *out);
  unsigned stage = 0;
  for (; stage < w && stage < 31 && 1u << stage < w; stage++) {
    unsigned d = 1u << stage;
    for (unsigned n = 0; n < w; n++) { /* sources are not yet overwritten */
      unsigned i = left ? w - 1 - n : n;
      lit from =
          left ? (i >= d ? out[i - d] : fill) : (i + d < w ? out[i + d] : fill);
      out[i] = circuit_mux (c, by[stage], from, out[i]);
    }
  }
  lit over = any_of (c, w - stage, by + stage);
  for (unsigned i = 0; i < w; i++)
    out[i] = circuit_mux (c, over, fill, out[i]);
}

/* Tables: a tree of choices over the bits of the index. Equal halves become
 * the same gates by themselves.
 */

typedef struct table_walk {
  circuit *circuit;
  const content *content;
  const lit *index, *base;
  unsigned w;
} table_walk;

static size_t first_from (const content *t, size_t from, size_t to,
                          uint64_t index) {
  while (from < to) {
    size_t mid = (from + to) / 2;
    if (t->index[mid] < index)
      from = mid + 1;
    else
      to = mid;
  }
  return from;
}

#define TABLE_LOOK 1024 /* entries between two looks at the clock */

/* Entries from..to are those with the given bits above 'bit'. The room
 * behind 'out' is free. Recursion is as deep as the index is wide.
 */
static void encode_arith_choose (const table_walk *t, size_t from, size_t to,
                                 uint64_t above, unsigned bit, lit *out) {
  if (from == to || guard_is_stopped (t->circuit->guard)) {
    memcpy (out, t->base, t->w * sizeof *out);
    return;
  }
  if (!bit) {
    if (!(from % TABLE_LOOK)) /* gates that are there already ask nobody */
      (void) guard_asks_to_stop (t->circuit->guard);
    for (unsigned i = 0; i < t->w; i++)
      out[i] = t->content->value[from] >> i & 1 ? LIT_TRUE : LIT_FALSE;
    return;
  }
  lit x = t->index[bit - 1];
  uint64_t high = above | (uint64_t) 1 << (bit - 1);
  size_t mid = first_from (t->content, from, to, high);
  if (x != LIT_TRUE)
    encode_arith_choose (t, from, mid, above, bit - 1, out);
  if (x == LIT_FALSE)
    return;
  lit *other = x == LIT_TRUE ? out : out + t->w;
  encode_arith_choose (t, mid, to, high, bit - 1, other);
  if (x != LIT_TRUE)
    encode_mux (t->circuit, t->w, out, x, other, out);
}

void encode_table (circuit *c, const content *t, unsigned index_width,
                   const lit *index, unsigned w, lit *out, const lit *base) {
  unsigned bits = 0;
  while (bits < index_width && bits < 64 && t->index[t->n - 1] >> bits)
    bits++;
  size_t room = (size_t) (bits + 2) * w;
  lit *tree = memory_alloc (c->mem, room * sizeof *tree);
  table_walk walk = {c, t, index, base, w};
  encode_arith_choose (&walk, 0, t->n, 0, bits, tree);
  lit over = any_of (c, index_width - bits, index + bits);
  encode_mux (c, w, out, over, base, tree);
  memory_free (c->mem, tree, room * sizeof *tree);
}
