/* Standard output is not buffered, as standard error is not: a path may end
 * anywhere by a fault or a budget, and what it printed must not end with it.
 * A line buffer would be worse: it looks for ends of lines, which is a fork
 * for every symbolic character. The machine is told what would be in a buffer
 * elsewhere, and lost where the program ends without exit.
 */

#include "reprise.h"
#include "stdio_impl.h"

#undef stdout

static unsigned char unget[UNGET];

static size_t write_out (FILE *f, const unsigned char *from, size_t n) {
  size_t all = (size_t) (f->wpos - f->wbase) + n;
  size_t done = __stdio_write (f, from, n);
  if (all && done == n && !(f->flags & F_SVB))
    reprise_buffer (all);
  return done;
}

hidden FILE __stdout_FILE = {
    .buf = unget + UNGET,
    .buf_size = 0,
    .fd = 1,
    .flags = F_PERM | F_NORD,
    .lbf = -1,
    .write = write_out,
    .seek = __stdio_seek,
    .close = __stdio_close,
    .lock = -1,
};

FILE *const stdout = &__stdout_FILE;
FILE *volatile __stdout_used = &__stdout_FILE;
