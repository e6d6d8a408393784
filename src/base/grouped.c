#include "base/grouped.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>

grouped_count grouped (uint64_t n) {
  char plain[21];
  grouped_count out;
  int len = snprintf (plain, sizeof plain, "%" PRIu64, n), at = 0;
  for (int i = 0; i < len; i++) {
    if (i && (len - i) % 3 == 0)
      out.text[at++] = ',';
    out.text[at++] = plain[i];
  }
  assert (at < (int) sizeof out.text);
  out.text[at] = 0;
  return out;
}
