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
grep -q '^memoise-3,two loops 120,guided calls,114,114,' t.csv
[ "$(awk -F, 'NF != 6' t.csv | wc -l)" = 0 ]
grep -q '<h2 id=.memoise-3' t.html

"$REPRISE" bench memoise-3 --csv - >out
cmp out t.csv

status=0
"$REPRISE" bench memoise-3 --csv /nowhere/t.csv >text 2>err || status=$?
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
  "run --preset=recal none.c" "run --incremental=paper none.c" "klee --preset=green none.c"; do
  status=0
  ./alone $command >out 2>err || status=$?
  [ $status != 0 ]
  [ ! -s out ] && [ "$(wc -l <err)" = 1 ]
  grep -q "; try reprise-lab, which 'make' builds beside this program$" err
done
