#!/bin/sh
# reprise test: all functions of a project, one report; what did not change costs
# nothing; what was killed goes on; settings; callers decide about errors.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
fail () { echo "$*" >&2; exit 1; }

mkdir -p p/src
cat >p/src/pick.c <<'C'
#include "pick.h"
static const int table[4] = {1, 2, 3, 4};
int pick (int i) {
  if (i < 0 || i > 4)
    return 0;
  return table[i];
}
int twice (int x) { return x > 1000 || x < -1000 ? 0 : 2 * x; }
C
echo 'int pick (int i);' >p/src/pick.h
cat >p/src/use.c <<'C'
#include "pick.h"
static int half (int total, unsigned parts) { return (int) ((unsigned) total / parts); }
int share (int total, int n) { return n > 0 && n < 9 ? half (total, n) : 0; }
int last (void) { return pick (4); }
int first (void) { return pick (0); }
C
cat >p/src/main.c <<'C'
int share (int total, int n);
int main (int argc, char **argv) {
  if (argc > 1 && argv[1][0] == 'x')
    return share (7, argc);
  return 0;
}
C

# NAME = VALUE... of the JSON on standard input.
ask () { python3 -c "
import json, sys
o = json.load(sys.stdin)
errors = sorted((e['kind'], e['function'], e['class']) for e in o['errors'])
states = {f['function']: f['state'] for f in o['functions']}
kept = sorted(f['function'] for f in o['functions'] if f['kept'])
assert ($1), (o['errors'], states, kept, o['verdict'])"; }

status=0
"$REPRISE" test --json --sarif=all.sarif --lcov=all.lcov p >1.json || status=$?
[ $status = 1 ] || fail "status $status, an error was expected"
# The static function alone divides by zero; its only caller does not let it.
ask "errors == [('division_by_zero', 'half', 'only_if'),
                ('out_of_bounds', 'pick', 'error')] and
     set(states.values()) == {'complete'} and len(states) == 7 and
     o['verdict'] == 'errors'" <1.json
# Who asks the whole for its tests is told where they are.
for command in report "tests list" "tests export"; do
  "$REPRISE" $command reprise-out >said 2>&1 && fail "$command: of a whole project"
  grep -q "one of them, as in 'reprise $command reprise-out/" said ||
    { cat said; fail "$command: where the tests are"; }
done
"$REPRISE" report "$(sed "s/.* \(reprise-out[^']*\)'.*/\1/" said)" >/dev/null || fail "one of them"
# What a caller shows is told with the way there, once.
ask "[e['functions'] for e in o['errors'] if e['function'] == 'pick'] == [2]" <1.json
python3 - <<'P'
import json
log = json.load(open("all.sarif"))
results = log["runs"][0]["results"]
levels = sorted((r["ruleId"], r["level"]) for r in results)
assert levels == [("division_by_zero", "note"), ("out_of_bounds", "error")], levels
files = [l[3:].split("/")[-1].strip() for l in open("all.lcov") if l.startswith("SF:")]
assert sorted(set(files)) == ["main.c", "pick.c", "use.c"] and len(files) == 3, files
lines = [l.split(":")[1] for l in open("all.lcov") if l.startswith("DA:")]
assert len(lines) == json.load(open("1.json"))["coverage"]["lines"]["total"]
assert all(l.strip().split(",")[1] in "01" for l in lines)
P
"$REPRISE" tests replay reprise-out/p/src/pick.c/pick >/dev/null || fail "tests do not replay"

# The same again: nothing runs, and the same is told.
"$REPRISE" test --json p >2.json || true
ask "len(kept) == 7 and o['instructions'] == 0" <2.json
python3 - <<'P'
import json
a, b = (json.load(open(f)) for f in ("1.json", "2.json"))
assert a["errors"] == b["errors"] and a["paths"] == b["paths"] and a["coverage"] == b["coverage"]
P

# An edit concerns the function and those that call it, in whatever file.
sed -i 's/i > 4/i > 3/' p/src/pick.c
status=0
"$REPRISE" test --json p >3.json || status=$?
[ $status = 0 ] || fail "status $status after the fix"
ask "kept == ['half', 'main', 'share', 'twice'] and
     errors == [('division_by_zero', 'half', 'only_if')] and
     o['verdict'] == 'safe'" <3.json
# As from scratch.
"$REPRISE" test --json --store=none -o scratch p >4.json
python3 - <<'P'
import json
a, b = (json.load(open(f)) for f in ("3.json", "4.json"))
for o in a, b:
    for e in o["errors"]:
        e["suite"] = ""
assert a["errors"] == b["errors"] and a["paths"] == b["paths"] and a["coverage"] == b["coverage"], (a, b)
P
# Lines that move are told as they are.
sed -i '1i\\' p/src/use.c
"$REPRISE" test --json p >5.json
ask "[e['line'] for e in o['errors']] == [3] and 'share' not in kept" <5.json

# Since a revision.
git init -q . && git add p && git -c user.name=a -c user.email=a@b commit -qm one
sed -i 's/: 2 \* x/: x + x/' p/src/pick.c
"$REPRISE" test --json --since=HEAD p >6.json
ask "list(states) == ['twice']" <6.json
"$REPRISE" test --json p >7.json
ask "len(kept) == 7" <7.json # and the rest is not forgotten

# A contract in another file, and settings, are part of what may have changed.
mkdir s
echo 'int pct (int a, int b) { return a / b; }' >s/f.c
echo 'int other (int a) { return a > 3; }' >s/g.c
echo 'int requires_pct (int a, int b) { return b > 0; }' >s/c.c
printf '[function other]\nbuffer-size = 8\n' >s/reprise.ini
git add s && git -c user.name=a -c user.email=a@b commit -qm two
"$REPRISE" test --since=HEAD -o since s >text || fail "status $?"
[ "$(head -1 text)" = "no function has changed since HEAD" ] || fail "$(cat text)"
sed -i 's/b > 0/b >= 0/' s/c.c
"$REPRISE" test --json --since=HEAD -o since s >s.json && fail "not found"
ask "list(states) == ['pct'] and errors == [('division_by_zero', 'pct', 'error')]" <s.json
git checkout -q s/c.c
sed -i 's/= 8/= 9/' s/reprise.ini
"$REPRISE" test --json --since=HEAD -o since s >s.json || fail "status $?"
ask "list(states) == ['other']" <s.json
rm s/reprise.ini s/c.c
"$REPRISE" test --json --since=HEAD -o since s >s.json && fail "not found"
ask "sorted(states) == ['other', 'pct']" <s.json

# Branches are told of where there are any.
echo 'int same (int a) { return a; }' >same.c
"$REPRISE" test -o same same.c >text
grep -q '^coverage: 100.0 % of 1 line$' text || fail "$(cat text)"

# Settings.
cat >p/reprise.ini <<'I'
[project]
time-budget = 30s
skip = first last
[function half]
skip = yes
[program p/src/main.c]
sym-args = 1
I
"$REPRISE" test --json -o set p >8.json
ask "sorted(states) == ['main', 'pick', 'share', 'twice'] and not errors" <8.json
echo 'nonsense = 1' >>p/reprise.ini
"$REPRISE" test p >/dev/null 2>err && fail "nonsense is accepted"
grep -q 'reprise.ini: nonsense = 1: ' err || fail "$(cat err)"
printf '[functions x]\na = 1\n' >p/reprise.ini
"$REPRISE" test p >/dev/null 2>err && fail "a section is accepted"
grep -q 'reprise.ini:.: there is no section' err || fail "$(cat err)"
# Flags in words of people; "main" is a program's name; what fits nothing is told; a
# value of the command line counts, though it is the default.
mkdir ini
cat >ini/a.c <<'C'
int grow (int x) { return x < 0 ? 0 : x + 1; }
int main (void) { return 0; }
C
cat >ini/reprise.ini <<'I'
[project]
check-overflow = yes
keep-branches = off
buffer-size = 4
skip = main
[function shrink]
buffer-size = 2
I
"$REPRISE" test --json --store=none -o ini-out ini >ini.json && fail "no overflow"
ask "list(states) == ['grow'] and errors == [('signed_overflow', 'grow', 'error')] and
     len(o['warnings']) == 1 and 'shrink' in o['warnings'][0]" <ini.json
echo 'int length (const char *s) { int n = 0; while (s && *s++) n++; return n; }' >ini/a.c
sed -i 's/^skip.*//' ini/reprise.ini
"$REPRISE" test --json --store=none -o ini-out --buffer-size=16 ini >ini.json
ask "o['bounds'] == ['buffers of up to 16 bytes']" <ini.json
"$REPRISE" test --json --store=none -o ini-out ini >ini.json
ask "o['bounds'] == ['buffers of up to 4 bytes']" <ini.json

# The time of one function is not that of all, which nobody waits for; --deepen
# gives it again.
cat >ini/a.c <<'C'
int many (const char *s) {
  int n = 0;
  for (int i = 0; i < 60; i++)
    n += s[i] > 'a' ? 1 : s[i] < 'A' ? 2 : s[i] == 'K';
  return n;
}
C
printf '[project]\nbuffer-size = 64\n' >ini/reprise.ini
"$REPRISE" test --json -o many --function-budget=300ms --time-budget=1h ini >many1.json || true
ask "'--function-budget cut' in o['functions'][0]['reason']" <many1.json
"$REPRISE" test --json -o many --function-budget=300ms --time-budget=1h ini >many2.json || true
ask "kept == ['many'] and '--function-budget cut' in o['functions'][0]['reason']" <many2.json
"$REPRISE" test --json -o many --function-budget=300ms --time-budget=1h --deepen ini >many3.json || true
ask "not kept and o['instructions'] > 0" <many3.json
python3 -c "
import json
a, b = (json.load(open(f))['functions'][0]['time'] for f in ('many1.json', 'many3.json'))
assert b > a, (a, b)"
rm p/reprise.ini

# Killed in the middle, it goes on.
"$REPRISE" test -j1 -o killed --store=other p >/dev/null 2>&1 &
pid=$!
while ! grep -qs '"done"' killed/project.json && kill -0 $pid 2>/dev/null; do sleep 0.05; done
kill -9 $pid 2>/dev/null || true
wait $pid 2>/dev/null || true
"$REPRISE" test --json -o killed --store=other p >9.json
ask "len(kept) > 0 and set(states.values()) == {'complete'} and
     errors == [('division_by_zero', 'half', 'only_if')]" <9.json

# What does not compile is said, and the verdict is incomplete.
echo 'int wrong (' >p/src/wrong.c
status=0
"$REPRISE" test --json -o half p >10.json || status=$?
[ $status = 3 ] || fail "status $status with a file that does not compile"
ask "len(o['left_out']) == 1 and o['verdict'] == 'incomplete'" <10.json
status=0
"$REPRISE" test nowhere >/dev/null 2>err || status=$?
[ $status = 2 ] && grep -q "there is no directory 'nowhere'" err || fail "$(cat err)"

# One file. No caller excludes an error where it could be called through a pointer,
# where it depends on earlier calls, or where inputs are bounded.
mkdir w
cat >w/callers.c <<'C'
#include <string.h>
static int (*chosen) (int);
static int pointed (int x) { return 100 / x; }
void choose (void) { chosen = pointed; }
static int n = 1;
void set (int v) { n = v; }
static int later (int x) { return 100 / x; }
int use (void) { return later (n); }
static int longer (unsigned long i) { int a[16] = {0}; return a[i]; }
int length (const char *s) { return longer (strlen (s)); }
static int never (int x) { return 100 / x; }
int one (void) { return never (1); }
C
"$REPRISE" test --json -o callers w/callers.c >callers.json && fail "status"
ask "[f for _, f, c in errors if c == 'error'] == ['later', 'pointed', 'longer'] and
     [f for _, f, c in errors if c == 'only_if'] == ['never']" <callers.json

# As text: callers are those of the function that is blamed, never what it calls.
mkdir t
cat >t/name.c <<'C'
#include <string.h>
static char name[4];
static void set (const char *s) { strcpy (name, s); }
void store (int n) { if (n == 7) set ("hello"); }
int first (const char *s) { return *s; }
int second (const char *s) { return s[1]; }
C
"$REPRISE" test -o names t >text && fail "the error is not found"
head -1 text | grep -q ', 3 possible misuses in 4 functions with ' || fail "$(cat text)"
[ "$(grep 'called by' text)" = '      called by store (t/name.c:4)' ] || fail "$(cat text)"

# A build by make: how it compiles is known afterwards, also of what it compiles
# again; a contract says which calls are allowed.
mkdir -p q/src q/include && cd q
echo '#define LIMIT 4' >include/limit.h
cat >src/get.c <<'C'
#include "limit.h"
static int table[LIMIT];
int get (int i) { return i >= 0 && i <= LIMIT ? table[i] : MORE; }
int part (int i, unsigned n) { return (int) ((unsigned) i / n); }
C
cat >src/requires.c <<'C'
int requires_get (int i) { return i < 3; }
_Bool requires_part (int i, unsigned n) { return i > 0 && n > 0; }
C
echo 'int get (int i); int main (void) { return get (1); }' >src/main.c
printf 'prog: src/main.o src/get.o src/requires.o\n\t$(CC) -o $@ $^\nsrc/%%.o: src/%%.c\n\t$(CC) -Iinclude -DMORE="1 + 1" -O2 -c -o $@ $<\n' >Makefile
"$REPRISE" build -- make >/dev/null || fail "it does not build"
touch src/get.c
"$REPRISE" build -- make >/dev/null
python3 -c "
import json
files = sorted(e['file'] for e in json.load(open('compile_commands.json')))
assert files == ['src/get.c', 'src/main.c', 'src/requires.c'], files"
"$REPRISE" test --json >1.json || fail "$(cat 1.json)"
ask "sorted(states) == ['get', 'main', 'part'] and not errors" <1.json
sed -i 's/i < 3/i < 5/' src/requires.c # another contract is another result
"$REPRISE" test --json >2.json && fail "the error is not found"
ask "errors == [('out_of_bounds', 'get', 'error')] and kept == ['main', 'part']" <2.json
"$REPRISE" run --store none -o one src/get.c:get src/requires.c >text && fail "not found"
grep -q 'requires_get() holds' text && grep -q 'i=4' text || fail "$(cat text)"
