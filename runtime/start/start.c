/* What the libc needs before main: nearly nothing, since the one thread, the
 * streams and the locale are initialised data.
 */

#include "libc.h"
#include "reprise.h"

#include <unistd.h>

void __reprise_libc_start (int argc, char **argv, char **envp) {
  char *name = argc > 0 && argv[0] ? argv[0] : "";
  __environ = envp;
  __progname = __progname_full = name;
  for (char *p = name; *p; p++)
    if (*p == '/')
      __progname = p + 1;
}
