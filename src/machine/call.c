/* Calls and returns.
 *
 * The loop itself does calls of functions that were called before with the
 * arguments they want, and plain returns; everything else comes here.
 *
 * A call moves the caller behind itself before the new frame is entered, so a
 * frame that is not the innermost stands at the instruction it goes on with,
 * and its call is the one before. Results go straight into the slots of the
 * caller that the call names, from 'dst' on; code is lowered so that there is
 * room for what the callee returns, whatever the call takes it for.
 */

#include "machine/machine_priv.h"
#include "program/harness.h"
#include "term/bounds.h"

/* Calls. */

static void warn_of_count (machine *m, state *s, const prepared *p,
                           uint32_t n) {
  cause why = {.reason = WHY_ARGUMENT_COUNT,
               .form = {VALUE_UNSIGNED, VALUE_UNSIGNED},
               .text = {p->function ? p->function->name : "a function"},
               .value = {n, p->code->n_params}};
  machine_warn (m, s, why);
}

/* A word as a parameter of w bits; the types may differ. */
static word pass (machine *m, word v, unsigned w) {
  if (!word_is_concrete (v) || w > 64)
    return word_from (m->terms, word_term (m->terms, v, w));
  return word_of (v.bits & word_mask (w));
}

step call_function (machine *m, state *s, uint32_t callee, const insn *in,
                    uint32_t n, const word *argument) {
  const prepared *p = machine_prepare (m, callee);
  assert (p && s->end.kind == END_NONE);
  if (s->depth >= m->max_frames) {
    machine_fault (m, s, FAULT_STACK_EXHAUSTED,
                   cause_number (WHY_CALLS, s->depth));
    s->end.limit = LIMIT_FRAMES;
    return STEP_STOP;
  }
  if (s->stack >= m->stack_size)
    return machine_fault (m, s, FAULT_STACK_EXHAUSTED,
                          (cause) {.reason = WHY_STACK_DEEP,
                                   .form = {VALUE_UNSIGNED, VALUE_UNSIGNED},
                                   .value = {s->depth, m->stack_size}});
  const code *c = p->code;
  if (n < c->n_params)
    warn_of_count (m, s, p, n);
  frame *f = frame_new (m, p);
  for (uint32_t i = 0; i < c->n_params; i++)
    f->slot[c->n_constants + i] =
        pass (m, i < n ? argument[i] : word_of (0), c->param[i]);
  const uint32_t *classes = s->top->code->pool + in->b + in->c;
  s->top->pc++;
  frame_enter (s, f, in->dst);
  return c->is_vararg ? varargs_pass (m, s, n, argument, classes) : STEP_JUMPED;
}

/* What is passed leaves the program; an exit status is asked for by itself, and
 * whether a value is concrete does not depend on it.
 */
static step use_arguments (machine *m, state *s, builtin b, uint32_t n,
                           word *argument) {
  step st = STEP_NEXT;
  if (b == BUILTIN_EXIT || b == BUILTIN_UNDERSCORE_EXIT ||
      b == BUILTIN_UNDERSCORE_EXIT_C99 || b == BUILTIN_IS_CONCRETE ||
      b == BUILTIN_CLEAN)
    return STEP_NEXT;
  for (uint32_t i = 0; st == STEP_NEXT && i < n; i++)
    st = unset_use (m, s, &argument[i], "an argument");
  return st;
}

step call_any (machine *m, state *s, uint32_t callee, const insn *in,
               uint32_t n, word *argument) {
  assert (callee < m->n_functions);
  const function *f = m->prepared[callee].function;
  if (machine_prepare (m, callee))
    return call_function (m, s, callee, in, n, argument);
  step st = use_arguments (m, s, f->builtin, n, argument);
  if (st == STEP_NEXT)
    st = f->builtin ? builtin_call (m, s, f->builtin, in, n, argument)
                    : foreign_call (m, s, f);
  lines_forget (m);
  return st;
}

/* Calls through pointers. */

step call_mismatch (machine *m, state *s, const function *f, uint64_t n,
                    uint64_t bad) {
  cause few = {.reason = WHY_FEW_ARGUMENTS,
               .form = {VALUE_UNSIGNED, VALUE_UNSIGNED},
               .text = {f->name},
               .value = {n, f->n_params}};
  cause class = cause_number (WHY_ARGUMENT_CLASS, bad);
  class.text[0] = f->name;
  if (bad == CALL_RESULT_USED)
    class = cause_about (WHY_RESULT_MISSING, f->name);
  return machine_fault (m, s, FAULT_BAD_CALL, bad ? class : few);
}

static step bad_pointer (machine *m, state *s, uint64_t address) {
  if (!address)
    return machine_fault (m, s, FAULT_BAD_FUNCTION, cause_of (WHY_NULL_CALL));
  machine_fault (m, s, FAULT_BAD_FUNCTION,
                 cause_address (WHY_NO_FUNCTION, address));
  s->end.is_nowhere = true;
  return STEP_STOP;
}

/* UINT32_MAX: there is none. */
static uint32_t function_at (const machine *m, uint64_t address) {
  uint32_t i = machine_function_at (m, address);
  return i < m->n_functions && m->prepared[i].function->address == address
             ? i
             : UINT32_MAX;
}

/* The n-th by address. */
static uint32_t nth_function (const machine *m, uint32_t n) {
  return m->program ? program_function_placing (m->program)->item[n] : n;
}

/* The functions that the address may be, whatever the path; the last
 * alternative is none of them.
 */
static void find_callees (machine *m, const state *s, term address,
                          u32_vec *callee, term_vec *guard) {
  terms *ts = m->terms;
  bounds range = term_bounds (ts, address);
  term none = TERM_TRUE;
  for (uint32_t k = 0; k < m->n_functions; k++) {
    uint32_t i = nth_function (m, k);
    const function *f = m->prepared[i].function;
    uint64_t at = f->address;
    bool is_others = f->has_body && f->is_before != (s->versus.half == 1);
    if (at < range.min || at > range.max || is_others)
      continue;
    term is = term_equal (ts, address, term_bv (ts, 64, at));
    if (term_eq (is, TERM_FALSE))
      continue;
    vec_push (m->mem, callee, i);
    vec_push (m->mem, guard, is);
    none = term_and (ts, none, term_not (ts, is));
  }
  vec_push (m->mem, guard, none);
}

/* Does what the caller gives it and wants of it make sense to the function?
 * Arguments too many are left in their registers.
 */
static bool does_match (machine *m, state *s, const function *f,
                        const insn *in) {
  uint32_t mask = s->top->code->pool[in->b + in->c], bad = 0;
  for (uint32_t i = 0; !bad && i < in->c && i < f->n_params && i < CALL_CLASSES;
       i++)
    if ((f->param[i] > 0x80) != (mask >> i & 1))
      bad = i + 1;
  if (!f->n_results && in->x && mask & CALL_RESULT_USED)
    bad = CALL_RESULT_USED;
  if (in->c < f->n_params || bad)
    call_mismatch (m, s, f, in->c, bad);
  return s->end.kind == END_NONE;
}

/* What the caller takes the function for may differ from what it is: results
 * that it does not return are zero, those that nobody wants are dropped.
 */
static step call_as (machine *m, state *s, uint32_t callee, const insn *in,
                     word *argument) {
  uint32_t wanted = in->x, n = m->prepared[callee].function->n_results;
  uint32_t depth = s->depth;
  const function *f = m->prepared[callee].function;
  if (m->context->options.check_native && f->has_body && !f->builtin &&
      !does_match (m, s, f, in))
    return STEP_STOP;
  step st = call_any (m, s, callee, in, in->c, argument);
  if (s->depth <= depth || st == STEP_STOP)
    return st;
  assert (s->depth == depth + 1 &&
          in->dst + wanted <= s->top->caller->code->n_slots);
  s->top->n_results = wanted;
  for (uint32_t i = n; i < wanted; i++)
    s->top->caller->slot[in->dst + i] = word_of (0);
  return st;
}

static step call_symbolic (machine *m, state *s, const insn *in, term address,
                           word *argument) {
  u32_vec callee = {0};
  term_vec guard = {0};
  find_callees (m, s, address, &callee, &guard);
  assert (guard.len == callee.len + 1); /* the last: none */
  int i =
      machine_choose (m, s, CHOICE_BRANCH, (uint32_t) guard.len, guard.data);
  step st = STEP_STOP;
  if (i != CHOICE_STOP && (size_t) i < callee.len)
    st = call_as (m, s, callee.data[i], in, argument);
  else if (i != CHOICE_STOP) {
    uint64_t value = 0;
    machine_shown (m, s, address, &value);
    st = bad_pointer (m, s, value);
  }
  vec_release (m->mem, &callee, &guard);
  return st;
}

static step call_pointer (machine *m, state *s, const insn *in,
                          word *argument) {
  word address = slot_get (s, in->a);
  if (unset_use (m, s, &address, "the function to call") != STEP_NEXT)
    return STEP_STOP;
  if (!word_is_concrete (address))
    return call_symbolic (m, s, in, word_term (m->terms, address, 64),
                          argument);
  uint32_t f = function_at (m, address.bits);
  return f == UINT32_MAX ? bad_pointer (m, s, address.bits)
                         : call_as (m, s, f, in, argument);
}

static step call_with (machine *m, state *s, const insn *in, word *argument) {
  if (in->op == OP_CALL)
    return call_any (m, s, in->a, in, in->c, argument);
  if (in->op == OP_CALL_POINTER)
    return call_pointer (m, s, in, argument);
  step st = use_arguments (m, s, (builtin) in->a, in->c, argument);
  if (st == STEP_NEXT)
    st = builtin_call (m, s, (builtin) in->a, in, in->c, argument);
  lines_forget (m);
  return st;
}

/* Returns. */

/* The first function's frame stays: it says where the path ended. */
step call_return (machine *m, state *s, uint32_t n, const word *result) {
  if (!s->top->caller) {
    frame_release_objects (m, s, 0);
    return machine_exit (m, s, n ? result[0] : word_of (0));
  }
  uint32_t dst = s->top->dst;
  if (n > s->top->n_results)
    n = s->top->n_results;
  word kept[8], *copy = kept;
  if (n > 8)
    copy = memory_alloc (m->mem, n * sizeof *copy);
  if (n)
    memcpy (copy, result, n * sizeof *copy);
  frame_leave (m, s);
  assert (dst + n <= s->top->code->n_slots);
  if (n)
    memcpy (s->top->slot + dst, copy, n * sizeof *copy);
  if (copy != kept)
    memory_free (m->mem, copy, n * sizeof *copy);
  return STEP_JUMPED;
}

#define FEW 16

/* To whom a result leaves the program: the process, or who called the function
 * that is run. NULL: it stays within, or is a struct, whose padding and unused
 * members need no value.
 */
static const char *leaves_as (const machine *m, const frame *top) {
  const frame *caller = top->caller;
  if (!caller->caller)
    return "the exit status";
  if (m->prepared[top->code->function].function->returns_struct)
    return NULL;
  const function *f = m->prepared[caller->code->function].function;
  return !caller->caller->caller && !strcmp (f->name, HARNESS_NAME)
             ? "the result"
             : NULL;
}

/* What leaves the program is asked for where it does. */
static step call_leave (machine *m, state *s, const insn *in) {
  const frame *caller = s->top->caller;
  word *v = &s->top->slot[in->a];
  if (in->b == 1 && caller && !word_is_concrete (*v) &&
      term_has_unset (m->terms, v->term)) {
    const char *what = leaves_as (m, s->top);
    if (what && unset_use (m, s, v, what) != STEP_NEXT)
      return STEP_STOP;
  }
  return call_return (m, s, in->b, s->top->slot + in->a);
}

step op_call (machine *m, state *s, const insn *in) {
  if (in->op == OP_RETURN)
    return call_leave (m, s, in);
  word few[FEW], *argument = few;
  if (in->c > FEW)
    argument = memory_alloc (m->mem, in->c * sizeof *argument);
  const uint32_t *from = s->top->code->pool + in->b;
  for (uint32_t i = 0; i < in->c; i++)
    argument[i] = slot_get (s, from[i]);
  step st = call_with (m, s, in, argument);
  if (argument != few)
    memory_free (m->mem, argument, in->c * sizeof *argument);
  return st;
}
