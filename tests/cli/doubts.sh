# With --check=2 what the last run says is proved again, and a wrong match of two
# digests is found out.
fail () { echo "$*"; cat log; exit 1; }

cat >a.c <<'END'
#include <klee/klee.h>
volatile int done, mode;
static void __attribute__ ((noinline)) step (int n) { done += n; }
static void __attribute__ ((noinline)) set (int x) { mode = x > 40 ? 1 : 2; }
int main (void) {
  int x, y, z;
  klee_make_symbolic (&x, sizeof x, "x");
  klee_make_symbolic (&y, sizeof y, "y");
  klee_make_symbolic (&z, sizeof z, "z");
  klee_assume (y < 10);
  if (y > 20) /* never: the first question, so the first to be wrong about */
    step (9);
  set (50);
  for (int i = 0; i < 4; i++)
    if (x >> i & 1)
      step (1);
  if (mode == 1) {
    if (z > 3)
      step (2);
  } else if (z > 7)
    step (3);
  return 0;
}
END
sed 's/x > 40/x > 60/' a.c >b.c

round () { # STORE BITS OPTION...
  rm -rf "$1"
  bits=$2
  shift 2
  for from in a.c b.c; do
    cp $from p.c
    status=0
    REPRISE_DIGEST_BITS=$bits "$REPRISE" run --store store$bits --json "$@" p.c \
      >json 2>log || status=$?
    [ $status -lt 2 ] || fail "status $status"
  done
  rm -rf store$bits
}

round store 128 --check=2
! grep -q soundness log || fail "128 bits: a complaint"

# Nothing is carried over, and all is as the last run says.
cp a.c p.c
"$REPRISE" run --store same p.c >plain 2>log
"$REPRISE" run --store same --check=2 p.c >checked 2>log
! grep -q soundness log || fail "the same program: a complaint"
grep -q '^since the last run: [0-9]* kept' checked || fail "no tests kept"
grep -q '; 0 paths carried over' checked || fail "carried over with --check=2"

# Every question is the same one.
round store 0 --check=2 --no-rejoin
grep -q 'soundness: the last run has a wrong answer' log || fail "0 bits: no complaint"

# Every state with the same constraints is the same one.
round store 0 --check=2
grep -q 'soundness: the last run is wrong about a path' log ||
  fail "0 bits: no complaint about states"

# Without --check=2 nobody has fewer bits.
round store 0
! grep -q soundness log || fail "without --check"
