/* A library that is loaded while the program runs is not there. */

#include "dynlink.h"
#include "reprise.h"

#include <dlfcn.h>

void *dlopen (const char *file, int mode) {
  reprise_missing ("dlopen() failed: no library can be loaded");
  __dl_seterr ("Dynamic loading not supported");
  return NULL;
}
