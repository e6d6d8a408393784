# Results are values: what is long, or has odd characters, is as good as the
# rest; and an error is the same error wherever and however one looks.

json () { python3 -c "import json,sys; o=json.load(sys.stdin); $1"; }

# Two bugs at one place, whose objects were freed in different functions.
program () { # PREFIX OF NAMES
  cat <<C
#include <stdlib.h>
#include <klee/klee.h>
#include "heap.h"
int main (void) {
  int x;
  klee_make_symbolic (&x, sizeof x, "x");
  int *p = $1make ();
  *p = 1;
  if (x == 1)
    $1drop_a (p);
  if (x == 2)
    $1drop_b (p);
  return *p;
}
C
}
header () {
  cat <<C
static int *$1make (void) { return malloc (sizeof (int)); }
static void $1drop_a (int *p) { free (p); }
static void $1drop_b (int *p) { free (p); }
C
}

# Names of 100 characters, in a directory with a name to match.
long=$(printf 'n%099d_' 0)
deep="$PWD/a (2) b)/$(printf 'd%080d' 0)"
mkdir -p "$deep"
program "$long" >"$deep/main.c"
header "$long" >"$deep/heap.h"
look='
assert len (o["errors"]) == 2, o["errors"]
for e in o["errors"]:
    assert [r["what"] for r in e["related"]] == ["allocated", "freed"], e
    assert all (r["file"].endswith ("/heap.h") for r in e["related"]), e
    assert e["calls"][0]["function"] == "main", e
print (json.dumps ([[e["message"], e["related"], e["identity"]]
                    for e in o["errors"]]))'
"$REPRISE" run "$deep/main.c" --keep-branches --store s -o o --json \
  --sarif a.sarif >first.json || [ $? = 1 ]
json "$look" <first.json >first
json '
for r in o["runs"][0]["results"]:
    assert len (r["relatedLocations"]) == 2, r
    assert len (r["stacks"][0]["frames"]) >= 2, r' <a.sarif

# Lines move: what is carried over says what a run from scratch says, and the
# errors are the same.
sed -i '1i /* a line more */' "$deep/main.c" "$deep/heap.h"
"$REPRISE" run "$deep/main.c" --keep-branches --store s -o o --json >again.json ||
  [ $? = 1 ]
json 'assert o["paths"]["carried"] == 3, o["paths"]' <again.json
"$REPRISE" run "$deep/main.c" --keep-branches --store none -o p --json \
  >scratch.json || [ $? = 1 ]
json "$look" <again.json >again
json "$look" <scratch.json >scratch
cmp again scratch
for f in first again; do
  python3 -c "import json; print ([x[2] for x in json.load (open ('$f'))])"
done | uniq | wc -l | grep -qx 1

# 'report' of what was found, and of a run that was killed: the same two.
"$REPRISE" report o --json | json 'assert len (o["errors"]) == 2'
sed -i 's/"ended": "done"/"ended": "running"/' o/report.json
"$REPRISE" report o --json >killed.json
json 'assert o["ended"] == "killed", o["ended"]' <killed.json
json "$look" <killed.json >killed
cmp killed again

# One repository, checked out twice; the file named in three ways. The same
# fingerprints.
for d in one elsewhere/two; do
  mkdir -p $d/src $d/include
  program '' | sed 's,heap.h,../include/heap.h,' >$d/src/main.c
  header '' >$d/include/heap.h
done
prints () { # NAME OF THE FILE
  "$REPRISE" run "$1" --keep-branches --store none -o q --sarif q.sarif >q.txt ||
    [ $? = 1 ]
  json '
for r in o["runs"][0]["results"]:
    print (r["partialFingerprints"]["repriseError/v3"])' <q.sarif
}
prints one/src/main.c >want
[ "$(sort -u want | wc -l)" = 2 ]
prints "$PWD/elsewhere/two/src/main.c" | cmp - want
(cd elsewhere/two/src && prints main.c) | cmp - want

# Two objects at one place are two errors.
cat >objects.c <<'C'
#include <klee/klee.h>
int a[2], b[2];
static int third (const int *p) { return p[2]; }
int main (void) {
  if (klee_choose (2))
    return third (a);
  return third (b);
}
C
"$REPRISE" run objects.c --keep-branches --store none -o r --json >objects.json ||
  [ $? = 1 ]
json 'assert sorted (e["message"][-1] for e in o["errors"]) == ["a", "b"], o' \
  <objects.json

# The words of a program are kept whole, and a name of its own for an error
# becomes part of the name of a file, whatever it is.
cat >words.c <<'C'
#include <klee/klee.h>
int main (void) {
  char c;
  klee_make_symbolic (&c, 1, "c");
  if (c == 1)
    klee_report_error ("f.c", 3, MESSAGE, "a_name_of_more_than_23_letters.err");
  if (c == 2)
    klee_report_error ("f.c", 3, MESSAGE, "../../up");
  if (c == 3)
    klee_report_error ("f.c", 3, MESSAGE, MESSAGE);
  return 0;
}
C
message=$(printf 'm%0999d' 0)
flags="-DMESSAGE=\"$message\""
"$REPRISE" run words.c --cflags "'$flags'" --store none -o w --json >words.json ||
  [ $? = 1 ]
json "assert {e['message'] for e in o['errors']} == {'$message'}
assert len (o['errors']) == 3, o" <words.json
clang-19 -g -c -emit-llvm -I"$ROOT/include" "$flags" words.c -o words.bc
"$REPRISE" klee --output-dir=k words.bc >klee.txt 2>&1
ls k | grep -q '^test[0-9]*\.a_name_of_more_than_23_letters\.err$'
ls k | grep -q '^test[0-9]*\.\.\.%2F\.\.%2Fup\.err$'
[ "$(ls k | grep -c '\.err$')" = 3 ]
grep -q "$message" k/*letters.err

# A URI in SARIF is one, whatever the directory is called.
odd=$(printf 'c:\n{d}')
mkdir "$odd"
echo 'int main (void) { __builtin_trap (); }' >"$odd/a.c"
"$REPRISE" run "$odd/a.c" --store none -o o --sarif odd.sarif >/dev/null ||
  [ $? = 1 ]
json '
at = o["runs"][0]["results"][0]["locations"][0]["physicalLocation"]
assert at["artifactLocation"]["uri"] == "c%3A%0A%7Bd%7D/a.c", at' <odd.sarif
