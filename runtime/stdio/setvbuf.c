/* As musl has it, but F_SVB says that nothing in a buffer of standard output is
 * lost, as no whole lines are in a line buffer.
 */

#include "stdio_impl.h"

int setvbuf (FILE *restrict f, char *restrict buffer, int type, size_t size) {
  f->lbf = EOF;
  if (type != _IONBF && type != _IOLBF && type != _IOFBF)
    return -1;
  if (type == _IONBF)
    f->buf_size = 0;
  else if (buffer && size >= UNGET) {
    f->buf = (void *) (buffer + UNGET);
    f->buf_size = size - UNGET;
  }
  if (type == _IOLBF && f->buf_size)
    f->lbf = '\n';
  if (type != _IOFBF)
    f->flags |= F_SVB;
  return 0;
}
