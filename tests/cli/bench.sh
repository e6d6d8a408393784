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
