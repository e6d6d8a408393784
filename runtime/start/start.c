/* What the libc needs before main: nearly nothing, since the one thread, the
 * streams and the locale are initialised data. Inputs that were asked for are
 * made by inputs.c, which is linked if there are words of the program's, or if
 * it uses the file system (system/tree.c).
 */

#include "inputs.h"
#include "libc.h"
#include "reprise.h"

#include <unistd.h>

static void nothing (int *argc, char ***argv, char ***envp) {}
weak_alias (nothing, __reprise_inputs);

void __reprise_libc_start (int *argc, char ***argv, char ***envp) {
  __reprise_inputs (argc, argv, envp);
  char *name = *argc > 0 && (*argv)[0] ? (*argv)[0] : "";
  __environ = *envp;
  __progname = __progname_full = name;
  for (char *p = name; *p; p++)
    if (*p == '/')
      __progname = p + 1;
}
