/* Functions that nobody defines.
 *
 * Nearly all have a body (program/undefined.h), which first tells the machine.
 * The others, and all with --undefined=stop, end the path. So does one that
 * does not return: natively the program ends there, or goes on where we cannot
 * know.
 */

#include "machine/builtin.h"

/* By its declaration, or by its name where that does not say so. 'next' is the
 * instruction behind the call.
 */
static bool is_last_call (const frame *caller, uint32_t next,
                          const char *name) {
  assert (next <= caller->code->n_insns);
  return text_is_one_of (name, "err", "errx", "verr", "verrx", "quick_exit",
                         "thrd_exit", "pthread_exit", "xalloc_die") ||
         (next < caller->code->n_insns &&
          caller->code->insn[next].op == OP_UNREACHABLE);
}

step foreign_call (machine *m, state *s, const function *f) {
  assert (!f->has_body && !f->builtin);
  bool is_last = is_last_call (s->top, s->top->pc + 1, f->name);
  machine_cut (
      m, s,
      cause_about (is_last ? WHY_UNDEFINED_END : WHY_UNDEFINED_CALL, f->name));
  return STEP_STOP;
}

/* What is passed to it leaves the program. */
static step use_params (machine *m, state *s) {
  const code *c = s->top->code;
  step st = STEP_NEXT;
  for (uint32_t i = 0; st == STEP_NEXT && i < c->n_params; i++)
    st = unset_use (m, s, &s->top->slot[c->n_constants + i], "an argument");
  return st;
}

static step tell_undefined (called_builtin *c, const char *name) {
  const frame *caller = c->s->top->caller;
  assert (caller); /* it is said in a body */
  bool is_output = c->which == BUILTIN_UNDEFINED_OUTPUT;
  if (is_last_call (caller, caller->pc, name)) {
    machine_cut (c->m, c->s, cause_about (WHY_UNDEFINED_END, name));
    return STEP_STOP;
  }
  c->m->n_foreign_calls++;
  /* on every path: the first may be carried over */
  machine_warn (
      c->m, c->s,
      cause_about (is_output ? WHY_OUTPUT_UNSEEN : WHY_ANY_RESULT, name));
  return STEP_NEXT;
}

step builtin_undefined (called_builtin *c) {
  const char *name = call_text (c, 0);
  if (!name)
    return STEP_STOP;
  bool uses = call_arg (c, 1).bits;
  step st = uses ? use_params (c->m, c->s) : STEP_NEXT;
  return st == STEP_NEXT ? tell_undefined (c, name) : st;
}

uint64_t machine_foreign_calls (const machine *m) { return m->n_foreign_calls; }
