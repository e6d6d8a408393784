/* A bank account: seven times something is paid in or taken out. The sixth
 * withdrawal is an error that needs five before it.
 */

#include "subject.h"

#include <assert.h>

static int balance, withdrawals;

static void deposit (int amount) {
  if (amount > 0)
    ; /* as it was published, what is less goes in as well */
  balance = balance + amount;
}

static void withdraw (int amount) {
  if (amount > balance)
    return;
  if (withdrawals >= 5)
    assert (0);
  balance = balance - amount;
  withdrawals++;
}

int main (void) {
  for (int i = 0; i < 7; i++) {
    int flag = symbol ("flag#"), amount = symbol ("amount#");
    if (flag)
      withdraw (amount);
    else
      deposit (amount);
  }
  return 0;
}
