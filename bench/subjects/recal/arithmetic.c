/* Product by sums, quotient by differences: a loop that ends by an input. */

#include "../subject.h"

#ifndef ROUNDS
#define ROUNDS 60
#endif
#ifndef DIVIDE
#define DIVIDE 0
#endif

static int multiply (int a, int b) {
  int product = 0, is_negative = 0;
  if (b < 0) {
    b = -b;
    is_negative = 1;
  }
  for (int i = 0; i < b; i++) {
    if (i >= ROUNDS)
      break;
    product += a;
  }
  return is_negative ? -product : product;
}

static int divide (int a, int b) {
  int quotient = 0;
  if (b <= 0)
    return 0;
  while (a >= b) {
    if (quotient >= ROUNDS)
      break;
    a -= b;
    quotient++;
  }
  return quotient;
}

int main (void) {
  int a = symbol ("a"), b = symbol ("b");
  int result = DIVIDE ? divide (a, b) : multiply (a, b);
  (void) result;
  return 0;
}
