# reprise tests export of a function: tests that people keep. They compile
# without a warning and pass, fail when the function answers otherwise, and are
# maintained in place.
fail () {
  echo "$*" >&2
  exit 1
}
cat >tri.c <<'END'
#include <stdlib.h>
#include <string.h>
enum color { RED, GREEN = 5 };
struct pt { int x; unsigned low : 3; char name[6]; struct pt *next; };
int total;
int tri (int a, int b, int c) {
  if (a <= 0 || b <= 0 || c <= 0) return -1;
  if (a + b <= c || a + c <= b || b + c <= a) return 0;
  if (a == b && b == c) return 3;
  if (a == b || b == c || a == c) return 2;
  return 1;
}
const char *color (enum color c) {
  switch (c) { case RED: return "red"; case GREEN: return "gr\"een?" "?="; }
  return NULL;
}
int move (struct pt *p, int by) {
  if (p->low == 5 && !strcmp (p->name, "q") && p->next->x == 4) { p->x += by; p->name[1] = 'z'; return 1; }
  return 0;
}
struct pt made (struct pt p) { p.x = p.x > 2 ? 7 : 8; return p; }
static char *skipped (char *s) { while (*s == ' ') s++; return s; }
void drop (char *s) { if (*s == 'x') free (s); }
int sum (int n) { if (n > 9) return -1; total += n; return total; }
double half (double d) { return d / 2; }
int at (const int *v, unsigned n, unsigned i) { return i > n ? 0 : v[i]; }
int use (void) { static char none[] = ""; return *skipped (none); }
END
compile () { # FORMAT FUNCTION
  case $1 in
  gtest) c++ -std=c++20 -Wall -Wextra -Werror -o tests $1/test_$2.cc -lgtest_main -lgtest -pthread ;;
  check) cc -Wall -Wextra -Werror -o tests $1/test_$2.c $(pkg-config --cflags --libs check) ;;
  cmocka) cc -Wall -Wextra -Werror -o tests $1/test_$2.c -lcmocka ;;
  *) cc -Wall -Wextra -Werror -I"$ROOT/tests/export" -o tests $1/test_$2.c ;;
  esac
}
formats='c cmocka unity'
if pkg-config --exists check; then formats="$formats check"; else echo "skipped: check is not installed"; fi
if pkg-config --exists gtest; then formats="$formats gtest"; else echo "skipped: gtest is not installed"; fi
for f in tri color move made skipped drop sum half at; do
  "$REPRISE" run -q --store none -o "o_$f" "tri.c:$f" >/dev/null || [ $? = 1 ]
  for format in $formats; do
    case $format$f in gtesttri | gtestmove) ;; gtest*) continue ;; esac
    "$REPRISE" tests export -q --format=$format -o $format "o_$f"
    compile $format $f 2>err || fail "$format $f does not compile: $(cat err)"
    ./tests >out 2>&1 || fail "$format $f: $(cat out)"
  done
done
for line in 'assert_int_equal (tri (1, 1, 1), 3);' 'assert_int_equal (tri (3, 4, 2), 1);' \
  'static void tri_when_b_is_c_returns_3 (void \*\*unused) {' '#include "../tri.c"'; do
  grep -q -- "$line" cmocka/test_tri.c || fail "missing: $line"
done
grep -q 'struct pt p = {.low = 5, .name = "q", .next = &p_next};' cmocka/test_move.c
grep -q 'assert_string_equal (color (GREEN), "gr\\"een?\\?=");' cmocka/test_color.c
grep -q 'fails until' cmocka/test_at.c

# C++ takes a header where the source is no C++.
mkdir lib
echo 'struct box { int class; };
int width (const struct box *b, int new_one);' >lib/no.h
sed 's/class/size/' lib/no.h >lib/box.h
echo '#include "box.h"
#include <stdlib.h>
int width (const struct box *b, int class) { int *p = malloc (4); free (p); return b->size > 3 ? class : 0; }' >lib/box.c
sed 's/box.h/no.h/; s/->size/->class/' lib/box.c >lib/no.c
for f in box no; do "$REPRISE" run -q --store none -o o_$f lib/$f.c:width >/dev/null; done
"$REPRISE" tests export -q --format=gtest -o gtest o_box
"$REPRISE" tests export -q --format=gtest -o gtest o_no 2>err && fail "C++ that is none"
grep -q 'does not compile as C++' err || fail "$(cat err)"
if pkg-config --exists gtest; then
  sed -n '/^ \*     /{s/^ \*     //;p}' gtest/test_width.cc >command
  (cd gtest && sh -e ../command >../out 2>&1) || fail "$(cat command out)"
fi

# Names and values that mean something else beside others: flags in a
# comparison, enumerations in C++, a source with names that tests have.
cat >flags.c <<'FLAGS'
enum flag { F_A = 1, F_B = 2 };
static int failed;
#define CHECK 1
enum flag both (int x) { failed = x < -4; return x ? F_A | F_B : F_A; }
FLAGS
cat >pen.c <<'PEN'
enum color { RED, GREEN = 5, BLUE = 8 };
struct pen { enum color c; int w; };
int wide (const struct pen *p, enum color other) { return other == (RED | GREEN | BLUE) ? 3 : p->c == GREEN && p->w > 2; }
enum color next (int x) { return x == 7 ? (enum color) 13 : x == 9 ? (enum color) 4 : GREEN; }
PEN
for f in flags:both pen:wide pen:next; do
  "$REPRISE" run -q --store none -o "o_${f#*:}" "${f%:*}.c:${f#*:}" >/dev/null
  for format in $formats; do
    case $format$f in gtestflags*) continue ;; esac
    "$REPRISE" tests export -q --format=$format -o $format "o_${f#*:}"
    compile $format "${f#*:}" 2>err || fail "$format $f does not compile: $(cat err)"
    ./tests >out 2>&1 || fail "$format $f: $(cat out)"
  done
done
grep -qF 'CHECK (both (1) == (F_A | F_B));' c/test_both.c || fail "$(cat c/test_both.c)"
sed -i 's/? F_A | F_B :/? F_B :/' flags.c
compile c both && ./tests >out && fail "other flags are not seen"
# A file of earlier times has another name in it.
sed -i 's/reprise_failed/failed/; /^#undef CHECK/d; s/^       : (void) (failed++, .$/       : (void) (failed++, printf ("%s:%d: %s: failed: %s\\n", __FILE__, \\/
  /^                 printf (/d; s/^                         __func__, #X/                                   __LINE__, __func__, #X/' c/test_wide.c
grep -q 'static unsigned failed;' c/test_wide.c
"$REPRISE" tests export --format=c -o c o_wide >out || fail "$(cat c/test_wide.c)"
grep -q ' 0 changed, 0 added, 0 dropped' out || fail "$(cat out)"
compile c wide 2>err || fail "$(cat err)"

# A block of symbolic size is as large as this test makes it.
cat >mk.c <<'MK'
#include <stdlib.h>
int *mk (unsigned n) { if (n < 1 || n > 3) return NULL; int *p = malloc (n * sizeof *p); if (p) p[0] = 1; return p; }
MK
"$REPRISE" run -q --store none -o o_mk mk.c:mk >/dev/null
"$REPRISE" tests list o_mk >out
grep -q 'n=1  returns &1$' out || fail "$(cat out)"
"$REPRISE" tests replay o_mk >out || fail "$(cat out)"
"$REPRISE" tests export --format=c -o c o_mk >out 2>&1 || fail "$(cat out)"
grep -q changed out && fail "$(cat out)"
compile c mk 2>err || fail "$(cat err)"
./tests >out || fail "$(cat out)"

# Another answer is found.
sed 's/return 3/return 42/; s/"red"/"rod"/; s/x += by/x += 2 * by/; s/total += n/total = n + 1/; s/? 7 : 8/? 6 : 8/' tri.c >other.c
mv tri.c tri.good
mv other.c tri.c
for f in tri color move made sum; do
  for format in c cmocka; do
    compile $format $f 2>err || fail "$format $f does not compile: $(cat err)"
    if ./tests >out 2>&1; then fail "$format $f: the change is not seen"; fi
  done
done
mv tri.good tri.c

# Maintained in place: what holds stays as it is, with what somebody wrote.
sed -i '0,/^\/\* reprise: test /s|^/\* reprise: test |/* mine */\n&|
  s|^/\* reprise: list \*/|static void my_own (void **unused) { (void) unused; }\n&|
  s|^  };|      cmocka_unit_test (my_own),\n&|' cmocka/test_tri.c
cp cmocka/test_tri.c before
"$REPRISE" tests export --format=cmocka -o cmocka o_tri >out
cmp before cmocka/test_tri.c || fail "an export without change changes the file"
grep -q '14 kept, 0 changed, 0 added, 0 dropped' out || fail "$(cat out)"
sed -i 's/return 3/return 42/; s/if (a == b || b == c || a == c) return 2;//' tri.c
"$REPRISE" run -q --store none -o o_tri tri.c:tri >/dev/null
"$REPRISE" tests export --format=cmocka -o cmocka o_tri >out
grep -q '/\* mine \*/' cmocka/test_tri.c && grep -q '_test (my_own)' cmocka/test_tri.c || fail "an edit is lost"
grep -q 'tri_when_b_is_c_returns_42' cmocka/test_tri.c || fail "$(cat cmocka/test_tri.c)"
[ "$(diff before cmocka/test_tri.c | grep -c '^< .*assert.*), [-01]*);')" = 0 ] || fail "a test that holds is changed: $(diff before cmocka/test_tri.c)"
[ "$(diff before cmocka/test_tri.c | grep -c 'tri (0, 0, 0)')" = 0 ] || fail "$(diff before cmocka/test_tri.c)"
compile cmocka tri 2>err || fail "$(cat err)"
./tests >out 2>&1 || fail "$(cat out)"
cp cmocka/test_tri.c before

# A bound moves: tests on either side hold, whatever path they are on now.
cat >grade.c <<'GRADE'
int grade (int points) {
  if (points < 0 || points > 100) return -1;
  if (points >= 80) return 2;
  if (points >= 50) return 1;
  return 0;
}
GRADE
"$REPRISE" run -q --store none -o o_grade grade.c:grade >/dev/null
"$REPRISE" tests export -q --format=c -o c o_grade
cp c/test_grade.c before_grade
sed -i 's/>= 80/>= 75/' grade.c
"$REPRISE" run -q --store none -o o_grade grade.c:grade >/dev/null
"$REPRISE" tests export --format=c -o c o_grade >out
grep -q ' 7 kept, 1 changed, 2 added, 0 dropped' out || fail "$(cat out) $(diff before_grade c/test_grade.c)"
diff before_grade c/test_grade.c >out || true
[ "$(grep -c '^< .*CHECK' out)" = 1 ] && grep -q '^< .*grade (79) == 1' out || fail "$(cat out)"
grep -q '^> .*grade (79) == 2' out && grep -q '^> .*grade (74) == 1' out && grep -q '^> .*grade (75) == 2' out || fail "$(cat out)"
compile c grade 2>err && ./tests >out || fail "$(cat err out)"
cp c/test_grade.c before_grade
"$REPRISE" tests export --format=c -o c o_grade >out
cmp before_grade c/test_grade.c || fail "the second export changes the file"
# An edited test of other parameters would not compile.
sed -i 's/grade (80) == 2/2 == grade (80)/' c/test_grade.c
sed -i 's/int points/int points, int most/; s/> 100/> most/' grade.c
"$REPRISE" run -q --store none -o o_grade grade.c:grade >/dev/null
"$REPRISE" tests export --format=c -o c o_grade >out
compile c grade 2>err && ./tests >out || fail "$(cat err out)"
grep -q 'dropped: the function has other parameters now' c/test_grade.c || fail "$(cat c/test_grade.c)"

# In a fresh clone the same paths have other numbers and values.
mkdir clone
cp tri.c clone
(cd clone && "$REPRISE" run -q --store none --search=random-path --seed=7 -o o_tri tri.c:tri >/dev/null) || [ $? = 1 ]
cp -r cmocka clone
(cd clone && "$REPRISE" tests export --format=cmocka -o cmocka o_tri) >out
cmp before clone/cmocka/test_tri.c || fail "another run changes tests that hold: $(diff before clone/cmocka/test_tri.c)"

# A test that was edited is its reader's, and the list still has it.
sed -i 's/tri (1, 1, 1), 42/tri (9, 9, 9), 42/' cmocka/test_tri.c
"$REPRISE" tests export --format=cmocka -o cmocka o_tri >out
grep -q '1 edited by hand and left alone' out || fail "$(cat out)"
grep -q 'tri (9, 9, 9), 42' cmocka/test_tri.c || fail "an edited test is overwritten"
compile cmocka tri 2>err || fail "$(cat err)"
./tests >out 2>&1 || fail "$(cat out)"

# A source that changed since its run: nothing is written.
sed -i 's/return 42/return 43/' tri.c
"$REPRISE" tests export --format=c -o late o_tri >out 2>&1 && fail "$(cat out)"
grep -q 'since the program changed: run it again' out || fail "$(cat out)"
[ ! -e late/test_tri.c ] || fail "it is written"
sed -i 's/return 43/return 42/' tri.c

# One test of each class of behaviour: rounds of a loop are one.
cat >loop.c <<'LOOP'
int find (const char *s, char c) {
  for (int i = 0; s[i]; i++)
    if (s[i] == c)
      return i;
  return -1;
}
LOOP
"$REPRISE" run -q --store none -o o_find --buffer-size=16 loop.c:find >/dev/null
"$REPRISE" tests export --format=c -o c o_find >out
[ "$(sed 's/ .*//' out)" -le 6 ] || fail "$(cat out)"
compile c find 2>err || fail "$(cat err)"
./tests >out || fail "$(cat out)"
"$REPRISE" tests export --all --format=c -o c_all o_find >out
[ "$(sed 's/ .*//' out)" -ge 31 ] || fail "$(cat out)"
grep -q 'static void find_when_s_1_is_nul_returns_minus_1 (void) {' c/test_find.c || fail "$(grep static c/test_find.c)"
echo mine >c/test_tri.c
"$REPRISE" tests export --format=c -o c o_tri 2>err && fail "a foreign file is overwritten"
grep -q 'did not write it' err || fail "$(cat err)"
"$REPRISE" tests export --format=c -o cmocka o_tri 2>err && fail "two formats in one file"
grep -q 'did not write it' err || fail "$(cat err)"

# Another signature: what is kept would not compile.
sed -i 's/int tri (int a, int b, int c)/int tri (int a, int b, int c, int d)/' tri.c
sed -i 's/if (a <= 0 /if (d == 77 || a <= 0 /' tri.c
sed -i '/ (9, 9, 9)/d' cmocka/test_tri.c
"$REPRISE" run -q --store none -o o_long tri.c:tri >/dev/null
"$REPRISE" tests export --format=cmocka -o cmocka o_long >out
grep -q ': 0 kept' out || fail "$(cat out)"
compile cmocka tri 2>err || fail "$(cat err)"
./tests >out 2>&1 || fail "$(cat out)"

# Without source there is nothing to include.
clang-19 -g -O0 -Xclang -disable-O0-optnone -emit-llvm -c tri.c -o tri.bc
"$REPRISE" run -q --store none -o o_bc tri.bc:tri >/dev/null
"$REPRISE" tests export --format=c -o bc o_bc 2>err && fail "bitcode is included"
grep -q 'tests in C need the source' err || fail "$(cat err)"

# Flags of the project, from where it is, as a shell needs them.
mkdir -p p/src 'p/in c' p/sys
echo 'static int limit (void) { return LIMIT; }' >'p/in c/limit.h'
echo '#define LIMIT (int) (sizeof NAME + sizeof GLOB + sizeof TICK)' >p/sys/sizes.h
echo '#define LESS 3' >p/pre.h
echo '#include <sizes.h>
#include "limit.h"
int over (int x) { return x > limit () - LESS; }' >p/src/over.c
cat >p/compile_commands.json <<J
[{"directory": "$PWD/p", "file": "src/over.c", "arguments": ["cc", "-Iin c", "-isystem", "sys",
  "-include", "pre.h", "-DNAME=\"a b\"", "-D", "GLOB=\"/*.h*/\"", "-c", "src/over.c"]}]
J
"$REPRISE" run -q --store none -o o_over "--cflags=-DTICK='\"it is\"'" p/src/over.c:over >/dev/null
"$REPRISE" tests export -q --format=c -o p/tests o_over
command=$(sed -n 's/^ \*     \(cc .*\) && .*/\1/p' p/tests/test_over.c)
(cd p/tests && sh -c "$command -Wall -Wextra -Werror" 2>err && ./a.out >out) ||
  fail "'$command': $(cat p/tests/err)"

# What a function prints is compared.
cat >say.c <<'SAY'
#include <stdio.h>
int say (int x) { printf (x > 4 ? "\\%d \"many\"\n" : "few\n", x); return x; }
SAY
"$REPRISE" run -q --store none -o o_say say.c:say >/dev/null
for format in c cmocka; do
  "$REPRISE" tests export -q --format=$format -o $format o_say
  compile $format say 2>err || fail "$format say does not compile: $(cat err)"
  ./tests >out 2>&1 || fail "$format say: $(cat out)"
done
sed -i 's/few/fow/' say.c
compile c say && ./tests >out && fail "another output is not seen"
# So is what it complains about, what it leaves alone on some paths, and all of
# a NaN; members without a name are those of the outer struct.
cat >more.c <<'MORE'
#include <stdio.h>
#include <string.h>
int warn (int x) { if (x < 0) { fprintf (stderr, "negative: %d\n", x); return -1; } return x / 2; }
int early (int *p, int n) { if (n < 0) return -1; *p = n; return 0; }
struct anon { int kind; union { int i; float f; }; struct { short a, b; }; };
int nested (struct anon *p) { return p->kind == 1 ? p->i : p->a + p->b; }
struct bits { unsigned on : 1; unsigned mode : 3; };
void set (struct bits *b, int m) { if (m == 3) { b->on = 1; b->mode = 5; } else b->mode = 0; }
int low (double d) { unsigned long u = 0; memcpy (&u, &d, sizeof d); return d != d ? (int) (u & 0xff) : -1; }
MORE
cp more.c more.good
for f in warn:neg.tive:nogative 'early:n.<.0).return:n<0)return*p=' nested:a.+:a- 'set:b->on = 1;:;' low:0xff:0xfe; do
  name=${f%%:*}
  "$REPRISE" run -q --store none -o o_$name more.c:$name >/dev/null
  for format in c cmocka; do
    "$REPRISE" tests export -q --format=$format -o deep/er/$format o_$name
    mkdir -p $format
    mv deep/er/$format/test_$name.c $format
    sed -i 's|"../../../more.c"|"../more.c"|' $format/test_$name.c
    compile $format $name 2>err || fail "$format $name does not compile: $(cat err)"
    ./tests >out 2>&1 || fail "$format $name: $(cat out)"
    change=${f#*:}
    sed "s/${change%:*}/${change#*:}/" more.good >more.c
    cmp -s more.c more.good && fail "$name: no change"
    compile $format $name 2>err || fail "$format $name, changed: $(cat err)"
    ./tests >out 2>&1 && fail "$format $name: the change is not seen"
    cp more.good more.c
  done
done

# A program: a script with arguments, input and files.
cat >greet.c <<'GREET'
#include <stdio.h>
#include <string.h>
int main (int argc, char **argv) {
  int c = getchar ();
  if (argc < 2) { fprintf (stderr, "%s: who?\n", argv[0]); return 2; }
  if (!strcmp (argv[1], "-v")) { printf ("100%% \"%s\"\\ it's\n", argv[1]); return 0; }
  if (c == 'x') { FILE *f = fopen ("A", "r"); printf ("%d\n", f && getc (f) == 'q'); return 3; }
  if (c == 1) { char *volatile p = 0; return *p; }
  return c == EOF ? 0 : 1;
}
GREET
"$REPRISE" run -q --store none -o o_greet greet.c -- --sym-args 0 1 2 --sym-stdin 1 --sym-files 1 1 >/dev/null || [ $? = 1 ]
cc -o program greet.c
"$REPRISE" tests export -q --format=sh -o scripts o_greet
cp scripts/test_greet.sh before
sed -i 's/^# reprise: list/mine=1\n&/' scripts/test_greet.sh before
"$REPRISE" tests export --format=sh -o scripts o_greet >out
cmp before scripts/test_greet.sh || fail "an export without change changes the script"
sh scripts/test_greet.sh ./program >out 2>&1 || fail "$(cat out)"
grep -q '^  run_program -v$' scripts/test_greet.sh || fail "$(cat scripts/test_greet.sh)"
REPRISE_FAULTS=1 sh scripts/test_greet.sh ./program >out 2>&1 && fail "the error is not seen"
sed 's/return 3/return 4/; s/who/why/' greet.c >other.c
cc -o other other.c
sh scripts/test_greet.sh ./other >out 2>&1 && fail "a change is not seen"
grep -q '2 failed' out || fail "$(cat out)"
if command -v bats >/dev/null; then
  "$REPRISE" tests export -q --format=bats -o scripts o_greet
  PROGRAM=./program bats scripts/test_greet.bats >out 2>&1 || fail "$(cat out)"
else
  echo "skipped: bats is not installed"
fi
# What says how much there is: a test of an error has no byte more. Structs by
# value, pointers that are the same, and those that are null.
cat >given.c <<'GIVEN'
#include <stddef.h>
struct buffer { size_t len, cap; char *data; };
struct view { const short *at; unsigned n; };
struct node { int key; struct node *next; };
int push (struct buffer *b, char c) {
  if (b->len > b->cap) return -1;
  b->data[b->len++] = c;
  return 0;
}
int last (struct view v) { return v.n ? v.at[v.n] : -1; }
int copied (const char *from, char *to) {
  int n = 0;
  if (from == to) return -1;
  for (; from[n]; n++) to[n] = from[n];
  to[n] = 0;
  return n;
}
int parsed (const char *text, const char **end) {
  if (end) *end = text + (*text == 'x');
  return *text == 'x';
}
int length (const struct node *l) {
  return !l ? 0 : !l->next ? l->key : l->key + l->next->key;
}
GIVEN
for f in push last copied parsed length; do
  "$REPRISE" run -q --store none --buffer-size=4 -o o_$f given.c:$f >out || [ $? = 1 ] || fail "$(cat out)"
  "$REPRISE" tests export -q --format=c -o given o_$f
  build="cc -Wall -Wextra -Werror -fsanitize=address,undefined -o given/$f given/test_$f.c"
  $build && given/$f >out 2>&1 || fail "$f: $(cat out)"
  sed -i -E 's/(reprise: test )[0-9a-f]{8}-[0-9a-f]{8}/\100000000-00000000/' given/test_$f.c
  cp given/test_$f.c before
  "$REPRISE" tests export -q --format=c -o given o_$f
  diff before given/test_$f.c | grep '^<' && fail "the values of $f are not read again"
  case $f in push | last)
    $build -DREPRISE_FAULTS && given/$f >out 2>&1 && fail "the error of $f is not seen"
    grep -q 'heap-buffer-overflow' out || fail "$f: $(cat out)" ;;
  esac
done
grep -q 'copied (from, from)' given/test_copied.c || fail "$(cat given/test_copied.c)"
grep -q 'length_when_l_next_is_null_returns' given/test_length.c || fail "$(cat given/test_length.c)"
# Indices are where callers keep them, also where a boundary or a path's first test was
# elsewhere; what cannot be so is misuse, and counted as that.
cat >ring.c <<'C'
struct ring { int *data; unsigned cap, head, n; };
int push (struct ring *r, int v) {
  if (r->n == r->cap)
    return 0;
  unsigned at = r->head + r->n;
  if (at >= r->cap)
    at -= r->cap;
  r->data[at] = v;
  r->n++;
  return 1;
}
C
"$REPRISE" run -q --store none -o o_ring ring.c:push >out || fail "$(cat out)"
"$REPRISE" tests export --format=c -o ring o_ring >out
grep -q '; 2 of the new ones are at the boundaries of branches; 2 left out: possible misuse$' out || fail "$(cat out)"
sed -n 's/.*\.cap = \([0-9]*\).*\.head = \([0-9]*\).*/\2 \1/p' ring/test_push.c >heads
[ -s heads ] || fail "no test wraps: $(cat ring/test_push.c)"
while read -r head cap; do [ "$head" -lt "$cap" ] || fail "$(cat ring/test_push.c)"; done <heads

# Functions of the program that are called like some of the framework.
cat >taken.c <<'C'
#include <stdio.h>
int pack (int a, int b) { return a << 8 | (b & 255); }
int upack (int a) { return pack (a, a); }
void fail (int n) { printf ("%d failed\n", n > 3); }
void print_error (const char *s) { if (*s == '!') puts ("bad"); }
C
for f in upack:check pack:check print_error:cmocka fail:cmocka; do
  "$REPRISE" run -q --store none -o o_${f%:*} taken.c:${f%:*} >out || fail "$(cat out)"
  "$REPRISE" tests export -q --format=${f#*:} -o "${f#*:}" o_${f%:*} 2>err || fail "$(cat err)"
  [ "${f#*:}" = cmocka ] || pkg-config --exists check || continue
  { compile "${f#*:}" "${f%:*}" && ./tests; } >out 2>&1 || fail "$f: $(cat out "${f#*:}/test_${f%:*}.c")"
done

# What a function makes and links is checked; members that it does not look at
# are left out. Files of the run are on the line that compiles the tests.
cat >list.c <<'LIST'
#include <stdlib.h>
#include "list.h"
struct node { int key; struct node *next, *other; };
void append (struct node *l, int key) {
  while (l->next) l = l->next;
  l->next = calloc (1, sizeof *l);
  l->next->key = twice (key);
}
int main (void) { return 0; }
LIST
echo 'int twice (int);' >list.h
printf '#include "list.h"\nint twice (int x) { return x > 9 ? 9 : 2 * x; }\n' >twice.c
"$REPRISE" run -q --store none -o o_list list.c:append twice.c >out || [ $? = 1 ] || fail "$(cat out)"
"$REPRISE" tests export -q --format=c -o list o_list
(cd list && sh -c "$(sed -n 's/^ \*     \(cc .*\)/\1/p' test_append.c)" >out 2>&1) || fail "$(cat list/out)"
grep -q 'CHECK (l.next->key == ' list/test_append.c || fail "$(cat list/test_append.c)"
sed -i 's/l->next->key = twice/l->next->key = 1 + twice/' list.c
(cd list && sh -c "$(sed -n 's/^ \*     \(cc .*\)/\1/p' test_append.c)" >out 2>&1) && fail "what is linked is not checked"
# A program that leaves a file, and whose name begins with a digit.
cat >2nd.c <<'SECOND'
#include <stdio.h>
int main (void) {
  FILE *f = fopen ("made", "w");
  if (getchar () == 'x') fputs ("it\n", f);
  return fclose (f);
}
SECOND
"$REPRISE" run -q --store none -o o_2nd 2nd.c -- --sym-stdin 1 >/dev/null
"$REPRISE" tests export -q --format=sh -o scripts o_2nd
cc -o program 2nd.c
sh scripts/test_test_2nd.sh ./program >out 2>&1 || fail "$(cat out)"
sed 's/it/at/' 2nd.c >other.c
cc -o other other.c
sh scripts/test_test_2nd.sh ./other >out 2>&1 && fail "another file is not seen"
# Arguments, input, output and files that look like options of printf, with
# what it would take for a format; a script of before gets its new head.
cat >dash.c <<'DASH'
#include <stdio.h>
#include <string.h>
int main (int argc, char **argv) {
  int c = getchar ();
  if (argc > 1 && !strcmp (argv[1], "-\\'")) { puts ("-%d\\n%"); return 1; }
  if (argc > 1 && !strcmp (argv[1], "-\n%")) { fputs ("--", stdout); return 2; }
  if (c == '-') { FILE *f = fopen ("made", "w"); fputs ("-e\n", f); return fclose (f); }
  fputs ("-v\\", stderr);
  puts ("-1");
  return 3;
}
DASH
"$REPRISE" run -q --store none -o o_dash dash.c -- --sym-arg 3 --sym-stdin 2 >/dev/null
cc -o program dash.c
"$REPRISE" tests export -q --format=sh -o scripts o_dash
cp scripts/test_dash.sh before
sed -i 's/ printf -- "/ printf "/' scripts/test_dash.sh
cmp -s before scripts/test_dash.sh && fail "$(cat before)"
"$REPRISE" tests export -q --format=sh -o scripts o_dash
cmp before scripts/test_dash.sh || fail "an earlier script is not mended"
for text in "prints '-1" "prints '-%%d" "complains '-v" "input '-" "leaves made '-e" '"$(printf -- '; do
  grep -qF -- "$text" before || fail "no $text: $(cat before)"
done
sed 's/"-1"/"-2"/; s/"-e/"-f/' dash.c >other.c
cc -o other other.c
for shell in sh dash bash; do
  command -v $shell >/dev/null || continue
  $shell scripts/test_dash.sh ./program >out 2>&1 || fail "$shell: $(cat out)"
  grep -qi 'option\|usage\|printf' out && fail "$shell: $(cat out)"
  $shell scripts/test_dash.sh ./other >out 2>&1 && fail "$shell: a change is not seen"
done
if command -v bats >/dev/null; then
  "$REPRISE" tests export -q --format=bats -o scripts o_dash
  PROGRAM=./program bats scripts/test_dash.bats >out 2>&1 || fail "$(cat out)"
fi
"$REPRISE" tests export --format=sh -o scripts o_say 2>err && fail "a function is no program"
grep -q 'is for tests of a program' err || fail "$(cat err)"

# Names say the words of the program: enumerators and truth, and what a value is
# rather than what it is not.
cat >order.c <<'ORDER'
#include <stdbool.h>
enum kind { CHILD, ADULT, GROUP };
int price (enum kind k, bool is_member) {
  int sum = k == CHILD ? 5 : k == ADULT ? 12 : k == GROUP ? 10 : -1;
  return is_member ? sum / 2 : sum;
}
int rank (enum kind k, int n) {
  int res = n > 7;
  switch (k) {
  case CHILD: res += 1; break;
  case ADULT: res += 3; break;
  case GROUP: res += 5; break;
  }
  return k == GROUP ? res * 2 : res;
}
ORDER
for f in price rank; do
  "$REPRISE" run -q --store none -o o_order order.c:$f >/dev/null
  "$REPRISE" tests export -q --all --format=c -o names o_order
done
for name in price_when_is_member_is_true price_when_is_member_is_false rank_when_k_is_child rank_when_k_is_adult rank_when_k_is_group; do
  grep -q "static void $name" names/test_*.c || fail "no $name: $(grep -h '^static void' names/test_*.c)"
done

# Nobody passes one buffer twice, unless the function asks for it. A condition in
# each round of a loop is one condition.
cat >split.c <<'SPLIT'
#include <string.h>
int split (const char *line, char key[8], char value[8]) {
  const char *at = strchr (line, '=');
  if (!at || at == line) return -1;
  size_t n = (size_t) (at - line), m = strlen (at + 1);
  if (n > 7 || m > 7) return -2;
  memcpy (key, line, n);
  key[n] = 0;
  memcpy (value, at + 1, m + 1);
  return 0;
}
SPLIT
"$REPRISE" run -q --store none --buffer-size=8 -o o_split split.c:split >out || [ $? = 1 ] || fail "$(cat out)"
"$REPRISE" tests export -q --format=cmocka -o split o_split
[ "$(grep -c '^static void' split/test_split.c)" -lt 12 ] || fail "$(grep '^static void' split/test_split.c)"
grep -qE 'split \((\w+), \1|split \(\w+, (\w+), \2' split/test_split.c && fail "$(cat split/test_split.c)"

# Checks are those of the framework, and say no more than it takes.
cat >words.c <<'WORDS'
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
enum side { LEFT, RIGHT };
struct link { struct link *next; };
bool is_right (enum side s) { return s == RIGHT; }
struct link *second (struct link *l) { return l ? l->next : NULL; }
void upper (char *s) { for (; *s; s++) if (*s >= 'a' && *s <= 'z') *s -= 32; }
void mask (uint8_t b[4], uint8_t m) { b[0] ^= m; b[1] ^= m; b[2] = 200; }
WORDS
for f in is_right second upper mask; do
  "$REPRISE" run -q --store none --buffer-size=4 -o o_words words.c:$f >out || [ $? = 1 ] || fail "$(cat out)"
  for format in cmocka gtest unity check c; do
    "$REPRISE" tests export -q --format=$format -o words/$format o_words
  done
done
for text in 'cmocka/test_is_right.c:assert_false (is_right (LEFT));' \
  'cmocka/test_is_right.c:is_right ((enum side) ' 'gtest/test_is_right.cc:EXPECT_TRUE (is_right (RIGHT));' \
  'cmocka/test_second.c:assert_null (second (NULL));' 'gtest/test_second.cc:EXPECT_EQ (second (&l), &l_next);' \
  'unity/test_second.c:TEST_ASSERT_EQUAL_PTR (&l_next, second (&l));' 'check/test_second.c:ck_assert_ptr_null (' \
  'c/test_upper.c:CHECK (!strcmp (s, "A' 'cmocka/test_upper.c:assert_string_equal (s, "A' \
  'cmocka/test_mask.c:, 200'; do
  grep -qF "${text#*:}" "words/${text%%:*}" || fail "no ${text#*:}: $(cat "words/${text%%:*}")"
done

# Bit-fields are small, each by itself, and what is beside them stays; names know
# them. An error has no more in it than its path looks at.
cat >fields.c <<'FIELDS'
struct flags { unsigned ready : 1, mode : 3, level : 4; };
int rank (const struct flags *f) {
  if (!f->ready) return -1;
  if (f->mode == 5) return 100;
  return f->level > 9 ? 10 : f->level;
}
void raise_level (struct flags *f) { if (f->level < 15) f->level++; f->ready = 1; }
struct tree { struct tree *left, *right, *up; int key; };
int depth (struct tree *t) { return t && t->left ? t->left->right->key : 0; }
FIELDS
for f in rank raise_level depth; do
  "$REPRISE" run -q --store none -o o_fields fields.c:$f >out || [ $? = 1 ] || fail "$(cat out)"
  "$REPRISE" tests export -q --format=c -o fields o_fields
done
for text in 'rank:{.ready = 1, .mode = 5};' 'rank:{.ready = 1, .level = 10};' \
  'rank:rank_when_f_mode_is_5_returns_100' 'raise_level:f.mode == 5' 'raise_level:{.mode = 3, .level = 15}'; do
  grep -qF "${text#*:}" "fields/test_${text%%:*}.c" || fail "no ${text#*:}: $(cat "fields/test_${text%%:*}.c")"
done
! grep 'up\b' fields/test_depth.c || fail 'it has members that nobody looks at'
