/* printf: every conversion, widths, precisions, wide and long values. */

#include <inttypes.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <wchar.h>

int main (void) {
  static const double values[] = {0, -0.0, 1, 0.1, 123456789, 1e300, 5e-324};
  for (unsigned i = 0; i < sizeof values / sizeof *values; i++)
    printf ("%f|%e|%g|%.0f|%20.3e|%-20g|%+G\n", values[i], values[i], values[i],
            values[i], values[i], values[i], values[i]);
  printf ("%d %i %u %x %X %o %#x %#o\n", -1, 42, 42u, 255u, 255u, 8u, 255u, 8u);
  printf ("%5d|%-5d|%05d|%+d|% d|%.3d|%8.3d\n", 42, 42, 42, 42, 42, 4, 4);
  printf ("%hhd %hd %ld %lld %zu %jd %td\n", 300, 70000, -5l, 1ll << 40,
          sizeof (int), (intmax_t) -9, (ptrdiff_t) 3);
  printf ("%s|%10s|%-10s|%.2s|%c|%%|%*d|%.*f\n", "text", "text", "text", "text",
          'c', 6, 42, 2, 2.71828);
  printf ("%Lf %a\n", 3.25L, 1.0);
  printf ("%ls\n", L"wide");
  int n;
  printf ("count%n ", &n);
  printf ("%d\n", n);
  char small[8];
  n = snprintf (small, sizeof small, "%s", "much too long");
  printf ("%d %s %zu\n", n, small, strlen (small));
  puts ("put");
  putchar ('c');
  fputs ("s\n", stdout);
  fwrite ("block\n", 1, 6, stdout);
  return 0;
}
