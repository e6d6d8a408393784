#include "sum.h"
int main (void) { return usage (sum (0, 0)); }
