/* As glibc has it: a size beyond INT_MAX is as much room as anybody says, not
 * an error. 'size - used' below zero is such a size, and the write past the end
 * that it lets happen must be seen. The text is written last, but an
 * argument that lies in it is found when it is looked at.
 */

#include "reprise.h"
#include "stdio_impl.h"

#include <string.h>

typedef struct room {
  char *start, *at;
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
size_t __write_text (FILE *f, const unsigned char *from, size_t n) {
  room *r = f->cookie;
  copy (r, f->wbase, (size_t) (f->wpos - f->wbase));
  copy (r, from, n);
  *r->at = 0;
  f->wpos = f->wbase = f->buf;
  return n;
}

/* What already is where it goes stays as it is. */
void __check_piece (FILE *f, const void *from, size_t n) {
  const room *r = f->cookie;
  size_t waiting = (size_t) (f->wpos - f->wbase);
  size_t room_left = waiting < r->left ? r->left - waiting : 0;
  n = n < room_left ? n : room_left;
  if (n && from != r->at + waiting && reprise_is_near (r->start, from))
    reprise_apart ("sprintf", r->start,
                   (size_t) (r->at - r->start) + waiting + n + 1, from, n);
}

int vsnprintf (char *restrict to, size_t size, const char *restrict format,
               va_list list) {
  unsigned char unused[1];
  char nowhere[1];
  room r = {.at = size ? to : nowhere, .left = size ? size - 1 : 0};
  r.start = r.at;
  FILE f = {.lbf = EOF,
            .write = __write_text,
            .lock = -1,
            .buf = unused,
            .cookie = &r};
  return vfprintf (&f, format, list);
}
