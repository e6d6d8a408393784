#include "lab/tables/scratch.h"

#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>

status scratch_open (lab *l, scratch *d) {
  const char *base = getenv ("TMPDIR");
  *d = (scratch) {.mem = l->mem};
  text_printf (l->mem, &d->path, "%s/reprise-bench-XXXXXX",
               base && *base ? base : "/tmp");
  text_c (l->mem, &d->path);
  if (mkdtemp (d->path.data))
    return ST_OK;
  status st = trouble_set (&l->context->trouble, ST_NOWRITE,
                           "cannot make directory '%s'", d->path.data);
  vec_release (l->mem, &d->path);
  return st;
}

static int scratch_drop (const char *path, const struct stat *s, int type,
                         struct FTW *f) {
  (void) s, (void) type, (void) f;
  (void) remove (path);
  return 0;
}

void scratch_close (scratch *d) {
  if (!d->path.data)
    return;
  (void) nftw (d->path.data, scratch_drop, 16, FTW_DEPTH | FTW_PHYS);
  vec_release (d->mem, &d->path);
}

const char *scratch_path (const scratch *d) { return d->path.data; }
