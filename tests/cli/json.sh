# docs/formats/json.md names every field that is printed, and no other.
cat >a.c <<'END'
#include <klee/klee.h>
#include <stdlib.h>
int unused (int x) {
  return x ? 1 : 2;
}
int main (void) {
  unsigned char i;
  klee_make_symbolic (&i, sizeof i, "i");
  char *p = malloc (4);
  if (i > 6)
    return 1;
  p[i] = 1;
  if (i == 2)
    free (p);
  return p[0];
}
END
run () { # FILE OPTION...
  to=$1
  shift
  "$REPRISE" run --json "$@" >"$to" || [ $? -ne 2 ]
}
run first.json --max-depth=3 a.c
sed -i 's/i > 6/i > 5/' a.c
run edited.json --max-depth=3 a.c
run target.json --store none --target=a.c:12 a.c
run deepen.json --store none --deepen=2:4:1 a.c
cat >long.c <<'END'
#include <klee/klee.h>
int main (void) {
  unsigned char b[40];
  int n = 0;
  klee_make_symbolic (b, sizeof b, "b");
  for (int i = 0; i < 40; i++)
    if (b[i] > 10)
      n = n * 3 + b[i];
  return n & 3;
}
END
(ulimit -f 64; "$REPRISE" run --store none --max-paths=3000 -o full --json \
  long.c) >full.json 2>err.txt || [ $? = 2 ]

cat >fields.py <<'END'
import json, re, sys

def documented (heading):
    text = open (sys.argv[1]).read ()
    part = re.search ("^## %s\n(.*?)(?=^##)" % heading, text, re.M | re.S)
    rows = re.findall (r"^\| (`.*?) \|", part[1], re.M)
    return {name for row in rows for name in re.findall ("`(.*?)`", row)}

def walk (o, at, known, found):
    if at in known:
        found.add (at)
    elif not isinstance (o, dict):
        sys.exit ("json.md does not name '%s'" % at)
    if isinstance (o, dict):
        open_ = at + ".*" in known
        for name, value in o.items ():
            walk (value, (at + "." if at else "") + ("*" if open_ else name),
                  known, found)
    elif isinstance (o, list):
        for value in o:
            if isinstance (value, (dict, list)):
                walk (value, at + "[]", known, found)

known = documented (sys.argv[2])
found = set ()
for name in sys.argv[3:]:
    walk (json.load (open (name)), "", known, found)
left = known - found
if left:
    sys.exit ("json.md names what no run prints: %s" % sorted (left))
END
python3 fields.py "$ROOT/docs/formats/json.md" run first.json edited.json \
  target.json deepen.json full.json
