/* Builtins that end a path: exits, failed assertions, traps. */

#include "machine/builtin.h"

#include <string.h>

step builtin_exit (call *c) {
  return machine_exit (c->m, c->s, call_arg (c, 0));
}

step builtin_silent_exit (call *c) { return call_end_silently (c); }

step builtin_abort (call *c) {
  return machine_fault (c->m, c->s, FAULT_ABORT, "%s",
                        c->which == BUILTIN_KLEE_ABORT ? "klee_abort"
                                                       : "abort");
}

step builtin_trap (call *c) {
  return machine_fault (c->m, c->s, FAULT_ABORT, "trap");
}

step builtin_stack_smashed (call *c) {
  return machine_fault (c->m, c->s, FAULT_ABORT, "stack smashing detected");
}

/* With the text that an argument points to. */
static step fault_with_text (call *c, fault_kind what, uint32_t i) {
  char_vec text = {0};
  if (!call_text (c, i, &text))
    return STEP_STOP;
  step st = machine_fault (c->m, c->s, what, "%s", text_c (c->m->mem, &text));
  vec_release (c->m->mem, &text);
  return st;
}

step builtin_assert_fail (call *c) {
  return fault_with_text (c, FAULT_ASSERTION,
                          c->which == BUILTIN_ASSERT_RTN ? 3 : 0);
}

step builtin_reach_error (call *c) {
  return machine_fault (c->m, c->s, FAULT_ASSERTION, "%s",
                        c->which == BUILTIN_REACH_ERROR ? "reach_error"
                                                        : "__VERIFIER_error");
}

step builtin_cprover_assert (call *c) {
  int holds = machine_check (c->m, c->s, call_is_true (c, 0));
  if (holds == CHOICE_STOP)
    return STEP_STOP;
  return holds ? STEP_NEXT : fault_with_text (c, FAULT_ASSERTION, 1);
}

/* The name of its kind is that of a file, for KLEE. */
static void take_suffix (call *c) {
  static const char letters[] = "abcdefghijklmnopqrstuvwxyz"
                                "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-";
  char_vec text = {0};
  char *out = c->s->end.suffix;
  size_t room = sizeof c->s->end.suffix;
  bool is_there = c->s->end.fault == FAULT_REPORTED && c->n > 3 &&
                  word_is_concrete (call_arg (c, 3));
  if (!is_there || !call_text (c, 3, &text))
    return;
  const char *end = strstr (text_c (c->m->mem, &text), ".err");
  if (end)
    text.len = (size_t) (end - text.data);
  text_c (c->m->mem, &text);
  if (text.len < room && strspn (text.data, letters) == text.len)
    memcpy (out, text.data, text.len + 1);
  vec_release (c->m->mem, &text);
}

step builtin_report_error (call *c) {
  step st = fault_with_text (c, FAULT_REPORTED, 2);
  take_suffix (c);
  return st;
}

step builtin_unsupported (call *c) {
  char_vec text = {0};
  if (!call_text (c, 0, &text))
    return STEP_STOP;
  step st = machine_unsupported (c->m, c->s, "%s", text_c (c->m->mem, &text));
  vec_release (c->m->mem, &text);
  return st;
}
