// expect: complete=1 error=0
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int compare (const void *a, const void *b) {
  return *(const int *) a - *(const int *) b;
}

int main (void) {
  int v[] = {5, 3, 9, 1, 7, 2, 8};
  char text[64] = "";
  qsort (v, 7, sizeof v[0], compare);
  for (int i = 0; i < 7; i++)
    snprintf (text + strlen (text), sizeof text - strlen (text), "%d,", v[i]);
  if (strcmp (text, "1,2,3,5,7,8,9,"))
    abort ();
  if (strtol ("0x1fz", NULL, 16) != 31)
    abort ();
  return 0;
}
