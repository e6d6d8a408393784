/* exit: what was registered, destructors with it, then the streams. The weak
 * ones are replaced when atexit or a stream is linked.
 */

#include "libc.h"

#include <stdlib.h>

static void nothing (void) {}
weak_alias (nothing, __funcs_on_exit);
weak_alias (nothing, __stdio_exit);

_Noreturn void exit (int code) {
  __funcs_on_exit ();
  __stdio_exit ();
  _Exit (code);
}
