/* options: */
/* options: --memory-limit=300M */
/* Objects without end: the more there are, the longer it takes to end. */
#include <stdlib.h>
int main (void) {
  for (;;)
    if (!malloc (16))
      return 1;
}
