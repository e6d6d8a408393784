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
  arena data;  /* names, parts of inputs */
  map names;   /* hash of a text -> char * */
  map inputs;  /* hash of name and shape -> struct input * */
  map layouts; /* hash of name and size -> layout *; a wrong one costs time */
  map calls;   /* place of a call that is told -> char * */
  map uses;    /* names of inputs, by text, of ... */
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

/* The text that an argument points to, kept for the life of the machine; NULL:
 * the state stopped.
 */
const char *call_text (called_builtin *, uint32_t i);

/* A value in words of SMT-LIB, or of the extension. */
void call_print_word (const called_builtin *, word, char_vec *out);

/* A warning as KLEE words it: WARNING_ONCE, or 0. The text stays. */
void call_warn (called_builtin *, uint64_t how, const char *text);

/* The path ends: an intrinsic is misused. The text stays. */
step call_refuse (called_builtin *, const char *why);

/* The result, if the caller wants one. Concrete bits are cut to its width;
 * terms are made to fit it.
 */
step call_give (const called_builtin *, word);
step call_give_bits (const called_builtin *, uint64_t);

/* Width of the result, 0: none. */
unsigned call_width (const called_builtin *);

/* The path ends and nobody is to hear of it, unless it was cut before. */
step call_end_silently (const called_builtin *);

/* One function each. */
#define BUILTIN(NAME, TEXT, WINS, DOES) step builtin_##DOES (called_builtin *);
#include "program/builtins.def"
