/* Rungs that keep nothing: a class, and where to free it.
 */

#include "reuse/rung.h"

typedef struct bare_rung {
  rung base;
  memory *mem;
} bare_rung;

rung *rung_new_bare (const rung_site *site, const rung_class *class) {
  bare_rung *r = memory_zalloc (site->mem, sizeof *r);
  *r = (bare_rung) {.base = {class}, .mem = site->mem};
  return &r->base;
}

void rung_free_bare (rung *r) {
  memory_free (((bare_rung *) r)->mem, r, sizeof (bare_rung));
}
