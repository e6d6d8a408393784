#pragma once

/* Who may have values that answer the query which is asked, from below: asked
 * when otherwise a solver would be.
 */

#include "term/model.h"

typedef struct hints hints;
struct hints {
  /* Other values for all inputs of the query, which nobody has evaluated;
   * false: there are no more. 'out' is cleared first.
   */
  bool (*next) (hints *, model *out);
};
