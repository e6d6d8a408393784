#!/bin/sh
# --assume: an expression over parameters means what it means in C; len(p) is the
# size of a buffer; what is no such expression is told.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
fail () { echo "$*" >&2; exit 1; }
head='struct in { short lim; }; struct s { unsigned cap; struct in in; };'

# What is assumed holds, and its opposite does not, with C as the judge.
n=0
while read -r e; do
  n=$((n + 1))
  printf '%s\nint f (struct s *s, unsigned char a, signed char b, unsigned long c, int *p) {\n' "$head" >e.c
  printf '  if (!s || !p) return 2;\n  return (%s) ? 1 : 0;\n}\n' "$e" >>e.c
  for way in "1 $e" "0 !($e)"; do
    "$REPRISE" run -q --store none -o one --assume="s && p && (${way#* })" e.c:f >said 2>&1 ||
      { cat said; fail "$way"; }
    "$REPRISE" tests list --json one >list
    python3 - "${way%% *}" <<'P' || { cat list; fail "$way"; }
import json, sys
got = {o["value"] for t in json.load(open("list")) for o in t["outcome"]
       if o["what"] == "return"}
assert got == {int(sys.argv[1])}, got
P
  done
done <<'E'
a <= 16 && b < 3
a == 3 || b == -1 && c != 2
c > b
c - 1 < 5
s->cap > 2 && s->in.lim >= -4
(a & 7) == 5 || !a
a % 10 == 3 && b / 4 == -2
2 * a + b * 3 > 90 - -1
*p > 7 && *p < 0x10
E
[ $n = 9 ] || fail "expressions"

cat >sum.c <<'C'
int sum (const int *p, int n) {
  int s = 0;
  for (int i = 0; i <= n; i++)
    s += p[i];
  return s;
}
int main (void) { return 0; }
C
run () { "$REPRISE" run --store none -o two --assume="$1" "${2:-sum.c:sum}" >said 2>&1; }
run 'p && len(p) == n' && fail "one too few"
"$REPRISE" tests replay two >/dev/null || fail "replay"
run 'p != NULL && n >= 0 && len(p) == n + 1 || n < 0' || { cat said; fail "enough"; }
grep -q '^assumed: .*len(p) == n + 1 || n < 0 holds' said || { cat said; fail "what is assumed"; }
status=0
run 'n > 5 && n < 3' || status=$?
[ $status = 3 ] && grep -q 'allows no call' said || { cat said; fail "no call"; }
for wrong in 'n <' 'm == 1' 'len(q) == 1' 'n / n' 'n <= 3)' '((n' 'n == 1 n' 'n = 1'; do
  status=0
  run "$wrong" || status=$?
  [ $status = 2 ] && grep -qF -e "--assume='$wrong'" said || { cat said; fail "$wrong"; }
done
run 'n < 3' sum.c && fail "of a program"
grep -q "name it, 'sum.c:FUNCTION'" said || { cat said; fail "of a program"; }
