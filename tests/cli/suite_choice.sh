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

# One for each set of branches; and those that cover something new.
cat >loop.c <<'C'
#include <klee/klee.h>
int main (void) {
  char s[6];
  int n = 0;
  klee_make_symbolic (s, sizeof s, "s");
  while (n < 6 && s[n] == ' ')
    n++;
  return n == 6 ? 1 : s[n] == 'x' || s[n] == 'y';
}
C
"$REPRISE" run --store s3 -o loop -q loop.c
[ "$(count loop)" -gt "$(count loop --suite=paths)" ] || fail "paths: as many"
[ "$(count loop --suite=paths)" -gt "$(count loop --suite=branches)" ] ||
  fail "paths: $(count loop --suite=paths)"
"$REPRISE" run --store none -o new -q --only-output-states-covering-new loop.c
inputs loop --suite=new >log
inputs new | cmp - log || fail "new: $(cat log)"
"$REPRISE" tests list loop --suite=mcdc 2>log && fail "branches were simplified"
grep -q 'run again with --suite=mcdc' log || fail "$(cat log)"

# MC/DC: the choice covers the conditions that all tests cover, says llvm-cov.
cat >decide.c <<'C'
#include <klee/klee.h>
static int f (int a, int b, int c) { return (a > 0 || b > 3) && c == 7; }
static int g (int a, int b) {
  int n = 0;
  while (n < 3 && (a == n || b != 5))
    n++;
  if (!(a == 2 && b == 3) || n == 1)
    return 3;
  return a && b;
}
int main (void) {
  int a = klee_range (-1, 9, "a"), b = klee_range (-1, 9, "b"), c = klee_int ("c");
  return f (a, b, c) + g (a, b);
}
C
shown () { # DIRECTORY
  "$REPRISE" tests export $1 --format=c -o $1/c >/dev/null
  clang-19 -w -fprofile-instr-generate -fcoverage-mapping -fcoverage-mcdc \
    -I "$ROOT/include" $1/c/tests.c -o $1/t 2>/dev/null
  (cd $1 && LLVM_PROFILE_FILE=raw%m ./t >/dev/null && llvm-profdata-19 merge -o p raw*)
  llvm-cov-19 export $1/t -instr-profile=$1/p | python3 -c '
import json, sys
for f in json.load (sys.stdin)["data"][0]["functions"]:
    if f["name"].split (":")[-1] in "fg":
        print (f["name"], [r[-1] for r in f["mcdc_records"]])'
}
"$REPRISE" run --store s4 -o every -q --keep-branches decide.c
"$REPRISE" run --store s4 -o mcdc -q --suite=mcdc decide.c
shown every >log
grep -q True log || fail "nothing is shown: $(cat log)"
shown mcdc | cmp - log || fail "MC/DC: $(shown mcdc) instead of $(cat log)"
[ "$(count mcdc)" -lt "$(count every)" ] || fail "$(count mcdc) tests"
inputs every --suite=mcdc >log
inputs mcdc | cmp - log || fail "another choice: $(cat log)"
