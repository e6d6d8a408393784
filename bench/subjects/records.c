/* A reader of records: a kind and two bytes each. Only the first may be an
 * extension, and what one of those contains is deep.
 */
#include <klee/klee.h>

#define N 5

static int found;

static int word (const unsigned char *b) {
  int sum = 0;
  for (int i = 0; i < 2; i++)
    if (b[i] >= '0' && b[i] <= '9')
      sum += b[i] - '0';
    else if (b[i] >= 'a' && b[i] <= 'z')
      sum += b[i] - 'a' + 10;
    else
      return -1;
  return sum;
}

static int number (const unsigned char *b) {
  if (b[0] & 0x80)
    return b[1] > 9 ? -1 : b[1];
  return b[0] > 100 ? 100 : b[0];
}

static int secret (unsigned char b) {
  if (b == 72)
    found++;
  return found;
}

static int extension (const unsigned char *b) {
  switch (b[0]) {
  case 1:
    return b[1] > 3;
  case 2:
    return b[1] < 250 ? 0 : secret (b[1] - 180);
  default:
    return -1;
  }
}

static int record (const unsigned char *b, int is_first) {
  switch (b[0]) {
  case 'w':
    return word (b + 1);
  case 'n':
    return number (b + 1);
  case 'x':
    return is_first ? extension (b + 1) : -1;
  default:
    return -1;
  }
}

int main (void) {
  unsigned char text[3 * N + 1];
  klee_make_symbolic (text, sizeof text, "text");
  for (int i = 0; i < N; i++)
    if (record (text + 3 * i, i == 0) < 0)
      return 1;
  if (text[3 * N] == '.')
    return secret (text[0]);
  return 0;
}
