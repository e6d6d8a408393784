/* Other names that bitcode compiled with another C library's headers uses. */

#define _GNU_SOURCE
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

long __isoc23_strtol (const char *s, char **end, int base) {
  return strtol (s, end, base);
}

long long __isoc23_strtoll (const char *s, char **end, int base) {
  return strtoll (s, end, base);
}

unsigned long __isoc23_strtoul (const char *s, char **end, int base) {
  return strtoul (s, end, base);
}

unsigned long long __isoc23_strtoull (const char *s, char **end, int base) {
  return strtoull (s, end, base);
}

int __isoc23_sscanf (const char *s, const char *format, ...) {
  va_list list;
  va_start (list, format);
  int n = vsscanf (s, format, list);
  va_end (list);
  return n;
}

int __isoc23_fscanf (FILE *f, const char *format, ...) {
  va_list list;
  va_start (list, format);
  int n = vfscanf (f, format, list);
  va_end (list);
  return n;
}

int __isoc23_scanf (const char *format, ...) {
  va_list list;
  va_start (list, format);
  int n = vscanf (format, list);
  va_end (list);
  return n;
}

void *rawmemchr (const void *p, int byte) {
  const unsigned char *q = p;
  while (*q != (unsigned char) byte)
    q++;
  return (void *) q;
}

char *__strdup (const char *s) { return strdup (s); }
