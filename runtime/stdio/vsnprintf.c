/* As glibc has it: a size beyond INT_MAX is as much room as anybody says, not
 * an error. 'size - used' below zero is such a size, and the write past the end
 * that it lets happen must be seen. The text is written last: it may be an
 * argument.
 */

#include "stdio_impl.h"

#include <string.h>

typedef struct room {
  char *at;
  size_t left; /* without the byte that ends the text */
} room;

static void copy (room *r, const unsigned char *from, size_t n) {
  if (n > r->left)
    n = r->left;
  if (n)
    memcpy (r->at, from, n);
  r->at += n;
  r->left -= n;
}

/* What has no room is dropped; it counts as written. */
static size_t write_text (FILE *f, const unsigned char *from, size_t n) {
  room *r = f->cookie;
  copy (r, f->wbase, (size_t) (f->wpos - f->wbase));
  copy (r, from, n);
  *r->at = 0;
  f->wpos = f->wbase = f->buf;
  return n;
}

int vsnprintf (char *restrict to, size_t size, const char *restrict format,
               va_list list) {
  unsigned char unused[1];
  char nowhere[1];
  room r = {size ? to : nowhere, size ? size - 1 : 0};
  FILE f = {
      .lbf = EOF, .write = write_text, .lock = -1, .buf = unused, .cookie = &r};
  return vfprintf (&f, format, list);
}
