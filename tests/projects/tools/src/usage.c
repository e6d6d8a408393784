#include "sum.h"
#include <stdlib.h>
int usage (int n) { return n == 200 ? abort (), 0 : 2; }
