#include "brute.h"
#include <ctype.h>
#include <errno.h>
#include <stdio.h>

/* Parsers as users write them. */

TEST (number_in_text) {
  char s[4] = {x, '7', ' ', 0};
  const char *p = s;
  int v = 0, sign = 1;
  while (isspace ((u8) *p))
    p++;
  if (*p == '-' || *p == '+')
    sign = *p++ == '-' ? -1 : 1;
  while (isdigit ((u8) *p))
    v = v * 10 + *p++ - '0';
  return sign * v;
}
TEST (key_value) {
  char line[8] = {'k', x & 1 ? '=' : 'l', x & 2 ? '=' : 'm', x & 4 ? ' ' : 'v',
                  0};
  char key[2], *eq = strchr (line, '=');
  if (!eq)
    return -1;
  *eq++ = 0;
  strcpy (key, line);
  while (*eq == ' ')
    eq++;
  return key[0] * 100 + strlen (eq);
}
TEST (csv_fields) {
  char s[6] = {'a',
               x & 1 ? ',' : 'b',
               x & 2 ? ',' : 'c',
               x & 4 ? '"' : ',',
               x & 8 ? '"' : 'd',
               0};
  int fields = 1, quoted = 0, start[3] = {0};
  for (int i = 0; s[i]; i++)
    if (s[i] == '"')
      quoted = !quoted;
    else if (s[i] == ',' && !quoted)
      start[fields++] = i + 1;
  return fields * 10 + start[fields - 1];
}
TEST (length_prefixed) {
  u8 packet[8] = {x, 1, 2, 3, 4, 5, 6, 7};
  int sum = 0, at = 0;
  while (at < 8) {
    int n = packet[at++];
    if (!n)
      break;
    for (int i = 0; i < n; i++)
      sum += packet[at++];
  }
  return sum;
}
TEST (escape) {
  char s[4] = {'\\', x, '1', 0}, to[4];
  int n = 0;
  for (char *p = s; *p; p++)
    if (*p == '\\')
      switch (*++p) {
      case 'n':
        to[n++] = '\n';
        break;
      case 't':
        to[n++] = '\t';
        break;
      case 'x':
        to[n++] = p[1] - '0';
        p += 2;
        break;
      default:
        to[n++] = *p;
      }
    else
      to[n++] = *p;
  to[n] = 0;
  return strlen (to) + to[0];
}
static int expression (const char **p);
static int factor (const char **p) {
  if (**p == '(') {
    ++*p;
    int v = expression (p);
    if (**p == ')')
      ++*p;
    return v;
  }
  return isdigit ((u8) * *p) ? *(*p)++ - '0' : 0;
}
static int term_of (const char **p) {
  int v = factor (p);
  while (**p == '*' || **p == '/') {
    char op = *(*p)++;
    int w = factor (p);
    v = op == '*' ? v * w : v / w;
  }
  return v;
}
static int expression (const char **p) {
  int v = term_of (p);
  while (**p == '+')
    ++*p, v += term_of (p);
  return v;
}
TEST2 (calculator, 8, 8) {
  static const char what[] = "1(+*/)02";
  char s[5] = {'3', what[x], what[y], '4', 0};
  const char *p = s;
  return expression (&p) * 10 + (p - s);
}
TEST (varint) {
  u8 b[3] = {x, 0x81, 0x82};
  u32 v = 0;
  int i = 0, shift = 0;
  do {
    v |= (u32) (b[i] & 127) << shift;
    shift += 7;
  } while (b[i++] & 128);
  return v;
}
TEST (utf8) {
  u8 s[3] = {x, 0xa9, 0};
  int n = s[0] < 0x80 ? 1 : s[0] < 0xe0 ? 2 : s[0] < 0xf0 ? 3 : 4;
  u32 c = s[0];
  for (int i = 1; i < n; i++)
    c = c << 6 | (s[i] & 63);
  return c;
}
TEST (utf8_checked) {
  u8 s[3] = {x, 0xa9, 0};
  if (s[0] < 0x80)
    return s[0];
  if ((s[0] & 0xe0) != 0xc0 || (s[1] & 0xc0) != 0x80)
    return -1;
  return (s[0] & 31) << 6 | (s[1] & 63);
}
TEST (base64_digit) {
  static const char digits[] =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  const char *p = memchr (digits, x, 64);
  return p ? p - digits : -1;
}
TEST (base64_table) {
  static i8 table[128];
  memset (table, -1, sizeof table);
  for (int i = 0; i < 26; i++)
    table['A' + i] = i;
  char c = x < 160 ? x : x & 127; /* just before it is another variable */
  return table[c & 255];
}
TEST (roman) {
  char s[3] = {"IVXLCDM?"[x & 7], "IVXLCDM?"[x >> 3 & 7], 0};
  int v = 0;
  for (int i = 0; s[i]; i++) {
    static const int of[26] = {['I' - 'A'] = 1,   ['V' - 'A'] = 5,
                               ['X' - 'A'] = 10,  ['L' - 'A'] = 50,
                               ['C' - 'A'] = 100, ['D' - 'A'] = 500,
                               ['M' - 'A'] = 1000};
    int a = of[s[i] - 'A'], b = s[i + 1] ? of[s[i + 1] - 'A'] : 0;
    v += a < b ? -a : a;
  }
  return v;
}
TEST (hex_pair) {
  static const char hex[] = "0123456789abcdef";
  const char *hi = strchr (hex, x & 127),
             *lo = strchr (hex, 'a' + (x >> 7) * 5);
  if (!hi)
    return -1;
  return (hi - hex) * 16 + (lo - hex);
}
TEST (scan_int) {
  char s[4] = {x, '2', 0};
  int v = -5, n = sscanf (s, "%d", &v);
  return n * 1000 + v;
}
TEST (scan_unset) {
  char s[4] = {x, '2', 0};
  int v;
  sscanf (s, "%d", &v);
  return v > 3;
}
TEST (scan_text) {
  char s[8] = {'a', x & 1 ? 'b' : ' ', x & 2 ? 'c' : ' ', 'd', 0}, word[3];
  sscanf (s, "%s", word);
  return strlen (word);
}
TEST (strtol_range) {
  char s[24] = "922337203685477580";
  s[18] = '0' + x % 10;
  errno = 0;
  long v = strtol (s, NULL, 10);
  return errno == ERANGE ? -1 : v;
}
TEST (strtol_base) {
  char s[5] = {'0', x, '1', '9', 0}, *end;
  unsigned long v = strtoul (s, &end, 0);
  return v * 10 + (end - s);
}
TEST (strtol_bad_base) {
  char *end = NULL;
  errno = 0;
  long v = strtol ("11", &end, x % 40);
  return errno ? -1 : v;
}
TEST (dates) {
  static const u8 days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  char s[3] = {'0' + (x & 15), '0' + (x >> 4), 0};
  int month = atoi (s);
  return days[month & 15];
}
