/* Standard output is not buffered, as standard error is not: a path may end
 * anywhere by a fault or a budget, and what it printed must not end with it.
 * A line buffer would be worse: it looks for ends of lines, which is a fork
 * for every symbolic character.
 */

#include "stdio_impl.h"

#undef stdout

static unsigned char unget[UNGET];

hidden FILE __stdout_FILE = {
    .buf = unget + UNGET,
    .buf_size = 0,
    .fd = 1,
    .flags = F_PERM | F_NORD,
    .lbf = -1,
    .write = __stdio_write,
    .seek = __stdio_seek,
    .close = __stdio_close,
    .lock = -1,
};

FILE *const stdout = &__stdout_FILE;
FILE *volatile __stdout_used = &__stdout_FILE;
