// options: --keep-branches
// expect: complete=3 error=0
#include <assert.h>
#include <klee/klee.h>

struct small {
  int a, b;
};
struct large {
  long v[6];
  char c;
};

static struct small swap (struct small s) { return (struct small) {s.b, s.a}; }

static struct large turn (struct large l, struct small s) {
  l.v[s.a & 3] = s.b;
  l.c++;
  return l;
}

int main (void) {
  struct small s;
  struct large l = {{1, 2, 3, 4, 5, 6}, 7};
  klee_make_symbolic (&s, sizeof s, "s");
  struct small t = swap (s);
  assert (t.a == s.b && t.b == s.a);
  struct large k = turn (l, t);
  assert (l.c == 7 && k.c == 8 && l.v[0] == 1 && k.v[5] == 6);
  if (k.v[2] == 100)
    return 1;
  return k.v[0] == 1 ? 2 : 0;
}
