# Certificates on the command line: exit status, what it says, tries from
# elsewhere.
fail () { echo "$*"; exit 1; }

# expect STATUS COMMAND...: its output is in 'said'
expect () {
  want=$1; shift
  got=0; "$@" >said 2>&1 || got=$?
  [ "$got" = "$want" ] || { cat said; fail "status $got and not $want: $*"; }
}

cat >sign.c <<'END'
#include <klee/klee.h>
int main (int argc, char **argv) {
  int x, y;
  (void) argv;
  klee_make_symbolic (&x, sizeof x, "x");
  klee_make_symbolic (&y, sizeof y, "y");
  klee_assume (x > -50);
  if (x < 0)
    return 1;
  if (x < y)
    if (y < x) /* never */
      return 2;
  return x % 3 == 1 ? argc : 0;
}
END

expect 2 "$REPRISE" certify
expect 2 "$REPRISE" certify none.c
expect 2 "$REPRISE" certify sign.c
grep -q 'has no recorded run' said || fail "no trie: $(cat said)"

"$REPRISE" run sign.c --keep-branches >ran
expect 2 "$REPRISE" certify sign.c # other options
expect 0 "$REPRISE" certify sign.c --keep-branches
grep -q 'sign.c: certified$' said || fail "no verdict"
grep -q 'the runs themselves took' said || fail "no comparison"
expect 0 "$REPRISE" certify sign.c --keep-branches --json
python3 - <<'END' || fail "JSON"
import json
o = json.load (open ("said"))
assert o["verdict"] == "certified", o
assert o["paths"]["complete"] == o["tests"] > 2 and not o["failures"], o
assert o["impossible"]["cores"] >= 1, o
END

# Another argument is another run.
expect 2 "$REPRISE" certify sign.c --keep-branches --store=.reprise -- one 2>/dev/null ||
  fail "arguments"

# An edit: the trie is that of another program.
sed 's/x < 0/x < 1/' sign.c >edited.c && mv sign.c old.c && mv edited.c sign.c
expect 1 "$REPRISE" certify sign.c --keep-branches
grep -q 'NOT certified' said || fail "an edit is certified"
grep -q "the code of 'main' is not that" said || fail "it does not say why"
"$REPRISE" run sign.c --keep-branches >ran
expect 0 "$REPRISE" certify sign.c --keep-branches

# An error of the program is no error of the trie.
cat >bug.c <<'END'
#include <assert.h>
#include <klee/klee.h>
int main (void) {
  unsigned char x;
  klee_make_symbolic (&x, sizeof x, "x");
  assert (x != 77);
  return 0;
}
END
expect 1 "$REPRISE" run bug.c
expect 0 "$REPRISE" certify bug.c
grep -q '1 with an error' said || fail "the error is not there"

# What was not explored is named.
cat >many.c <<'END'
#include <klee/klee.h>
int main (void) {
  unsigned char x[4];
  int n = 0;
  klee_make_symbolic (x, sizeof x, "x");
  for (int i = 0; i < 4; i++)
    n += x[i] > 9 ? 1 : x[i];
  return n > 30;
}
END
expect 3 "$REPRISE" run many.c --keep-branches --max-paths=3
expect 3 "$REPRISE" certify many.c --keep-branches
grep -q 'certified up to bounds' said || fail "bounds"
grep -q 'not explored' said || fail "what is open has no name"

# Someone else's: the same file in another place, with the store that came
# along. A trie that is cut off is none.
mkdir elsewhere && cp sign.c elsewhere/ && cp -r .reprise elsewhere/theirs
(cd elsewhere && expect 0 "$REPRISE" certify sign.c --keep-branches --store=theirs) ||
  fail "it does not travel"
for t in elsewhere/theirs/tries/*.trie; do
  head -c 300 "$t" >cut && mv cut "$t"
done
(cd elsewhere && expect 2 "$REPRISE" certify sign.c --keep-branches --store=theirs) ||
  fail "a trie that is cut off"
for t in .reprise/tries/*.trie; do
  head -c 300 "$t" >cut && mv cut "$t"
done
expect 2 "$REPRISE" certify sign.c --keep-branches
grep -q 'is damaged' said || fail "damage: $(cat said)"
