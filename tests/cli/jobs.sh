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

# Blocks that are alike, or that nothing leads to, are no other program.
cat >alike.c <<'END'
#include <assert.h>
#include <klee/klee.h>
int main (void) {
  int x;
  klee_make_symbolic (&x, sizeof x, "x");
  if (x > 9)
    assert (x != 20);
  return 0;
}
END
"$REPRISE" run -j2 --share-after=0s --keep-branches --store=none -o alike.out \
  alike.c >alike.text && fail "an error is lost: $(cat alike.text)"
grep -q '^  alike.c:7: assertion in main: x != 20$' alike.text
[ "$("$REPRISE" tests list alike.out | wc -l)" = 3 ]

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

# Coverage of a range is that of its paths, carried over or executed: what is
# executed only to find where the range ends does not count.
cat >y.c <<'TEXT'
#include <klee/klee.h>
static int left (const unsigned char *c) {
  if (c[1] == 1)
    return 1;
  return 2;
}
static int right (const unsigned char *c) {
  int n = c[2] * 3;
  if (n == 9)
    return 3;
  if (c[1] == 9)
    return 4;
  return 5;
}
int main (void) {
  unsigned char c[3];
  klee_make_symbolic (c, sizeof c, "c");
  if (c[0] == 7)
    return left (c);
  return right (c);
}
TEXT
"$REPRISE" run -q --store=cover -o cover.out y.c
for edit in '' 's/return \([1-5]\);/return 1\1;/'; do
  sed -i "$edit" y.c
  for want in '..2 8 2' '..3 9 3' '..4 14 5' '3..4 9 2' '3.. 12 5'; do
    range=${want%% *}
    "$REPRISE" run --json --range="$range" --store=cover -o part.out y.c >part.json
    got=$(python3 -c 'import json
c = json.load(open("part.json"))["coverage"]
print(c["lines"]["covered"], c["branches"]["covered"])')
    [ "$range $got" = "$want" ] || fail "coverage of $range: $got, edit '$edit'"
  done
done
