/* Builtins that end a path: exits, failed assertions, traps. */

#include "machine/builtin.h"

step builtin_exit (called_builtin *c) {
  return machine_exit (c->m, c->s, call_arg (c, 0));
}

step builtin_silent_exit (called_builtin *c) { return call_end_silently (c); }

/* By what the program called. */
static step fault_by_name (called_builtin *c, fault_kind what,
                           const char *name) {
  return machine_fault (c->m, c->s, what, cause_about (WHY_TEXT, name));
}

step builtin_die (called_builtin *c) {
  static const struct {
    fault_kind what;
    const char *how;
  } ends[BUILTIN_COUNT] = {
      [BUILTIN_ABORT] = {FAULT_ABORT, "abort"},
      [BUILTIN_KLEE_ABORT] = {FAULT_ABORT, "klee_abort"},
      [BUILTIN_TRAP] = {FAULT_ABORT, "trap"},
      [BUILTIN_UBSANTRAP] = {FAULT_ABORT, "trap"},
      [BUILTIN_DEBUGTRAP] = {FAULT_ABORT, "trap"},
      [BUILTIN_STACK_CHK_FAIL] = {FAULT_ABORT, "stack smashing detected"},
      [BUILTIN_CHK_FAIL] = {FAULT_OUT_OF_BOUNDS,
                            "beyond what _FORTIFY_SOURCE knows to fit"},
      [BUILTIN_REACH_ERROR] = {FAULT_ASSERTION, "reach_error"},
      [BUILTIN_VERIFIER_ERROR] = {FAULT_ASSERTION, "__VERIFIER_error"}};
  assert (ends[c->which].what);
  return fault_by_name (c, ends[c->which].what, ends[c->which].how);
}

/* With the text that an argument points to. */
static step fault_with_text (called_builtin *c, fault_kind what, uint32_t i) {
  const char *text = call_text (c, i);
  return text ? fault_by_name (c, what, text) : STEP_STOP;
}

step builtin_assert_fail (called_builtin *c) {
  return fault_with_text (c, FAULT_ASSERTION,
                          c->which == BUILTIN_ASSERT_RTN ? 3 : 0);
}

step builtin_cprover_assert (called_builtin *c) {
  int holds = machine_check (c->m, c->s, call_is_true (c, 0));
  if (holds == CHOICE_STOP)
    return STEP_STOP;
  return holds ? STEP_NEXT : fault_with_text (c, FAULT_ASSERTION, 1);
}

/* The name of its kind: that of a file, for KLEE, whose ".err" is not part of
 * it. NULL: it has none. False: the state stopped.
 */
static bool read_suffix (called_builtin *c, const char **out) {
  word at = call_arg (c, 3);
  *out = NULL;
  if (!word_is_concrete (at) || !at.bits)
    return true;
  const char *text = call_text (c, 3);
  if (!text)
    return false;
  const char *end = strstr (text, ".err");
  size_t len = end ? (size_t) (end - text) : strlen (text);
  *out = len ? machine_text (c->m, text, len) : NULL;
  return true;
}

/* Both texts are read before the path ends: reading may ask. */
step builtin_report_error (called_builtin *c) {
  end_detail d;
  memset (&d, 0, sizeof d);
  const char *text = read_suffix (c, &d.suffix) ? call_text (c, 2) : NULL;
  if (!text)
    return STEP_STOP;
  return machine_fault_about (c->m, c->s, FAULT_REPORTED,
                              cause_about (WHY_TEXT, text), &d);
}

step builtin_unsupported (called_builtin *c) {
  const char *text = call_text (c, 0);
  return text ? machine_unsupported (c->m, c->s,
                                     cause_about (WHY_UNSUPPORTED, text))
              : STEP_STOP;
}

/* By the name of its kind. */
step builtin_fault (called_builtin *c) {
  fault_kind what = FAULT_NONE + 1;
  const char *name = call_text (c, 0);
  if (!name)
    return STEP_STOP;
  while (what < FAULT_COUNT && strcmp (fault_name (what), name))
    what++;
  assert (what < FAULT_COUNT); /* the runtime knows them */
  return fault_with_text (c, what, 1);
}

/* The C library of most systems has a table for these, and for the negative
 * ones of a signed char.
 */
static int is_character (called_builtin *c, term t) {
  terms *ts = c->m->terms;
  const node *n = term_node (ts, t);
  if (n->kind == KIND_SEXT && term_width (ts, n->arg[0]) <= 8)
    return 1;
  term from_first = term_binary (ts, KIND_BV_ADD, t, term_bv (ts, 32, 128));
  term end = term_bv (ts, 32, 128 + 256);
  return machine_check (c->m, c->s,
                        term_binary (ts, KIND_BV_ULT, from_first, end));
}

step builtin_character (called_builtin *c) {
  word v = call_arg (c, 0);
  int holds = 1;
  if (word_is_concrete (v))
    holds = (uint32_t) v.bits + 128 < 128 + 256;
  else if (c->m->context->options.check_native)
    holds = is_character (c, word_term (c->m->terms, v, 32));
  if (holds == CHOICE_STOP)
    return STEP_STOP;
  if (holds || !c->m->context->options.check_native)
    return call_give (c, v);
  return fault_by_name (c, FAULT_OUT_OF_BOUNDS,
                        "a function of <ctype.h> gets what is neither a "
                        "character nor EOF");
}
