/* Memory: objects of the stack, loads, stores, addresses, atomics. There is
 * one thread, so an atomic access is an access.
 *
 * Constant offsets are folded into loads and stores, along a chain:
 *
 *     q = gep p, 8;  r = gep q, 4;  load r      becomes      load p + 12
 *
 * An address all of whose users fold it has no code at all, and then nobody may
 * ask for its slot: 'all_uses_fold' and 'chain_start' must agree on how far
 * chains are followed, hence the one that is a step shorter than the other.
 */

#include "program/lower_priv.h"

/* Addresses. */

static bool is_constant_gep (lower *l, LLVMValueRef v, int64_t *offset) {
  gep_steps s;
  if (!LLVMIsAInstruction (v) ||
      LLVMGetInstructionOpcode (v) != LLVMGetElementPtr ||
      lower_shape (l, v)->n != 1 || !gep_walk (l->program, v, &s) || s.n)
    return false;
  *offset = s.constant;
  return true;
}

/* Chains of constant offsets are followed only so far: in dead code an
 * address can depend on itself.
 */
#define CHAIN_MAX 64
#define CHAIN_MAX_STEP (1 << 20)

/* Where a chain starts; '*n' is its length. */
static LLVMValueRef chain_start (lower *l, LLVMValueRef v, int *n,
                                 int32_t *offset) {
  int64_t step;
  *n = 0;
  *offset = 0;
  while (*n < CHAIN_MAX && is_constant_gep (l, v, &step) &&
         step > -CHAIN_MAX_STEP && step < CHAIN_MAX_STEP) {
    *offset += (int32_t) step;
    v = LLVMGetOperand (v, 0);
    ++*n;
  }
  return v;
}

uint32_t lower_address (lower *l, LLVMValueRef v, int32_t *offset) {
  int n;
  return lower_scalar (l, chain_start (l, v, &n, offset));
}

/* Does a user reach through the address only, with its offset folded? */
static bool folds_offset (lower *l, LLVMValueRef user, LLVMValueRef address) {
  if (!LLVMIsAInstruction (user))
    return false;
  switch ((int) LLVMGetInstructionOpcode (user)) {
  case LLVMLoad:
    return true;
  case LLVMStore:
    return LLVMGetOperand (user, 0) != address;
  case LLVMGetElementPtr:
    return lower_shape (l, user)->is_supported && !lower_same (l, user);
  default:
    return false;
  }
}

/* Then the address itself is never asked for. */
static bool all_uses_fold (lower *l, LLVMValueRef v) {
  int n;
  int32_t offset;
  chain_start (l, v, &n, &offset);
  if (!n || n >= CHAIN_MAX - 1)
    return false;
  n = 0;
  EACH_USE (u, v)
    if (n++ == 64 || !folds_offset (l, LLVMGetUser (u), v))
      return false;
  return true;
}

/* a + index * scale + constant, scalars. */
static uint32_t add_step (lower *l, uint32_t a, uint32_t index, unsigned w,
                          int64_t scale) {
  assert (w && w <= CODE_MAX_WIDTH);
  if (w > 64) {
    index = lower_op (l, OP_TRUNC, 64, w, index, 0, 0);
    w = 64;
  }
  if (scale >= INT32_MIN && scale <= INT32_MAX)
    return lower_op (l, OP_INDEX, 64, w, a, index, (uint32_t) scale);
  if (w < 64)
    index = lower_op (l, OP_SEXT, 64, w, index, 0, 0);
  uint32_t factor = lower_constant (l, 64, (uint64_t) scale, 0);
  index = lower_op (l, OP_MUL, 64, 0, index, factor, 0);
  return lower_op (l, OP_ADD, 64, 0, a, index, 0);
}

static uint32_t add_offset (lower *l, uint32_t a, int64_t offset) {
  if (!offset)
    return a;
  if (offset >= INT32_MIN && offset <= INT32_MAX)
    return lower_op (l, OP_OFFSET, 64, 0, a, 0, (uint32_t) offset);
  return lower_op (l, OP_ADD, 64, 0, a,
                   lower_constant (l, 64, (uint64_t) offset, 0), 0);
}

/* The last operation writes to 'dst' instead of a slot of its own. */
static void redirect (lower *l, uint32_t slot, uint32_t dst) {
  assert (l->insns.len); /* OP_BLOCK at least */
  insn *last = &vec_last (&l->insns);
  bool is_last =
      last->dst == slot && slot == l->n_slots - 1 &&
      (last->op == OP_INDEX || last->op == OP_OFFSET || last->op == OP_ADD);
  if (is_last && slot != dst) {
    last->dst = dst;
    l->n_slots--;
  } else if (slot != dst)
    lower_emit (l, OP_MOVE, 64, 0, dst, slot, 0, 0);
}

static void gep_lane (lower *l, LLVMValueRef v, const gep_steps *s,
                      uint32_t lane, uint32_t dst) {
  LLVMValueRef base = LLVMGetOperand (v, 0);
  int32_t folded = 0;
  uint32_t a = lower_shape (l, base)->n == 1 ? lower_address (l, base, &folded)
                                             : lower_leaf (l, base, lane);
  for (uint32_t i = 0; i < s->n; i++) {
    const code_shape *index = lower_shape (l, s->index[i]);
    uint32_t slot = lower_leaf (l, s->index[i], index->n == 1 ? 0 : lane);
    a = add_step (l, a, slot, index->leaf->width, s->scale[i]);
  }
  redirect (l, add_offset (l, a, s->constant + folded), dst);
}

void lower_gep (lower *l, LLVMValueRef v) {
  gep_steps s;
  if (!gep_walk (l->program, v, &s)) {
    lower_unsupported (l, "an address with more than %d indices",
                       GEP_MAX_STEPS);
    return;
  }
  uint32_t n = lower_shape (l, v)->n;
  if (n == 1 && !s.n && (lower_same (l, v) || all_uses_fold (l, v)))
    return;
  uint32_t dst = lower_dst (l, v);
  for (uint32_t lane = 0; lane < n; lane++)
    gep_lane (l, v, &s, lane, dst + lane);
}

/* Objects of the stack. */

uint32_t lower_layout (lower *l, LLVMTypeRef t) {
  uint64_t *known = map_at (&l->value_at, program_key (t));
  if (!*known) {
    vec_push (l->mem, &l->layouts, *layout_of (l->program, t));
    *known = l->layouts.len;
  }
  assert (*known <= l->layouts.len); /* no value has the key of a type */
  return (uint32_t) *known;
}

static unsigned log2_of (unsigned n) {
  assert (!(n & (n - 1)));
  return n ? (unsigned) __builtin_ctz (n) : 0;
}

void lower_alloca (lower *l, LLVMValueRef v) {
  LLVMTypeRef t = LLVMGetAllocatedType (v);
  LLVMValueRef count = LLVMGetOperand (v, 0);
  if (!LLVMTypeIsSized (t) ||
      LLVMGetTypeKind (t) == LLVMScalableVectorTypeKind) {
    lower_unsupported (l, "a variable of a type without size");
    return;
  }
  uint64_t size = LLVMABISizeOfType (l->program->target, t);
  unsigned w = lower_shape (l, count)->leaf->width;
  uint64_t known;
  uint32_t n = lower_is_number (count, &known)
                   ? lower_constant (l, 64, known, 0)
                   : lower_resize (l, lower_scalar (l, count), w, 64);
  if (size > UINT32_MAX) {
    n = lower_op (l, OP_MUL, 64, 0, n, lower_constant (l, 64, size, 0), 0);
    size = 1;
  }
  uint32_t dst = lower_dst (l, v);
  lower_emit (l, OP_ALLOCA, 64, log2_of (LLVMGetAlignment (v)), dst, n,
              (uint32_t) size, lower_layout (l, t));
}

/* Loads and stores. */

static void load_from (lower *l, uint32_t address, int32_t offset,
                       const code_shape *s, uint32_t dst) {
  assert (s->is_supported);
  if (s->is_packed) {
    unsigned total = s->n * s->leaf->width;
    if (total > CODE_MAX_WIDTH || s->leaf[s->n - 1].offset + 1 != s->n) {
      lower_unsupported (l, "a load of a vector of bits");
      return;
    }
    uint32_t whole =
        lower_op (l, OP_LOAD, total, 0, address, 0, (uint32_t) offset);
    lower_unpack (l, whole, s->n, s->leaf->width, dst);
    return;
  }
  for (uint32_t i = 0; i < s->n; i++)
    lower_emit (l, OP_LOAD, s->leaf[i].width, 0, dst + i, address, 0,
                (uint32_t) offset + (uint32_t) s->leaf[i].offset);
}

static void store_packed (lower *l, uint32_t address, int32_t offset,
                          LLVMValueRef v, const code_shape *s) {
  unsigned total = s->n * s->leaf->width;
  uint32_t slot[CODE_MAX_WIDTH];
  if (total > CODE_MAX_WIDTH || s->leaf[s->n - 1].offset + 1 != s->n) {
    lower_unsupported (l, "a store of a vector of bits");
    return;
  }
  assert (s->n <= CODE_MAX_WIDTH); /* a scalar has a bit at least */
  for (uint32_t i = 0; i < s->n; i++)
    slot[i] = lower_leaf (l, v, i);
  uint32_t whole = lower_pack (l, s->n, s->leaf->width, slot);
  lower_emit (l, OP_STORE, total, 0, 0, address, whole, (uint32_t) offset);
}

static void store_to (lower *l, uint32_t address, int32_t offset,
                      LLVMValueRef v) {
  const code_shape *s = lower_shape (l, v);
  if (s->is_packed) {
    store_packed (l, address, offset, v, s);
    return;
  }
  for (uint32_t i = 0; i < s->n; i++) {
    uint32_t value = lower_leaf (l, v, i);
    lower_emit (l, OP_STORE, s->leaf[i].width, 0, 0, address, value,
                (uint32_t) offset + (uint32_t) s->leaf[i].offset);
  }
}

/* Vectors are moved by instructions that trap where they are not aligned. */
static void demand_alignment (lower *l, LLVMValueRef access, LLVMValueRef v,
                              uint32_t address, int32_t offset) {
  unsigned to = LLVMGetAlignment (access);
  if (LLVMGetTypeKind (LLVMTypeOf (v)) != LLVMVectorTypeKind || to < 16)
    return;
  uint32_t at = lower_op (l, OP_OFFSET, 64, 0, address, 0, (uint32_t) offset);
  uint32_t pool = (uint32_t) l->pool.len;
  vec_push (l->mem, &l->pool, at);
  vec_push (l->mem, &l->pool, lower_constant (l, 64, to, 0));
  lower_emit (l, OP_BUILTIN, 0, 0, 0, BUILTIN_ALIGNED, pool, 2);
}

void lower_load (lower *l, LLVMValueRef v) {
  int32_t offset;
  uint32_t address = lower_address (l, LLVMGetOperand (v, 0), &offset);
  demand_alignment (l, v, v, address, offset);
  load_from (l, address, offset, lower_shape (l, v), lower_dst (l, v));
}

void lower_store (lower *l, LLVMValueRef v) {
  int32_t offset;
  uint32_t address = lower_address (l, LLVMGetOperand (v, 1), &offset);
  demand_alignment (l, v, LLVMGetOperand (v, 0), address, offset);
  store_to (l, address, offset, LLVMGetOperand (v, 0));
}

/* Atomics. */

/* { old value, was it the expected one } */
void lower_exchange (lower *l, LLVMValueRef v) {
  LLVMValueRef expected = LLVMGetOperand (v, 1),
               desired = LLVMGetOperand (v, 2);
  unsigned w = lower_shape (l, desired)->leaf->width;
  uint32_t address = lower_scalar (l, LLVMGetOperand (v, 0));
  uint32_t dst = lower_dst (l, v);
  lower_emit (l, OP_LOAD, w, 0, dst, address, 0, 0);
  lower_emit (l, OP_EQ, w, 0, dst + 1, dst, lower_scalar (l, expected), 0);
  uint32_t next =
      lower_op (l, OP_SELECT, w, 0, dst + 1, lower_scalar (l, desired), dst);
  lower_emit (l, OP_STORE, w, 0, 0, address, next, 0);
}

/* The operation; of a choice, that of "less", and whether the greater wins. */
typedef struct atomic_change {
  op op;
  bool is_choice, greater;
} atomic_change;

static const atomic_change atomic_changes[] = {
    [LLVMAtomicRMWBinOpAdd] = {OP_ADD, false, false},
    [LLVMAtomicRMWBinOpSub] = {OP_SUB, false, false},
    [LLVMAtomicRMWBinOpAnd] = {OP_AND, false, false},
    [LLVMAtomicRMWBinOpOr] = {OP_OR, false, false},
    [LLVMAtomicRMWBinOpXor] = {OP_XOR, false, false},
    [LLVMAtomicRMWBinOpFAdd] = {OP_FADD, false, false},
    [LLVMAtomicRMWBinOpFSub] = {OP_FSUB, false, false},
    [LLVMAtomicRMWBinOpMax] = {OP_SLT, true, true},
    [LLVMAtomicRMWBinOpMin] = {OP_SLT, true, false},
    [LLVMAtomicRMWBinOpUMax] = {OP_ULT, true, true},
    [LLVMAtomicRMWBinOpUMin] = {OP_ULT, true, false},
};

static uint32_t modified (lower *l, LLVMAtomicRMWBinOp o, unsigned w,
                          uint32_t old, uint32_t by) {
  atomic_change c = {0};
  if (o < sizeof atomic_changes / sizeof *atomic_changes)
    c = atomic_changes[o];
  if (o == LLVMAtomicRMWBinOpXchg)
    return by;
  if (o == LLVMAtomicRMWBinOpNand)
    return lower_op (l, OP_XOR, w, 0, lower_op (l, OP_AND, w, 0, old, by, 0),
                     lower_ones (l, w), 0);
  if (c.is_choice)
    return lower_choose (l, c.op, c.greater, w, old, by);
  if (c.op)
    return lower_op (l, c.op, w, 0, old, by, 0);
  lower_unsupported (l, "an atomic operation");
  return old;
}

void lower_read_modify_write (lower *l, LLVMValueRef v) {
  unsigned w = lower_shape (l, v)->leaf->width;
  uint32_t address = lower_scalar (l, LLVMGetOperand (v, 0));
  uint32_t by = lower_scalar (l, LLVMGetOperand (v, 1));
  uint32_t old = lower_dst (l, v);
  lower_emit (l, OP_LOAD, w, 0, old, address, 0, 0);
  uint32_t next = modified (l, LLVMGetAtomicRMWBinOp (v), w, old, by);
  lower_emit (l, OP_STORE, w, 0, 0, address, next, 0);
}
