# Saved programs are run again; what changed is shown, and nothing else.

watcher=
stop () { [ -z "$watcher" ] || kill -9 "$watcher" 2>/dev/null || true; }
trap stop EXIT

start () {
  : >out.txt
  "$REPRISE" watch --store none "$@" >out.txt 2>err.txt &
  watcher=$!
}

# Until the text is there so many times; each wait is bounded.
await () { # file, count, text
  for i in $(seq 3000); do
    [ "$(grep -c -e "$3" "$1" || true)" -lt "$2" ] || return 0
    kill -0 "$watcher" || break
    sleep 0.1
  done
  echo "no '$3' ($2) in $1:" >&2
  cat out.txt err.txt >&2
  exit 1
}

finish () { # exit status
  status=0
  kill -INT "$watcher"
  wait "$watcher" || status=$?
  watcher=
  [ $status = "$1" ]
}

# What the last block says.
last () { awk '/^\[/ { s = "" } { s = s $0 "\n" } END { printf "%s", s }' out.txt; }

mkdir include
cat >include/limit.h <<'END'
#define LIMIT 4
END
cat >a.c <<'END'
#include "limit.h"
#include <klee/klee.h>
static int t[4];
int main (void) {
  unsigned i;
  klee_make_symbolic (&i, sizeof i, "i");
  if (i > LIMIT)
    return 1;
  return t[i];
}
END

start --cflags=-Iinclude a.c
await out.txt 1 '^\[.*a\.c: 1 error, 3 tests'
await out.txt 1 'a\.c:9: out_of_bounds in main'

# A header, written in place.
echo '#define LIMIT 3' >include/limit.h
await out.txt 1 'a\.c: no errors, 2 tests'
await out.txt 1 '^dropped: 1 test'
last | grep -q '^gone: 1 error'
! last | grep -q '^new'
! last | grep -q '^added'

# Lines that move change nothing. Editors rename.
{ echo; echo; cat a.c; } >a.c.new
mv a.c.new a.c
await out.txt 1 'a\.c: nothing changed: no errors, 2 tests'

# What does not compile is shown, and what is known stays.
cp a.c good.c
sed 's/return 1;/return 1 +;/' good.c >a.c
await err.txt 1 'expected expression'
await err.txt 1 'does not compile; the earlier results are kept'

# A header that is not there yet.
sed 's/#include "limit.h"/#include "other.h"/' good.c >a.c
await err.txt 1 "'other.h' file not found"
echo '#define LIMIT 4' >include/other.h
await out.txt 1 '^added: 1 test'
last | grep -q '^new: 1 error'
last | grep -q 'a\.c:11: out_of_bounds in main'

# The new header is followed, and a moved error is the same one.
sed -i '1i /* moved */' a.c
await out.txt 2 'nothing changed'
echo '#define LIMIT 2' >include/other.h
await out.txt 2 '^gone: 1 error'
echo '#define LIMIT 4' >include/other.h
await out.txt 2 '^new: 1 error'

# Deleted and back.
mv a.c away.c
await err.txt 1 "cannot open 'a.c'"
mv away.c a.c
await out.txt 3 'nothing changed'
finish 1

# Several; the function may be named. Only what is saved is run.
cat >f.c <<'END'
unsigned half (unsigned x, unsigned y) { return x / y; }
END
start -o tests a.c f.c:half --cflags=-Iinclude --json
await out.txt 1 '"input":"a.c"'
await out.txt 1 '"input":"f.c:half"'
[ -s tests/a.c/suite ]
[ -s tests/f.c:half/suite ]
echo 'unsigned half (unsigned x, unsigned y) { return y ? x / y : 0; }' >f.c.new
mv f.c.new f.c
await out.txt 2 '"input":"f.c:half"'
echo 'unsigned half (unsigned x, unsigned y) { return y ? x / y : 9; }' >f.c.new
mv f.c.new f.c
await out.txt 3 '"input":"f.c:half"'
echo 'unsigned half (unsigned x, unsigned y) { return' >f.c.new
mv f.c.new f.c
await out.txt 1 '"trouble"'
[ "$(grep -c '"input":"a.c"' out.txt)" = 1 ]
python3 - <<'END'
import json
a, f, g, h, bad = map (json.loads, open ("out.txt"))
assert [e["kind"] for e in f["errors"]["new"]] == ["division_by_zero"], f
assert [e["kind"] for e in g["errors"]["gone"]] == ["division_by_zero"], g
assert g["errors"]["new"] == [] and g["errors"]["total"] == 0, g
assert f["tests"]["total"] == len (f["tests"]["added"]), f
[c] = h["tests"]["changed"]
assert c["does"] == "returns 9" and c["did"] == "returns 0", h
assert c["input"] == "half(0, 0)", h
END
finish 1 # a.c has one

# A run is given up when its program is saved, and by an interrupt.
cat >endless.c <<'END'
#include <klee/klee.h>
int main (void) {
  unsigned a, n = 0;
  klee_make_symbolic (&a, sizeof a, "a");
  while (a + n != 77)
    n++;
  return 0;
}
END
start --progress=json endless.c
await err.txt 1 '"waiting"'
sed 's/while/if/' endless.c >end.c
mv end.c endless.c
await out.txt 1 'endless\.c: no errors, 2 tests'
grep -q 'endless.c was saved during its run' err.txt
finish 0
sed 's/if/while/' endless.c >end.c
start --progress=json end.c
await err.txt 1 '"waiting"'
finish 0

# Another file of the program, and a header of that.
printf '#include "more.h"\nint more (int x) { return x == MORE; }\n' >more.c
echo '#define MORE 5' >more.h
printf 'int more (int);\nint whole (int x) { return more (x); }\n' >whole.c
start --cflags=more.c whole.c:whole
await out.txt 1 'whole: no errors, 1 test'
echo '#define MORE 5 ? 3 / (x - 9) : 0' >more.h
await out.txt 1 'whole: no errors, 2 tests'
printf 'int more (int x) { return x > 3 ? 1 / (x - 4) : 0; }\n' >more.c
await out.txt 1 'whole: 1 error, '
finish 1

# No edit helps here.
status=0
"$REPRISE" watch --store none absent.c >out.txt 2>err.txt || status=$?
[ $status = 2 ]
grep -q "cannot open 'absent.c'" err.txt
status=0
"$REPRISE" watch 2>err.txt || status=$?
[ $status = 2 ]
grep -q 'watch needs an input' err.txt

# A misuse is no error, as 'run' has it.
echo 'int first (const int *p) { return *p; }' >misuse.c
"$REPRISE" run --store none -o misused misuse.c:first >said
grep -q '^no errors found.*, 1 possible misuse' said || { cat said; exit 1; }
start misuse.c:first
await out.txt 1 'first: no errors, 1 possible misuse, '
await out.txt 1 '^1 possible misuse:$'
finish 0
