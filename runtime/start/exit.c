/* exit: what was registered, then destructors, then the streams. The weak
 * ones are replaced when atexit, destructors or a stream are linked.
 */

#include "libc.h"
#include "reprise.h"

#include <stdlib.h>

static void nothing (void) {}
weak_alias (nothing, __funcs_on_exit);
weak_alias (nothing, __stdio_exit);
weak_alias (nothing, __reprise_destructors);

_Noreturn void exit (int code) {
  __funcs_on_exit ();
  __reprise_destructors ();
  __stdio_exit ();
  _Exit (code);
}
