/* Money after some years, to the cent. */
#include <klee/klee.h>
#include <math.h>

int main (void) {
  unsigned short amount, percent;
  klee_make_symbolic (&amount, sizeof amount, "amount");
  klee_make_symbolic (&percent, sizeof percent, "percent");
  if (percent > 2000)
    return 9;
  double rate = percent / 10000.0, money = amount;
  for (int i = 0; i < 5; i++) {
    money = money * (1 + rate);
    klee_assert (money >= amount);
  }
  double cents = floor (money * 100 + 0.5);
  klee_assert (cents <= 16307206);
  if (cents == 123456)
    return 1;
  return money > 2 * amount ? 2 : 3;
}
