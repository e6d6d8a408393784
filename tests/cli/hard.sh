# Questions that are hard wait: what is easy is explored first, nothing else
# changes, and what stays open is told by name. No clocks: work is counted.

# A hash in the middle, factors of a product, a chain of squares. Some bugs are
# beside the hard branch, some behind it on the side that needs no solver.
cat >hash.c <<'END'
#include <assert.h>
#include <klee/klee.h>
#include <stdint.h>
static uint32_t mix (const uint8_t *p, int n) {
  uint32_t h = 0x811c9dc5u, g = 77;
  for (int i = 0; i < 8 * n; i++) {
    h = (h ^ p[i % n]) * 16777619u;
    g += h << 7 | h >> 25;
    h ^= g >> 11;
  }
  return h ^ g;
}
int main (void) {
  uint8_t key[8], kind;
  klee_make_symbolic (key, sizeof key, "key");
  klee_make_symbolic (&kind, 1, "kind");
  if (kind == 1) {
    if (mix (key, 8) == 0xdeadbeef)
      return 1;
    assert (key[0] != 7);
  }
  if (kind == 2)
    assert (key[1] != 9);
  assert (kind < 200 || key[2] != kind);
  return 0;
}
END
cat >factors.c <<'END'
#include <assert.h>
#include <klee/klee.h>
#include <stdint.h>
int main (void) {
  uint64_t a, b;
  klee_make_symbolic (&a, sizeof a, "a");
  klee_make_symbolic (&b, sizeof b, "b");
  klee_assume (a > 1 & b > 1 & a < 1ull << 40 & b < 1ull << 40 & a <= b);
  if (a * b == 1099483971427u)
    return 1;
  assert (a != 12345);
  assert (b != 54321);
  return 0;
}
END
cat >squares.c <<'END'
#include <assert.h>
#include <klee/klee.h>
#include <stdint.h>
int main (void) {
  uint32_t x, y;
  klee_make_symbolic (&x, sizeof x, "x");
  klee_make_symbolic (&y, sizeof y, "y");
  uint64_t z = x;
  if (y > 10) {
    for (int i = 0; i < 6; i++)
      z = z * z % 4294967291u;
    if (z == 123456789)
      return 1;
    assert (y != 20);
  }
  assert (y != 3);
  assert (x != 77 || y != 5);
  return 0;
}
END
cat >assumed.c <<'END'
#include <assert.h>
#include <klee/klee.h>
#include <stdint.h>
int main (void) {
  uint64_t a, b, c;
  klee_make_symbolic (&a, sizeof a, "a");
  klee_make_symbolic (&b, sizeof b, "b");
  klee_make_symbolic (&c, sizeof c, "c");
  if (c < 7)
    klee_assume (a > 1 & b > a & a < 1ull << 40 & b < 1ull << 40 &
                 a * b == 1099483971427u);
  assert (c != 9);
  return 0;
}
END

# With so little work nobody finds the hash, but all bugs that need none.
errors () { sed -n 's/^  [a-z]*\.c:\([0-9]*\): assertion.*/\1/p' out | xargs; }
look () { # PROGRAM LINES OPTIONS
  file=$1 lines=$2
  shift 2
  code=0
  "$REPRISE" run --store none -o tests "$@" $file.c >out 2>err || code=$?
  [ $code = 1 ] && [ "$(errors)" = "$lines" ] || { cat out; exit 1; }
  grep -q '^  a branch was too hard to decide ('$file'.c:[0-9]*)' out
}
for how in '' '--search=dfs' '--search=interleaved' '--jobs=2'; do
  look hash '20 23 24' --patience=50 --max-effort=400 $how
  look factors '11 12' --patience=50 --max-effort=400 $how
  look squares '14 16 17' --patience=50 --max-effort=400 $how
done

# Paths that need no hard answer come first: so many are enough.
for limit in 'hash 23 24 5' 'squares 16 17 3' 'assumed 12 2'; do
  set -- $limit
  file=$1
  shift
  lines=
  while [ $# -gt 1 ]; do
    lines="$lines $1"
    shift
  done
  look $file "${lines# }" --patience=50 --max-paths=$1 --time-budget=10min
done

# The order changes, and nothing else: every question waits that needs a solver.
cat >easy.c <<'END'
#include <assert.h>
#include <klee/klee.h>
#include <stdint.h>
int main (void) {
  uint16_t x, y;
  klee_make_symbolic (&x, sizeof x, "x");
  klee_make_symbolic (&y, sizeof y, "y");
  int n = 0;
  for (int i = 0; i < 3; i++) {
    if ((uint16_t) (x ^ (y << i)) > (uint16_t) (x + 100 * y))
      n++;
    if ((x & y) == (uint16_t) ((x + y) >> i))
      n += 2;
  }
  klee_assume ((uint16_t) (x + 3 * y) != 77);
  assert (n != 4);
  return n;
}
END
counts () { sed -n 's/ tests in .*//p; /^[0-9]* paths/p' out; errors; }
ask () {
  code=0
  "$REPRISE" run -o tests "$@" easy.c >out 2>err || code=$?
  [ $code = 1 ] || { cat out; exit 1; }
  counts
}
ask --store none --patience=0 >want
for how in --patience=1 '--patience=1 --search=random-path' --patience=3 \
  '--patience=1 --jobs=3' '--patience=1 --search=uncovered' \
  '--patience=1 --store kept' '--patience=1 --store kept' --search=dfs; do
  case $how in *store*) ;; *) how="$how --store none" ;; esac
  ask $how >got
  diff want got || { echo "$how"; exit 1; }
done
"$REPRISE" tests replay tests | grep -q ' 0 differ'
"$REPRISE" run --store none -o tests --patience=1 --stats easy.c >out 2>err || :
[ "$(awk '$1 == "postponed" { print $2 }' err)" -gt 10 ]
