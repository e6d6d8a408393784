/* Other names that bitcode compiled with another C library's headers uses. */

#define _GNU_SOURCE
#include <fcntl.h>
#include <libintl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <syslog.h>
#include <unistd.h>
#include <wchar.h>

/* Numbers: the new names also take "0b", which no such bitcode relies on. */

#define NUMBER(TYPE, NAME) \
  TYPE __isoc23_##NAME (const char *s, char **end, int base) { \
    return NAME (s, end, base); \
  }
NUMBER (long, strtol)
NUMBER (long long, strtoll)
NUMBER (unsigned long, strtoul)
NUMBER (unsigned long long, strtoull)

#define SCAN(NAME, FIRST, CALL) \
  int __isoc23_##NAME (FIRST const char *format, ...) { \
    va_list list; \
    va_start (list, format); \
    int n = CALL; \
    va_end (list); \
    return n; \
  }
#define FROM(X) X,
SCAN (sscanf, FROM (const char *s), vsscanf (s, format, list))
SCAN (fscanf, FROM (FILE *f), vfscanf (f, format, list))
SCAN (scanf, , vscanf (format, list))

int __isoc23_vsscanf (const char *s, const char *format, va_list list) {
  return vsscanf (s, format, list);
}

int __isoc23_vfscanf (FILE *f, const char *format, va_list list) {
  return vfscanf (f, format, list);
}

int __isoc23_vscanf (const char *format, va_list list) {
  return vscanf (format, list);
}

/* With underscores. */

char *__strdup (const char *s) { return strdup (s); }
char *__strndup (const char *s, size_t n) { return strndup (s, n); }
char *__strtok_r (char *s, const char *between, char **at) {
  return strtok_r (s, between, at);
}
void *__mempcpy (void *to, const void *from, size_t n) {
  return mempcpy (to, from, n);
}
size_t __mbrlen (const char *s, size_t n, mbstate_t *state) {
  return mbrlen (s, n, state);
}
long __sysconf (int name) { return sysconf (name); }
int __getpagesize (void) { return getpagesize (); }
char *__secure_getenv (const char *name) { return secure_getenv (name); }
char *__dcgettext (const char *domain, const char *text, int category) {
  return (char *) text;
}

/* There is one thread, and nobody asks twice. */
char __libc_single_threaded = 1;

int __register_atfork (void (*before) (void), void (*parent) (void),
                       void (*child) (void), void *library) {
  return pthread_atfork (before, parent, child);
}

/* Without the third argument: flags that need it are a mistake. */

_Noreturn void __chk_fail (void);

static int checked (int flags) {
  if (flags & (O_CREAT | O_TMPFILE & ~O_DIRECTORY))
    __chk_fail ();
  return flags;
}

int __open_2 (const char *path, int flags) {
  return open (path, checked (flags));
}
int __open64_2 (const char *path, int flags) { return __open_2 (path, flags); }
int __openat_2 (int at, const char *path, int flags) {
  return openat (at, path, checked (flags));
}
int __openat64_2 (int at, const char *path, int flags) {
  return __openat_2 (at, path, flags);
}

int fcntl64 (int descriptor, int command, ...) {
  va_list rest;
  va_start (rest, command);
  unsigned long argument = command == F_GETFD || command == F_GETFL
                               ? 0
                               : va_arg (rest, unsigned long);
  va_end (rest);
  return fcntl (descriptor, command, argument);
}

void __vsyslog_chk (int priority, int flag, const char *format, va_list list) {
  vsyslog (priority, format, list);
}

void __syslog_chk (int priority, int flag, const char *format, ...) {
  va_list list;
  va_start (list, format);
  vsyslog (priority, format, list);
  va_end (list);
}
