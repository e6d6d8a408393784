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
sed -i 's/i > 6/i > 5/; s/return 1;/return 3;/' a.c
run edited.json --max-depth=3 a.c
run target.json --store none --target=a.c:12 a.c

# Errors and losses of many kinds.
cat >kinds.c <<'END'
#include <klee/klee.h>
#include <stdlib.h>
#include <string.h>
int *wild;
int main (void) {
  int x;
  unsigned n;
  klee_make_symbolic (&x, sizeof x, "x");
  klee_make_symbolic (&n, sizeof n, "n");
  switch (x) {
  case 1: klee_report_error ("a.c", 1, "told", "mine.err");
  case 2: return 3 / (x - 2);
  case 3: return *(int *) (8l * x + 1000);
  case 4: { char *p = malloc (n % 5); return p[4]; }
  case 5: { char b[4]; return b[n % 4 - 6]; }
  case 6: return 2147483647 + x;
  case 7: { int *p = (int *) (size_t) n; return *p; }
  case 8: { int i = -x - 2147483641; return i - 5; }
  case 9: return memchr ("abc", 7, 9) != 0;
  case 10: return (1 << n) + x;
  case 11: { int k[3] = {0}; return k[x]; }
  }
  return system ("x") + (int) (n * 1.5L);
}
END
run kinds.json --store none --check-overflow kinds.c
run counted.json --store none --count kinds.c
run ubsan.json --store none --cflags=-fsanitize=undefined kinds.c
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
    at = re.sub (r"^lost\[\]\.cause$", "errors[].cause", at) # one table
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
rare = {"errors[].object.is_most", # a pointer that leaves all objects
        "lost[].cause.*"}          # above
rare |= {name for name in known # confirm.sh has them
         if name.startswith ("confirmed.differences[]")} | {"errors[].native"}
left = known - found - rare
if left:
    sys.exit ("json.md names what no run prints: %s" % sorted (left))
END
python3 fields.py "$ROOT/docs/formats/json.md" run first.json edited.json counted.json \
  target.json kinds.json ubsan.json full.json

# Misuse is counted with the errors, and for itself.
cat >misused.c <<'END'
int first (const int *p) { return *p; }
END
"$REPRISE" run --store none -o misused --json misused.c:first >misused.json || :
python3 - <<'END'
import json
paths = json.load (open ("misused.json"))["paths"]
assert (paths["error"], paths["misuse"]) == (1, 1), paths
END
