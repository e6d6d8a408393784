# Coverage is that of C, whether branches are kept or not, and of a function
# alone where one is run.
fail () { echo "$*"; exit 1; }

cat >c.c <<'C'
struct point { int x, y; };

static int twice (int n) { return 2 * n; }
static int half (int n) { return n / 2; }
static int (*const how[]) (int) = {half};

int quadrant (const struct point *p) {
  if (p->x > 0 && p->y > 0)
    return twice (1);
  if (p->x > 0)
    return p->y < -5 ? 40 : 4;
  return p->y > 0 ? 2 : how[0] (6);
}

int both (int a, int b) {
  int r = a && b;
  return r;
}

int label (int n) {
  switch (n) {
  case 1:
  case 2:
    return 1;
  case 3:
    n++;
  default:
    return n;
  }
}
C

# covered FUNCTION OPTION...: lines, branches, those folded, and tests
covered () {
  f=$1
  shift
  "$REPRISE" run "c.c:$f" --store none -o out --json "$@" >r.json ||
    fail "$f $*: status $?"
  python3 -c '
import json
r = json.load (open ("r.json"))
c = r["coverage"]
b = c["branches"]
print (*c["lines"].values (), b["covered"], b["total"], b["folded"], r["tests"]["added"])'
}

expect_is () { [ "$1" = "$2" ] || fail "is $1, not $2"; }

# The other functions of the file do not count, those that are called do.
expect_is "$(covered twice)" "1 1 0 0 0 1"
expect_is "$(covered quadrant)" "8 8 9 10 0 5" # and one with p == NULL
expect_is "$(covered quadrant --keep-branches)" "8 8 10 10 0 6"
expect_is "$(covered both --keep-branches)" "2 2 4 4 0 3"

# A label is taken or not; the default is one.
expect_is "$(covered label --keep-branches)" "5 5 8 8 0 4"

# A condition that is ?: is one decision besides its own condition, an arm that is
# && or || has operands of its own; 'a && b ? 1 : 2' has those of the operands only.
cat >c.c <<'C2'
int choose (int a, int b, int c) { return (a ? b : c) ? 1 : 2; }
int operands (int a, int b, int c) {
  if (a ? b && c : 0)
    return 1;
  return 0;
}
int nested (int a, int b, int c) {
  while (a && (b ? (c ? b > 2 : 1) : c))
    a = b = c = 0;
  return a;
}
int value (int a, int b, int c) { return a && b ? 1 : c; }
int after (int a, int b, int c) {
  if (a++, b || c)
    return a;
  return 0;
}
C2
for f in choose:4 operands:8 nested:8 value:4 after:6; do
  for o in "" --keep-branches; do
    got=$(covered "${f%:*}" $o)
    expect_is "$(echo "$got" | cut -d' ' -f4)" "${f#*:}"
  done
  expect_is "$(echo "$got" | cut -d' ' -f3,5)" "${f#*:} 0"
done
