# Published caches outlive the run: the second run, and another program that asks
# the same, need no solver; what somebody changed is not believed.
fail () { echo "$*"; exit 1; }

cat >one.c <<'END'
#include <klee/klee.h>
int main (void) {
  unsigned char b[3];
  int x, y;
  klee_make_symbolic (b, sizeof b, "b");
  klee_make_symbolic (&x, sizeof x, "x");
  klee_make_symbolic (&y, sizeof y, "y");
  int r = 0;
  if (x < y) r += 1;
  if (x + y > 100) r += 2;
  if (b[0] > b[1]) r += 4;
  if (b[0] * b[2] == 77) r += 8;
  if (x < y && y < x) r += 16;
  return r;
}
END
{ sed '$d' one.c; echo '  if (x == 4711) r += 32; return r; }'; } >two.c

run () { # preset store file [option...]
  preset=$1 store=$2 file=$3
  shift 3
  "$REPRISE" run --preset=$preset --incremental=off --store=$store -o out "$@" $file
}
solved () { sed -n 's/.* queries, \([0-9,]*\) needed a solver.*/\1/p' said; }
paths () { grep ' paths: ' said; }

run hybrid none one.c >said
paths >truth
run hybrid none two.c >said
paths >other_truth

for preset in green klee greentrie greentrie-printed greentrie-complete recal \
  recal-complete; do
  run $preset store one.c >said
  first=$(solved)
  paths | cmp - truth || fail "$preset: other paths"
  [ "$first" -gt 5 ] || fail "$preset: the first run needs a solver"
  run $preset store one.c --store-mode=ro >said
  paths | cmp - truth || fail "$preset: other paths with its past"
  [ "$(solved)" = 0 ] || fail "$preset: $(solved) calls in the second run"
  run $preset store two.c >said
  paths | cmp - other_truth || fail "$preset: other paths of another program"
  across=$(solved)
  rm -rf alone
  run $preset alone two.c >said
  [ "$across" -lt "$(solved)" ] || fail "$preset: nothing reused across programs"
  run $preset store two.c --check=2 >said || fail "$preset: --check=2"
  [ "$(solved)" = 0 ] || fail "$preset: $(solved) calls, both programs known"
done

# An UNSAT answer counts under the secret of its store only.
rm -rf store forged
run green store one.c >said
cp -r store forged
rm forged/secret
run green forged one.c >said
paths | cmp - truth || fail "forged: other paths"
[ "$(solved)" -gt 0 ] || fail "answers of another store are believed"
rm -rf forged
cp -r store forged
rm forged/secret
run green forged one.c --trust=all >said
[ "$(solved)" = 0 ] || fail "--trust=all does not believe all"

# Damage costs time.
size=$(wc -c <store/published/green)
for at in 3 20 $((size / 2)) $((size - 5)); do
  rm -rf damaged
  cp -r store damaged
  printf 'X' | dd of=damaged/published/green bs=1 seek=$at conv=notrunc 2>dd ||
    fail "dd"
  run green damaged one.c >said || fail "damaged at $at: status $?"
  paths | cmp - truth || fail "damaged at $at: other paths"
  run green damaged one.c >said
  [ "$(solved)" = 0 ] || fail "damaged at $at: not mended"
done
head -c $((size - 7)) store/published/green >torn
cp torn store/published/green
run green store one.c >said
paths | cmp - truth || fail "torn: other paths"
[ "$(solved)" -gt 0 ] || fail "torn: nothing is missing"
run green store one.c >said
[ "$(solved)" = 0 ] || fail "torn: not mended"

# Several processes write one file.
rm -rf store
run recal store one.c --jobs=2 >said
paths | cmp - truth || fail "two processes: other paths"
run recal store one.c >said
[ "$(solved)" = 0 ] || fail "two processes: $(solved) calls afterwards"
