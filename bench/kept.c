/* Small functions of the kinds that people write tests for: what bench/mutants
 * changes, line by line.
 */

#include <ctype.h>
#include <stdio.h>
#include <string.h>

int triangle (int a, int b, int c) {
  if (a <= 0 || b <= 0 || c <= 0)
    return -1;
  if (a > 1000 || b > 1000 || c > 1000)
    return -2;
  if (a + b <= c || a + c <= b || b + c <= a)
    return 0;
  if (a == b && b == c)
    return 3;
  if (a == b || b == c || a == c)
    return 2;
  return 1;
}

int is_leap (int year) {
  return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
}

int days_in (int year, int month) {
  if (month < 1 || month > 12)
    return 0;
  if (month == 2)
    return is_leap (year) ? 29 : 28;
  if (month == 4 || month == 6 || month == 9 || month == 11)
    return 30;
  return 31;
}

int clamp (int x, int low, int high) {
  if (x < low)
    return low;
  if (x > high)
    return high;
  return x;
}

/* A number of at most three digits; -1: it is none. */
int parse_small (const char *s) {
  int n = 0;
  if (!*s)
    return -1;
  for (; *s; s++) {
    if (*s < '0' || *s > '9')
      return -1;
    n = n * 10 + (*s - '0');
    if (n > 255)
      return -1;
  }
  return n;
}

void trim (char *s) {
  size_t start = 0;
  size_t end = strlen (s);
  while (s[start] == ' ')
    start++;
  while (end > start && s[end - 1] == ' ')
    end--;
  memmove (s, s + start, end - start);
  s[end - start] = 0;
}

/* Bytes of the character that starts so; 0: none does. */
unsigned utf8_length (unsigned char first) {
  if (first < 0x80)
    return 1;
  if (first < 0xc2)
    return 0;
  if (first < 0xe0)
    return 2;
  if (first < 0xf0)
    return 3;
  if (first < 0xf5)
    return 4;
  return 0;
}

struct account {
  int balance;
  unsigned fees;
  char owner[4];
};

int account_draw (struct account *a, int amount) {
  if (amount <= 0)
    return -1;
  if (a->balance < amount)
    return 0;
  a->balance -= amount;
  if (amount > 100)
    a->fees += 2;
  return 1;
}

static int drawn;

int draw_all (const int *amount, int n) {
  int sum = 0;
  if (n < 0 || n > 3)
    return -1;
  for (int i = 0; i < n; i++)
    if (amount[i] > 0 && amount[i] < 1000)
      sum += amount[i];
  drawn = sum;
  return n;
}

int find (const int *v, int n, int key) {
  int low = 0;
  int high = n - 1;
  if (n > 4)
    return -2;
  while (low <= high) {
    int mid = low + (high - low) / 2;
    if (v[mid] == key)
      return mid;
    if (v[mid] < key)
      low = mid + 1;
    else
      high = mid - 1;
  }
  return -1;
}

const char *grade (unsigned points) {
  if (points > 100)
    return NULL;
  if (points >= 90)
    return "excellent";
  if (points >= 50)
    return "passed";
  return "failed";
}

unsigned hash (const unsigned char *s, unsigned n) {
  unsigned h = 5381;
  if (n > 4)
    n = 4;
  for (unsigned i = 0; i < n; i++)
    h = (h << 5) + h + s[i];
  return h ^ h >> 16;
}

void sort3 (int v[3]) {
  for (int i = 0; i < 3; i++)
    for (int k = 0; k + 1 < 3 - i; k++)
      if (v[k] > v[k + 1]) {
        int t = v[k];
        v[k] = v[k + 1];
        v[k + 1] = t;
      }
}

int say_sign (int x) {
  if (x < 0)
    printf ("negative\n");
  else if (x == 0)
    printf ("zero\n");
  else
    printf ("%d\n", x > 9 ? 9 : x);
  return 0;
}
