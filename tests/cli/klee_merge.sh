# --use-merge: paths that parted behind klee_open_merge are one behind
# klee_close_merge, as KLEE counts them; and random programs, whose errors must be
# those of all their inputs, run natively.
fail () { echo "$*"; exit 1; }
compile () { # NAME
  clang-19 -w -std=gnu89 -I "$ROOT/include" -emit-llvm -O0 \
    -Xclang -disable-O0-optnone -g -c $1.c -o $1.bc
}
klee () { rm -rf out; "$REPRISE" klee --output-dir=out "$@" 2>err; }
tests () { sed -n 's/^KLEE: done: generated tests = //p' err; }

# Registers, memory, nested regions, a close elsewhere; what is not joined.
cat >regions.c <<'EOC'
#include <klee/klee.h>
int pick (int *out, int x) {
  int local[3] = {x, 1, 2};
  *out = local[x & 1];
  return local[2];
}
int main (int argc, char **argv) {
  int x = klee_int ("x"), y = klee_int ("y"), r = 0, *p = &r, i;
  char *heap = calloc (1, 8), text[8];
  switch (argc) {
  case 1: /* two conditions inside of one */
    klee_open_merge ();
    if (x == 1) {
      klee_open_merge ();
      r = y == 1 ? 5 : y == 2 ? 6 : 7;
      if (y == 3)
        heap[3] = 1;
      klee_close_merge ();
    }
    klee_close_merge ();
    return r + heap[3];
  case 2: /* another close */
    klee_open_merge ();
    if (x == 2) {
      klee_close_merge ();
      return 6;
    }
    r = x == 1 ? 5 : 7;
    klee_close_merge ();
    return r;
  case 3: /* a call with variables of its own on one side; a freed object */
    klee_open_merge ();
    if (x > 3) {
      p = malloc (4);
      y = pick (p, y);
      r = *p;
      free (p);
    }
    klee_close_merge ();
    return r + y;
  case 4: /* objects of one side alone stay apart */
    klee_open_merge ();
    if (x > 3)
      heap = malloc (4);
    klee_close_merge ();
    return 0;
  case 5: /* 2^16 paths */
    klee_make_symbolic (text, sizeof text, "text");
    for (i = 0; i < 8; i++) {
      klee_open_merge ();
      if (text[i] == 'a')
        r++;
      else if (text[i] == 'b')
        r += 10;
      klee_close_merge ();
    }
    klee_assert (r != 26);
    klee_assert (r != 27);
    return 0;
  case 6: /* one that has not been opened */
    klee_close_merge ();
    return x == 1;
  }
}
EOC
compile regions
counts () { # ARGUMENTS TESTS
  klee --use-merge regions.bc $1 || fail "$1: $(cat err)"
  [ "$(tests)" = $2 ] || fail "'$1': $(tests) tests, not $2: $(cat err)"
}
counts '' 1
counts 'a' 2
counts 'a a' 1
counts 'a a a' 2
counts 'a a a a' 2
grep -q 'regions.c:57: ASSERTION' err || fail "26 is 2 * 10 + 6: $(cat err)"
counts 'a a a a a' 1
grep -q 'ran into a close at .* without a preceding open' err || fail "$(cat err)"
klee --use-merge --debug-log-merge regions.bc
[ "$(grep -c '^open merge: ' err)" = 2 ] || fail "$(cat err)"
[ "$(grep -c '^close merge: ' err)" = 5 ] || fail "$(cat err)"
klee regions.bc
[ "$(tests)" = 4 ] || fail "$(cat err)"
grep -q "klee_open_merge ignored, use '-use-merge'" err || fail "$(cat err)"

# Random ones: statements change variables of all widths, memory, pointers. For
# each input they have the values that they have natively; each line behind them
# that a native run reaches is an error, and no other.
cat >make.py <<'EOC'
import random, sys
r = random.Random (int (sys.argv[1]))
names = ["c", "s", "i", "l", "b", "g", "t.c", "t.i", "t.l", "*p", "a[1]", "a[2]", "a[in[1] & 3]", "q->i"]
def value ():
    return r.choice (["in[0]", "in[1]", "in[0] * 3", str (r.randrange (9)), "in[0] ^ in[1]", r.choice (names), "help (in[%d])" % r.randrange (2)])
def condition ():
    return "%s %s %s" % (value (), r.choice (["==", "!=", "<", ">"]), r.choice ([str (r.randrange (8)), value ()]))
def statement (depth):
    k = r.randrange (12)
    if k < 5 or depth > 3:
        return "%s = %s;" % (r.choice (names), value ())
    if k < 8:
        return "if (%s) { %s } else { %s }" % (condition (), several (depth), several (depth) if r.random () < .6 else "")
    if k == 8:
        return "p = &%s;" % r.choice (["a[0]", "a[3]", "a[in[0] & 3]", "i"])
    if k == 9:
        return "q = %s;" % r.choice (["&t", "&u", "in[1] > 2 ? &t : &u"])
    if k == 10:
        return "{ int *m = malloc (8); m[1] = %s; l += m[1]; free (m); }" % value ()
    return "klee_open_merge (); %s klee_close_merge ();" % several (depth + 1)
def several (depth):
    return " ".join (statement (depth + 1) for _ in range (r.randrange (1, 4)))
checks = "\n".join ("  if (%s && %s) ERROR (%d);" % (condition (), condition (), n) for n in range (10))
print ("""#include <klee/klee.h>
#include <stdlib.h>
#include <stdio.h>
struct s { char c; int i; long l; } t, u;
static unsigned char in[2];
static int hit[10];
#ifdef NATIVE
#define ERROR(N) { hit[N] = 1; return; }
#define CHECK(H) printf ("%%u,", H)
#define klee_open_merge()
#define klee_close_merge()
#else
#define ERROR(N) klee_report_error ("x", 1, "reached " #N, "user.err")
static const unsigned table[] = {
#include "table.inc"
};
#define CHECK(H) klee_assert (H == table[in[0] * 8 + in[1]])
#endif
int g;
int help (int x) { volatile char part[4] = {x, 1, x & 2, 3}; return part[x & 3]; }
void test (void) {
  char c = 1; short s = 2; int i = 3, a[4] = {4, 5, 6, 7}, *p = a + 1; long l = 8; _Bool b = 0; struct s *q = &t;
  g = 9; t.c = 1; t.i = t.l = 2; u = t;
  %s
  %s
  unsigned h = c * 3 + s;
  h = h * 3 + i;
  h = h * 3 + l;
  h = h * 3 + b;
  h = h * 3 + g;
  h = h * 3 + a[1] + a[2] * 5 + a[3] * 7 + *p;
  h = h * 3 + t.c + t.i * 5 + t.l * 7 + u.i + q->i;
  CHECK (h);
%s
}
int main (void) {
#ifdef NATIVE
  for (in[0] = 0; in[0] < 8; in[0]++)
    for (in[1] = 0; in[1] < 8; in[1]++)
      test ();
  for (int n = 0; n < 10; n++)
    if (hit[n])
      fprintf (stderr, "%%d\\n", n);
#else
  klee_make_symbolic (in, sizeof in, "in");
  klee_assume (in[0] < 8 & in[1] < 8);
  test ();
#endif
}""" % (several (0), "\n  ".join ("klee_open_merge (); %s klee_close_merge ();" % several (0) for _ in range (2)), checks))
EOC
n=8
[ -z "${TEST_LONG:-}" ] || n=200
for seed in $(seq 1 "$n"); do
  python3 make.py $seed >p.c
  clang-19 -w -fwrapv -DNATIVE -I "$ROOT/include" p.c -o p
  ./p >table.inc 2>native
  clang-19 -w -fwrapv -I "$ROOT/include" -emit-llvm \
    $([ $((seed % 4)) = 0 ] || echo -Xclang -disable-O0-optnone) \
    -g -c p.c -o p.bc
  klee --use-merge --emit-all-errors --check=3 p.bc || fail "$seed: $(cat err)"
  ! grep -q 'ASSERTION' err || fail "seed $seed: other values: $(cat err)"
  sed -n 's/.*ERROR: .*: reached \([0-9]*\)$/\1/p' err | sort -nu >found
  cmp -s native found || fail "seed $seed: natively $(tr '\n' ' ' <native), found $(tr '\n' ' ' <found): $(cat err)"
  merged=$(($(tests) + ${merged:-0}))
  klee --emit-all-errors p.bc
  sed -n 's/.*ERROR: .*: reached \([0-9]*\)$/\1/p' err | sort -nu >found
  cmp -s native found || fail "seed $seed: without merging $(cat err)"
  apart=$(($(tests) + ${apart:-0}))
done
[ $merged -lt $apart ] || fail "nothing was merged: $merged tests, $apart without"
