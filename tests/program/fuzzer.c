// options: --buffer-size=3
// expect: complete=5 error=1
// error: abort 12
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput (const uint8_t *data, size_t size) {
  /* size < 3 is one path; then F, U, Z one after the other */
  if (size < 3)
    return 0;
  if (data[0] == 'F') { if (data[1] == 'U') { if (data[2] == 'Z') abort (); } }
  if (data[0] == 'x')
    return 1;
  return 0;
}
