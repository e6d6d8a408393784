#include <stddef.h>
#include <stdint.h>

static int errors;

static int digit (uint8_t c) {
  if (c < '0' || c > '9')
    errors++;
  return c - '0';
}

int LLVMFuzzerTestOneInput (const uint8_t *data, size_t size) {
  int sum = 0;
  errors = 0;
  if (size < 3)
    return 0;
  for (int i = 0; i < 3; i++)
    sum += digit (data[i]);
  return sum == 5 && !errors;
}
