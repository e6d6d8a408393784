#include "base/log.h"

#include "base/shown.h"

#include <stdarg.h>

void log_write (const logger *log, log_level level, const char *fmt, ...) {
  if (!log->file || level > log->level)
    return;
  if (level <= LEVEL_WARNING) {
    if (log->name)
      fprintf (log->file, "%s: ", log->name);
    fputs (level == LEVEL_ERROR ? "error: " : "warning: ", log->file);
  }
  va_list ap;
  va_start (ap, fmt);
  char *text = NULL;
  if (vasprintf (&text, fmt, ap) >= 0)
    shown_print (log->file, text);
  free (text);
  va_end (ap);
  fputc ('\n', log->file);
  fflush (log->file);
}
