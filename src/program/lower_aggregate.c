/* Structs, arrays and vectors: runs of slots, flattened.
 *
 *     {i32, [2 x i8], ptr}     leaf 0   1   2   3
 *                              i32  i8  i8  ptr       part {1, 1} is leaf 2
 *
 * Taking a part out, or putting one in, is moves between runs; only an index
 * that is not known needs an operation (PICK, PUT), which wants its run in one
 * piece: a constant is copied into one. A bitcast between shapes goes by groups
 * of scalars that together are as wide on both sides, packed into an integer of
 * at most CODE_MAX_WIDTH bits and cut again.
 */

#include "program/lower_priv.h"

/* Number of the first scalar of a part, by its indices, and its type. */
static uint32_t part_of (lower *l, LLVMTypeRef t, LLVMValueRef v) {
  const unsigned *index = LLVMGetIndices (v);
  uint32_t first = 0;
  for (unsigned k = 0, n = LLVMGetNumIndices (v); k < n; k++) {
    if (LLVMGetTypeKind (t) == LLVMStructTypeKind) {
      for (unsigned i = 0; i < index[k]; i++)
        first += shape_of (l->program, LLVMStructGetTypeAtIndex (t, i))->n;
      t = LLVMStructGetTypeAtIndex (t, index[k]);
    } else {
      t = LLVMGetElementType (t);
      first += index[k] * shape_of (l->program, t)->n;
    }
  }
  return first;
}

static void move_leaf (lower *l, unsigned w, uint32_t dst, uint32_t src) {
  assert (w && w <= CODE_MAX_WIDTH);
  if (dst != src)
    lower_emit (l, OP_MOVE, w, 0, dst, src, 0, 0);
}

void lower_extract_value (lower *l, LLVMValueRef v) {
  LLVMValueRef from = LLVMGetOperand (v, 0);
  uint32_t first = part_of (l, LLVMTypeOf (from), v);
  const code_shape *s = lower_shape (l, v);
  assert (first + s->n <= lower_shape (l, from)->n);
  uint32_t dst = lower_dst (l, v);
  for (uint32_t i = 0; i < s->n; i++)
    move_leaf (l, s->leaf[i].width, dst + i, lower_leaf (l, from, first + i));
}

void lower_insert_value (lower *l, LLVMValueRef v) {
  LLVMValueRef whole = LLVMGetOperand (v, 0), part = LLVMGetOperand (v, 1);
  uint32_t first = part_of (l, LLVMTypeOf (whole), v);
  uint32_t n = lower_shape (l, part)->n;
  const code_shape *s = lower_shape (l, v);
  assert (first + n <= s->n);
  uint32_t dst = lower_dst (l, v);
  for (uint32_t i = 0; i < s->n; i++) {
    bool is_part = i >= first && i < first + n;
    uint32_t src =
        is_part ? lower_leaf (l, part, i - first) : lower_leaf (l, whole, i);
    move_leaf (l, s->leaf[i].width, dst + i, src);
  }
}

/* An index as 64 bits. */
static uint32_t index_slot (lower *l, LLVMValueRef v) {
  assert (lower_shape (l, v)->n == 1);
  unsigned w = lower_shape (l, v)->leaf->width;
  return lower_resize (l, lower_scalar (l, v), w, 64);
}

void lower_extract_element (lower *l, LLVMValueRef v) {
  LLVMValueRef from = LLVMGetOperand (v, 0), index = LLVMGetOperand (v, 1);
  const code_shape *s = lower_shape (l, from);
  unsigned w = s->leaf->width;
  uint32_t dst = lower_dst (l, v);
  uint64_t i;
  if (lower_is_number (index, &i)) {
    move_leaf (l, w, dst, lower_leaf (l, from, i < s->n ? (uint32_t) i : 0));
    return;
  }
  uint32_t at = index_slot (l, index);
  uint32_t run = lower_run (l, from);
  lower_emit (l, OP_PICK, w, 0, dst, run, s->n, at);
}

void lower_insert_element (lower *l, LLVMValueRef v) {
  LLVMValueRef whole = LLVMGetOperand (v, 0), part = LLVMGetOperand (v, 1);
  LLVMValueRef index = LLVMGetOperand (v, 2);
  const code_shape *s = lower_shape (l, v);
  unsigned w = s->leaf->width; /* of all: it is a vector */
  uint32_t dst = lower_dst (l, v);
  uint64_t at;
  bool is_known = lower_is_number (index, &at);
  for (uint32_t i = 0; i < s->n; i++) {
    bool is_part = is_known && at == i;
    move_leaf (l, w, dst + i,
               is_part ? lower_scalar (l, part) : lower_leaf (l, whole, i));
  }
  if (!is_known) {
    uint32_t slot = index_slot (l, index);
    lower_emit (l, OP_PUT, w, 0, dst, lower_scalar (l, part), s->n, slot);
  }
}

void lower_shuffle (lower *l, LLVMValueRef v) {
  LLVMValueRef a = LLVMGetOperand (v, 0), b = LLVMGetOperand (v, 1);
  uint32_t n = lower_shape (l, a)->n;
  const code_shape *s = lower_shape (l, v);
  uint32_t dst = lower_dst (l, v);
  for (uint32_t i = 0; i < s->n; i++) {
    int from = LLVMGetMaskValue (v, i);
    uint32_t src;
    assert (from < 0 || (uint32_t) from < n + lower_shape (l, b)->n);
    if (from < 0)
      src = lower_constant (l, s->leaf[i].width, 0, 0);
    else if ((uint32_t) from < n)
      src = lower_leaf (l, a, (uint32_t) from);
    else
      src = lower_leaf (l, b, (uint32_t) from - n);
    move_leaf (l, s->leaf[i].width, dst + i, src);
  }
}

/* Bits of one shape seen as another. */

uint32_t lower_pack (lower *l, uint32_t n, unsigned w, const uint32_t *slot) {
  unsigned total = n * w;
  assert (n && total <= CODE_MAX_WIDTH);
  uint32_t res = lower_resize (l, slot[0], w, total);
  for (uint32_t i = 1; i < n; i++) {
    uint32_t part = lower_resize (l, slot[i], w, total);
    uint32_t by = lower_constant (l, total, (uint64_t) i * w, 0);
    part = lower_op (l, OP_SHL, total, 0, part, by, 0);
    res = lower_op (l, OP_OR, total, 0, res, part, 0);
  }
  return res;
}

void lower_unpack (lower *l, uint32_t from, uint32_t n, unsigned w,
                   uint32_t dst) {
  unsigned total = n * w;
  assert (n && total <= CODE_MAX_WIDTH);
  for (uint32_t i = 0; i < n; i++) {
    uint32_t by = lower_constant (l, total, (uint64_t) i * w, 0);
    uint32_t part = i ? lower_op (l, OP_LSHR, total, 0, from, by, 0) : from;
    lower_emit (l, n > 1 ? OP_TRUNC : OP_MOVE, w, n > 1 ? total : 0, dst + i,
                part, 0, 0);
  }
}

static unsigned common_width (unsigned a, unsigned b) {
  if (a % b == 0)
    return a;
  if (b % a == 0)
    return b;
  return 0;
}

/* Groups of scalars that together are as wide on both sides. */
static void convert (lower *l, LLVMValueRef from, const code_shape *s,
                     const code_shape *to, unsigned group, uint32_t dst) {
  unsigned was = s->leaf->width, is = to->leaf->width;
  uint32_t n_from = group / was, n_to = group / is;
  uint32_t slot[CODE_MAX_WIDTH];
  assert (n_from && n_to && group % was == 0 && group % is == 0);
  assert (s->n % n_from == 0 && s->n / n_from == to->n / n_to);
  for (uint32_t g = 0; g < s->n / n_from; g++) {
    for (uint32_t i = 0; i < n_from; i++)
      slot[i] = lower_leaf (l, from, g * n_from + i);
    uint32_t whole = lower_pack (l, n_from, was, slot);
    lower_unpack (l, whole, n_to, is, dst + g * n_to);
  }
}

void lower_bitcast (lower *l, LLVMValueRef v) {
  if (lower_same (l, v))
    return;
  LLVMValueRef from = LLVMGetOperand (v, 0);
  const code_shape *s = lower_shape (l, from), *to = lower_shape (l, v);
  unsigned was = s->leaf->width, is = to->leaf->width;
  unsigned group = common_width (was, is);
  if (!group && s->n * was <= CODE_MAX_WIDTH)
    group = s->n * was;
  if (!group || s->n * was != to->n * is) {
    lower_unsupported (l, "a bitcast from %u x %u to %u x %u bits",
                       (unsigned) s->n, was, (unsigned) to->n, is);
    return;
  }
  convert (l, from, s, to, group, lower_dst (l, v));
}
