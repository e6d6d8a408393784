#ifndef MACHINE_BUILTIN_H
#define MACHINE_BUILTIN_H

/* What the builtin_*.c files share: a call of a builtin, and its arguments.
 *
 * A builtin asks all its questions before it changes anything, as every
 * operation does (machine/machine_priv.h), so that a fork can execute the
 * call again.
 */

#include "base/map.h"
#include "machine/machine_priv.h"

typedef struct call {
  machine *m;
  state *s;
  const insn *insn;
  builtin which;
  uint32_t n;
  const word *arg;
} call;

typedef step (*builtin_function) (call *);

/* What builtins keep for the life of the machine. */
struct builtins {
  arena data; /* names, parts of inputs */
  map names;  /* hash of a text -> char * */
  map inputs; /* hash of name and shape -> struct input * */
};

/* The name of the function called, NULL when the code does not tell. */
const char *call_name (const call *);

/* Arguments that were not given are zero. */
static inline word call_arg (const call *c, uint32_t i) {
  return i < c->n ? c->arg[i] : word_of (0);
}

/* The argument as a 64-bit number. A symbolic one is fixed to one value of
 * the path, which is noted as a loss. False: the state stopped.
 */
bool call_number (call *, uint32_t i, const char *why, uint64_t *out);

/* The condition that an argument, of whatever width, is not zero. */
term call_is_true (const call *, uint32_t i);

/* The text that an argument points to; false: the state stopped. */
bool call_text (call *, uint32_t i, char_vec *out);

/* The same for the life of the machine. */
const char *call_keep_text (const call *, const char_vec *);

/* The result, if the caller wants one. Concrete bits are cut to its width;
 * terms are made to fit it.
 */
step call_give (const call *, word);
step call_give_bits (const call *, uint64_t);

/* Width of the result, 0: none. */
unsigned call_width (const call *);

/* The path ends and nobody is to hear of it, unless it was cut before. */
step call_end_silently (const call *);

/* One function each, for the table in builtin.c. */

step builtin_make_symbolic (call *);
step builtin_range (call *);
step builtin_int (call *);
step builtin_choose (call *);
step builtin_nondet (call *);
step builtin_assume (call *);          /* a false one is a fault */
step builtin_assume_silently (call *); /* a false one ends the path */
step builtin_get_value (call *);
step builtin_is_symbolic (call *);
step builtin_is_concrete (call *);
step builtin_concrete (call *);
step builtin_print_expr (call *);
step builtin_print_range (call *);
step builtin_prefer (call *);

step builtin_malloc (call *);
step builtin_calloc (call *);
step builtin_realloc (call *);
step builtin_reallocarray (call *);
step builtin_free (call *);
step builtin_aligned_alloc (call *); /* memalign too */
step builtin_posix_memalign (call *);
step builtin_object_size (call *);
step builtin_room (call *);
step builtin_check_access (call *);
step builtin_fixed_object (call *);
step builtin_output (call *);

step builtin_exit (call *);
step builtin_silent_exit (call *);
step builtin_abort (call *);
step builtin_trap (call *);
step builtin_assert_fail (call *);
step builtin_reach_error (call *);
step builtin_cprover_assert (call *);
step builtin_report_error (call *);
step builtin_stack_smashed (call *);
step builtin_ubsan (call *);
step builtin_unsupported (call *);

step builtin_setjmp (call *);
step builtin_longjmp (call *);

#endif
