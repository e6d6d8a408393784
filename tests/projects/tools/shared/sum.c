#include "sum.h"
int sum (const int *of, int n) {
  int all = 0;
  for (int i = 0; i <= n; i++)
    all += of[i];
  return all;
}
