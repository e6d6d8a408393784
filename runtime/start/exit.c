/* exit: what was registered, destructors with it, then the streams; the machine
 * hears what became of files. The weak ones are replaced when atexit, a stream
 * or the file system is linked.
 */

#include "libc.h"
#include "reprise.h"

#include <stdlib.h>

static void nothing (void) {}
weak_alias (nothing, __funcs_on_exit);
weak_alias (nothing, __stdio_exit);
weak_alias (nothing, __reprise_tell_files);

static _Noreturn void end (int code) {
  __reprise_tell_files ();
  reprise_exit (code);
}

_Noreturn void _Exit (int code) {
  reprise_buffer (BUFFER_LOST);
  end (code);
}

_Noreturn void _exit (int code) { _Exit (code); }

_Noreturn void exit (int code) {
  __funcs_on_exit ();
  __stdio_exit ();
  end (code);
}
