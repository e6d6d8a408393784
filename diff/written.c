#include "diff/written.h"

/* Slots that have an address in a global: its number + 1, else 0. One that has
 * addresses in two of them counts for both as written.
 */
typedef struct addressing {
  const code *code;
  uint32_t *of;
  uint8_t *is_written;
  bool is_more;
} addressing;

static void note (const addressing *w, uint32_t slot) {
  if (w->of[slot])
    w->is_written[w->of[slot] - 1] = true;
}

static void derive (addressing *w, uint32_t to, uint32_t from) {
  if (!w->of[from] || w->of[to] == w->of[from])
    return;
  if (w->of[to]) {
    note (w, to);
    note (w, from);
    return;
  }
  w->of[to] = w->of[from];
  w->is_more = true;
}

static bool is_derived (const insn *i) {
  return i->op == OP_INDEX || i->op == OP_OFFSET || i->op == OP_MOVE ||
         i->op == OP_SELECT;
}

static void follow (addressing *w) {
  do {
    w->is_more = false;
    for (uint32_t k = 0; k < w->code->n_insns; k++) {
      const insn *i = w->code->insn + k;
      if (is_derived (i) && i->op != OP_SELECT)
        derive (w, i->dst, i->a);
      if (i->op == OP_SELECT) {
        derive (w, i->dst, i->b);
        derive (w, i->dst, i->c);
      }
    }
  } while (w->is_more);
}

/* It reads there, or compares addresses. */
static bool only_reads (const insn *i, uint32_t slot) {
  bool is_copied = i->op == OP_MEMCPY || i->op == OP_MEMMOVE;
  return is_derived (i) || i->op == OP_LOAD || i->op == OP_EQ ||
         i->op == OP_NE || (is_copied && i->b == slot && i->a != slot);
}

static void note_operand (const addressing *w, const insn *i, uint8_t kind,
                          uint32_t slot) {
  if (kind == OPERAND_SLOT && !only_reads (i, slot))
    note (w, slot);
}

/* What is passed, or returned in parts. */
static void note_lists (const addressing *w, const insn *i) {
  bool is_call =
      i->op == OP_CALL || i->op == OP_CALL_POINTER || i->op == OP_BUILTIN;
  for (uint32_t k = 0; is_call && k < i->c; k++)
    note (w, w->code->pool[i->b + k]);
  for (uint32_t k = 0; i->op == OP_RETURN && k < i->b; k++)
    note (w, i->a + k);
}

void written_note (memory *mem, program *p, uint32_t f, uint8_t *is_written) {
  const code *c = program_code (p, f);
  addressing w = {c, memory_zalloc (mem, c->n_slots * sizeof *w.of), is_written,
                  false};
  for (uint32_t i = 0; i < c->n_constants; i++) {
    const global *g =
        c->constant[i].width == 64
            ? program_global_at (p, address_slot (c->constant[i].low))
            : NULL;
    w.of[i] = g ? (uint32_t) (g - program_global (p, 0)) + 1 : 0;
  }
  follow (&w);
  for (uint32_t k = 0; k < c->n_insns; k++) {
    const insn *i = c->insn + k;
    op_operands o = op_operands_of ((op) i->op);
    note_operand (&w, i, o.a, i->a);
    note_operand (&w, i, o.b, i->b);
    note_operand (&w, i, o.c, i->c);
    note_lists (&w, i);
  }
  memory_free (mem, w.of, c->n_slots * sizeof *w.of);
}
