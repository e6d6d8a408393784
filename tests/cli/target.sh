# Guided search: towards a place, and no further.

cat >maze.c <<'END_C'
#include <klee/klee.h>
#include <setjmp.h>
#include <stdlib.h>
static int noise (const unsigned char *b, int n) {
  int sum = 0;
  for (int i = 0; i < n; i++)
    if (b[i] & 1)
      sum += i;
  return sum;
}
static int header (const unsigned char *b) {
  if (b[0] != 'R')
    return 0;
  if (b[1] != 'P')
    return 0;
  return b[2] > 100;
}
static int deep (const unsigned char *b) {
  if (b[3] == 7 && b[4] == 9)
    abort ();
  return 1;
}
static int unused (void) { return 3; }
static jmp_buf place;
static void leave (int x) { longjmp (place, x); }
int main (void) {
  unsigned char b[24];
  klee_make_symbolic (b, sizeof b, "b");
  int sum = 0;
  if (b[9] == 'X')
    return noise (b + 10, 12);
  sum = noise (b + 5, 2);
  if (!header (b))
    return sum;
  if (sum > 1000)
    return unused ();
  if (setjmp (place))
    return b[6] > 20;
  if (b[7] > 20)
    leave (b[8] > 20 ? 1 : 2);
  return deep (b);
}
END_C

# field EXPRESSION ARGUMENTS: of the report of a run.
field () {
  what=$1
  shift
  "$REPRISE" run --json "$@" >report.json || [ $? -ne 2 ]
  python3 -c "
import json
r = json.load (open ('report.json'))
states = [t['state'] for t in r.get ('targets', [])]
paths = r['paths']
print ($what)"
}
alone='--store none maze.c'

# Depth first, 4096 paths of noise come before the line.
[ "$(field 'states[0]' $alone --target maze.c:20)" = reached ]
guided=$(field 'r["targets"][0]["paths"]' $alone --target maze.c:20)
[ "$guided" -lt 40 ]
[ "$(field 'len (r["errors"])' $alone --max-paths $((guided * 100)))" = 0 ]

# The test reaches the line, where the error is; the status says so.
st=0
"$REPRISE" run $alone --target maze.c:20 >out.txt || st=$?
[ $st -eq 1 ]
grep -q '^target maze.c:20: reached by test [0-9]*, after [0-9]* paths$' out.txt
grep -q 'maze.c:20: abort in deep' out.txt
grep -q 'left out once --target was reached' out.txt
"$REPRISE" run $alone -q --target leave >out.txt
grep -q '^target leave: reached by test' out.txt

# Other orders find it too, and through longjmp. Several at a time.
for search in dfs bfs auto random-path uncovered interleaved; do
  [ "$(field 'states[0]' $alone --target deep --search $search)" = reached ]
done
[ "$(field 'states' $alone --target maze.c:38,leave,main)" = \
  "['reached', 'reached', 'reached']" ]

# Paths are left out only if they cannot reach it, and have no tests.
[ "$(field 'states, r["ended"]' $alone --target leave,unused)" = \
  "['reached', 'unreachable'] done" ]
[ "$(field 'sum (l["count"] for l in r["lost"]) == paths["left_out"]' \
  $alone --target unused)" = True ]
st=0
"$REPRISE" run $alone --target unused >out.txt || st=$?
[ $st -eq 4 ]
grep -q '^target unused: unreachable, no path leads there$' out.txt
grep -q '^no .* [0-9,]* paths that do not lead to --target were left out$' out.txt
st=0
"$REPRISE" run $alone --target unused --max-depth 3 >out.txt || st=$?
[ $st -eq 3 ]
grep -q '^target unused: not reached on the explored paths$' out.txt

# What nobody calls is not reached at once; a path that never ends is. A path
# that the program gives up reaches nothing.
cat >forever.c <<'END_C'
#include <klee/klee.h>
int lonely (void) { return 1; }
int main (void) {
  volatile int n = 0;
  int x = klee_int ("x");
  if (x == 12345)
    for (;;)
      n++;
  if (x > 7) {
    n = 3;
    if (x > 10)
      klee_silent_exit (0);
  }
  if (x < 2) {
    n = 4;
    klee_silent_exit (0);
  }
  return 0;
}
END_C
[ "$(field 'states, r["instructions"], paths["left_out"]' --store none \
  forever.c --target lonely)" = "['unreachable'] 0 1" ]
[ "$(field 'states' --store none forever.c --target forever.c:8)" = \
  "['reached']" ]
[ "$(field 'states' --store none forever.c --target \
  forever.c:10,forever.c:15)" = "['reached', 'unreachable']" ]

# A run towards a target is a part of the run: a later one does the rest, and
# what is known is not executed again.
whole='paths["complete"], paths["error"], r["coverage"], sorted (
  (e["kind"], e["line"]) for e in r["errors"]), paths["cut"]'
scratch=$(field "$whole" $alone)
some='--store some maze.c'
first=$(field 'r["instructions"]' $some --target leave)
[ "$first" -gt 0 ]
[ "$(field 'states, r["instructions"]' $some --target leave)" = \
  "['reached'] 0" ]
[ "$(field 'states[0], paths["carried"]' $some --target deep)" = \
  "reached 3" ]
[ "$(field "$whole" $some)" = "$scratch" ]
[ "$(field 'paths["carried"]' $some --target deep,maze.c:20)" = 4124 ]
[ "$(field 'states, r["instructions"]' $some --target deep,unused)" = \
  "['reached', 'unreachable'] 0" ]

# After an edit, what a run towards a target leaves out is not forgotten.
cp maze.c before.c
sed 's/b\[6\] > 20/b[6] > 21/' before.c >maze.c
[ "$(field 'states, r["instructions"], paths["left_out"]' $some \
  --target deep)" = "['reached'] 0 1" ]
[ "$(field 'states, r["tests"]["added"] < 5' $some --target maze.c:38)" = \
  "['reached'] True" ]
[ "$(field 'r["instructions"] < 1000' $some)" = True ]
[ "$(field "$whole" $some)" = "$scratch" ]
cp before.c maze.c

# Until everything that can be covered is.
lines='r["coverage"]["lines"]["covered"]'
all=$(field "$lines" $alone)
rm -rf some
[ "$(field "$lines, paths['complete'] < 60, r['ended']" $some \
  --stop covered)" = "$all True --stop=covered" ]
[ "$(field "$lines, r['tests']['added']" $some --stop covered)" = "$all 0" ]
[ "$(field "$whole" $some)" = "$scratch" ]
[ "$(field "$lines, r['instructions']" $some --stop covered)" = "$all 0" ]
[ "$(field "$lines" $alone --search uncovered --max-paths 12)" = "$all" ]

# Places that do not exist.
refuse () {
  st=0
  "$REPRISE" run $alone "$@" >out.txt 2>err.txt || st=$?
  [ $st -eq 2 ]
  [ "$(wc -l <err.txt)" -eq 1 ]
}
refuse --target=dep
grep -q "no function 'dep'; did you mean 'deep'?" err.txt
refuse --target=maz.c:20
grep -q "no code of the program comes from 'maz.c'; did you mean" err.txt
refuse --target=maze.c:11
grep -q 'nearest lines with code are 9 and 12' err.txt
refuse --target=deep,maze.c:900
grep -q 'nearest line with code is 42' err.txt
refuse --target=abort
grep -q 'give a line that calls it' err.txt
refuse --target=deep,
grep -q 'a place is missing' err.txt
refuse --target=deep --stop=covered
grep -q 'cannot be combined' err.txt
