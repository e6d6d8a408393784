/* Standard input as comma-separated values for libcsv, strictly, in two parts
 * as they would come from a pipe.
 */
#include "csv.h"
#include <stdio.h>
#include <unistd.h>

static void field (void *text, size_t n, void *count) {
  ++*(int *) count;
  csv_fwrite (stdout, text, n);
  putchar (';');
}

static void row (int last, void *count) {
  (void) last;
  printf (" %d\n", *(int *) count);
}

int main (void) {
  struct csv_parser parser;
  char text[64];
  int count = 0;
  ssize_t n = read (0, text, sizeof text);
  size_t half = n > 0 ? n / 2 : 0, rest = n > 0 ? n - half : 0;
  if (csv_init (&parser, CSV_STRICT | CSV_STRICT_FINI))
    return 2;
  if (csv_parse (&parser, text, half, field, row, &count) != half ||
      csv_parse (&parser, text + half, rest, field, row, &count) != rest ||
      csv_fini (&parser, field, row, &count)) {
    puts (csv_strerror (csv_error (&parser)));
    csv_free (&parser);
    return 1;
  }
  csv_free (&parser);
  return 0;
}
