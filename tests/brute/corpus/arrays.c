#include "brute.h"

static int shared_[8] = {3, 1, 4, 1, 5, 9, 2, 6};
static const u8 table[16] = {7, 7, 1, 2};

TEST (read) {
  int a[4] = {1, 2, 3, 4};
  return a[x & 7];
}
TEST (write) {
  char a[10] = {0};
  a[x & 15] = 1;
  return a[3];
}
TEST (below) {
  int a[6] = {9, 8, 7, 6, 5, 4};
  return a[(x & 7) - 2];
}
TEST (global_read) { return shared_[x % 10]; }
TEST (global_constant) { return table[x % 20]; }
TEST (off_by_one) {
  int a[5] = {1, 1, 1, 1, 1}, n = x % 6, sum = 0;
  for (int i = 0; i <= n; i++)
    sum += a[i];
  return sum;
}
TEST (within) {
  int a[256] = {0};
  a[x] = x;
  return a[x] + a[255 - x];
}
TEST2 (matrix, 8, 8) {
  int m[4][4] = {{1, 2, 3, 4}, {5, 6, 7, 8}, {9, 10}};
  return m[x & 3][y & 3] + m[y & 3][x & 3];
}
TEST (matrix_end) {
  u8 m[3][5] = {{1}, {2}, {3}};
  return m[x % 4][x % 5];
}
TEST (one_past_is_fine) {
  int a[4] = {1, 2, 3, 4}, *end = a + 4, sum = 0;
  for (int *p = a + (x & 3); p != end; p++)
    sum += *p;
  return sum;
}
TEST (wide_access) {
  u8 a[10] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10};
  u32 v;
  memcpy (&v, a + (x & 7), sizeof v);
  return v;
}
TEST (partly_outside) {
  u8 a[8] = {1, 2, 3, 4, 5, 6, 7, 8};
  return *(u16 *) (a + 2 * (x % 6));
}
TEST (variable_length) {
  int n = (x & 7) + 1, a[n];
  for (int i = 0; i < n; i++)
    a[i] = i * x;
  return a[x >> 5 & 3 ? 0 : n - 1];
}
TEST (variable_outside) {
  int n = (x & 3) + 1;
  u8 a[n];
  memset (a, 5, n);
  return a[x >> 2 & 3];
}
TEST2 (sort, 16, 16) {
  int a[4] = {x, y, 3, x ^ y};
  for (int i = 0; i < 4; i++)
    for (int k = i + 1; k < 4; k++)
      if (a[k] < a[i]) {
        int t = a[i];
        a[i] = a[k];
        a[k] = t;
      }
  for (int i = 0; i < 4; i++)
    out (a[i]);
  return 0;
}
TEST (string) { return "hello"[x & 7]; }
TEST (write_string) {
  char *s = "constant";
  if (x == 17)
    s[2] = 'x';
  return s[x & 7];
}
TEST (write_constant) {
  u8 *p = (u8 *) table;
  if (x > 250)
    p[x & 15] = 1;
  return p[x & 15];
}
TEST (null) {
  int v = x, *p = x % 50 == 49 ? NULL : &v;
  return *p;
}
TEST (null_member) {
  struct {
    int a, b[3];
  } s = {1, {2, 3, 4}}, *p = x > 99 ? &s : NULL;
  return p->b[x & 1];
}
TEST (null_write) {
  char c = 0, *p = x == 255 ? (char *) 8 : &c;
  *p = 3;
  return c;
}
TEST (wild) {
  int v = 4, *p = &v;
  if (x == 3)
    p = (int *) 0x123456789000;
  return *p;
}
TEST (alternatives) {
  int a[2] = {1, 2}, b[3] = {3, 4, 5}, *p = x & 1 ? a : b;
  return p[x >> 1 & 3];
}
TEST (returned) {
  extern int *local_of (int);
  int v = 7, *p = x == 9 ? local_of (x) : &v;
  return *p;
}
int *local_of (int n) {
  int v[4] = {n, n, n, n}, *volatile p = v;
  return p;
}
TEST (counter) {
  u8 count[16] = {0};
  count[x & 15]++;
  count[x >> 4]++;
  int most = 0;
  for (int i = 0; i < 16; i++)
    if (count[i] > most)
      most = count[i];
  return most;
}
TEST (write_nowhere) {
  i64 a[7] = {0};
  a[((u32) x & 7) - 1] = x; /* of -1, as unsigned: far away */
  return a[0];
}
