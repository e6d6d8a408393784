#include "lab/tables/lab.h"

#include "lab/tables/contest.h"
#include "program/home.h"

status lab_open (context *c, lab *out) {
  *out = (lab) {.context = c, .mem = &c->memory};
  if (home_find (out->mem, "bench/subjects", &out->subjects))
    return ST_OK;
  vec_release (out->mem, &out->subjects);
  return trouble_set (&c->trouble, ST_USAGE,
                      "the subjects are not there: directory bench/subjects of "
                      "the sources, see 'make install'; or set REPRISE_HOME");
}

void lab_close (lab *l) {
  contest_free (l->contest);
  vec_release (l->mem, &l->subjects);
}
