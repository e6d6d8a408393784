#include "program/code_text.h"

#include <inttypes.h>

#define N OPERAND_NONE
#define S OPERAND_SLOT
#define I OPERAND_IMM
#define P OPERAND_PC
#define POOL OPERAND_POOL

static const op_operands shapes[OP_COUNT] = {
    [OP_BLOCK] = {N, I, N, N},
    [OP_JUMP] = {N, P, N, N},
    [OP_BRANCH] = {N, S, P, P},
    [OP_SWITCH] = {N, S, OPERAND_SWITCH, N},
    [OP_INDIRECT] = {N, S, POOL, I},
    [OP_CALL] = {S, OPERAND_FUNCTION, POOL, I},
    [OP_CALL_POINTER] = {S, S, POOL, I},
    [OP_BUILTIN] = {S, I, POOL, I},
    [OP_RETURN] = {N, S, I, N},
    [OP_UNREACHABLE] = {N, N, N, N},
    [OP_UNSUPPORTED] = {N, OPERAND_TEXT, N, N},
    [OP_MOVE] = {S, S, N, N},
    [OP_SELECT] = {S, S, S, S},
    [OP_PICK] = {S, S, I, S},
    [OP_PUT] = {S, S, I, S},
    [OP_ADD] = {S, S, S, N},
    [OP_SUB] = {S, S, S, N},
    [OP_MUL] = {S, S, S, N},
    [OP_UDIV] = {S, S, S, N},
    [OP_SDIV] = {S, S, S, N},
    [OP_UREM] = {S, S, S, N},
    [OP_SREM] = {S, S, S, N},
    [OP_SHL] = {S, S, S, N},
    [OP_LSHR] = {S, S, S, N},
    [OP_ASHR] = {S, S, S, N},
    [OP_AND] = {S, S, S, N},
    [OP_OR] = {S, S, S, N},
    [OP_XOR] = {S, S, S, N},
    [OP_CTPOP] = {S, S, N, N},
    [OP_CTLZ] = {S, S, N, N},
    [OP_CTTZ] = {S, S, N, N},
    [OP_BSWAP] = {S, S, N, N},
    [OP_BITREVERSE] = {S, S, N, N},
    [OP_EQ] = {S, S, S, N},
    [OP_NE] = {S, S, S, N},
    [OP_ULT] = {S, S, S, N},
    [OP_ULE] = {S, S, S, N},
    [OP_SLT] = {S, S, S, N},
    [OP_SLE] = {S, S, S, N},
    [OP_SADD_OVERFLOWS] = {S, S, S, N},
    [OP_UADD_OVERFLOWS] = {S, S, S, N},
    [OP_SSUB_OVERFLOWS] = {S, S, S, N},
    [OP_USUB_OVERFLOWS] = {S, S, S, N},
    [OP_SMUL_OVERFLOWS] = {S, S, S, N},
    [OP_UMUL_OVERFLOWS] = {S, S, S, N},
    [OP_TRUNC] = {S, S, N, N},
    [OP_ZEXT] = {S, S, N, N},
    [OP_SEXT] = {S, S, N, N},
    [OP_FADD] = {S, S, S, N},
    [OP_FSUB] = {S, S, S, N},
    [OP_FMUL] = {S, S, S, N},
    [OP_FDIV] = {S, S, S, N},
    [OP_FREM] = {S, S, S, N},
    [OP_FNEG] = {S, S, N, N},
    [OP_FCMP] = {S, S, S, N},
    [OP_FMATH] = {S, S, S, S},
    [OP_FPTRUNC] = {S, S, N, N},
    [OP_FPEXT] = {S, S, N, N},
    [OP_FPTOUI] = {S, S, N, N},
    [OP_FPTOSI] = {S, S, N, N},
    [OP_UITOFP] = {S, S, N, N},
    [OP_SITOFP] = {S, S, N, N},
    [OP_ALLOCA] = {S, S, I, OPERAND_LAYOUT},
    [OP_LOAD] = {S, S, N, I},
    [OP_STORE] = {N, S, S, I},
    [OP_INDEX] = {S, S, S, I},
    [OP_OFFSET] = {S, S, N, I},
    [OP_MEMCPY] = {N, S, S, S},
    [OP_MEMMOVE] = {N, S, S, S},
    [OP_MEMSET] = {N, S, S, S},
    [OP_VA_START] = {N, S, N, N},
    [OP_VA_COPY] = {N, S, S, N},
    [OP_VA_END] = {N, S, N, N},
    [OP_STACK_SAVE] = {S, N, N, N},
    [OP_STACK_RESTORE] = {N, S, N, N},
};

#undef N
#undef S
#undef I
#undef P
#undef POOL

op_operands op_operands_of (op o) { return shapes[o]; }

/* Text. */

static void print_slot (const code *c, uint32_t slot, memory *mem,
                        char_vec *out) {
  if (slot >= c->n_constants) {
    text_printf (mem, out, " %%%" PRIu32, slot - c->n_constants);
    return;
  }
  const constant *k = c->constant + slot;
  if (k->high)
    text_printf (mem, out, " 0x%" PRIx64 "%016" PRIx64, k->high, k->low);
  else if (k->low >> 32 && k->low >> 32 != 0xffffffff)
    text_printf (mem, out, " 0x%" PRIx64, k->low);
  else
    text_printf (mem, out, " %" PRId64, (int64_t) k->low);
}

static void print_switch (const switching *s, memory *mem, char_vec *out) {
  for (uint32_t i = 0; i < s->n; i++)
    text_printf (mem, out, " %" PRIu64 ":@%" PRIu32, s->value[i], s->pc[i]);
  text_printf (mem, out, " else:@%" PRIu32, s->otherwise);
}

static void print_operand (const code *c, const program *p, operand o,
                           uint32_t v, memory *mem, char_vec *out) {
  switch (o) {
  case OPERAND_NONE:
  case OPERAND_POOL:
    break;
  case OPERAND_SLOT:
    print_slot (c, v, mem, out);
    break;
  case OPERAND_IMM:
  case OPERAND_LAYOUT:
    text_printf (mem, out, " #%" PRId32, (int32_t) v);
    break;
  case OPERAND_PC:
    text_printf (mem, out, " @%" PRIu32, v);
    break;
  case OPERAND_FUNCTION:
    if (p)
      text_printf (mem, out, " %s", program_function (p, v)->name);
    else
      text_printf (mem, out, " f%" PRIu32, v);
    break;
  case OPERAND_SWITCH:
    print_switch (c->switches + v, mem, out);
    break;
  case OPERAND_TEXT:
    text_printf (mem, out, " \"%s\"", c->texts[v]);
    break;
  }
}

static void print_pool (const code *c, const insn *i, memory *mem,
                        char_vec *out) {
  const uint32_t *pool = c->pool + i->b;
  for (uint32_t k = 0; k < i->c; k++)
    if (i->op == OP_INDIRECT)
      text_printf (mem, out, " %" PRIu32 ":@%" PRIu32, pool[2 * k],
                   pool[2 * k + 1]);
    else
      print_slot (c, pool[k], mem, out);
}

static void print_insn (const code *c, const program *p, uint32_t pc,
                        memory *mem, char_vec *out) {
  const insn *i = c->insn + pc;
  op_operands s = shapes[i->op];
  text_printf (mem, out, "%4" PRIu32 "  ", pc);
  if (s.dst == OPERAND_SLOT) {
    print_slot (c, i->dst, mem, out);
    text_puts (mem, out, " =");
  }
  text_printf (mem, out, " %s", op_name ((op) i->op));
  if (i->w)
    text_printf (mem, out, ".%u", i->w);
  if (i->x)
    text_printf (mem, out, "/%u", i->x);
  print_operand (c, p, (operand) s.a, i->a, mem, out);
  print_operand (c, p, (operand) s.b, i->b, mem, out);
  if (s.b == OPERAND_POOL)
    print_pool (c, i, mem, out);
  else
    print_operand (c, p, (operand) s.c, i->c, mem, out);
  text_puts (mem, out, "\n");
}

void code_print (const code *c, const program *p, memory *mem, char_vec *out) {
  text_printf (mem, out,
               "%s: %" PRIu32 " slots, %" PRIu32 " constants, %" PRIu32
               " parameters\n",
               p ? program_function (p, c->function)->name : "code", c->n_slots,
               c->n_constants, c->n_params);
  for (uint32_t pc = 0; pc < c->n_insns; pc++)
    print_insn (c, p, pc, mem, out);
}

/* Validity. Sizes of tables are not part of code, so that indices into them
 * are trusted.
 */

static bool is_slot (const code *c, uint32_t v) { return v < c->n_slots; }

static bool operand_is_valid (const code *c, operand o, uint32_t v) {
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
  op_operands s = shapes[i->op];
  if (!operand_is_valid (c, (operand) s.dst, i->dst) ||
      !operand_is_valid (c, (operand) s.a, i->a) ||
      !operand_is_valid (c, (operand) s.b, i->b) ||
      !operand_is_valid (c, (operand) s.c, i->c))
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
