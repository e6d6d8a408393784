# A person with a KLEE script changes one word.

cat >a.c <<'END'
#include <assert.h>
#include <klee/klee.h>
static int f (int a, int b) {
  assert (a != 5 || b != 7);
  return a + b;
}
int main (void) {
  int a, b;
  int t[4] = {1, 2, 3, 4};
  klee_make_symbolic (&a, sizeof a, "a");
  klee_make_symbolic (&b, sizeof b, "b");
  if (a < 0)
    return t[b & 7];
  return f (a, b) > 10;
}
END
include=$ROOT/include
clang-19 -I "$include" -emit-llvm -c -g -O0 -Xclang -disable-O0-optnone \
  a.c -o a.bc

# Messages, files, exit status 0 with bugs found.
"$REPRISE" klee --max-time=10min -search=dfs --search nurs:covnew \
  --use-forked-solver=0 --libc=uclibc --posix-runtime --optimize \
  --simplify-sym-indices --write-smt2s a.bc 2>err.txt

grep -q "^KLEE: output directory is \"$PWD/klee-out-0\"$" err.txt
grep -q '^KLEE: ERROR: .*a.c:4: ASSERTION FAIL: a != 5 || b != 7$' err.txt
grep -q '^KLEE: ERROR: .*a.c:13: memory error: out of bound pointer$' err.txt
[ "$(grep -c 'NOTE: now ignoring this error at this location' err.txt)" = 2 ]
# what means nothing is told in one line, what is done anyway is not
grep -q 'WARNING: without effect here: --use-forked-solver=0 --optimize$' err.txt
[ "$(grep -c WARNING err.txt)" = 1 ]
grep -q '^KLEE: done: completed paths = 2$' err.txt
grep -q '^KLEE: done: partially completed paths = 2$' err.txt
grep -q '^KLEE: done: generated tests = 4$' err.txt
[ "$(readlink klee-last)" = klee-out-0 ]
for f in info messages.txt warnings.txt run.stats assembly.ll; do
  [ -s klee-last/$f ] || { echo "no $f"; exit 1; }
done
[ "$(ls klee-last/*.ktest | wc -l)" = 4 ]
[ "$(ls klee-last/*.smt2 | wc -l)" = 4 ]
[ "$(ls klee-last/*.assert.err klee-last/*.ptr.err | wc -l)" = 2 ]
grep -q '^Error: ASSERTION FAIL: a != 5 || b != 7$' klee-last/*.assert.err
grep -q '^Line: 4$' klee-last/*.assert.err
grep -q 'in main() at .*a.c:14$' klee-last/*.assert.err
grep -q '^Started: ' klee-last/info
grep -q '^KLEE: done: total instructions = ' klee-last/info
python3 - <<'END'
import sqlite3
db = sqlite3.connect ("klee-last/run.stats")
rows = db.execute ("select * from stats").fetchall ()
names = [c[1] for c in db.execute ("pragma table_info (stats)")]
assert names[:4] == ["Instructions", "FullBranches", "PartialBranches",
                     "NumBranches"], names
last = dict (zip (names, rows[-1]))
assert last["TerminationExit"] == 2 and last["TerminationProgramError"] == 2
assert last["Instructions"] > 0 and last["WallTime"] > 0
END

# The tests replay; the suite is one of ours as well.
"$REPRISE" tests list klee-last | grep -q 'assertion'
"$REPRISE" klee --replay-ktest-dir=klee-last a.bc 2>err.txt
grep -q '^KLEE: done: completed paths = 2$' err.txt
grep -q 'ASSERTION FAIL' err.txt
one=$(ls klee-out-0/*.assert.err | sed 's/assert.err/ktest/')
"$REPRISE" klee --replay-ktest-file "$one" a.bc 2>err.txt
grep -q '^KLEE: done: completed paths = 0$' err.txt
[ "$(readlink klee-last)" = klee-out-2 ]

# Run again: everything is carried over, and the files are the same, but for
# numbers, which are in the order of finding, and for ids of states. What comes
# with an error is made by executing its path again.
"$REPRISE" klee --incremental=off a.bc 2>err.txt
cold=$(readlink klee-last)
"$REPRISE" klee a.bc 2>err.txt
[ "$(ls klee-last/*.ktest | wc -l)" = 4 ]
contents () {
  for f in "$1"/test*; do
    echo "${f#*.} $(sed '/^State: /d' "$f" | md5sum)"
  done | sort
}
[ "$(contents "$cold")" = "$(contents klee-last)" ]
[ "$(ls klee-last/*.err klee-last/*.kquery | wc -l)" = 4 ]
python3 - "$cold" <<'END'
import sqlite3, sys
def last (d):
    rows = sqlite3.connect (d + "/run.stats").execute (
        "select Instructions, SolverQueries, RepriseCarried from stats")
    return rows.fetchall ()[-1]
before, now = last (sys.argv[1]), last ("klee-last")
assert now[0] < before[0] and now[1] == 0 and now[2] == 2, (before, now)
END

# Files and suite have the same tests, by the same numbers, without holes:
# errors once, or all of them.
cat >many.c <<'END'
#include <assert.h>
#include <klee/klee.h>
int main (void) {
  unsigned char a;
  klee_make_symbolic (&a, sizeof a, "a");
  int n = 0;
  for (int i = 0; i < 3; i++)
    if (a >> i & 1)
      n++;
  assert (n != 2);
  return a > 100 ? n : 7;
}
END
clang-19 -I "$include" -emit-llvm -c -g many.c -o many.bc
same () { # OPTION...
  "$REPRISE" klee --keep-branches "$@" many.bc 2>err.txt
  n=$(sed -n 's/^KLEE: done: generated tests = //p' err.txt)
  [ "$(ls klee-last/*.ktest | sed 's,.*/test0*,,')" = \
    "$(seq 1 "$n" | sed 's/$/.ktest/')" ]
  rm -rf exported
  "$REPRISE" tests export -o exported klee-last >out.txt
  for f in klee-last/*.ktest; do
    cmp "$f" "exported/${f#*/}"
  done
  [ "$(ls exported/*.ktest | wc -l)" = "$n" ]
}
told () { # OPTION...
  same "$@"
  test=$("$REPRISE" report --json klee-last |
    python3 -c 'import json, sys; print (json.load (sys.stdin)["errors"][0]["test"])')
  [ -s "$(printf 'klee-last/test%06d.assert.err' "$test")" ]
}
told --store=none
told --store=s --incremental=off
told --store=s
told --store=none --emit-all-errors
told --store=none --only-output-states-covering-new
told --store=none --max-tests=9
same --replay-ktest-dir="$(readlink klee-last)"

# Ends.
status=0
"$REPRISE" klee --exit-on-error --output-dir=mine a.bc 2>err.txt || status=$?
[ $status = 1 ]
[ "$(ls mine/*.err | wc -l)" = 1 ]
status=0
"$REPRISE" klee --output-dir=mine a.bc 2>err.txt || status=$?
[ $status = 1 ]
grep -q '^KLEE: ERROR: cannot create "mine": File exists$' err.txt
status=0
dirs=$(ls -d klee-out-* | wc -l)
"$REPRISE" klee none.bc 2>err.txt || status=$?
[ $status = 1 ]
grep -q "^KLEE: ERROR: cannot open 'none.bc'$" err.txt
[ "$(ls -d klee-out-* | wc -l)" = "$dirs" ]
"$REPRISE" klee --max-tests=2 --output-dir=two a.bc 2>err.txt
grep -q '^KLEE: done: generated tests = 2$' err.txt
"$REPRISE" klee --help | grep -q -- '--max-time=VALUE'

# What is no searcher is refused; the version is told.
status=0
"$REPRISE" klee --search=dsf a.bc 2>err.txt || status=$?
[ $status = 1 ] && grep -q "^KLEE: ERROR: --search: there is no 'dsf'" err.txt
"$REPRISE" klee -version | grep -q '^reprise '
