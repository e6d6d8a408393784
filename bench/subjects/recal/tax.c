/* Income tax with brackets. The old law has three; the new one has four, and
 * two of them for couples.
 */

#include "../subject.h"

#ifndef NEW
#define NEW 0
#endif

static int taxed;

static void tax_above (int income, int bracket, int rate) {
  taxed += rate;
  (void) income, (void) bracket;
}

static void old_tax (int income) {
  if (income <= 0)
    return;
  if (income <= 10000)
    tax_above (income, 0, 10);
  else if (income <= 40000)
    tax_above (income, 10000, 20);
  else
    tax_above (income, 40000, 35);
}

static void new_tax (int income, int is_couple) {
  if (income <= 0)
    return;
  if (is_couple != 0) {
    tax_above (income, 0, income <= 60000 ? 15 : 30);
    return;
  }
  if (income <= 9000)
    tax_above (income, 0, 5);
  else if (income <= 30000)
    tax_above (income, 9000, 15);
  else if (income <= 75000)
    tax_above (income, 30000, 25);
  else
    tax_above (income, 75000, 40);
}

int main (void) {
  int income = symbol ("income"), allowance = symbol ("allowance");
  if (allowance < 0)
    return 1;
  if (NEW)
    new_tax (income - allowance, symbol ("couple"));
  else
    old_tax (income - allowance);
  return 0;
}
