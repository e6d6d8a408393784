#include "export/left_out.h"

#include "base/grouped.h"

#include <stdio.h>

uint32_t left_out_count (int n_reasons, const uint32_t *of) {
  uint32_t all = 0;
  for (int i = 0; i < n_reasons; i++)
    all += of[i];
  return all;
}

void left_out_print (const char *before, int n_reasons, const uint32_t *of,
                     const char *const *why) {
  uint32_t all = left_out_count (n_reasons, of);
  const char *sep = ": ";
  if (all)
    printf ("%s%s left out", before, GROUPED (all));
  for (int i = 0; i < n_reasons; i++) {
    if (!of[i])
      continue;
    fputs (sep, stdout);
    if (of[i] < all)
      printf ("%s ", GROUPED (of[i]));
    fputs (why[i], stdout);
    sep = ", ";
  }
}
