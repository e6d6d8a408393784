/* As glibc has it: not of a descriptor that is closed, or opened for less. */

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>

FILE *__fdopen (int, const char *);

FILE *fdopen (int descriptor, const char *mode) {
  int flags = fcntl (descriptor, F_GETFL);
  if (flags < 0)
    return NULL;
  int way = flags & O_ACCMODE;
  int reads = *mode == 'r' || strchr (mode, '+');
  int writes = *mode != 'r' || strchr (mode, '+');
  if ((reads && way == O_WRONLY) || (writes && way == O_RDONLY)) {
    errno = EINVAL;
    return NULL;
  }
  return __fdopen (descriptor, mode);
}
