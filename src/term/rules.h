#pragma once

/* Simplification as a table of rules.
 *
 * A rule looks at a draft whose arguments are already simplified and either
 * gives an equal term or TERM_NONE. Each rule is right on its own, for every
 * width, and is proved so by exhaustive evaluation at small widths
 * (tests/unit/test_rules.c), where each must fire.
 */

#include "term/term.h"

typedef term rule_function (terms *, const draft *);

typedef struct rule {
  const char *name;
  kind kind; /* the kind of draft it looks at */
  rule_function *apply;
} rule;

extern const rule rule_table[];
extern const size_t rule_count;

/* The first rule that fires, or TERM_NONE. */
term rules_apply (terms *, const draft *);
