/* Terminators and edges. An edge to a block with phis carries moves, which
 * happen at the same time as far as the program is concerned.
 *
 *     OP_BLOCK A  ...  OP_BRANCH c, e1, e2 | e1: moves, JUMP B | e2: moves, ...
 *     |<----------- block.n ------------->|  edges behind the block
 *
 * One after the other a move may overwrite what another still reads. So a move
 * waits while its destination is read by one that waits; where all wait they
 * form cycles, and a copy of one destination opens its cycle:
 *
 *     a <- b, b <- a      t <- a;  a <- b;  b <- t
 *
 * What holds: a pair of blocks has one edge, also if a switch goes there by
 * several cases ('stamp' tells blocks apart, 'edge_pc' is of the current one).
 */

#include "program/branches.h"
#include "program/lower_priv.h"

typedef struct move {
  uint32_t dst, src;
  uint8_t width;
} move;

typedef VEC (move) move_vec;

/* Blocks come in the order of the phi or against it: from '*last' both ways. */
static LLVMValueRef incoming (LLVMValueRef phi, LLVMBasicBlockRef from,
                              unsigned *last) {
  unsigned n = LLVMCountIncoming (phi), start = *last;
  for (unsigned i = 0; i < 2 * n; i++) {
    *last = (start % n + (i & 1 ? i / 2 + 1 : n - i / 2)) % n;
    if (LLVMGetIncomingBlock (phi, *last) == from)
      return LLVMGetIncomingValue (phi, *last);
  }
  return NULL;
}

static bool is_phi (LLVMValueRef v) {
  return v && LLVMGetInstructionOpcode (v) == LLVMPHI;
}

static void collect_moves (lower *l, LLVMBasicBlockRef from,
                           LLVMBasicBlockRef to, move_vec *out) {
  assert (!out->len); /* moves of one edge */
  for (LLVMValueRef phi = LLVMGetFirstInstruction (to); is_phi (phi);
       phi = LLVMGetNextInstruction (phi)) {
    LLVMValueRef v = incoming (phi, from, &l->last_incoming);
    const code_shape *s = lower_shape (l, phi);
    if (!v)
      continue;
    if (!s->is_supported) {
      lower_unsupported (l, "a phi of an unsupported type");
      continue;
    }
    uint32_t dst = lower_dst (l, phi);
    for (uint32_t i = 0; i < s->n; i++) {
      uint32_t src = lower_leaf (l, v, i);
      if (src != dst + i)
        vec_push (l->mem, out, (move) {dst + i, src, s->leaf[i].width});
    }
  }
}

/* How many pending moves still read a slot. */
static uint32_t *pending_reads (lower *l, uint32_t slot) {
  vec_extend (l->mem, &l->reads, slot + 1);
  return l->reads.data + slot;
}

static void count_read (lower *l, uint32_t slot, int by) {
  assert (by == 1 || by == -1);
  if (!(slot & LOWER_CONSTANT))
    *pending_reads (l, slot) += (uint32_t) by;
}

/* Every move of a cycle is blocked: a copy of one destination frees it. */
static void break_cycle (lower *l, move_vec *moves) {
  uint32_t blocked = moves->data[0].dst;
  assert (moves->len > 1 && *pending_reads (l, blocked));
  uint32_t copy = lower_op (l, OP_MOVE, moves->data[0].width, 0, blocked, 0, 0);
  for (size_t i = 0; i < moves->len; i++)
    if (moves->data[i].src == blocked) {
      count_read (l, blocked, -1);
      count_read (l, copy, 1);
      moves->data[i].src = copy;
    }
  assert (!*pending_reads (l, blocked)); /* so the next pass moves on */
}

static void emit_moves (lower *l, move_vec *moves) {
  for (size_t i = 0; i < moves->len; i++)
    count_read (l, moves->data[i].src, 1);
  while (moves->len) {
    size_t kept = 0;
    for (size_t i = 0; i < moves->len; i++) {
      move m = moves->data[i];
      if (*pending_reads (l, m.dst))
        moves->data[kept++] = m; /* not behind what is read */
      else {
        lower_emit (l, OP_MOVE, m.width, 0, m.dst, m.src, 0, 0);
        count_read (l, m.src, -1);
      }
    }
    bool is_stuck = kept == moves->len;
    moves->len = kept;
    if (is_stuck)
      break_cycle (l, moves);
  }
}

static void lower_moves (lower *l, LLVMBasicBlockRef from,
                         LLVMBasicBlockRef to) {
  move_vec moves = {0};
  collect_moves (l, from, to, &moves);
  emit_moves (l, &moves);
  vec_release (l->mem, &moves);
}

/* Where a jump from one block to another goes: to the block itself, or to
 * its moves, which are emitted here, once per pair of blocks.
 */
static uint32_t edge (lower *l, LLVMBasicBlockRef from, LLVMBasicBlockRef to) {
  uint32_t target = lower_block (l, to);
  assert (l->stamp); /* behind close_block */
  if (!is_phi (LLVMGetFirstInstruction (to)))
    return target;
  if (l->edge_stamp.data[target] != l->stamp) {
    l->edge_stamp.data[target] = l->stamp;
    l->edge_pc.data[target] = LOWER_PC | (uint32_t) l->insns.len;
    lower_moves (l, from, to);
    lower_emit (l, OP_JUMP, 0, 0, 0, target, 0, 0);
  }
  return l->edge_pc.data[target];
}

/* The block ends here; edges follow. */
static void close_block (lower *l) {
  block *b = l->blocks.data + l->current;
  assert (!b->n && l->insns.len > b->first); /* one terminator a block */
  b->n = (uint32_t) l->insns.len - b->first;
  l->stamp++;
}

/* Terminators. */

void lower_jump (lower *l, LLVMBasicBlockRef from, LLVMBasicBlockRef to) {
  lower_moves (l, from, to);
  lower_emit (l, OP_JUMP, 0, 0, 0, lower_block (l, to), 0, 0);
  close_block (l);
}

void lower_return (lower *l, LLVMValueRef v) {
  uint32_t first = 0, n = 0;
  if (LLVMGetNumOperands (v)) {
    LLVMValueRef value = LLVMGetOperand (v, 0);
    n = lower_shape (l, value)->n;
    if (n)
      first = lower_run (l, value);
  }
  if (n > UINT8_MAX)
    lower_unsupported (l, "a result of more than %d scalars", UINT8_MAX);
  lower_emit (l, OP_RETURN, 0, 0, 0, first, n, 0);
  close_block (l);
}

void lower_unreachable (lower *l, LLVMValueRef v) {
  (void) v;
  lower_emit (l, OP_UNREACHABLE, 0, 0, 0, 0, 0, 0);
  close_block (l);
}

void lower_branch (lower *l, LLVMValueRef v) {
  assert (LLVMGetInstructionOpcode (v) == LLVMBr);
  LLVMBasicBlockRef from = LLVMGetInstructionParent (v);
  if (!LLVMIsConditional (v)) {
    lower_jump (l, from, LLVMGetSuccessor (v, 0));
    return;
  }
  uint32_t condition = lower_scalar (l, LLVMGetCondition (v));
  size_t at = l->insns.len;
  unsigned x = branches_is_written (v) ? 0 : BRANCH_HIDDEN;
  x |= branches_is_operand (LLVMGetSuccessor (v, 0)) ? BRANCH_MORE_YES : 0;
  x |= branches_is_operand (LLVMGetSuccessor (v, 1)) ? BRANCH_MORE_NO : 0;
  lower_emit (l, OP_BRANCH, 1, x, 0, condition, 0, 0);
  close_block (l);
  uint32_t yes = edge (l, from, LLVMGetSuccessor (v, 0));
  uint32_t no = edge (l, from, LLVMGetSuccessor (v, 1));
  l->insns.data[at].b = yes;
  l->insns.data[at].c = no;
}

typedef struct branch_case {
  uint64_t value;
  uint32_t pc;
} branch_case;

static int compare_cases (const void *a, const void *b) {
  uint64_t x = ((const branch_case *) a)->value;
  uint64_t y = ((const branch_case *) b)->value;
  return x < y ? -1 : x > y;
}

static void fill_switch (lower *l, LLVMValueRef v, switching *s) {
  LLVMBasicBlockRef from = LLVMGetInstructionParent (v);
  uint32_t n = LLVMGetNumSuccessors (v) - 1;
  branch_case *cases = memory_alloc (l->mem, n * sizeof *cases);
  for (uint32_t i = 0; i < n; i++) {
    LLVMValueRef value = LLVMGetOperand (v, 2 * i + 2);
    cases[i].value = LLVMConstIntGetZExtValue (value);
    cases[i].pc = edge (l, from, LLVMGetSuccessor (v, i + 1));
  }
  s->otherwise = edge (l, from, LLVMGetSuccessor (v, 0));
  if (n)
    qsort (cases, n, sizeof *cases, compare_cases);
  uint64_t *values = arena_alloc (l->arena, n * sizeof *values);
  uint32_t *pcs = arena_alloc (l->arena, n * sizeof *pcs);
  for (uint32_t i = 0; i < n; i++) {
    assert (!i || cases[i - 1].value < cases[i].value);
    values[i] = cases[i].value;
    pcs[i] = cases[i].pc;
  }
  s->n = n;
  s->value = values;
  s->pc = pcs;
  memory_free (l->mem, cases, n * sizeof *cases);
}

void lower_switch (lower *l, LLVMValueRef v) {
  LLVMValueRef value = LLVMGetOperand (v, 0);
  unsigned w = lower_shape (l, value)->leaf->width;
  if (w > 64) {
    lower_unsupported (l, "a switch over %u bits", w);
    close_block (l);
    return;
  }
  uint32_t slot = lower_scalar (l, value);
  uint32_t index = (uint32_t) l->switches.len;
  lower_emit (l, OP_SWITCH, w, 0, 0, slot, index, 0);
  close_block (l);
  switching s;
  fill_switch (l, v, &s);
  assert (index == l->switches.len);
  vec_push (l->mem, &l->switches, s);
}

void lower_indirect (lower *l, LLVMValueRef v) {
  LLVMBasicBlockRef from = LLVMGetInstructionParent (v);
  uint32_t slot = lower_scalar (l, LLVMGetOperand (v, 0));
  size_t at = l->insns.len;
  lower_emit (l, OP_INDIRECT, 64, 0, 0, slot, 0, 0);
  close_block (l);
  u32_vec pairs = {0};
  unsigned n = LLVMGetNumSuccessors (v);
  for (unsigned i = 0; i < n; i++) {
    LLVMBasicBlockRef to = LLVMGetSuccessor (v, i);
    uint32_t pc = edge (l, from, to);
    /* as its address has it; a call before it splits blocks of ours */
    vec_push (l->mem, &pairs, l->blocks.data[lower_block (l, to)].source);
    vec_push (l->mem, &pairs, pc);
  }
  l->insns.data[at].b = (uint32_t) l->pool.len;
  assert (pairs.len == 2 * (size_t) n); /* finish_pool reads them so */
  l->insns.data[at].c = n;
  for (size_t i = 0; i < pairs.len; i++)
    vec_push (l->mem, &l->pool, pairs.data[i]);
  vec_release (l->mem, &pairs);
}
