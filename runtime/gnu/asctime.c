/* As glibc has it: words for numbers that are no day or month, and no crash
 * where a number is too long.
 */

#include <errno.h>
#include <stdio.h>
#include <time.h>

static const char days[] = "SunMonTueWedThuFriSat";
static const char months[] = "JanFebMarAprMayJunJulAugSepOctNovDec";

static const char *name (const char *names, int count, int i) {
  return i >= 0 && i < count ? names + 3 * i : "???";
}

static char *print (const struct tm *t, char *to, int size) {
  int n;
  if (!t)
    return errno = EINVAL, NULL;
  if (t->tm_year > 0x7fffffff - 1900)
    return errno = EOVERFLOW, NULL;
  n = snprintf (to, (size_t) size, "%.3s %.3s%3d %.2d:%.2d:%.2d %d\n",
                name (days, 7, t->tm_wday), name (months, 12, t->tm_mon),
                t->tm_mday, t->tm_hour, t->tm_min, t->tm_sec,
                1900 + t->tm_year);
  return n < size ? to : (errno = EOVERFLOW, NULL);
}

char *asctime_r (const struct tm *t, char *to) { return print (t, to, 26); }

char *asctime (const struct tm *t) {
  static char text[114];
  return print (t, text, sizeof text);
}
