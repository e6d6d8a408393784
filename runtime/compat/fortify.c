/* Names that headers of another C library use for functions with a known
 * size of the destination (_FORTIFY_SOURCE), in bitcode that was compiled
 * with them. The machine finds what leaves an object; what only leaves a
 * member of one is found here, before it happens or right after, so that
 * symbolic strings are not read twice.
 */

#define _GNU_SOURCE
#include <limits.h>
#include <poll.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/select.h>
#include <sys/socket.h>
#include <unistd.h>
#include <wchar.h>

_Noreturn void __chk_fail (void); /* the machine's: a fault */

static void check (int fits) {
  if (!fits)
    __chk_fail ();
}

/* CHECKED (NAME, PARAMETERS, ARGUMENTS, FITS): known before the call. */
#define CHECKED(RESULT, NAME, PARAMETERS, ARGUMENTS, FITS) \
  RESULT __##NAME##_chk PARAMETERS { \
    check (FITS); \
    return NAME ARGUMENTS; \
  }

#define COPY(NAME) \
  CHECKED (void *, NAME, (void *to, const void *from, size_t n, size_t size), \
           (to, from, n), n <= size)
COPY (memcpy)
COPY (mempcpy)
COPY (memmove)
CHECKED (void *, memset, (void *to, int byte, size_t n, size_t size),
         (to, byte, n), n <= size)
CHECKED (void, explicit_bzero, (void *to, size_t n, size_t size), (to, n),
         n <= size)
CHECKED (char *, strncpy, (char *to, const char *from, size_t n, size_t size),
         (to, from, n), n <= size)
CHECKED (char *, stpncpy, (char *to, const char *from, size_t n, size_t size),
         (to, from, n), n <= size)
CHECKED (ssize_t, read, (int f, void *to, size_t n, size_t size), (f, to, n),
         n <= size)
CHECKED (ssize_t, pread, (int f, void *to, size_t n, off_t at, size_t size),
         (f, to, n, at), n <= size)
CHECKED (ssize_t, recv, (int f, void *to, size_t n, size_t size, int flags),
         (f, to, n, flags), n <= size)
CHECKED (ssize_t, readlink, (const char *path, char *to, size_t n, size_t size),
         (path, to, n), n <= size)
CHECKED (ssize_t, readlinkat,
         (int f, const char *path, char *to, size_t n, size_t size),
         (f, path, to, n), n <= size)
CHECKED (char *, getcwd, (char *to, size_t n, size_t size), (to, n), n <= size)
CHECKED (int, gethostname, (char *to, size_t n, size_t size), (to, n),
         n <= size)
CHECKED (int, getgroups, (int n, gid_t *to, size_t size), (n, to),
         n < 0 || (size_t) n <= size / sizeof *to)
CHECKED (size_t, confstr, (int name, char *to, size_t n, size_t size),
         (name, to, n), n <= size)
CHECKED (char *, realpath, (const char *path, char *to, size_t size),
         (path, to), !to || size >= PATH_MAX)
CHECKED (int, poll, (struct pollfd * to, nfds_t n, int wait, size_t size),
         (to, n, wait), n <= size / sizeof *to)
CHECKED (int, wctomb, (char *to, wchar_t c, size_t size), (to, c),
         !to || size >= MB_CUR_MAX)
CHECKED (size_t, wcrtomb, (char *to, wchar_t c, mbstate_t *s, size_t size),
         (to, c, s), !to || size >= MB_CUR_MAX)
CHECKED (size_t, mbstowcs, (wchar_t * to, const char *s, size_t n, size_t size),
         (to, s, n), n <= size)
CHECKED (size_t, wcstombs, (char *to, const wchar_t *s, size_t n, size_t size),
         (to, s, n), n <= size)
CHECKED (size_t, mbsrtowcs,
         (wchar_t * to, const char **s, size_t n, mbstate_t *b, size_t size),
         (to, s, n, b), n <= size)
CHECKED (wchar_t *, wmemcpy,
         (wchar_t * to, const wchar_t *from, size_t n, size_t size),
         (to, from, n), n <= size)
CHECKED (wchar_t *, wmemset, (wchar_t * to, wchar_t c, size_t n, size_t size),
         (to, c, n), n <= size)

static int fits_all (size_t each, size_t n, size_t size) {
  return !each || n <= size / each;
}
CHECKED (size_t, fread_unlocked,
         (void *to, size_t size, size_t each, size_t n, FILE *f),
         (to, each, n, f), fits_all (each, n, size))
size_t __fread_chk (void *to, size_t size, size_t each, size_t n, FILE *f) {
  check (fits_all (each, n, size));
  return fread (to, each, n, f);
}

ssize_t __pread64_chk (int f, void *to, size_t n, off_t at, size_t size) {
  return __pread_chk (f, to, n, at, size);
}

/* Strings: the end of the copy tells. */

char *__stpcpy_chk (char *to, const char *from, size_t size) {
  char *end = stpcpy (to, from);
  check ((size_t) (end - to) < size);
  return end;
}

char *__strcpy_chk (char *to, const char *from, size_t size) {
  __stpcpy_chk (to, from, size);
  return to;
}

char *__strcat_chk (char *to, const char *from, size_t size) {
  size_t used = strlen (to);
  check (used < size);
  __stpcpy_chk (to + used, from, size - used);
  return to;
}

char *__strncat_chk (char *to, const char *from, size_t n, size_t size) {
  size_t used = strlen (to), more = strnlen (from, n);
  check (used < size && more < size - used);
  memcpy (to + used, from, more);
  to[used + more] = 0;
  return to;
}

/* A line that is longer than the buffer, although 'n' allows it. */
char *__fgets_chk (char *to, size_t size, int n, FILE *f) {
  if (n <= 0 || (size_t) n <= size)
    return fgets (to, n, f);
  int c = 0;
  size_t i = 0;
  while (i + 1 < (size_t) n && c != '\n' && (c = getc (f)) != EOF) {
    check (i + 1 < size);
    to[i++] = (char) c;
  }
  to[i] = 0;
  return i ? to : NULL;
}

char *__fgets_unlocked_chk (char *to, size_t size, int n, FILE *f) {
  return __fgets_chk (to, size, n, f);
}

/* Formatted output: a flag comes before the format. */

int __vprintf_chk (int flag, const char *format, va_list list) {
  return vprintf (format, list);
}

int __vfprintf_chk (FILE *f, int flag, const char *format, va_list list) {
  return vfprintf (f, format, list);
}

int __vdprintf_chk (int f, int flag, const char *format, va_list list) {
  return vdprintf (f, format, list);
}

int __vasprintf_chk (char **to, int flag, const char *format, va_list list) {
  return vasprintf (to, format, list);
}

int __vsprintf_chk (char *to, int flag, size_t size, const char *format,
                    va_list list) {
  int n = vsprintf (to, format, list);
  check (n < 0 || (size_t) n < size);
  return n;
}

int __vsnprintf_chk (char *to, size_t n, int flag, size_t size,
                     const char *format, va_list list) {
  check (n <= size);
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

int __dprintf_chk (int f, int flag, const char *format, ...) {
  WITH_LIST (vdprintf (f, format, list));
}

int __asprintf_chk (char **to, int flag, const char *format, ...) {
  WITH_LIST (vasprintf (to, format, list));
}

int __sprintf_chk (char *to, int flag, size_t size, const char *format, ...) {
  WITH_LIST (__vsprintf_chk (to, flag, size, format, list));
}

int __snprintf_chk (char *to, size_t n, int flag, size_t size,
                    const char *format, ...) {
  WITH_LIST (__vsnprintf_chk (to, n, flag, size, format, list));
}

/* The place of a descriptor in an fd_set. */
long __fdelt_chk (long descriptor) {
  check (descriptor >= 0 && descriptor < FD_SETSIZE);
  return descriptor / (8 * (long) sizeof (long));
}

long __fdelt_warn (long descriptor) { return __fdelt_chk (descriptor); }
