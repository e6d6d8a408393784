#include <string.h>
// entry: last
char last (const char *s) {
  if (!s || !*s)
    return 0;
  return s[strlen (s) - 1];
}
