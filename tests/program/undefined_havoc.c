// options: --undefined=havoc
// lost: not followed: no source
// expect: complete=5 error=2
// error: abort 38
// What arguments reach may have changed: not pointers, nor what is const, nor
// what the function was not given.
#include <stdlib.h>

struct list {
  int n;
  char *text;
  struct list *next;
};
int change (struct list *, const int *, int);
void look (const struct list *);

static int other = 3;

int main (void) {
  char text[4] = "abc";
  struct list end = {2, 0, 0}, list = {1, text, &end};
  int kept = 5;
  change (&list, &kept, 7);
  if (kept != 5 || other != 3 || list.text != text || list.next != &end)
    return 100;
  if (list.n == 1 && text[1] == 'b')
    return end.n == 2 ? 1 : 2;
  struct list fixed = {6, 0, 0};
  look (&fixed);
  if (fixed.n != 6)
    return 101;
  if (list.n == 9) {
    if (text[3] == 'z')
      return 3;
    return 4;
  }
  if (end.n == 12345)
    abort (); /* here */
  return 5;
}
