/* Sorting as glibc has it: elements that are equal keep their order, and the
 * same are compared. Where there is no memory to merge in, its order is
 * another.
 */

#include <stdlib.h>
#include <string.h>

typedef int comparing (const void *, const void *, void *);

typedef struct sorting {
  char *room; /* for as many bytes as are sorted */
  size_t size;
  comparing *compare;
  void *context;
} sorting;

static void sort (const sorting *s, char *at, size_t n) {
  if (n < 2)
    return;
  size_t left = n / 2, right = n - left;
  char *a = at, *b = at + left * s->size, *to = s->room;
  sort (s, a, left);
  sort (s, b, right);
  while (left && right) {
    int is_left = s->compare (a, b, s->context) <= 0;
    memcpy (to, is_left ? a : b, s->size);
    to += s->size;
    if (is_left)
      a += s->size, left--;
    else
      b += s->size, right--;
  }
  memcpy (to, a, left * s->size);
  memcpy (at, s->room, (n - right) * s->size);
}

static void exchange (char *a, char *b, size_t n) {
  while (n--) {
    char c = *a;
    *a++ = *b;
    *b++ = c;
  }
}

static void sort_in_place (const sorting *s, char *at, size_t n) {
  for (size_t i = 1; i < n; i++)
    for (char *p = at + i * s->size;
         p > at && s->compare (p - s->size, p, s->context) > 0; p -= s->size)
      exchange (p - s->size, p, s->size);
}

void __qsort_r (void *at, size_t n, size_t size, comparing *compare,
                void *context) {
  char few[1024];
  sorting s = {few, size, compare, context};
  if (n < 2 || !size)
    return;
  if (n > sizeof few / size)
    s.room = malloc (n * size);
  if (s.room)
    sort (&s, at, n);
  else
    sort_in_place (&s, at, n);
  if (s.room != few)
    free (s.room);
}

void qsort_r (void *at, size_t n, size_t size, comparing *compare,
              void *context) {
  __qsort_r (at, n, size, compare, context);
}
