# At the end of a run some tests are run natively. What differs there is told,
# stays told after an edit, and hides nothing.
fail () { echo "$*"; exit 1; }

# Addresses of globals are large here and small natively.
cat >doubt.c <<'EOF'
#include <assert.h>
#include <klee/klee.h>
#include <stdlib.h>
static int a[4];
int main (void) {
  unsigned char x;
  klee_make_symbolic (&x, 1, "x");
  unsigned long high = (unsigned long) a >> 32;
  switch (x) {
  case 1: assert (!"seen by both");
  case 2: return a[2000];
#ifdef FALSE_ALARM
  case 3: return 7 / (int) !high;
#endif
#ifdef MISSED
  case 4: return 7 / (int) !!high;
#endif
  default: return 0;
  }
}
EOF
run () { # OPTION...
  status=0
  "$REPRISE" run doubt.c -o out-dir "$@" >out 2>err || status=$?
}

# Without a compiler or a sandbox nothing is confirmed, and nothing in doubt.
status=0
REPRISE_CLANG=/nowhere "$REPRISE" tests replay >/dev/null 2>&1 && fail "replay"
clang-19 -w -g -O0 -emit-llvm -c -I"$ROOT/include" doubt.c -o doubt.bc
REPRISE_CLANG=/nowhere "$REPRISE" run --store none -o none doubt.bc \
  --confirm-time=100s >out 2>err || status=$?
[ $status = 1 ] || fail "no compiler: status $status: $(cat out err)"
grep -q 'natively' out && fail "confirmed by nobody: $(cat out)"
grep -q 'no test was run natively: ' err || fail "not told: $(cat err)"

run --confirm-time=100s
if grep -q 'no test was run natively' err; then
  grep -q 'no sandbox' err || fail "$(cat err)"
  exit 0
fi
[ $status = 1 ] || fail "status $status: $(cat out err)"
grep -q 'test 1: x=1; confirmed natively' out || fail "assertion: $(cat out)"
grep -q 'x=2; not seen by the sanitizers' out || fail "access: $(cat out)"
grep -q 'natively: 2 of 3 tests agree, 1 not seen' out || fail "sum: $(cat out)"
"$REPRISE" report --html=page.html out-dir >/dev/null || :
grep -q 'confirmed natively' page.html || fail "not in the page"
run --confirm-time=100s --json --sarif=s
grep -q '"agree": 2' out || fail "not in JSON, or not kept: $(cat out)"
grep -q '"confirmed": true' s || fail "not in SARIF"

run
grep -q natively out && fail "a short run is confirmed"
run --confirm-time=100s --no-confirm
grep -q natively out && fail "--no-confirm"

run --confirm-time=100s --cflags=-DMISSED
grep -q 'natively: 2 of 4 tests agree, 1 not seen' out || fail "$(cat out)"
grep -q 'otherwise natively: test [0-9]*, x=4: exit 7; natively' out ||
  fail "missed: $(cat out)"
run --cflags=-DMISSED --max-depth=99 # though it is short
grep -q 'ends otherwise' out || fail "a doubt goes away: $(cat out)"
run --cflags=-UMISSED
grep -q 'otherwise' out && fail "a doubt stays: $(cat out)"
run
grep -q natively out && fail "there is no doubt any more"

run --confirm-time=100s --cflags=-DFALSE_ALARM --json
[ $status = 1 ] || fail "status $status: $(cat out)"
grep -q '"native": "unconfirmed"' out || fail "false alarm: $(cat out)"

# Without an error it is the verdict that suffers.
cat >address.c <<'EOF'
static int a[4];
int main (void) { return (unsigned long) a >> 32 ? 1 : 0; }
EOF
status=0
"$REPRISE" run --store none -o out-dir --confirm-time=100s address.c >out ||
  status=$?
[ $status = 3 ] || fail "status $status: $(cat out)"
head -1 out | grep -q 'a test ends otherwise natively: test 1: exit 1; nat' ||
  fail "$(cat out)"
"$REPRISE" run --store none -o out-dir --confirm-time=100s address.c \
  --allow-incomplete=native >out || fail "not allowed: $(cat out)"

# An error that took a second of work to find is confirmed without being asked.
cat >work.c <<'EOF'
#include <assert.h>
#include <klee/klee.h>
int main (void) {
  unsigned x, n = 0;
  klee_make_symbolic (&x, sizeof x, "x");
  for (int i = 0; i < BITS; i++)
    if (x >> i & 1)
      n++;
  assert (n < BITS);
  return 0;
}
EOF
bits=17
until "$REPRISE" run --store none -o out-dir work.c --cflags=-DBITS=$bits \
  --suite=branches >out || grep -q '; confirmed natively' out; do
  [ $bits -lt 24 ] || fail "work in vain: $(cat out)"
  bits=$((bits + 1))
done
"$REPRISE" run --store none -o out-dir work.c --cflags=-DBITS=2 >out || :
grep -q natively out && fail "a short run with an error: $(cat out)"
:
