#include "program/code.h"

#include <assert.h>

const char *op_name (op o) {
  static const char *const names[] = {
#define OP(NAME, name, ...) #name,
#include "program/ops.def"
  };
  return o < OP_COUNT ? names[o] : "?";
}

op_operands op_operands_of (op o) {
  assert (o < OP_COUNT);
  static const op_operands all[] = {
#define OP(NAME, name, DST, A, B, C, FAMILY) \
  {OPERAND_##DST, OPERAND_##A, OPERAND_##B, OPERAND_##C},
#include "program/ops.def"
  };
  return all[o];
}

uint8_t code_way (const code *c, uint32_t pc, uint32_t choice) {
  assert (pc < c->n_insns);
  uint16_t what = c->insn[pc].op;
  return what == OP_BRANCH ? (choice ? 2 : 1) : what == OP_SWITCH;
}

uint32_t code_block_at (const code *c, uint32_t pc) {
  uint32_t low = 0, high = c->n_blocks;
  assert (high && c->block[0].first <= pc && pc < c->n_insns);
  while (high - low > 1) {
    uint32_t middle = (low + high) / 2;
    if (c->block[middle].first <= pc)
      low = middle;
    else
      high = middle;
  }
  return low;
}

static hash128 alloca_digest (const code *c, const insn *i) {
  hash128 h = hash128_of (i->b, i->x);
  return i->c ? hash128_mix (h, layout_digest (c->layouts + i->c - 1)) : h;
}

static hash128 variable_name (hash128 what, uint64_t rank) {
  return hash128_mix (what, hash128_of (rank, 20));
}

hash128 code_variable (const code *c, uint32_t pc) {
  assert (pc < c->n_insns && c->insn[pc].op == OP_ALLOCA);
  hash128 what = alloca_digest (c, c->insn + pc);
  uint64_t rank = 0;
  for (uint32_t k = 0; k < pc; k++)
    rank += c->insn[k].op == OP_ALLOCA &&
            hash128_eq (alloca_digest (c, c->insn + k), what);
  return variable_name (what, rank);
}

#define MOST_NUMBERED 128

uint32_t code_variable_number (const code *c, uint32_t pc, uint32_t most) {
  hash128 what[MOST_NUMBERED];
  uint32_t number[MOST_NUMBERED], n = 0, at = 0, n_same = 0;
  for (uint32_t k = 0; k < c->n_insns; k++) {
    if (c->insn[k].op != OP_ALLOCA)
      continue;
    if (n == MOST_NUMBERED)
      return 0;
    uint64_t rank = 0;
    what[n] = alloca_digest (c, c->insn + k);
    for (uint32_t i = 0; i < n; i++)
      rank += hash128_eq (what[i], what[n]);
    number[n] = (uint32_t) (variable_name (what[n], rank).lo % most);
    at = k == pc ? n : at;
    n++;
  }
  for (uint32_t i = 0; i < n; i++)
    n_same += number[i] == number[at];
  return n_same == 1 ? number[at] + 1 : 0;
}

uint64_t code_call_rank (const code *c, uint32_t pc) {
  assert (pc < c->n_insns);
  uint64_t rank = 0;
  for (uint32_t k = 0; k < pc; k++)
    rank += c->insn[k].op == c->insn[pc].op && c->insn[k].a == c->insn[pc].a;
  return rank;
}

/* Validity. Sizes of tables are not part of code, so that indices into them
 * are trusted.
 */

static bool is_slot (const code *c, uint32_t v) { return v < c->n_slots; }

static bool operand_is_valid (const code *c, operand_kind o, uint32_t v) {
  if (o == OPERAND_SLOT)
    return is_slot (c, v);
  if (o == OPERAND_PC)
    return v < c->n_insns;
  return true;
}

static bool switch_is_valid (const code *c, const switching *s) {
  for (uint32_t i = 0; i < s->n; i++)
    if (s->pc[i] >= c->n_insns || (i && s->value[i - 1] >= s->value[i]))
      return false;
  return s->otherwise < c->n_insns;
}

static bool pool_is_valid (const code *c, const insn *i) {
  const uint32_t *pool = c->pool + i->b;
  for (uint32_t k = 0; k < i->c; k++)
    if (i->op == OP_INDIRECT ? pool[2 * k + 1] >= c->n_insns
                             : !is_slot (c, pool[k]))
      return false;
  return true;
}

static bool insn_is_valid (const code *c, const insn *i) {
  if (i->op >= OP_COUNT)
    return false;
  op_operands s = op_operands_of ((op) i->op);
  if (!operand_is_valid (c, (operand_kind) s.dst, i->dst) ||
      !operand_is_valid (c, (operand_kind) s.a, i->a) ||
      !operand_is_valid (c, (operand_kind) s.b, i->b) ||
      !operand_is_valid (c, (operand_kind) s.c, i->c))
    return false;
  bool is_call =
      i->op == OP_CALL || i->op == OP_CALL_POINTER || i->op == OP_BUILTIN;
  if (s.dst == OPERAND_SLOT && i->dst < c->n_constants && !is_call)
    return false;
  if (s.b == OPERAND_POOL && !pool_is_valid (c, i))
    return false;
  if (i->op == OP_SWITCH)
    return switch_is_valid (c, c->switches + i->b);
  if (i->op == OP_PICK)
    return i->a + i->b <= c->n_slots;
  if (i->op == OP_PUT)
    return i->dst + i->b <= c->n_slots;
  if (i->op == OP_RETURN)
    return i->a + i->b <= c->n_slots;
  return true;
}

bool code_is_valid (const code *c) {
  for (uint32_t i = 0; i < c->n_insns; i++)
    if (!insn_is_valid (c, c->insn + i))
      return false;
  for (uint32_t i = 0; i < c->n_blocks; i++)
    if (c->insn[c->block[i].first].op != OP_BLOCK ||
        c->insn[c->block[i].first].a != i)
      return false;
  return true;
}
