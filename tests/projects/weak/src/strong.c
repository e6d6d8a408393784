#include <stdlib.h>
int limit (int x) {
  if (x == 77)
    abort ();
  return 7;
}
