/* --check=3: a path that ends, or was just forked, is looked through. The first
 * ones all are, then one of 16: most bugs show early, and a look costs what the
 * path holds.
 */

#include "explore/explorer_priv.h"

#define ALL_UP_TO 256u
#define STRIDE 16u

static _Noreturn void validity_give_up (const explorer *e, const char *what) {
  log_error (&e->context->log, "bug: %s is damaged; the program stops", what);
  abort ();
}

void explorer_validate (explorer *e, const pending *p) {
  uint64_t n = ++e->n_validated;
  if (e->context->options.check < 3 || (n > ALL_UP_TO && n % STRIDE))
    return;
  if (!knowledge_is_valid (p->knowledge))
    validity_give_up (e, "what a path knows");
  if (p->state && !space_is_valid (p->state->space, e->ts))
    validity_give_up (e, "the memory of a path");
}

void explorer_validate_terms (const explorer *e) {
  if (e->context->options.check >= 3 && !terms_is_valid (e->ts))
    validity_give_up (e, "the table of terms");
}
