# Several processes find what one finds; ranges are parts of the whole; nobody
# outlives the run.
fail () { echo "$*"; exit 1; }

# One field of a report.
field () { python3 -c 'import json, sys
print(json.load(open(sys.argv[1]))[sys.argv[2]])' "$1" "$2"; }

cat >x.c <<'END'
#include <assert.h>
#include <klee/klee.h>
int main (void) {
  unsigned char s[10];
  int n = 0;
  klee_make_symbolic (s, sizeof s, "s");
  for (int i = 0; i < 9; i++) {
    if (s[i] > 100)
      n++;
    if (n == 5 && s[i] == 77)
      assert (s[i + 1] != 12);
  }
  return n;
}
END

names () { "$REPRISE" tests list "$1" | sed 's/  s=.*//'; }

"$REPRISE" run --json --store=one -o one.out x.c >one.json || :
names one.out >one.names

# The same paths, errors, coverage, tests and numbers, with and without a store.
for options in "-j2 --store=two" "-j3 --store=none" "-j2 --store=four --search=bfs"; do
  # shellcheck disable=SC2086
  "$REPRISE" run --json --share-after=0s $options -o many.out x.c >many.json || :
  for key in paths coverage lost ended tests; do
    [ "$(field one.json $key)" = "$(field many.json $key)" ] ||
      fail "$options: $key: $(field many.json $key)"
  done
  names many.out | cmp - one.names || fail "$options: other tests"
  [ ! -e many.out/pieces ] || fail "$options: pieces are left"
done

# What two processes remember is carried over by one.
"$REPRISE" run --json --store=two -o many.out x.c >again.json || :
[ "$(field again.json instructions)" = 0 ] || fail "executed again"

# A budget holds for all: these are explored by one.
"$REPRISE" run --json --share-after=0s -j2 --max-paths=7 --store=none -o few.out \
  x.c >few.json || :
"$REPRISE" run --json --max-paths=7 --store=none -o few.out x.c >few1.json || :
[ "$(field few.json paths)" = "$(field few1.json paths)" ] || fail "--max-paths"

# Ranges have every test once.
"$REPRISE" run --ranges=3 --store=one x.c >ranges
[ "$(wc -l <ranges)" = 3 ] || fail "ranges: $(cat ranges)"
while read -r range n _; do
  "$REPRISE" run -q --range="$range" --store=one -o part.out x.c >part.text || :
  [ "$(names part.out | wc -l)" = "$n" ] || fail "$range"
  names part.out >>parts.names
done <ranges
sort -n parts.names | cmp - one.names || fail "the ranges are not the whole"

# Both together.
"$REPRISE" run -j2 --share-after=0s --range="$(sed -n '2s/ .*//p' ranges)" \
  --store=one --incremental=on -o part.out x.c >part.text || :

for wrong in x 3 ..x 0..3 99999.. 9..2; do
  if "$REPRISE" run --range=$wrong --store=one x.c >text 2>&1; then
    fail "--range=$wrong is accepted"
  fi
  [ "$(wc -l <text)" = 1 ] || fail "--range=$wrong: $(cat text)"
done
