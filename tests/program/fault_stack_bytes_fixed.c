// options: --stack-size=2M
// expect: complete=4
#include <klee/klee.h>

static int frames (int n) {
  volatile char room[4096];
  room[n & 4095] = n;
  return n ? room[n & 4095] + frames (n - 1) : 0;
}
static int small (int n) { return n ? 1 + small (n - 1) : 0; }

/* Gone with each turn. */
static int turns (void) {
  int sum = 0;
  for (int i = 1; i < 300; i++) {
    volatile char a[8000 + i];
    a[i] = 1;
    sum += a[i];
  }
  return sum;
}

int main (void) {
  switch (klee_range (0, 4, "k")) {
  case 0:
    return frames (300) == 1;
  case 1:
    return turns () != 299;
  case 2:
    return small (20000) != 20000;
  default:
    return 0;
  }
}
