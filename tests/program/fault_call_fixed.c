// expect: complete=5
#include <klee/klee.h>

static int one (int a) { return a; }
static int text (const char *p) { return *p; }
static void nothing (int a) { (void) a; }
int old ();

/* Natively all of them do what is meant. */
int main (void) {
  void (*any[4]) (void) = {(void (*) (void)) one, (void (*) (void)) nothing,
                           (void (*) (void)) text, (void (*) (void)) one};
  int k = klee_range (0, 5, "k");
  if (k == 4)
    return old (1, 2) != 3;
  if (k == 0)
    return ((int (*) (unsigned)) any[k]) (3) != 3;
  if (k == 1) {
    ((int (*) (int)) any[k]) (3); /* nobody looks at the result */
    return 0;
  }
  if (k == 2)
    return ((int (*) (void *)) any[k]) ("a") != 'a';
  return ((int (*) (int, int)) any[k]) (3, 4) != 3;
}
int old (a, b) int a, b; { return a + b; }
