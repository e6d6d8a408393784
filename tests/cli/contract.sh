#!/bin/sh
# Contracts: requires_f says which calls of f are allowed, for run, diff and test. One
# that allows none shows nothing, and one that is not used is told by name.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
fail () { echo "$*" >&2; exit 1; }
status_of () { status=0; "$@" >text 2>&1 || status=$?; }

mkdir p q
cat >p/f.c <<'C'
int none (int n) { return 10 / n; }
int requires_none (int n) { return n > 5 && n < 4; }
int requires_missing (int n) { return n > 5; }
int other (int n) { return n > 0 ? 10 / n : 3; }
int requires_other (int n, int m) { return n > m; }
int some (int n) { return 10 / n; }
int requires_some (int n) { return n != 0; }
C
status_of "$REPRISE" run --store=none p/f.c:none
[ $status = 3 ] && head -1 text | grep -q 'requires_none() allows no call' || fail "$(cat text)"
status_of "$REPRISE" run --store=none p/f.c:other
[ $status = 0 ] && grep -q 'requires_other() is not used' text || fail "$(cat text)"
status_of "$REPRISE" run --store=none p/f.c:some
[ $status = 0 ] && grep -q '^assumed: requires_some() holds; ' text || fail "$(cat text)"
grep -q '^coverage: 100.0 % of 1 line' text || fail "$(cat text)"

# The same where a program ends all paths itself.
cat >silent.c <<'C'
void __VERIFIER_assume (int);
int __VERIFIER_nondet_int (void);
int main (void) {
  int x = __VERIFIER_nondet_int ();
  __VERIFIER_assume (x > 5);
  __VERIFIER_assume (x < 4);
  return 10 / x;
}
C
status_of "$REPRISE" run --store=none silent.c
[ $status = 3 ] && head -1 text | grep -q 'no input satisfies what is assumed' || fail "$(cat text)"

status_of "$REPRISE" test --store=none -o tested p
[ $status = 3 ] || fail "status $status: $(cat text)"
for line in 'p/f.c:none: requires_none() allows no call' \
            'requires_missing() in p/f.c is not used: there is no function missing' \
            'p/f.c:other: requires_other() is not used' \
            'p/f.c:some: requires_some() holds'; do
  grep -qF "$line" text || fail "no '$line' in $(cat text)"
done
"$REPRISE" test --json --store=none -o tested p >json || true
python3 - <<'P'
import json
o = json.load(open("json"))
assert len(o["warnings"]) == 2, o["warnings"]
assumed = {f["function"]: f["assumed"] for f in o["functions"]}
assert assumed["some"].startswith("requires_some() holds"), assumed
P

# In a file or a directory that is named beside it.
echo 'int f (int n) { return 10 / n; }' >q/f.c
echo 'int requires_f (int n) { return n > 0; }' >q/c.c
for beside in '' q/c.c q; do
  status_of "$REPRISE" run --store=none q/f.c:f $beside
  wanted=1
  [ -z "$beside" ] || wanted=0
  [ $status = $wanted ] || fail "'$beside': $(cat text)"
done

# Of two versions, that of the second one holds for both.
echo 'int g (int n, char *s) { return s ? n * 2 : 0; }' >a.c
cat >b.c <<'C'
int g (int n, char *s) { return n < 0 ? 7 : s ? n + n : n > 99; }
int requires_g (int n, char *s) { return n >= 0 && s; }
C
status_of "$REPRISE" diff --store=none a.c:g b.c:g
[ $status = 0 ] && grep -q 'assumed: requires_g() holds' text || fail "$(cat text)"
sed -i 's/ && s;/;/' b.c
status_of "$REPRISE" diff --store=none a.c:g b.c:g
[ $status = 1 ] && grep -q '1 of [0-9]* paths' text || fail "$(cat text)"
sed -i 's/n >= 0;/n > 3 \&\& n < 2;/' b.c
status_of "$REPRISE" diff --store=none a.c:g b.c:g
[ $status = 3 ] && grep -q 'requires_g() allows no call' text || fail "$(cat text)"
