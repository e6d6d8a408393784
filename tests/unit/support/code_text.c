#include "code_text.h"

#include <inttypes.h>

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

static void print_operand (const code *c, const program *p, operand_kind o,
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
  op_operands s = op_operands_of ((op) i->op);
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
  print_operand (c, p, (operand_kind) s.a, i->a, mem, out);
  print_operand (c, p, (operand_kind) s.b, i->b, mem, out);
  if (s.b == OPERAND_POOL)
    print_pool (c, i, mem, out);
  else
    print_operand (c, p, (operand_kind) s.c, i->c, mem, out);
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
