#include "base/grouped.h"
#include "test.h"

#include <string.h>

/* Separators stand before each three digits from the end, never in front. */

TEST (grouped_counts) {
  CHECK (!strcmp (GROUPED (0), "0"));
  CHECK (!strcmp (GROUPED (999), "999"));
  CHECK (!strcmp (GROUPED (1000), "1,000"));
  CHECK (!strcmp (GROUPED (123456), "123,456"));
  CHECK (!strcmp (GROUPED (UINT64_MAX), "18,446,744,073,709,551,615"));
}
