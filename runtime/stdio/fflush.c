/* As musl has it, but standard output, whose buffer exists only in what the
 * machine is told, is flushed, too.
 */

#include "reprise.h"
#include "stdio_impl.h"

static FILE *volatile none;
weak_alias (none, __stdout_used);
weak_alias (none, __stderr_used);

static int flush_all (void) {
  int res = 0;
  FILE *f;
  if (__stdout_used)
    res |= fflush (__stdout_used);
  if (__stderr_used)
    res |= fflush (__stderr_used);
  for (f = *__ofl_lock (); f; f = f->next)
    if (f->wpos != f->wbase)
      res |= fflush (f);
  __ofl_unlock ();
  return res;
}

int fflush (FILE *f) {
  if (!f)
    return flush_all ();
  if (f == __stdout_used)
    reprise_buffer (0);
  if (f->wpos != f->wbase) {
    f->write (f, 0, 0);
    if (!f->wpos)
      return EOF;
  }
  if (f->rpos != f->rend)
    f->seek (f, f->rpos - f->rend, SEEK_CUR);
  f->wpos = f->wbase = f->wend = 0;
  f->rpos = f->rend = 0;
  return 0;
}

weak_alias (fflush, fflush_unlocked);
