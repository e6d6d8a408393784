#pragma once

/* Symbols and what they are bound to.
 *
 * Every symbol text is one 'smt_symbol' for the life of the table. Bindings
 * are one stack: declarations and definitions below, let variables and
 * parameters above, so that leaving a scope, of a let or of a push, is
 * cutting the stack. The innermost binding of a symbol is found in constant
 * time.
 */

#include "term/term.h"

typedef enum smt_binding_kind {
  BOUND_TERM,
  BOUND_MACRO, /* 'value' counts in the reader's macros */
  BOUND_SORT   /* 'value' is the sort's code */
} smt_binding_kind;

typedef struct smt_symbol {
  uint32_t binding; /* innermost, plus one; 0 = none */
  uint16_t op;      /* of the theories (smt_ops.h), 0 = none */
  uint16_t command; /* smt_kind, 0 = none */
  uint32_t len;
  char text[]; /* NUL-terminated */
} smt_symbol;

typedef struct smt_binding {
  smt_symbol *symbol;
  uint32_t previous; /* what 'symbol->binding' was */
  smt_binding_kind kind;
  uint32_t value;
} smt_binding;

typedef struct smt_slot {
  uint64_t hash;
  smt_symbol *symbol;
} smt_slot;

typedef struct smt_names {
  memory *mem;
  arena texts;
  smt_slot *slot;
  size_t len, cap; /* cap is a power of two */
  VEC (smt_binding) bindings;
} smt_names;

void smt_names_init (smt_names *, memory *);
void smt_names_release (smt_names *);

smt_symbol *smt_names_intern (smt_names *, const char *, size_t len);

/* NULL when the symbol is not bound. Valid until the next binding. */
static inline const smt_binding *smt_names_find (const smt_names *ns,
                                                 const smt_symbol *s) {
  return s->binding ? ns->bindings.data + s->binding - 1 : NULL;
}

void smt_names_bind (smt_names *, smt_symbol *, smt_binding_kind,
                     uint32_t value);
void smt_names_cut (smt_names *, size_t n_bindings);
