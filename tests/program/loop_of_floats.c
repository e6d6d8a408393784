// bitcode: clang-19 -O3 -march=x86-64-v3
// expect: complete=2 error=0
#include <klee/klee.h>

int main (void) {
  volatile float table[32];
  float sum = 0, most = 0;
  char c;
  klee_make_symbolic (&c, sizeof c, "c");
  for (int i = 0; i < 32; i++)
    table[i] = (float) i * 0.5f;
  for (int i = 0; i < 32; i++) {
    sum += table[i];
    most = table[i] > most ? table[i] : most;
  }
  klee_assert (sum == 248.0f && most == 15.5f);
  if (c == 3)
    klee_warning ("three");
  return 0;
}
