/* Which function does the slow side of which operation; and the instructions
 * that end a path.
 */

#include "machine/machine_priv.h"

step op_end (machine *m, state *s, const insn *in) {
  if (in->op == OP_UNREACHABLE)
    return machine_fault (m, s, FAULT_UNREACHABLE, cause_of (WHY_NONE));
  assert (in->op == OP_UNSUPPORTED);
  return machine_unsupported (
      m, s, cause_about (WHY_UNSUPPORTED, s->top->code->texts[in->a]));
}

#define op_loop NULL

op_function *const op_table[OP_COUNT] = {
#define OP(NAME, name, DST, A, B, C, FAMILY) [OP_##NAME] = op_##FAMILY,
#include "program/ops.def"
};
