# The suite follows the program: reasons, tests diff, --incremental=paper.
[ -e "$ROOT/build/libc/archive" ] || exit 0
fail () { echo "$*"; exit 1; }
run () { "$REPRISE" run "$@" >out 2>err || [ $? = 1 ] || fail "run $*: $(cat err)"; }
has () { grep -q -e "$1" out || fail "'$1' is not in: $(cat out)"; }
diff_is () { # status, then arguments
  want=$1 code=0; shift
  "$REPRISE" tests diff "$@" >out 2>err || code=$?
  [ $code = "$want" ] || fail "tests diff $*: $code: $(cat out err)"
}

cat >mid.c <<'C'
#include <klee/klee.h>
static int mid (int x, int y, int z) {
  if (x < y) {
    if (y < z)
      return y;
    else if (x < z)
      return z;
    else
      return x;
  } else if (x < z)
    return x;
  else if (y < z)
    return z;
  else
    return y;
}
int main (void) {
  int x, y, z;
  klee_make_symbolic (&x, sizeof x, "x");
  klee_make_symbolic (&y, sizeof y, "y");
  klee_make_symbolic (&z, sizeof z, "z");
  mid (x, y, z);
  return 0;
}
C
cp mid.c mid.old
run mid.c
grep -q 'since the last run' out && fail "a first run has no past: $(cat out)"
diff_is 2
grep -q 'no earlier suite' err || fail "$(cat err)"

# The first thing on every path changes; the tests have all orders of inputs.
sed -i 's/^  mid (x, y, z)/  mid (y, x, z)/' mid.c
run mid.c --json
python3 - <<'P' || fail "$(cat out)"
import json
r = json.load(open("out"))
t = r["tests"]
assert t["kept"] + t["changed"] == 6 and not t["added"] and not t["dropped"], t
assert not r["queries"]["solved"], r["queries"]
assert sum(r["queries"]["by_rung"].values()) == r["queries"]["asked"]
assert all(c["reason"].startswith("executed again") for c in r["changes"]
           if c["what"] == "kept"), r["changes"]
P
run mid.c --incremental=off --no-rung-suite --json
grep -q '"suite":' out && fail "--no-rung-suite: $(cat out)"

# Old tests are what is left before a solver.
rm -rf .reprise reprise-out
cp mid.old mid.c
run mid.c
sed -i 's/^  mid (x, y, z)/  mid (y, x, z)/' mid.c
run mid.c --no-rung-stored --no-rung-implied --no-rung-models --json
grep -q '"suite":' out || fail "no test was tried: $(cat out)"

# The paper's algorithm, in another program, which follows what this one left: a
# range of paths in changed code is explored. Of its own example (line 4 has <=
# now, line 8 returns another value) it has 3 new tests.
rm -rf .reprise reprise-out
cp mid.old mid.c
run mid.c
paper () { # file option... : what the rule kept and what it solved
  run "$@" --incremental=paper --allow-incomplete=approximated --store lab.store -o lab.out --stats
}
counts () { awk '/^tests_/ { n[$1] = $2 } END { print n["tests_valid"] + 0, n["tests_new"] + 0 }' err; }
"$REPRISE" run --store lab.store -o lab.out mid.c >out
paper mid.c
[ "$(counts)" = "6 0" ] || fail "unchanged: $(counts)"
sed -i 's/else if (x < z)$/else if (x <= z)/; s/^    return y;/    return x;/' mid.c
sed -i 's/^  } else if (x <= z)/  } else if (x < z)/' mid.c
diff mid.old mid.c >lines || :
[ "$(grep -c '^>' lines)" = 2 ] || fail "the example is another: $(cat lines)"
paper mid.c
[ "$(counts)" = "3 3" ] || fail "the paper has 3 new tests: $(counts)"

# A new decision, where no old test takes one side.
cp mid.old mid.c
sed -i 's/^  mid (x, y, z);/  if (mid (x, y, z) == 1234567)\n    klee_abort ();/' mid.c
paper mid.c --json
python3 -c 'import json; assert json.load(open("out"))["errors"]' || fail "$(cat out)"

# What a limit cut was no path of a test that is valid.
rm -rf lab.store lab.out
"$REPRISE" run --store lab.store -o lab.out --max-paths=3 mid.c >out || :
paper mid.c --json
python3 -c 'import json; assert json.load(open("out"))["errors"]' || fail "$(cat out)"
run mid.c
has '^1 error:'
has '+ test 7.*, abort at mid.c:23: new path: there is a new branch in main (mid.c:22)'
"$REPRISE" tests list -v >out
has 'kept: executed again, same values: there is a new branch in main'

# Which is gone again.
cp mid.old mid.c
run mid.c
has "^  - test 7 and 5 more, abort.*: its path no longer comes to the branch in main"
has '^since the last run: 6 kept, 0 changed, 0 added, 6 dropped'
"$REPRISE" tests list >out
[ "$(awk '{ print $1 }' out | sort -n | tr '\n' ' ')" = "1 2 3 4 5 6 " ] ||
  fail "numbers are not kept: $(cat out)"
diff_is 1
has '^6 kept, 0 changed, 0 added, 6 dropped'
cp -r reprise-out kept
diff_is 0 kept reprise-out/suite
has '^6 kept, 0 changed, 0 added, 0 dropped'
run mid.c
diff_is 0
"$REPRISE" tests list -v >out
has 'kept: same branches, same outcome'

# A run that was ended early had not seen the rest: nothing of it is new code.
"$REPRISE" run --store st -o early --max-paths=2 mid.c >out 2>err || true
run --store st -o early mid.c
has 'new path: the last run stopped before'
grep -q 'new decision' out && fail "$(cat out)"
"$REPRISE" report early >out
has 'test [0-9]* and [0-9]* more, exit 0: new path: the last run stopped before'

# Two suites that have nothing to do with each other.
run --store=none -o other "$ROOT/tests/program/atoi.c"
diff_is 1 --json kept other
python3 -c 'import json; r=json.load(open("out")); assert r["kept"]==r["changed"]==0 and r["dropped"]==6 and len(r["changes"])==6+r["added"], r' || fail "$(cat out)"
diff_is 2 kept nowhere
diff_is 2 a b c

# What is not ours is left alone.
mkdir foreign
echo 'my list' >foreign/suite
"$REPRISE" run --store=none -o foreign mid.c >out 2>err && fail "foreign file"
grep -q 'is not overwritten' err || fail "$(cat err)"
[ "$(cat foreign/suite)" = 'my list' ] || fail "the foreign file is gone"

# Looking something up in a table depends on the table, not on all that a wild
# index might reach.
cat >table.c <<'EOF'
#include <klee/klee.h>
#include <stdlib.h>
static const char score[26] = "etaoinshrdlu";
int main (void) {
  unsigned char c, d;
  klee_make_symbolic (&c, 1, "c");
  klee_make_symbolic (&d, 1, "d");
  int n = c >= 'a' && c <= 'z' ? score[c - 'a'] > 'o' : 2;
  if (d == 5)
    exit (7);
  return n;
}
EOF
"$REPRISE" run -q table.c -o table >/dev/null
sed -i 's/exit (7)/exit (8)/' table.c
"$REPRISE" run table.c -o table >text
grep -q '^6 paths' text && grep -q ' 3 paths carried over' text || {
  cat text
  exit 1
}

# A disk that is full leaves the tests of the last run.
cat >long.c <<'EOF'
#include <klee/klee.h>
int main (void) {
  unsigned char b[11];
  int n = 0;
  klee_make_symbolic (b, sizeof b, "b");
  for (int i = 0; i < LENGTH; i++)
    if (b[i] > 10)
      n = n * 3 + b[i];
  return n & 3;
}
EOF
clang-19 -w -g -O0 -emit-llvm -c -I"$ROOT/include" -DLENGTH=3 long.c
for jobs in 1 2; do
  "$REPRISE" run --store none -o full --cflags=-DLENGTH=2 long.c >/dev/null
  cp full/suite last
  status=0
  (ulimit -f 32; "$REPRISE" run --store none -o full --cflags=-DLENGTH=11 \
    --jobs=$jobs --share-after=1ms long.c) >out 2>err || status=$?
  [ $status = 2 ] || fail "--jobs=$jobs: a full disk: status $status"
  grep -q "cannot write 'full" err || fail "a full disk: $(cat err)"
  cmp full/suite last || fail "--jobs=$jobs: a full disk loses the last tests"
  "$REPRISE" tests list full >out || fail "$(cat out)"
  [ "$(ls full | grep -c new)" = 0 ] || fail "left over: $(ls full)"
  "$REPRISE" report full >out || [ $? = 3 ] || fail "$(cat out)"
  said=$( (ulimit -f 0; "$REPRISE" run --store none -o full long.bc) 2>&1) || :
  "$REPRISE" report full >out 2>&1 &&
    fail "a report of the run before a full disk: $(cat out); $said"
done

# What is blamed, and where, follows from the source and not from what was met first.
cat >blame.c <<'END'
#include <klee/klee.h>
int outside (int);
int main (void) {
  int k, s[2];
  unsigned char c;
  klee_make_symbolic (&c, 1, "c");
  outside (1);
  if (outside (2) == 3)
    return 1;
  return c < 2 ? s[c] == k ? 1 : 2 : 3;
}
END
told () { "$REPRISE" run "$@" -o blame.out blame.c | grep 'uninitialized in\|not followed'; }
told --store blame.store >first.txt
sed -i 's/^int main/int first (void) { return outside (0); }\n\n&/' blame.c
told --store blame.store >after.txt
told --store none >scratch.txt
grep -q 'depends on 4 bytes of k' first.txt
grep -q 'blame.c:9 and 1 more place' scratch.txt
diff after.txt scratch.txt
