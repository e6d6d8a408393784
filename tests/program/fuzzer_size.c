// options: --buffer-size=4
// expect: complete=2 error=2
// error: out_of_bounds 10
// error: out_of_bounds 12
#include <stddef.h>
#include <stdint.h>

/* data has as many bytes as size says, not as many as there can be */
int LLVMFuzzerTestOneInput (const uint8_t *data, size_t size) {
  if (data[0] == 'a') /* no byte at all */
    return 1;
  return data[1] == 'b' ? 2 : 3; /* or only one */
}
