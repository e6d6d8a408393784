/* As musl has it, but what was never set is found where it is written, not
 * where the file is told of it.
 */

#include "reprise.h"
#include "stdio_impl.h"

#include <string.h>

/* How many bytes end with the last line. */
static size_t whole_lines (const unsigned char *from, size_t n) {
  while (n && from[n - 1] != '\n')
    n--;
  return n;
}

size_t __fwritex (const unsigned char *restrict from, size_t n,
                  FILE *restrict f) {
  size_t now = 0;
  if (!f->wend && __towrite (f))
    return 0;
  if (n > (size_t) (f->wend - f->wpos))
    return f->write (f, from, n);
  if (f->lbf >= 0)
    now = whole_lines (from, n);
  if (now) {
    size_t done = f->write (f, from, now);
    if (done < now)
      return done;
  }
  memcpy (f->wpos, from + now, n - now);
  f->wpos += n - now;
  return n;
}

size_t fwrite (const void *restrict from, size_t size, size_t n,
               FILE *restrict f) {
  size_t all = size * n;
  reprise_output (-1, from, all);
  size_t done = __fwritex (from, all, f);
  return done == all ? (size ? n : 0) : done / size;
}

weak_alias (fwrite, fwrite_unlocked);
