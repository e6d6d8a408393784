#include "diff/written.h"

#include "program/datatype.h"

/* Slots that may have an address in one global. */
typedef struct addressing {
  const code *code;
  bool *has; /* of each slot */
  bool is_written, is_more;
} addressing;

static void note (addressing *w, uint32_t slot) {
  w->is_written |= w->has[slot];
}

static void derive (addressing *w, uint32_t to, uint32_t from) {
  w->is_more |= w->has[from] && !w->has[to];
  w->has[to] |= w->has[from];
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

/* A number that is too narrow for an address: the slot had something else. */
static bool takes_narrow (const insn *i) {
  return i->op == OP_ZEXT || i->op == OP_SEXT
             ? i->x < 64
             : i->op >= OP_ADD && i->op < OP_TRUNC && i->w < 64;
}

/* It reads there, or compares addresses. */
static bool only_reads (const insn *i, uint32_t slot) {
  bool is_copied = i->op == OP_MEMCPY || i->op == OP_MEMMOVE;
  return is_derived (i) || takes_narrow (i) || i->op == OP_LOAD ||
         i->op == OP_BRANCH || i->op == OP_SWITCH || i->op == OP_EQ ||
         i->op == OP_NE || (is_copied && i->b == slot && i->a != slot);
}

static void note_operand (addressing *w, const insn *i, uint8_t kind,
                          uint32_t slot) {
  if (kind == OPERAND_SLOT && !only_reads (i, slot))
    note (w, slot);
}

/* What is passed, or returned in parts. */
static void note_lists (addressing *w, const insn *i) {
  bool is_call =
      i->op == OP_CALL || i->op == OP_CALL_POINTER || i->op == OP_BUILTIN;
  for (uint32_t k = 0; is_call && k < i->c; k++)
    note (w, w->code->pool[i->b + k]);
  for (uint32_t k = 0; i->op == OP_RETURN && k < i->b; k++)
    note (w, i->a + k);
}

/* Its result leads to what callers must not write. */
static bool returns_constant (const program *p, uint32_t f) {
  const function *x = program_function (p, f);
  const datatypes *t =
      x->is_before ? program_types_before (p) : program_types (p);
  return t && !strcmp (x->base, t->entry) && t->result &&
         t->result->is_constant;
}

static bool is_global_written (addressing *w, bool is_result_kept) {
  follow (w);
  for (uint32_t k = 0; k < w->code->n_insns && !w->is_written; k++) {
    const insn *i = w->code->insn + k;
    if (i->op == OP_RETURN && is_result_kept)
      continue;
    op_operands o = op_operands_of ((op) i->op);
    note_operand (w, i, o.a, i->a);
    note_operand (w, i, o.b, i->b);
    note_operand (w, i, o.c, i->c);
    note_lists (w, i);
  }
  return w->is_written;
}

void written_note (memory *mem, program *p, uint32_t f, uint8_t *is_written) {
  const code *c = program_code (p, f);
  bool is_kept = returns_constant (p, f);
  bool *has = memory_zalloc (mem, c->n_slots * sizeof *has);
  for (uint32_t i = 0; i < c->n_constants; i++) {
    const global *g =
        c->constant[i].width == 64
            ? program_global_at (p, address_slot (c->constant[i].low))
            : NULL;
    if (!g || is_written[g - program_global (p, 0)])
      continue;
    memset (has, 0, c->n_slots * sizeof *has);
    has[i] = true;
    addressing w = {.code = c, .has = has};
    is_written[g - program_global (p, 0)] = is_global_written (&w, is_kept);
  }
  memory_free (mem, has, c->n_slots * sizeof *has);
}
