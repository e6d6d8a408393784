#include <klee/klee.h>

struct account {
  int balance;
  int withdrawals;
};

static int deposit (struct account *a, int amount) {
  if (amount <= 0)
    return 0;
  a->balance += amount;
  return 1;
}

static int withdraw (struct account *a, int amount) {
  if (amount > a->balance)
    return 0;
  if (a->withdrawals >= 2)
    return 0;
  a->balance -= amount;
  a->withdrawals++;
  return 1;
}

int main (void) {
  struct account a = {100, 0};
  for (int i = 0; i < 3; i++) {
    int what, amount;
    klee_make_symbolic (&what, sizeof what, "what");
    klee_make_symbolic (&amount, sizeof amount, "amount");
    klee_assume (amount > -1000 & amount < 1000);
    if (what)
      deposit (&a, amount);
    else
      withdraw (&a, amount);
  }
  klee_assert (a.balance >= 0);
  return a.withdrawals;
}
