# A checkout that was copied with its store goes on from there: files are known
# by where they are beside the store.
fail () { echo "$*"; exit 1; }

mkdir -p one/src
cat >one/src/x.c <<'C'
#include <klee/klee.h>
int main (void) {
  char s[3];
  int n = 0;
  klee_make_symbolic (s, sizeof s, "s");
  for (int i = 0; i < 3; i++)
    n += s[i] == 'a';
  return n == 3 ? 7 : 0;
}
C
carried () { # DIRECTORY FILE OPTION...
  (cd "$1" && shift && "$REPRISE" run --json "$@" 2>/dev/null) |
    sed -n 's/^ *"carried": \([0-9]*\).*/\1/p'
}

[ "$(carried one src/x.c)" = 0 ] || fail "a first run carried something"
cp -r one two
[ "$(carried two src/x.c)" = 1 ] || fail "nothing is known in the copy"

# Not so another file of that name beside another store, nor one store for two.
mkdir -p three/src
cp one/src/x.c three/src/x.c
[ "$(carried three src/x.c)" = 0 ] || fail "known without its store"
cp -r one four
mkdir shared
[ "$(carried one src/x.c --store "$PWD/shared/st")" = 0 ] || fail "another store"
[ "$(carried four src/x.c --store "$PWD/shared/st")" = 0 ] ||
  fail "two files of one store are one"
