#pragma once

/* Definitions with parameters, kept as the list of steps that builds the
 * body from its arguments. Expanding is one pass over it.
 */

#include "term/term.h"

#define SMT_MACRO_MAX_STEPS ((size_t) 1 << 18)

typedef struct smt_step smt_step;

/* Steps are numbered behind the parameters; a reference below 'n_params +
 * n_steps' in 'body' is one of these, see smt_macro.c.
 */
typedef struct smt_macro {
  size_t n_params, n_steps;
  const term *param; /* variables for the arguments, marked (smt_number.h) */
  sort result;       /* also of marked ones */
  const smt_step *step;
  uint64_t body;
} smt_macro;

/* Everything goes to the arena. False when the body is too large. */
bool smt_macro_init (smt_macro *, arena *, memory *, const terms *,
                     size_t n_params, const term *param, term body);

/* The body with arguments of the parameters' sorts for the parameters. */
term smt_macro_expand (const smt_macro *, terms *, memory *, const term *arg);
