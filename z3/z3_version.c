#include "solver/versions.h"

#include <stdio.h>
#include <z3.h>

void z3_version (char *text, size_t size) {
  unsigned major, minor, build, revision;
  Z3_get_version (&major, &minor, &build, &revision);
  snprintf (text, size, "%u.%u.%u", major, minor, build);
}
