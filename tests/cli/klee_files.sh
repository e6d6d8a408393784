# Files that KLEE's tools read: run.istats, exec_tree.db, .sym.path, .cov,
# run.stats while it runs; lines of assembly.ll; ends by KLEE's names.

cat >a.c <<'EOF'
#include <klee/klee.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static int f (int a) {
  switch (a & 3) {
  case 0:
    return 10;
  case 1:
    return 11;
  default:
    return 12;
  }
}
int main (int argc, char **argv) {
  int a, b;
  char buf[4];
  klee_make_symbolic (&a, sizeof a, "a");
  klee_make_symbolic (&b, sizeof b, "b");
  if (argc < 2) {
    if (a > 100)
      return f (b);
    for (int i = 0; i < 5; i++)
      b++;
    return 1;
  }
  switch (atoi (argv[1])) {
  case 1:
    free (buf);
  case 2:
    *(volatile char *) NULL;
  case 3:
    klee_report_error ("x.c", 7, "my words", "mine.err");
  case 4:
    return 1 << b;
  case 5:
    klee_assume (a != a);
  case 6:
    klee_silent_exit (0);
  case 7:
    klee_alias_function ("f", "main");
  case 8:
    return getenv ("MINE") ? strcmp (getenv ("MINE"), "a,b") : 3;
  }
  return 0;
}
EOF
clang-19 -I "$ROOT/include" -emit-llvm -c -g -O0 -Xclang -disable-O0-optnone \
  -w a.c -o a.bc

"$REPRISE" klee --write-sym-paths --write-exec-tree --write-cov \
  --output-module --warnings-only-to-file --optimize a.bc 2>err.txt
! grep -q WARNING err.txt
grep -q 'WARNING: without effect here: --optimize$' klee-last/warnings.txt
[ "$(ls klee-last/*.sym.path | wc -l)" = 4 ]
[ "$(cat klee-last/*.sym.path | sort | uniq -c | tr -s ' \n' ' ')" = \
  ' 1 0 3 1 ' ]
cat klee-last/*.cov | sort >all.txt
[ "$(grep -c '^a.c:12$' all.txt)" = 1 ]
head -c 2 klee-last/final.bc | grep -q BC

cat >check.py <<'EOF'
import sqlite3
lines = open ("klee-last/assembly.ll").read ().split ("\n")

# The tree: three forks, four ends, at branches, a switch and a return.
db = sqlite3.connect ("klee-last/exec_tree.db")
nodes = {n[0]: n for n in db.execute (
    "select ID, stateID, leftID, rightID, asmLine, kind from nodes")}
seen, todo = set (), [1]
while todo:
    n = nodes[todo.pop ()]
    assert n[0] not in seen
    seen.add (n[0])
    assert bool (n[2]) == bool (n[3])
    text = lines[n[4] - 1]
    if n[2]:
        todo += n[2:4]
        assert text.startswith ({1: "  br i1 ", 3: "  switch "}[n[5]]), text
    else:
        assert n[5] == 1
assert len (seen) == len (nodes) == 7

# Counts by instruction add up to those of the run.
total, forks, covered, names = 0, 0, {}, []
for line in open ("klee-last/run.istats"):
    key, _, value = line.strip ().partition ("=")
    if key == "fn":
        names.append (value)
    elif line[0].isdigit ():
        at, source, icov, fork, times, iuncov = map (int, line.split ())
        assert lines[at - 1][:2] == "  " and icov + iuncov == 1
        assert (times > 0) == (icov == 1)
        total += times
        forks += fork
        covered[names[-1]] = covered.get (names[-1], 0) + icov
assert "main" in names and "f" in names and forks == 3
db = sqlite3.connect ("klee-last/run.stats")
c = db.execute ("select * from stats")
rows = [dict (zip ([d[0] for d in c.description], r)) for r in c]
last = rows[-1]
assert total == last["Instructions"], (total, last)
assert last["CoveredInstructions"] == covered["main"] + covered["f"]
assert last["BranchesConditional"] == 1 and last["BranchesSwitch"] == 2
for r in rows: # as klee-stats divides
    assert r["CoveredInstructions"] + r["UncoveredInstructions"] > 0
    assert r["NumBranches"] > 0 and r["WallTime"] > 0
EOF
python3 check.py

# Ends.
try () { # ARGUMENT FILE TEXT OPTION...
  arg=$1 file=$2 text=$3
  shift 3
  rm -rf out
  "$REPRISE" klee --store=none --output-dir=out "$@" a.bc $arg 2>err.txt || :
  [ -z "$file" ] || [ "$(cat out/*"$file" | head -1)" = "Error: $text" ]
}
try 1 .free.err 'free of alloca'
grep -q '^KLEE: ERROR: a.c:29: free of alloca$' err.txt
line=$(sed -n 's/^assembly.ll line: //p' out/*.free.err)
sed -n "${line}p" out/assembly.ll | grep -q '@free'
grep -q "#0$(printf %08d "$line") in main(2, [0-9]*) at a.c:29" out/*.free.err
try 2 .ptr.err 'memory error: null page access'
try 3 .mine.err 'my words'
try 4 .overshift.err 'overshift error'
try 5 .user.err 'invalid klee_assume call (provably false)'
try 5 '' '' --silent-klee-assume
! ls out/*.err 2>/dev/null
try 6 '' ''
! ls out/*.ktest 2>/dev/null
try 7 .exec.err 'a path ended at something unsupported: klee_alias_function'
printf 'LANG=C\nMINE=a,b\n' >test.env
try 8 '' '' --env-file=test.env
"$REPRISE" tests list out | grep -q 'exit 0'
try 2 .ptr.err 'memory error: null page access' --exit-on-error-type=Ptr
grep -q '^KLEE: halting execution' err.txt && ! grep -q EXITING err.txt
try 2 '' '' --exit-on-error-type=Pointer
grep -q "^KLEE: ERROR: --exit-on-error-type: there is no 'Pointer'" err.txt
try '' '' '' --write-xml-tests --xml-metadata-programfile=p.c \
  --xml-metadata-programhash=4711
grep -q '<programfile>p.c</programfile>' out/metadata.xml
grep -q '<programhash>4711</programhash>' out/metadata.xml
try '' '' '' --max-depth=1
[ "$(cat out/*.early | sort -u)" = 'max-depth exceeded.' ]
try '' '' '' --stop-after-n-tests=2
grep -q '^KLEE: done: generated tests = 2$' err.txt

# Replays write what they were given; seeds of other makers, with other names
# and the status of a file that is another one, are taken by their order.
"$REPRISE" klee --incremental=off a.bc 2>err.txt
first=$(readlink klee-last)
"$REPRISE" klee --replay-ktest-dir="$first" a.bc 2>err.txt
for t in "$first"/*.ktest; do
  cmp "$t" "klee-last/${t#*/}"
done
cat >b.c <<'EOF'
#include <fcntl.h>
#include <unistd.h>
int main (int argc, char **argv) {
  char a[4] = "", b[4] = "";
  if (read (open ("A", O_RDONLY), a, 4) < 0 || read (0, b, 4) < 0)
    return 1;
  return 10 * (a[0] == 'x') + 20 * (b[1] == 'y') + (argv[1][0] == '-');
}
EOF
clang-19 -emit-llvm -c -g b.c -o b.bc
python3 - <<'EOF'
import struct
def text (b): return struct.pack (">I", len (b)) + b
objects = [(b"arg0", b"-a\0"), (b"A-data", b"x" + bytes (7)),
           (b"A-data-stat", bytes (range (144))), (b"stdin", b"zy\0\0"),
           (b"stdin-stat", bytes (144)), (b"model_version", b"\1\0\0\0")]
for name, magic, version in ("new", b"KTEST", 3), ("old", b"BOUT\n", 1):
    f = open (name + ".bout", "wb")
    f.write (magic + struct.pack (">II", version, 1) + text (b"b.bc"))
    if version > 1:
        f.write (bytes (8))
    f.write (struct.pack (">I", len (objects)))
    for name, data in objects:
        f.write (text (name) + text (data))
EOF
for seed in new old; do
  "$REPRISE" klee --posix-runtime --seed-file=$seed.bout --only-replay-seeds \
    b.bc --sym-arg 2 --sym-files 1 8 --sym-stdin 4 2>err.txt
  "$REPRISE" tests list klee-last | grep -q 'exit 31'
done
