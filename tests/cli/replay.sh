# reprise tests replay: tests take the same path natively as in the machine;
# when the program is another one, they do not.
[ -e "$ROOT/build/libc/archive" ] || exit 0
fail () { echo "$*"; exit 1; }
agree () { # number of tests, arguments
  want=$1; shift
  "$REPRISE" tests replay "$@" >out 2>err || fail "replay $*: $(cat out err)"
  [ "$(cat out)" = "$want tests replayed: $want agree, 0 differ" ] || fail "replay $*: $(cat out)"
}
explore () { # name
  file=$ROOT/tests/program/$1.c
  entry=$(sed -n 's|^// entry: |:|p' "$file")
  options=$(sed -n 's|^// options: ||p' "$file")
  "$REPRISE" run --store=none -q -o $1 $options "$file$entry" >out 2>err || true
  [ -e $1/suite ] || fail "$1: $(cat out err)"
}

for name in bst varargs fuzzer driven printf fault_null_bug fault_loop_bug \
    fault_overshift_bug fault_use_after_free_bug; do
  explore $name
  agree $("$REPRISE" tests list $name | wc -l) $name
done
agree 75 --watch-memory bst
agree 2 bst 3-4

# A path that was cut has no inputs for what comes after.
cat >sm.c <<'C'
#include <klee/klee.h>
int main (void) {
  int x = klee_int ("x");
  if (x == 1)
    return 1;
  if (x == 2)
    return 2;
  int a = klee_int ("a");
  return a == 5;
}
C
"$REPRISE" run --store=none -q --max-paths=1 -o sm sm.c >out 2>err || true
"$REPRISE" tests list sm | grep -q 'cut: ' || fail "no path is cut: $(cat out)"
agree $("$REPRISE" tests list sm | wc -l) sm

# Another program: other ends, and other ways to the same end.
cat >a.c <<'C'
#include <klee/klee.h>
int main (void) {
  unsigned char c;
  klee_make_symbolic (&c, 1, "c");
  int n = 0;
  for (unsigned char i = 0; i < 3; i++)
    if (c >> i & 1)
      n += 2;
  if (n > STEPS)
    for (;;)
      n ^= 1;
  return n > 3;
}
C
"$REPRISE" run --store=none -q -o a --cflags=-DSTEPS=9 a.c >out 2>err || fail "$(cat err)"
agree 8 a
for change in 's/n += 2/n += 1/' 's/n > 3/n > 1/' 's/n > STEPS/n > 5/'; do
  cp a.c old.c
  sed -i "$change" a.c
  code=0
  "$REPRISE" tests replay --replay-timeout=300ms --json a >out 2>err || code=$?
  [ $code = 1 ] || fail "'$change' is not noticed: $(cat out err)"
  mv old.c a.c
done
sed -i 's/c >> i \& 1/c \& 1 << i/' a.c
agree 8 a
cp a.c old.c
sed -i 's/n > 3/n > 1/' a.c
code=0
"$REPRISE" tests replay a >out 2>err || code=$?
[ $code = 1 ] && grep -q '^test 4 and 2 more differ: was exit 0, now exit 1$' out ||
  fail "what was recorded is not told: $(cat out err)"
mv old.c a.c
cat >way.c <<'C'
#include <klee/klee.h>
int main (void) {
  volatile int n = klee_range (0, 4, "n");
  if (klee_is_replay ())
    n++;
  return 0;
}
C
"$REPRISE" run --store=none -q -o way way.c >out 2>err || fail "$(cat err)"
code=0
"$REPRISE" tests replay way >out 2>err || code=$?
[ $code = 1 ] && grep -q '^test 1 differs: exit 0; natively exit 0, on another path' out ||
  fail "another way is not noticed: $(cat out err)"
sed -i 's/for (;;)/for (/' a.c
code=0
"$REPRISE" tests replay a >out 2>err || code=$?
[ $code = 2 ] || fail "a program that does not compile: status $code"
grep -q 'does not compile' err || fail "$(cat err)"

# Loops without an end are compared as far as they are executed.
echo 'int main (void) { for (volatile int i = 0;; i = 0) ; }' >loop.c
"$REPRISE" run --store none -o loop loop.c >out 2>err && fail "no loop: $(cat out)"
"$REPRISE" tests replay loop >out 2>err || fail "loop: $(cat out err)"
grep -q '^1 test replayed: 1 agree' out || fail "loop: $(cat out)"

# What cannot be run in a sandbox is named.
for what in loop.c . /no/such; do
  "$REPRISE" tests replay loop --executable=$what >out 2>err && fail "$what"
  grep -q "error: \('.*' is not an executable\|cannot find '/no/such'\)" err ||
    fail "$what: $(cat err)"
done

# A function that neither the program nor its C library has is the host's, which
# finds files but changes none.
cat >host.c <<'EOF'
#include <klee/klee.h>
int __open64 (const char *, int, ...);
int main (void) {
  char x;
  klee_make_symbolic (&x, 1, "x");
  __open64 ("left", 0101, 0644);
  __open64 (NAME, 0101, 0644);
  return x > 3 ? 1 : 2 / (x + 1);
}
EOF
"$REPRISE" run --store none -o host host.c \
  --cflags="-DNAME='\"$PWD/left\"'" >out 2>&1 || :
"$REPRISE" tests replay host >out 2>&1 || fail "host: $(cat out)"
grep -q 'no sandbox' out && exit 0 # nothing to be had here
[ ! -e left ] || fail "a test changes the host"
