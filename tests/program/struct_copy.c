// expect: complete=2 error=0
#include <klee/klee.h>

struct pair {
  int a;
  char b[12];
  long c;
};

static struct pair change (struct pair p) {
  p.a++;
  p.b[3] = 'x';
  return p;
}

int main (void) {
  struct pair p;
  klee_make_symbolic (&p, sizeof p, "p");
  struct pair q = change (p);
  if (q.a == p.a || q.b[3] != 'x' || q.c != p.c)
    klee_abort ();
  if (q.a == 10)
    return 1;
  return 0;
}
