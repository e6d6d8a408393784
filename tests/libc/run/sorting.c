/* qsort, bsearch, hash tables, random numbers, lists of memory. */

#include <search.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int compare (const void *a, const void *b) {
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

static int compare_ints (const void *a, const void *b) {
  int x = *(const int *) a, y = *(const int *) b;
  return (x > y) - (x < y);
}

int main (void) {
  const char *words[] = {"pear", "apple", "fig", "quince", "date", "banana"};
  qsort (words, 6, sizeof *words, compare);
  for (int i = 0; i < 6; i++)
    printf ("%s ", words[i]);
  const char *key = "fig";
  const char **found = bsearch (&key, words, 6, sizeof *words, compare);
  printf ("%td\n", found - words);
  int numbers[200];
  unsigned x = 1;
  for (int i = 0; i < 200; i++)
    numbers[i] = (int) ((x = x * 1103515245 + 12345) >> 16 & 1023);
  qsort (numbers, 200, sizeof *numbers, compare_ints);
  for (int i = 1; i < 200; i++)
    if (numbers[i - 1] > numbers[i])
      puts ("not sorted");
  hcreate (10);
  hsearch ((ENTRY) {.key = "one", .data = "1"}, ENTER);
  ENTRY *e = hsearch ((ENTRY) {.key = "one"}, FIND);
  printf ("%s\n", e ? (char *) e->data : "none");
  hdestroy ();
  div_t q = div (17, 5);
  printf ("%d %d %d %ld\n", q.quot, q.rem, abs (-3), labs (-4l));
  char *p = calloc (4, 4);
  p = realloc (p, 100);
  memset (p + 16, 'x', 84);
  printf ("%d%c\n", p[15], p[99]);
  free (p);
  return 0;
}
