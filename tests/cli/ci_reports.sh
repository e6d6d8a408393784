# What CI services read: errors as SARIF, coverage as LCOV's tracefile.

cat >a.c <<'END'
int parse (const char *s) {
  int n = 0;
  while (*s >= '0' && *s <= '9')
    n = n * 10 + (*s++ - '0');
  if (*s == '/')
    return 100 / n;
  return n;
}
int unused (int x) {
  return x ? 1 : 2;
}
END
go () { # expected status, options...
  want=$1
  shift
  status=0
  "$REPRISE" run a.c:parse --buffer-size 4 -q --sarif r.sarif "$@" >out.txt ||
    status=$?
  [ $status = "$want" ]
}
states () {
  "$ROOT/tests/sarif.py" r.sarif
  python3 -c '
import json
log = json.load (open ("r.sarif"))
assert log["version"] == "2.1.0" and len (log["runs"]) == 1
run = log["runs"][0]
rules = run["tool"]["driver"]["rules"]
for r in run["results"]:
    assert rules[r["ruleIndex"]]["id"] == r["ruleId"]
    at = r["locations"][0]["physicalLocation"]
    assert at["artifactLocation"]["uri"] == "a.c", at
    assert r["partialFingerprints"]["repriseError/v3"]
    if r["level"] == "warning":
        assert r["ruleId"] == "null_pointer" and "s == NULL" in r["message"]["text"]
    else:
        print (r["ruleId"], at["region"]["startLine"], r.get ("baselineState", "-"))
' | sort >states.txt
  sort | diff - states.txt
}

# The first job of a pull request has no store to read: that is no error.
go 1 --store-mode=ro
[ -s r.sarif ]
[ ! -e .reprise ]
rm -rf reprise-out r.sarif

# The first run has nothing to compare with.
go 1 --lcov c.info
echo 'division_by_zero 6 -' | states
grep -q "^SF:.*/a.c$" c.info
grep -q "^FNDA:1,parse$" c.info
! grep -q unused c.info # parse does not call it
grep -q "^BRDA:5,0,0,1$" c.info
grep -q "^DA:6,1$" c.info
grep -q "^LF:6$" c.info || { cat c.info; exit 1; }

# Both are views of the report, also of an unchanged run.
"$REPRISE" report --lcov=- | cmp - c.info
"$REPRISE" report --sarif=again.sarif -q
cmp again.sarif r.sarif
cp c.info first.info
go 1 --lcov c.info --json
cmp c.info first.info
grep -q '"instructions": 0,' out.txt
echo 'division_by_zero 6 unchanged' | states
"$REPRISE" report --store .reprise --sarif=again.sarif -q
cmp again.sarif r.sarif
! "$REPRISE" report --sarif=none/r.sarif 2>err.txt
grep -q 'cannot write none/r.sarif: No such file' err.txt

if command -v genhtml >/dev/null; then # which reads what lcov writes
  genhtml -q --branch-coverage -o page c.info >genhtml.txt 2>&1 ||
    { cat genhtml.txt; exit 1; }
  grep -q 'a.c' page/index.html
fi

# The same error in a line that moved is the same; another one is new.
sed -i '1i /* moved */' a.c
sed -i 's/return n;/{ int t[4] = {1}; return t[n]; }/' a.c
go 1 --store-mode=ro
states <<'END'
out_of_bounds 8 new
division_by_zero 7 unchanged
END
go 1 # reading alone has not changed what is compared with
states <<'END'
out_of_bounds 8 new
division_by_zero 7 unchanged
END
go 1
states <<'END'
out_of_bounds 8 unchanged
division_by_zero 7 unchanged
END

# What is repaired is absent once.
sed -i 's/100 \/ n/100/; s/t\[n\]/t[0]/' a.c
go 0
states <<'END'
out_of_bounds 8 absent
division_by_zero 7 absent
END
go 0
states </dev/null

# A file that cannot be written is said before anything is run.
status=0
"$REPRISE" run a.c:parse --buffer-size 4 --lcov none/c.info >out.txt 2>err.txt ||
  status=$?
[ $status = 2 ]
grep -q 'cannot write none/c.info' err.txt
[ ! -s out.txt ]
"$REPRISE" run a.c:parse --buffer-size 4 -q --lcov - | grep -q '^end_of_record$'

# An object that is gone: where it was made and freed, also when lines move and
# nothing is executed.
cat >b.h <<'END'
#include <stdlib.h>
static int *make (void) { return malloc (sizeof (int)); }
END
cat >b.c <<'END'
#include "b.h"
int twice (int x) {
  int *p = make ();
  free (p);
  if (x == 7)
    free (p);
  return x == 8 ? *p : 0;
}
END
related () {
  "$REPRISE" run b.c:twice -q --json --sarif b.sarif >b.json || [ $? = 1 ]
  python3 -c '
import json
for e in json.load (open ("b.json"))["errors"]:
    print (e["kind"], e["message"])
    for r in e["related"]:
        print (" ", r["what"], r["file"], r["line"], r["function"])
results = json.load (open ("b.sarif"))["runs"][0]["results"]
places = [p["physicalLocation"] for p in results[0]["relatedLocations"]]
assert [p["artifactLocation"]["uri"] for p in places] == ["b.h", "b.c"], places
frames = results[0]["stacks"][0]["frames"]
assert frames[0]["location"]["logicalLocations"][0]["name"] == "twice", frames
' >related.txt
  diff - related.txt
}
related <<'END'
double_free 4 bytes allocated in make (./b.h:2), freed in twice:4
  allocated ./b.h 2 make
  freed b.c 4 twice
use_after_free 4 bytes at offset 0 of 4 bytes allocated in make (./b.h:2), freed in twice:4
  allocated ./b.h 2 make
  freed b.c 4 twice
END
sed -i '1i /* moved */' b.h b.c
related <<'END'
double_free 4 bytes allocated in make (./b.h:3), freed in twice:5
  allocated ./b.h 3 make
  freed b.c 5 twice
use_after_free 4 bytes at offset 0 of 4 bytes allocated in make (./b.h:3), freed in twice:5
  allocated ./b.h 3 make
  freed b.c 5 twice
END
grep -q '"instructions": 0,' b.json
