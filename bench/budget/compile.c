/* options: */
/* A program that the compiler takes its time for. */
#include <klee/klee.h>
#define A(f) B (f##0) B (f##1) B (f##2) B (f##3) B (f##4) B (f##5) B (f##6)
#define B(f) C (f##0) C (f##1) C (f##2) C (f##3) C (f##4) C (f##5) C (f##6)
#define C(f) D (f##0) D (f##1) D (f##2) D (f##3) D (f##4) D (f##5) D (f##6)
#define D(f) E (f##0) E (f##1) E (f##2) E (f##3) E (f##4) E (f##5) E (f##6)
#define E(f) \
  int f (int x) { \
    switch (x) { \
    case 1: \
      return x * 3; \
    case 2: \
      return x / 3; \
    case 7: \
      return x ^ 3; \
    } \
    for (int i = 0; i < x; i++) \
      x += i % 3 ? x : -x; \
    return x; \
  }
A (f)
A (g)
int main (void) {
  int x;
  klee_make_symbolic (&x, sizeof x, "x");
  return f0123 (x) + g3210 (x);
}
