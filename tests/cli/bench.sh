# The papers' tables: which there are, one of them as text, CSV and HTML.

"$REPRISE" bench >list
grep -q '^greentrie-1 ' list
grep -q '^memoise-3 ' list

status=0
"$REPRISE" bench greentrie-9 2>err || status=$?
[ $status = 2 ]
grep -q "there is no table 'greentrie-9', did you mean 'greentrie-" err

"$REPRISE" bench memoise-3 --csv t.csv --html t.html >text
grep -q '^memoise-3: ' text
[ "$(head -n 1 t.csv)" = table,row,metric,paper,reproduced,hybrid ]
# Table III of Memoise: exact but for the depth of MerArbiter, one call in each
# row of the counter, and two states.
differs='$4 != "" && $4 != $5 && $2 !~ /^MerArbiter/'
[ "$(awk -F, "NR > 1 && $differs" t.csv | wc -l)" = 5 ]
[ "$(awk -F, '$2 ~ /counted$/ && $3 == "guided calls" && $4 == $5 + 1' t.csv |
  wc -l)" = 4 ]
grep -q '^memoise-3,two loops 120,guided calls,114,114,' t.csv
[ "$(awk -F, 'NF != 6' t.csv | wc -l)" = 0 ]
grep -q '<h2 id=.memoise-3' t.html

# Random constraints: which are stored does not depend on the machine.
"$REPRISE" bench recal-12 --csv random.csv >text
grep -q '^recal-12,2x2,stored,100,104,' random.csv
grep -q '^recal-12,3x3,stored,13960,13980,' random.csv
grep -q '^recal-12,4x4,of those there,,,100$' random.csv

# The same as one object.
"$REPRISE" bench recal-12 --json >out
python3 -c 'import json
(t,) = json.load(open("out"))["tables"]
n = {c["row"] + c["metric"]: c["reproduced"] for c in t["cells"]}
assert t["name"] == "recal-12" and n["2x2stored"] == 104 and t["notes"], t'
"$REPRISE" bench --list --json | python3 -c 'import json, sys
assert len(json.load(sys.stdin)["tables"]) > 10'

# Both ways to re-run a changed program end where a run from scratch does.
"$REPRISE" bench memoise-2 --csv t.csv >text
tr '\n' ' ' <text | grep -q "run from scratch in 27 of 27 rows, the paper's tree in 27"

"$REPRISE" bench memoise-2 --csv - | grep -v time >out
grep -v time t.csv | cmp - out

status=0
"$REPRISE" bench memoise-2 --csv /nowhere/t.csv >text 2>err || status=$?
[ $status = 2 ]
grep -q "cannot write '/nowhere/t.csv'" err

# The page is well-formed, needs nothing else and has plots.
"$REPRISE" bench stackcache-4 recal-8 --programs=1 --time-budget=20ms \
  --html page.html --csv counts.csv >text 2>/dev/null
if command -v xmllint >/dev/null; then
  xmllint --noout page.html
fi
[ "$(grep -c '^<svg' page.html)" = 4 ]
[ "$(grep -cE 'https?://|<script|<link' page.html)" = 0 ]

# Counts that depend on nothing but the programs.
grep -q '^recal-8,tcas,formulas,9780,678,' counts.csv
grep -q '^recal-8,block,formulas,336,640,' counts.csv
awk -F, '/^recal-8/ && $3 == "Recal+" && $6 < $5 { bad = 1 } END { exit bad }' \
  counts.csv

"$REPRISE" bench stackcache-5 >text
grep -q 'not measured: the logs' text

# What this program does not have is done by the one beside it, also where options
# and operands are mixed; without it: one sentence.
printf '(declare-const x Int)\n(assert (< x 0))\n(check-sat)\n' >less.smt2
"$REPRISE" solve less.smt2 --preset greentrie --stats >out 2>err
[ "$(cat out)" = sat ]
grep -q '^greentrie ' err
status=0
"$REPRISE" solve --preset=greentree less.smt2 2>err || status=$?
[ $status = 2 ]
grep -q "there is no preset 'greentree', did you mean 'greentrie'?" err
cp "$REPRISE" alone
for command in "bench memoise-3" "solve --technique=stack less.smt2" \
  "run --preset=recal none.c" "run --incremental=paper none.c" "klee none.bc"; do
  status=0
  ./alone $command >out 2>err || status=$?
  [ $status != 0 ]
  [ ! -s out ] && [ "$(wc -l <err)" = 1 ]
  grep -q "; try reprise-[a-z]*, which 'make' builds beside this program$" err
done

# Own programs, parts of the ladder, medians, a plot of every table.
"$REPRISE" bench --list | cmp - list
mkdir own
cat >own/two.c <<'C'
#include <klee/klee.h>
int main (void) {
  int x, y;
  klee_make_symbolic (&x, sizeof x, "x");
  klee_make_symbolic (&y, sizeof y, "y");
  if (x > 3)
    return 1;
  if (x > 3 && y > 3)
    return 2;
  if (y > 5)
    return 3;
  return 0;
}
C
cp own/two.c 'own/one, "two".c'
"$REPRISE" bench greentrie-1 --on=own --repeat=2 --csv own.csv --svg=plots >text
grep -q '^greentrie-1,"one, ""two""",n0,,6,6$' own.csv
grep -q '^- medians of 2 measurements' text
! grep -q paper text
grep -q "^<svg xmlns='http" plots/greentrie-1.svg
if command -v xmllint >/dev/null; then
  xmllint --noout plots/*.svg
fi
of_two () { awk -F, '$2 == "two" && $3 == "n1" { print $6 }' "$1"; }
"$REPRISE" bench greentrie-1 --on=own --only=suite --csv alone.csv --stats >text 2>err
grep -q 'only suite' text
grep -q '^queries ' err
[ "$(of_two alone.csv)" -gt "$(of_two own.csv)" ]
"$REPRISE" bench greentrie-1 --on=own --without=models --csv without.csv >text
[ "$(of_two without.csv)" -ge "$(of_two own.csv)" ]
for wrong in "memoise-3 --on=own" "greentrie-1 --on=plots" "memoise-3 --without=reduse"; do
  status=0
  "$REPRISE" bench $wrong >out 2>err || status=$?
  [ $status = 2 ] && [ "$(wc -l <err)" = 1 ]
done
grep -q "did you mean 'reduce'?" err
