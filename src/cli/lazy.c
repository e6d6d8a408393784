/* Libraries that are loaded when they are first called.
 *
 * Loading LLVM takes several times as long as everything else that happens
 * before main, and neither a run that has nothing to do, nor a session with a
 * solver, nor --help calls it. So the program is not linked to it, but to
 * functions that bind themselves here (tools/lazy-stubs).
 */

#include "cli/lazy.h"

#include "cli/cli.h"

#include <dlfcn.h>

/* There is no way back to who called: as when a program does not start for
 * the lack of a library.
 */
static _Noreturn void lazy_give_up (void) {
  fprintf (stderr, "reprise: error: %s\n", dlerror ());
  exit (CLI_TROUBLE);
}

void *lazy_bind (const char *library, const char *function) {
  void *handle = dlopen (library, RTLD_LAZY | RTLD_LOCAL);
  void *found = handle ? dlsym (handle, function) : NULL;
  if (!found)
    lazy_give_up ();
  return found;
}
