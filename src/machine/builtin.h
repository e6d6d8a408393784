#pragma once

/* What the builtin_*.c files share: a call of a builtin, and its arguments.
 *
 * A builtin asks all its questions before it changes anything, as every
 * operation does (machine/machine_priv.h), so that a fork can execute the
 * call again.
 */

#include "machine/machine_priv.h"

typedef struct called_builtin {
  machine *m;
  state *s;
  const insn *insn;
  builtin which;
  uint32_t n;
  const word *arg;
} called_builtin;

typedef step (*builtin_function) (called_builtin *);

/* What builtins keep for the life of the machine. */
struct builtins {
  arena data; /* names, parts of inputs */
  map names;  /* hash of a text -> char * */
  map inputs; /* hash of name and shape -> struct input * */
  map uses;   /* names of inputs, by text, of ... */
  const state *named;
  uint64_t named_id;
  size_t n_named; /* ... so many inputs of that path */
};

/* The name of the function called, NULL when the code does not tell. */
const char *call_name (const called_builtin *);

/* Arguments that were not given are zero. */
static inline word call_arg (const called_builtin *c, uint32_t i) {
  return i < c->n ? c->arg[i] : word_of (0);
}

/* The argument as a 64-bit number. A symbolic one is fixed to one value of
 * the path, which is noted as a loss. False: the state stopped.
 */
bool call_number (called_builtin *, uint32_t i, const char *why, uint64_t *out);

/* The condition that an argument, of whatever width, is not zero. */
term call_is_true (const called_builtin *, uint32_t i);

/* The text that an argument points to; false: the state stopped. */
bool call_text (called_builtin *, uint32_t i, char_vec *out);

/* The same for the life of the machine. */
const char *call_keep_text (const called_builtin *, const char_vec *);

/* The result, if the caller wants one. Concrete bits are cut to its width;
 * terms are made to fit it.
 */
step call_give (const called_builtin *, word);
step call_give_bits (const called_builtin *, uint64_t);

/* Width of the result, 0: none. */
unsigned call_width (const called_builtin *);

/* The path ends and nobody is to hear of it, unless it was cut before. */
step call_end_silently (const called_builtin *);

/* One function each, for the table in builtin.c. */

step builtin_make_symbolic (called_builtin *);
step builtin_range (called_builtin *);
step builtin_int (called_builtin *);
step builtin_choose (called_builtin *);
step builtin_nondet (called_builtin *);
step builtin_assume (called_builtin *);          /* a false one is a fault */
step builtin_assume_silently (called_builtin *); /* a false one ends the path */
step builtin_get_value (called_builtin *);
step builtin_is_symbolic (called_builtin *);
step builtin_is_concrete (called_builtin *);
step builtin_concrete (called_builtin *);
step builtin_havoc (called_builtin *);
step builtin_undefined (called_builtin *);
step builtin_print_expr (called_builtin *);
step builtin_print_range (called_builtin *);
step builtin_prefer (called_builtin *);

step builtin_malloc (called_builtin *);
step builtin_calloc (called_builtin *);
step builtin_realloc (called_builtin *);
step builtin_reallocarray (called_builtin *);
step builtin_free (called_builtin *);
step builtin_aligned_alloc (called_builtin *); /* memalign too */
step builtin_posix_memalign (called_builtin *);
step builtin_object_size (called_builtin *);
step builtin_cut (called_builtin *);
step builtin_protect (called_builtin *);
step builtin_aligned (called_builtin *);
step builtin_mismatch (called_builtin *);
step builtin_is_near (called_builtin *);
step builtin_apart (called_builtin *);
step builtin_room (called_builtin *);
step builtin_check_access (called_builtin *);
step builtin_fixed_object (called_builtin *);
step builtin_output (called_builtin *);

step builtin_exit (called_builtin *);
step builtin_silent_exit (called_builtin *);
step builtin_abort (called_builtin *);
step builtin_trap (called_builtin *);
step builtin_assert_fail (called_builtin *);
step builtin_reach_error (called_builtin *);
step builtin_cprover_assert (called_builtin *);
step builtin_report_error (called_builtin *);
step builtin_overflow_found (called_builtin *); /* by _FORTIFY_SOURCE */
step builtin_stack_smashed (called_builtin *);
step builtin_ubsan (called_builtin *);
step builtin_unsupported (called_builtin *);
step builtin_fault (called_builtin *);
step builtin_character (called_builtin *);

step builtin_setjmp (called_builtin *);
step builtin_longjmp (called_builtin *);
