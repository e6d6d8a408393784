/* sscanf, strto*, strtok, getopt. */

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int main (void) {
  int a, b;
  char word[16], set[16], c;
  double d;
  float f;
  int n = sscanf ("17 0x1f word abc123 2.5 -1e3 z",
                  "%d %i %15s %15[a-z]%*d %lf %f %c", &a, &b, word, set, &d, &f,
                  &c);
  printf ("%d: %d %d %s %s %g %g %c\n", n, a, b, word, set, d, f, c);
  static const char *const texts[] = {"0",   "  -12x", "0x7f",
                                      "077", "1e10",   "99999999999999999999"};
  for (unsigned i = 0; i < sizeof texts / sizeof *texts; i++) {
    char *end;
    errno = 0;
    long v = strtol (texts[i], &end, 0);
    printf ("%ld '%s' %d ", v, end, errno);
    printf ("%lu %g %d\n", strtoul (texts[i], NULL, 16),
            strtod (texts[i], NULL), atoi (i == 5 ? "5" : texts[i]));
  }
  char text[] = "one, two,,three";
  for (char *p = strtok (text, ", "); p; p = strtok (NULL, ", "))
    printf ("[%s]", p);
  putchar ('\n');
  char *arguments[] = {"program", "-a", "-b", "value", "rest", NULL};
  int option;
  while ((option = getopt (5, arguments, "ab:")) != -1)
    printf ("%c %s\n", option, optarg ? optarg : "-");
  printf ("%s\n", arguments[optind]);
  return 0;
}
