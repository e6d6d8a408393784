# reprise report: what the last run found, from its output directory.

cat >a.c <<'END'
#include <klee/klee.h>
int table[4];
int unused (int x) {
  return x ? 1 : 2;
}
int main (void) {
  unsigned i;
  klee_make_symbolic (&i, sizeof i, "i");
  if (i > 4)
    return 1;
  if (i > 10) {
    i++;
    i--;
  }
  return table[i];
}
END
refuses () { # words of the sentence, then the command
  want=$1
  shift
  status=0
  "$@" >out.txt 2>err.txt || status=$?
  [ $status = 2 ] && [ "$(wc -l <err.txt)" = 1 ] && grep -q "$want" err.txt ||
    { cat err.txt; exit 1; }
}

# As the run said it, and once more when nothing changed.
for turn in 1 2 3; do
  { "$REPRISE" run a.c || [ $? = 1 ]; } | sed 's/[0-9.]* s$//' >run.txt
  "$REPRISE" report | sed 's/[0-9.]* s$//' >report.txt
  diff run.txt report.txt
  "$REPRISE" report --lines | tail -3 >lines.txt
  diff - lines.txt <<'END'
a.c: 7 of 11 lines
  not executed: 4, 12-14
  not called: unused
END
done
# One schema: what was printed, what lies there and what is read back are the
# same, of a first run, an unchanged one, and one after an edit.
for turn in 1 2 3; do
  "$REPRISE" run --json -o json a.c >run.json || [ $? = 1 ]
  "$REPRISE" report --json json | cmp - run.json
  python3 -c '
import json
run, kept = (json.load (open (n)) for n in ("run.json", "json/report.json"))
assert run == kept, kept
assert run["files"][0]["uncovered"] == [4, 12, 13, 14], run["files"]
assert run["errors"][0]["inputs"] == "i=4"
assert bool (run["changes"]) == ('$turn' == 3), run["changes"]
'
  [ $turn != 2 ] || { sed -i 's/i > 4/i > 5/' a.c && sleep 0.05; }
done
sed -i 's/i > 5/i > 4/' a.c

# Of a run that goes on, and of one that was killed.
cat >long.c <<'END'
#include <klee/klee.h>
int main (void) {
  unsigned char b[40];
  int n = 0;
  klee_make_symbolic (b, sizeof b, "b");
  for (int i = 0; i < 40; i++)
    if (b[i] > 10)
      n = n * 3 + b[i];
  return n & 3;
}
END
"$REPRISE" run -q --search=dfs -o long long.c >/dev/null 2>&1 &
pid=$!
n=0
until [ -s long/suite ] && [ -f long/report.json ]; do
  sleep 0.1
  n=$((n + 1))
  [ $n -lt 3000 ]
done
"$REPRISE" report long | grep -q '\(; \|^  \)the run has not ended yet'
kill -9 $pid
wait $pid || true
"$REPRISE" report long >killed.txt
grep -q '^  the run was killed$' killed.txt
"$REPRISE" report --json long | grep -q '"ended": "killed"'
tests=$("$REPRISE" tests list long | wc -l)
head -n 1 killed.txt | grep -q '^no .*; the run was killed$\|[0-9] error' || {
  cat killed.txt; exit 1; }
tr -d , <killed.txt | grep -q "^$tests tests* in long" || { cat killed.txt; exit 1; }

# Bad input.
refuses 'no report of a run in .none.' "$REPRISE" report none
refuses 'second one' "$REPRISE" report a b
mkdir bad
for text in '' '{' '[]' '7' 'null' '{"format": 1, "ended": "so"}'; do
  echo "$text" >bad/report.json
  refuses 'bad/report.json. is damaged' "$REPRISE" report bad
done

# One field of a good report is wrong, missing, or not known.
cat >spoil.py <<'END'
import json, sys
o = json.load (open ("json/report.json"))
at, value = o, eval (sys.argv[2])
*way, last = eval (sys.argv[1])
for name in way:
    at = at[name]
if value is ...: # take it away
    del at[last]
else:
    at[last] = value
json.dump (o, open ("bad/report.json", "w"))
END
python3 spoil.py '["format"]' 2
refuses 'has format 2, and this version of reprise reads format 1' \
  "$REPRISE" report bad
while read -r place value way; do
  python3 spoil.py "[$way]" "$value"
  refuses "report.json. is damaged, its field '$place' is" "$REPRISE" report bad
done <<'END'
paths [] "paths"
paths.cut -5 "paths","cut"
time.total "x" "time","total"
lost {"a":1} "lost"
files\[0\].uncovered\[0\] "x" "files",0,"uncovered",0
files\[0\].uncovered\[0\] 2**32 "files",0,"uncovered",0
errors\[0\].kind "none_such" "errors",0,"kind"
errors\[0\].line 1.5 "errors",0,"line"
errors\[0\] None "errors",0
tests.kept ... "tests","kept"
changes\[0\].reason 7 "changes",0,"reason"
ended ... "ended"
END
python3 spoil.py '["later"]' '[{"a": 1}]'
"$REPRISE" report --json bad | cmp - run.json
python3 spoil.py '["ended"]' '"running"'
refuses 'bad' "$REPRISE" report bad # it has no suite

# A refusal is an object too.
refuses 'no such file\|cannot' "$REPRISE" run --json none.c
python3 -c 'import json; assert json.load (open ("out.txt"))["error"]'
refuses option "$REPRISE" run none.c --no-such --json
python3 -c 'import json; assert json.load (open ("out.txt"))["error"]'

# With --all-errors each error is one path.
cat >two.c <<'END'
#include <klee/klee.h>
int main (void) {
  int x, y;
  klee_make_symbolic (&x, sizeof x, "x");
  klee_make_symbolic (&y, sizeof y, "y");
  if (x > 3)
    y &= 1;
  return 7 / y;
}
END
"$REPRISE" run --store none two.c | grep -q '1 more path'
"$REPRISE" run --store none --all-errors two.c >out.txt || true
grep -q '^2 errors' out.txt
! grep -q 'more path' out.txt

# A run that was killed counts errors as one that ended: by one rule.
cat >many.c <<'END'
#include <klee/klee.h>
int a[4];
int main (void) {
  unsigned char i, j;
  klee_make_symbolic (&i, sizeof i, "i");
  klee_make_symbolic (&j, sizeof j, "j");
  if (i > 100)
    j &= 63;
  int n = a[i] + a[j];
  return n / (i - 3);
}
END
for option in --quiet --all-errors; do
  "$REPRISE" run --store none "$option" --json -o many many.c >run.json || :
  sed -i 's/"ended": "done"/"ended": "running"/' many/report.json
  "$REPRISE" report --json many >report.json
  python3 -c '
import json
run, killed = (json.load (open (n)) for n in ("run.json", "report.json"))
assert killed["ended"] == "killed" and len (run["errors"]) > 2
for name in "errors", "errors_per", "paths":
    assert run[name] == killed[name], (name, run[name], killed[name])
'
done

# What a full disk did not take is not counted.
status=0
(ulimit -f 64; "$REPRISE" run --store none --max-paths=3000 -o full long.c) \
  >out.txt 2>err.txt || status=$?
[ $status = 2 ] && grep -q "cannot write" err.txt
tests=$("$REPRISE" tests list full | wc -l)
grep -q "^$tests tests* in full" out.txt || { cat out.txt; exit 1; }

# The page: well-formed, nothing from elsewhere, and what it must show.
rm -rf reprise-out .reprise
"$REPRISE" run a.c >run.txt || [ $? = 1 ]
"$REPRISE" report --html page.html
mkdir elsewhere # sources are found from anywhere
(cd elsewhere && "$REPRISE" report ../reprise-out --html - >page.html)
sed "s|\.\./reprise-out|reprise-out|" elsewhere/page.html | cmp - page.html
python3 - <<'END'
from html.parser import HTMLParser
class Page (HTMLParser):
    open, text, refs = [], [], []
    def handle_starttag (self, tag, attrs):
        if tag not in ("meta",):
            self.open.append (tag)
        self.refs += [a for a, _ in attrs if a in ("src", "href", "onclick")]
    def handle_endtag (self, tag):
        optional = ("tr", "td")
        while self.open[-1] != tag and self.open[-1] in optional:
            self.open.pop ()
        assert self.open.pop () == tag, (tag, self.getpos ())
    def handle_data (self, data):
        self.text.append (data)
page = Page ()
page.feed (open ("page.html").read ())
text = "".join (page.text)
assert not page.open and not page.refs, (page.open, page.refs)
for want in ("1 error", "a.c:15: out_of_bounds in main", "return table[i];",
             "4 bytes at offset 16 of 16 bytes of table", "i=4", "unused",
             "7 of 11 lines"):
    assert want in text, (want, text)
END
"$REPRISE" report --html /no/such/page.html 2>err.txt && exit 1
grep -q "cannot write /no/such/page.html" err.txt || { cat err.txt; exit 1; }
