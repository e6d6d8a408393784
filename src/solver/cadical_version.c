#include "solver/versions.h"

#include <ccadical.h>
#include <stdio.h>
#include <string.h>

void cadical_version (char *text, size_t size) {
  const char *signature = ccadical_signature (); /* "cadical-1.5.3" */
  const char *dash = strchr (signature, '-');
  snprintf (text, size, "%s", dash ? dash + 1 : signature);
}
