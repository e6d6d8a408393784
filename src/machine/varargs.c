/* Variable arguments as the ABI of x86-64 has them.
 *
 * A va_list has 24 bytes: gp_offset and fp_offset (4 bytes each), then the
 * addresses of overflow_arg_area and reg_save_area. Both offsets start at
 * their ends, so that va_arg, which clang expands in the code of the program,
 * takes everything from the overflow area. That is the object of the frame's
 * variable arguments (call.c): 8 bytes for each argument, 16 aligned to 16
 * for a long double.
 */

#include "machine/builtin.h"

enum { LIST_SIZE = 24, GP_END = 48, FP_END = 304 };

static step start_list (machine *m, state *s, word list) {
  access a;
  step st = access_resolve (m, s, list, LIST_SIZE, ACCESS_WRITE, &a);
  if (st != STEP_NEXT)
    return st;
  if (a.at.id)
    return machine_unsupported (
        m, s, cause_about (WHY_UNSUPPORTED, "va_start at a symbolic address"));
  uint64_t offsets = (uint64_t) FP_END << 32 | GP_END;
  object_write (a.object, m->mem, m->terms, a.offset, 64, offsets, TERM_NONE);
  object_write (a.object, m->mem, m->terms, a.offset + 8, 64, s->top->varargs,
                TERM_NONE);
  object_write (a.object, m->mem, m->terms, a.offset + 16, 64, 0, TERM_NONE);
  return STEP_NEXT;
}

static step copy_list (machine *m, state *s, word to, word from) {
  access a, b;
  step st = access_resolve (m, s, to, LIST_SIZE, ACCESS_WRITE, &a);
  if (st == STEP_NEXT)
    st = access_resolve (m, s, from, LIST_SIZE, ACCESS_READ, &b);
  if (st != STEP_NEXT)
    return st;
  if (a.at.id || b.at.id)
    return machine_unsupported (
        m, s, cause_about (WHY_UNSUPPORTED, "va_copy at a symbolic address"));
  object_move (a.object, m->mem, a.offset, b.object, b.offset, LIST_SIZE);
  return STEP_NEXT;
}

step op_varargs (machine *m, state *s, const insn *i) {
  switch (i->op) {
  case OP_VA_START:
    return start_list (m, s, slot_get (s, i->a));
  case OP_VA_COPY:
    return copy_list (m, s, slot_get (s, i->a), slot_get (s, i->b));
  default: /* the list just dies */
    assert (i->op == OP_VA_END);
    return STEP_NEXT;
  }
}
