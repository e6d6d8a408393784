/* Names that headers of another C library use for functions with a known
 * size of the destination (_FORTIFY_SOURCE), in bitcode that was compiled
 * with them. The size is not needed: the machine finds what leaves an object.
 */

#define _GNU_SOURCE
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* 'Checked' names with the sizes at the end. */
#define CHECKED(RESULT, NAME, PARAMETERS, ARGUMENTS) \
  RESULT __##NAME##_chk PARAMETERS { return NAME ARGUMENTS; }

CHECKED (void *, memcpy, (void *to, const void *from, size_t n, size_t size),
         (to, from, n))
CHECKED (void *, mempcpy, (void *to, const void *from, size_t n, size_t size),
         (to, from, n))
CHECKED (void *, memmove, (void *to, const void *from, size_t n, size_t size),
         (to, from, n))
CHECKED (void *, memset, (void *to, int byte, size_t n, size_t size),
         (to, byte, n))
CHECKED (char *, strcpy, (char *to, const char *from, size_t size), (to, from))
CHECKED (char *, stpcpy, (char *to, const char *from, size_t size), (to, from))
CHECKED (char *, strcat, (char *to, const char *from, size_t size), (to, from))
CHECKED (char *, strncpy, (char *to, const char *from, size_t n, size_t size),
         (to, from, n))
CHECKED (char *, strncat, (char *to, const char *from, size_t n, size_t size),
         (to, from, n))
CHECKED (char *, fgets, (char *to, size_t size, int n, FILE *f), (to, n, f))

/* Formatted output: a flag comes before the format. */

int __vprintf_chk (int flag, const char *format, va_list list) {
  return vprintf (format, list);
}

int __vfprintf_chk (FILE *f, int flag, const char *format, va_list list) {
  return vfprintf (f, format, list);
}

int __vsprintf_chk (char *to, int flag, size_t size, const char *format,
                    va_list list) {
  return vsprintf (to, format, list);
}

int __vsnprintf_chk (char *to, size_t n, int flag, size_t size,
                     const char *format, va_list list) {
  return vsnprintf (to, n, format, list);
}

#define WITH_LIST(CALL) \
  va_list list; \
  va_start (list, format); \
  int n_written = CALL; \
  va_end (list); \
  return n_written

int __printf_chk (int flag, const char *format, ...) {
  WITH_LIST (vprintf (format, list));
}

int __fprintf_chk (FILE *f, int flag, const char *format, ...) {
  WITH_LIST (vfprintf (f, format, list));
}

int __sprintf_chk (char *to, int flag, size_t size, const char *format, ...) {
  WITH_LIST (vsprintf (to, format, list));
}

int __snprintf_chk (char *to, size_t n, int flag, size_t size,
                    const char *format, ...) {
  WITH_LIST (vsnprintf (to, n, format, list));
}
