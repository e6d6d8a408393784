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

#define LLVM_SONAME "libLLVM.so.19.1"

/* There is no way back to who called: as when a program does not start for
 * the lack of a library.
 */
static _Noreturn void lazy_give_up (void) {
  fprintf (stderr, "reprise: error: %s\n", dlerror ());
  exit (CLI_TROUBLE);
}

/* What we need of LLVM is a library of ours, a tenth as large, that is built
 * and installed beside the programs. A program that was copied away does
 * without.
 */
static void *lazy_open (const char *library) {
  void *handle = dlopen (library, RTLD_LAZY | RTLD_LOCAL);
  bool is_ours = !strcmp (library, "libreprise-llvm.so");
  return handle || !is_ours ? handle : dlopen (LLVM_SONAME, RTLD_LAZY);
}

void *lazy_bind (const char *library, const char *function) {
  void *handle = lazy_open (library);
  void *found = handle ? dlsym (handle, function) : NULL;
  if (!found)
    lazy_give_up ();
  return found;
}
