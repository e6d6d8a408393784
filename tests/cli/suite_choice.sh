# --suite: few tests that cover what all cover, in run and in tests.
fail () { echo "$*"; exit 1; }

cat >m.c <<'C'
#include <klee/klee.h>

int main (void) {
  char b[4];
  int n = 0;
  klee_make_symbolic (b, sizeof b, "b");
  for (int i = 0; i < 4; i++) {
    if (b[i] == '[')
      n += 2;
    else if (b[i] == ']')
      n -= 1;
    else if (b[i] == '=')
      n *= 3;
  }
  if (n == 24)
    return 10 / (b[3] - ']');
  if (n == -4)
    klee_assert (b[0] != ']');
  return 0;
}
C

# same A B: the tests of two directories are the same, but for their numbers
inputs () {
  "$REPRISE" tests list "$@" --json | python3 -c '
import json, sys
for t in sorted (json.dumps (t["inputs"]) for t in json.load (sys.stdin)):
    print (t)'
}
count () { inputs "$@" | wc -l; }

"$REPRISE" run --store s -o all -q m.c >/dev/null && fail "no error"
all=$(count all)
[ "$all" -ge 256 ] || fail "$all tests"
inputs all --suite=branches >few
n=$(wc -l <few)
[ "$n" -ge 3 ] && [ "$n" -le 6 ] || fail "$n tests are few"
[ "$(count all --suite=errors)" = 1 ] || fail "errors: $(count all --suite=errors)"

# In the run: the same ones, after a full run, from scratch, by many, without
# a store; and they cover the same.
"$REPRISE" run --store s -o again --suite=branches m.c >out && fail "no error"
grep -q "^$n tests in again, chosen of $all$" out || fail "$(cat out)"
"$REPRISE" run --store s2 -o scratch -q --suite=branches m.c >log && fail "no error"
"$REPRISE" run --store none -o none -q --suite=branches m.c >log && fail "no error"
"$REPRISE" run --store none -o jobs -q --suite=branches -j2 --share-after=0s \
  m.c >log && fail "no error"
for dir in again scratch none jobs; do
  inputs $dir | cmp - few || fail "$dir: others were chosen"
done
"$REPRISE" tests replay none >/dev/null || fail "they do not replay"

# After an edit the choice is that of a run from scratch.
sed 's/n -= 1/n -= 5/; s/n == -4/n == -20/' m.c >e.c
cp e.c m.c
"$REPRISE" run --store s -o again -q --suite=branches m.c >log && fail "no error"
"$REPRISE" run --store none -o fresh -q --suite=branches m.c >log && fail "no error"
[ "$(count again)" = "$(count fresh)" ] || fail "after an edit"

# What was narrowed is chosen from as well; the next run has all again.
[ "$(count again --suite=branches)" = "$(count again)" ] || fail "twice"
"$REPRISE" run --store s -o again -q m.c >log && fail "no error"
[ "$(count again)" = "$all" ] || fail "a run after that has $(count again)"

# Stopped when covered: few, also if all paths are known.
"$REPRISE" run --store s -o covered -q --stop=covered m.c >log && fail "no error"
[ "$(count covered)" -le 6 ] || fail "--stop=covered: $(count covered)"

# Where nothing was noted, it says so.
"$REPRISE" run --store none -o plain -q m.c >log && fail "no error"
"$REPRISE" tests list plain --suite=branches 2>err && fail "there is none"
grep -q "cover was not noted" err || fail "$(cat err)"
[ "$(count plain --suite=errors)" = 1 ] || fail "errors need no notes"
# Damage is no choice.
printf x | dd of=covered/coverage bs=1 seek=20 conv=notrunc 2>/dev/null
"$REPRISE" tests list covered --suite=branches 2>err && fail "it is damaged"
"$REPRISE" tests list covered >/dev/null
