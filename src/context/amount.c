#include "context/amount.h"

#include <assert.h>
#include <ctype.h>
#include <string.h>

static bool add_scaled (uint64_t *sum, double number, double scale) {
  assert (number >= 0 && scale >= 1);
  double total = (double) *sum + number * scale;
  if (!(total >= 0 && total < 1.8e19))
    return false;
  *sum += (uint64_t) (number * scale + 0.5);
  return true;
}

/* A decimal without sign or exponent, so that "1e9", "inf" and "0x1" are
 * refused, in whatever locale.
 */
static bool read_decimal (const char **text, double *number) {
  const char *s = *text;
  double value = 0, scale = 1;
  int digits = 0;
  for (; isdigit ((unsigned char) *s); s++, digits++)
    value = value * 10 + (*s - '0');
  if (*s == '.')
    for (s++; isdigit ((unsigned char) *s); s++, digits++)
      value += (*s - '0') * (scale /= 10);
  *text = s;
  *number = value;
  return digits > 0;
}

bool span_parse (const char *text, uint64_t *ns) {
  static const struct {
    const char *name;
    double scale;
  } units[] = {{"h", 3600e9}, {"min", 60e9}, {"s", 1e9},
               {"ms", 1e6},   {"us", 1e3},   {"ns", 1}};
  const size_t n_units = sizeof units / sizeof *units;
  uint64_t sum = 0;
  const char *s = text;
  if (!*s)
    return false;
  while (*s) {
    double number;
    if (!read_decimal (&s, &number))
      return false;
    size_t len = 0, u = 0;
    while (isalpha ((unsigned char) s[len]))
      len++;
    if (len == 0) { /* a number without unit must be the whole text */
      const char *unchanged = text;
      if (*s || !read_decimal (&unchanged, &number) || unchanged != s)
        return false;
      u = 2;
    } else
      while (u < n_units &&
             (strlen (units[u].name) != len || strncmp (units[u].name, s, len)))
        u++;
    if (u == n_units || !add_scaled (&sum, number, units[u].scale))
      return false;
    s += len;
  }
  *ns = sum;
  return true;
}

bool size_parse (const char *text, uint64_t *bytes) {
  static const char units[] = "KMGT";
  double number, scale = 1;
  const char *s = text;
  uint64_t sum = 0;
  if (!read_decimal (&s, &number))
    return false;
  const char *unit = *s ? strchr (units, toupper ((unsigned char) *s)) : NULL;
  if (unit) {
    for (const char *u = units; u <= unit; u++)
      scale *= 1024;
    s++;
  }
  if (*s || !add_scaled (&sum, number, scale))
    return false;
  *bytes = sum;
  return true;
}
