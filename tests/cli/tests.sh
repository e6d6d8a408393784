# reprise tests: list, show, export; what was exported is what others take.
[ -e "$ROOT/build/libc/archive" ] || exit 0
fail () { echo "$*"; exit 1; }
expect () { "$REPRISE" tests "$@" >out 2>err || fail "tests $*: $(cat out err)"; }
refuse () { # status, word in the message, arguments
  want=$1 word=$2; shift 2
  code=0; "$REPRISE" tests "$@" >out 2>err || code=$?
  [ $code = "$want" ] || fail "tests $*: status $code"
  grep -q -e "$word" err || fail "tests $*: $(cat err)"
}

cat >a.c <<'C'
#include <assert.h>
#include <klee/klee.h>
#include "limit.h"
int main (int argc, char **argv) {
  int x;
  char s[5];
  klee_make_symbolic (&x, sizeof x, "x");
  klee_make_symbolic (s, sizeof s, "s");
  if (s[0] == 'h')
    return argc + 2;
  assert (x != LIMIT);
  return argv[0] == 0;
}
C
echo '#define LIMIT -7' >limit.h
code=0
"$REPRISE" run --store=none -q a.c -- one "two words" >out 2>err || code=$?
[ $code = 1 ] || fail "run: status $code: $(cat out err)"

expect list
[ "$(wc -l <out)" = 3 ] || fail "list: $(cat out)"
grep -q 'exit 5  x=0 s="h"' out || fail "list: $(cat out)"
grep -q 'assertion at a.c:11  x=-7' out || fail "list: $(cat out)"
number=$(awk '/assertion/ { print $1 }' out)
expect show $number
for word in 'int, 4 bytes: -7, hex f9ffffff' 'stack' 'a.c:11' \
    'assertion failed'; do
  grep -q -e "$word" out || fail "show lacks '$word': $(cat out)"
done
expect list --json reprise-out 1-2
python3 -c 'import json,sys; a=json.load(open("out")); assert len(a)==2 and len(a[0]["inputs"])==2 and len(a[0]["inputs"][1]["hex"])==10, a'

# Many are shown only if asked for; numbers ascend.
printf 'int many (unsigned x) {\n  int n = 0;\n  while (x > 1) {\n    x >>= 1;\n    n++;\n  }\n  return n;\n}\n' >many.c
"$REPRISE" run --store=none -q -o many many.c:many >out 2>err || fail "many: $(cat out err)"
expect show many
[ "$(grep -c '^test ' out)" = 10 ] || fail "show all: $(cat out)"
grep -q '^... and 22 more: give numbers, such as 11-20' out || fail "show all: $(tail -1 out)"
expect show many 1-32
[ "$(grep -c '^test ' out)" = 32 ] || fail "show 1-32: $(cat out)"
expect show --json many
[ "$(grep -c '"number"' out)" = 32 ] || fail "show --json: $(cat out)"
refuse 2 'there is no test 33: the last one is 32' show many 33
printf 'int few (int x) {\n  if (x == 3)\n    return 1;\n  if (x > 100)\n    return 2;\n  return 0;\n}\n' >few.c
"$REPRISE" run --store=few.store -q -o few few.c:few >out 2>err || fail "few: $(cat out err)"
sed -i 's/return 1;/return 1;\n  if (x == 5)\n    return 3;\n  if (x == -5)\n    return 4;/' few.c
"$REPRISE" run --store=few.store -q -o few few.c:few >out 2>err || fail "few: $(cat out err)"
expect list few
[ "$(awk '{ print $1 }' out | tr '\n' ' ')" = "1 2 3 4 5 " ] || fail "list: $(cat out)"

# Texts that are no UTF-8 lose nothing of the test.
printf '#include <klee/klee.h>\nint main (void) {\n  if (klee_int ("n\377") == 3)\n    klee_report_error ("a\377.c", 1, "bad \377 byte", "x");\n  return 0;\n}\n' >latin.c
"$REPRISE" run --store=none -q -o latin latin.c >out 2>err || true
expect list --json latin
python3 -c 'import json; a=json.load(open("out")); e=[t for t in a if t["end"]=="fault"][0]; assert "bad \\xff byte" in e["text"] and "stack" in e and e["inputs"][0]["name"]=="n?", a' || fail "$(cat out)"

# .ktest: magic, version, arguments; an object ends the file.
expect export
[ "$(cat out)" = "3 tests in 3 files of 'reprise-out/ktest'" ] || fail "$(cat out)"
ls reprise-out/ktest | tr '\n' ' ' >names
[ "$(cat names)" = "test000001.ktest test000002.ktest test000003.ktest " ] || fail "names: $(cat names)"
python3 - $number <<'P' || fail "ktest is not as it should be"
import struct, sys
d = open("reprise-out/ktest/test%06d.ktest" % int(sys.argv[1]), "rb").read()
def put(b): return struct.pack(">I", len(b)) + b
want = b"KTEST" + struct.pack(">I", 3) + struct.pack(">I", 3) + put(b"a.c") + put(b"one") + put(b"two words")
want += struct.pack(">III", 0, 0, 2) + put(b"x") + put(b"\xf9\xff\xff\xff") + put(b"s")
assert d[:len(want)] == want and len(d) == len(want) + 4 + 5, d
P

# XML: valid by Test-Comp's grammar, as far as it is told there.
expect export --format=xml -o xml
cat >testcase.dtd <<'D'
<!ELEMENT testcase (input*)>
<!ATTLIST testcase coversError (true|false) "false">
<!ELEMENT input (#PCDATA)>
<!ATTLIST input type CDATA "" variable CDATA "">
D
cat >metadata.dtd <<'D'
<!ELEMENT test-metadata (sourcecodelang,producer,specification,programfile,programhash,entryfunction,architecture,inputtestsuitefile*,inputtestsuitehash*,creationtime)>
<!ELEMENT sourcecodelang (#PCDATA)><!ELEMENT producer (#PCDATA)>
<!ELEMENT specification (#PCDATA)><!ELEMENT programfile (#PCDATA)>
<!ELEMENT programhash (#PCDATA)><!ELEMENT entryfunction (#PCDATA)>
<!ELEMENT architecture (#PCDATA)><!ELEMENT inputtestsuitefile (#PCDATA)>
<!ELEMENT inputtestsuitehash (#PCDATA)><!ELEMENT creationtime (#PCDATA)>
D
for f in xml/test*.xml; do
  xmllint --nonet --noout --dtdvalid testcase.dtd $f 2>err || fail "$f: $(cat err)"
done
xmllint --nonet --noout --dtdvalid metadata.dtd xml/metadata.xml 2>err || fail "$(cat err)"
grep -q "<programhash>$(sha256sum a.c | cut -d' ' -f1)<" xml/metadata.xml || fail "hash"
[ "$(grep -l coversError xml/*.xml | wc -l)" = 1 ] || fail "coversError"

# C: compiles alone without a warning, passes; fails when the program changes.
expect export --format=c
cc -Wall -Wextra -Wno-unused-parameter -Werror -o tests reprise-out/c/tests.c 2>err || fail "$(cat err)"
(cd / && "$OLDPWD/tests") >out 2>err || fail "tests in C: $(cat out err)"
grep -q '^3 passed, 0 failed, 0 skipped' out || fail "tests in C: $(cat out)"
./tests 1 2>err >out && grep -q '^1 passed' out || fail "one test: $(cat out)"
cc -DFIXED -o fixed reprise-out/c/tests.c
./fixed >out 2>err && fail "the error is not gone: $(cat out)"
grep -q "^test $number fails: assertion at a.c:11 is still there: signal 6" out || fail "$(cat out)"
echo '#define LIMIT (x + 1)' >limit.h
cc -DFIXED -o fixed reprise-out/c/tests.c
./fixed >out 2>err || fail "the error is gone: $(cat out)"
cc -o tests reprise-out/c/tests.c
./tests >out 2>err && fail "there is no error any more: $(cat out)"
grep -q "^test $number fails: assertion at a.c:11 expected, exit 0 found" out || fail "$(cat out)"
echo '#define LIMIT -7' >limit.h

expect export --format=cmocka
cc -Wall -Wextra -Wno-unused-parameter -Werror -o tests reprise-out/cmocka/tests.c -lcmocka 2>err || fail "$(cat err)"
./tests >out 2>&1 || fail "cmocka: $(cat out)"
grep -q 'PASSED  ] 3 test' out || fail "cmocka: $(cat out)"

# An error that a build cannot show is not gone in it. What the programs of a
# suite say to the sanitizers counts, not what the environment says.
unset ASAN_OPTIONS UBSAN_OPTIONS
cat >m.c <<'C'
#include <klee/klee.h>
static int a[4], b[4];
int main (void) {
  int *p = klee_int ("which") ? a : b;
  return p[klee_range (0, 5, "i")];
}
C
"$REPRISE" run --store=none -q -o m m.c >out 2>err || true
expect export --format=c m
cc -Wall -Wextra -Werror -DFIXED -o tests m/c/tests.c 2>err || fail "$(cat err)"
./tests >out 2>err || fail "nothing is seen: $(cat out err)"
grep -q 'skipped: out_of_bounds at m.c:5 needs -fsanitize=address' out || fail "$(cat out)"
cc -fsanitize=address -DFIXED -o tests m/c/tests.c
./tests >out 2>err && fail "the error is still there: $(cat out)"
grep -q 'out_of_bounds at m.c:5 is still there: signal' out || fail "$(cat out)"
sed -i 's/p\[klee_range (0, 5, "i")\]/p[klee_range (0, 5, "i") % 4]/' m/c/tests.c
cc -fsanitize=address -DFIXED -o tests m/c/tests.c
./tests >out 2>err && grep -q ' 0 skipped' out || fail "the error is gone: $(cat out)"

# A path that was cut has no end to check.
cat >cut.c <<'C'
#include <klee/klee.h>
int main (void) {
  if (klee_int ("x") == 1)
    return 1;
  return 0;
}
C
"$REPRISE" run --store=none -q --max-paths=1 -o cut cut.c >out 2>err || true
expect export --format=c cut
[ "$(cat out)" = "1 test in 1 file of 'cut/c'; 1 left out: cut short" ] || fail "$(cat out)"

# A function without harness; inputs of Test-Comp.
cat >f.c <<'C'
struct pair { int a; unsigned char *p; };
static int f (const struct pair *q, double d, _Bool b) {
  if (b && d > 1.5)
    return q->p[0] / q->p[1];
  return q->a == 3;
}
int g (const struct pair *q) { return f (q, 0, 0); }
C
"$REPRISE" run --store=none -q -o f f.c:f >out 2>err || true
expect export --format=c f
cc -Wall -Wextra -Werror -fsanitize=undefined -fno-sanitize-recover -o tests f/c/test_f.c 2>err || fail "$(cat err)"
./tests >out 2>err || fail "driven: $(cat out err)"
grep -q '^0 failed' out || fail "driven: $(cat out err)"
cat >n.c <<'C'
extern unsigned char __VERIFIER_nondet_uchar (void);
extern int __VERIFIER_nondet_int (void);
extern void reach_error (void);
int main (void) {
  int x = __VERIFIER_nondet_int ();
  if (__VERIFIER_nondet_uchar () == 200)
    if (x == -5)
      reach_error ();
  return 0;
}
C
"$REPRISE" run --store=none -q -o n n.c >out 2>err || true
expect export --format=xml n
grep -q '<input>-5</input>' n/xml/*.xml && grep -q '<input>200</input>' n/xml/*.xml || fail "$(cat n/xml/*)"
expect export --format=c n
cc -Wall -Wextra -Werror -o tests n/c/tests.c 2>err || fail "$(cat err)"
./tests >out 2>err || fail "nondet: $(cat out err)"

# A corpus: the program takes the same way on each file.
cat >feed.c <<'C'
#include <stdio.h>
int main (int argc, char **argv) {
  FILE *f = argc > 1 ? fopen (argv[1], "r") : stdin;
  int a = getc (f), b = getc (f), c = getc (f);
  return a == EOF ? 1 : b == EOF ? 2 : c == EOF ? 3 : a == b ? 6 : 5;
}
C
cat >target.c <<'C'
#include <stddef.h>
int LLVMFuzzerTestOneInput (const unsigned char *data, size_t size) {
  if (size == 3 && data[0] == 7 && data[2] == 9)
    __builtin_trap ();
  return 0;
}
C
cc -o feed feed.c
for how in --sym-stdin=3 --sym-files=1:3; do
  rm -rf f
  case $how in --sym-f*) set -- -- A ;; *) set -- ;; esac
  "$REPRISE" run --store=none -q -o f $how feed.c "$@" >out 2>err || fail "$how: $(cat out err)"
  expect export --format=corpus f
  expect list f
  [ "$(wc -l <out)" -gt 3 ] || fail "few tests: $(cat out)"
  while read -r n _ code _; do
    is=0; ./feed <"$(printf f/corpus/test%06d "$n")" || is=$?
    [ $is = "$code" ] || fail "$how, test $n: $is, not $code"
  done <out
done
"$REPRISE" run --store=none -q -o t target.c >out 2>err && fail "no error in target.c"
expect export --format=corpus t
for f in t/corpus/*; do od -An -tx1 "$f"; done >out
grep -q '^ 07 .. 09$' out || fail "corpus of target.c: $(cat out)"
"$REPRISE" run --store=none -q -o two --sym-stdin=1 --sym-args=1:1:1 feed.c >out 2>err || true
refuse 2 'one sequence of bytes' export --format=corpus two
[ ! -e two/corpus ] || fail 'a refused corpus leaves a folder'

# What cannot be.
refuse 2 'tests needs a command' 
refuse 2 "no command 'mend'" mend
refuse 2 'there are no tests' list absent
refuse 2 'there is no test 99' show 99
: >reprise-out/ktest/x
refuse 2 'cannot create the directory' export -o a.c/x
printf 'RPSUITE\77' >n/suite
refuse 2 'another version' list n
: >n/suite
refuse 2 'empty' list n
