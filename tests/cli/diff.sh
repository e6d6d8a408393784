# reprise diff: two versions, what each answers, exit status.
mkdir tmp
TMPDIR=$PWD/tmp
export TMPDIR
diff_of () { # expected status, arguments
  wanted=$1
  shift
  status=0
  "$REPRISE" diff --store none "$@" >out 2>err || status=$?
  [ $status = "$wanted" ] || { echo "status $status of diff $*"; cat out err; exit 1; }
}
has () { grep -qe "$1" out err || { echo "no '$1' in:"; cat out err; exit 1; }; }

cat >old.c <<'C'
int tri (int a, int b, int c) {
  if (a <= 0 || b <= 0 || c <= 0)
    return 4;
  if (a == b && b == c)
    return 3;
  return a == b || b == c || a == c ? 2 : 1;
}
C
sed 's/return 3/return 42/' old.c >new.c
diff_of 1 old.c:tri new.c:tri
has '^different on 1 of [0-9]* paths:'
has '^new.c:5 in tri:'
has '^  tri(1, 1, 1) returns 42, was 3$'
diff_of 1 -j2 old.c:tri new.c:tri
has '^different on 1 of [0-9]* paths:'

# Another way to say the same; under another name, with other names in it.
cat >same.c <<'C'
static int bad (int x) { return !(x > 0); }
int kind (int x, int y, int z) {
  if (bad (x) || bad (y) || bad (z))
    return 4;
  int n = (x == y) + (y == z) + (x == z);
  return n == 3 ? 3 : n ? 2 : 1;
}
C
diff_of 0 old.c:tri same.c:kind
has '^equivalent on all [0-9]* paths$'
diff_of 0 old.c:tri old.c:tri
has '^equivalent: nothing that can be reached has changed$'

# What is written counts: through pointers, to globals, to standard output.
cat >a.c <<'C'
#include <stdio.h>
int count;
void put (int *p, int x) { if (x > 0) *p = x; count = x & 1; }
void greet (int x) { puts (x == 7 ? "hello" : "bye"); }
void set (char *p) { if (*p != 'a') *p = 'a'; }
C
sed 's/\*p = x/*p = x + 1/' a.c >b.c
diff_of 1 a.c:put b.c:put
has 'sets \*p = '
sed 's/x & 1/x \& 3/' a.c >b.c
diff_of 1 a.c:put b.c:put
has 'sets count = '
sed 's/hello/hallo/' a.c >b.c
diff_of 1 a.c:greet b.c:greet
has 'writes "hallo.n", was "hello.n"$'
sed "s/if (.p != 'a') //" a.c >b.c
diff_of 0 a.c:set b.c:set
has '^assumed: at most one pointer is null, and it is a parameter;'

echo 'int count; int f (int x) { return x; }' >a.c
echo 'int count; int f (int x) { count = 2; return x; }' >b.c
diff_of 1 a.c:f b.c:f
has 'sets count = 2; before: leaves count = 0$'
diff_of 1 b.c:f a.c:f

cat >a.c <<'C'
const char *f (int k) { switch (k) { case 0: return "zero"; case 1: return "one"; default: return "many"; } }
C
sed 's/"one"/"won"/' a.c >b.c
diff_of 1 a.c:f b.c:f
has 'f(1) returns "won", was "one"$'

# Faults, in one version or in both.
echo 'int f (unsigned char x) { return 10 / (x | 1); }' >a.c
echo 'int f (unsigned char x) { return 10 / x; }' >b.c
diff_of 1 a.c:f b.c:f
has '^  f(0) faults: division by zero; before: returns 10$'
echo 'int f (unsigned char y) { int n = 10; n /= y; return n; }' >c.c
diff_of 0 b.c:f c.c:f

# Whole programs.
cat >a.c <<'C'
#include <stdio.h>
int main (int argc, char **argv) {
  if (argc > 1 && argv[1][0] == 'x')
    return 3;
  puts ("usage");
  return 0;
}
C
sed 's/return 3/return 4/' a.c >b.c
diff_of 1 --sym-args=2 a.c b.c
has 'exits with 4, was 3$'

# Parameters that only one version has.
echo 'int f (int x) { return x; }' >a.c
echo 'int f (int x, int flag) { return flag ? -x : x; }' >b.c
diff_of 2 a.c:f b.c:f
has "'flag' is a parameter of the new version only"
diff_of 0 --defaults=flag=0 a.c:f b.c:f
diff_of 1 --defaults=flag=1 a.c:f b.c:f
diff_of 2 --defaults=flag=x a.c:f b.c:f
has 'no value for'
diff_of 2 --defaults=flog=1 a.c:f b.c:f
has "no version has a parameter 'flog'"
diff_of 0 --defaults=flag=0 b.c:f a.c:f
echo 'int f (int a, int b) { return a - b; }' >a.c
echo 'int f (int b, int a) { return a - b; }' >b.c
diff_of 2 a.c:f b.c:f
has 'the order of parameters changed'

# A budget that ends it: not known.
cat >a.c <<'C'
int f (unsigned x) { int n = 0; while (x) { n += x & 1; x >>= 1; } return n; }
C
sed 's/x & 1/x % 2/' a.c >b.c
diff_of 3 --max-paths=3 a.c:f b.c:f
has '^not known: no difference on the'
has '^not fully explored: '

# For programs, and for comments.
diff_of 1 --json old.c:tri new.c:tri
python3 - <<'P'
import json
d = json.load(open("out"))
assert d["format"] == 1 and d["verdict"] == "different", d
assert [x["new"] for x in d["differences"]] == ["returns 42"], d
assert d["differences"][0]["old"] == "returns 3", d
assert d["differences"][0]["change"]["line"] == 5, d
P
diff_of 1 --markdown old.c:tri new.c:tri
has '^| input | now | before |$'

# Revisions in git: headers are those of the revision, flags those of now.
if command -v git >/dev/null; then
  mkdir -p repo/src repo/include
  cd repo
  git init -q
  git config user.email a@example.org
  git config user.name a
  echo '#define K 3' >include/k.h
  cat >src/a.c <<'C'
#include "k.h"
int f (int x) { return x == K ? 1 : x / 2; }
int g (int x) { return x + K; }
int h (int x) { return x; }
C
  git add .
  git commit -qm one
  sed 's/x == K/x >= K/' src/a.c >new.c
  mv new.c src/a.c
  git commit -qam two
  echo '#define K 4' >include/k.h
  git status --short >../before
  diff_of 1 --cflags=-Iinclude HEAD~1 HEAD -- src/a.c:f
  has 'src/a.c:2 in f:$'
  has 'f(.*) returns 1, was'
  diff_of 0 --cflags=-Iinclude HEAD~1 HEAD -- src/a.c:g
  diff_of 1 --cflags=-Iinclude HEAD -- src/a.c:g
  has 'g(.*) returns 4, was 3$'
  diff_of 1 --cflags=-Iinclude HEAD~1 HEAD
  has '^src/a.c:f: different on '
  grep -q 'src/a.c:g' out && exit 1
  diff_of 1 --cflags=-Iinclude HEAD
  has '^src/a.c:g: different on '
  grep -q 'src/a.c:h' out && exit 1
  cat >compile_commands.json <<J
[{"directory": "$PWD/src", "file": "a.c", "command": "cc -I../include -c a.c"}]
J
  diff_of 1 HEAD~1 HEAD -- src/a.c:f
  diff_of 0 HEAD~1 HEAD -- src/a.c:g
  rm compile_commands.json
  git status --short | grep -v 'out$\|err$' | diff - ../before
  diff_of 2 --cflags=-Iinclude HEAD~1 -- src/a.c:k
  diff_of 2 HEAD~9 HEAD -- src/a.c:f
  # A folder; what only one version has; names with blanks; what was left by
  # one that was killed, and what others have.
  git checkout -q include
  mkdir "my src" "$TMPDIR/reprise-diff-999999999-gone" "$TMPDIR/reprise-diff-$$-here"
  printf 'int p (int x) { return x; }\nint q (int x) { return x; }\nint z;\n' >"my src/b c.c"
  git add "my src"
  git commit -qm three
  printf 'int p (int x) { return -x; }\nint q (int x) { return x > 5 ? x : 0 + x; }\nint r (int x) { return x; }\n' >"my src/b c.c"
  diff_of 1 HEAD -- "my src/"
  has '^new, and nothing to compare with: my src/b c.c:r$'
  has '^my src/b c.c:p: different on '
  has '^  p(1) returns -1, was 1$'
  has '^2 compared: 1 different, 1 equivalent, 0 not known$'
  # What a function needs of its file belongs to it: tables, texts, callees.
  printf '%s\n' 'static const int cost[] = {1, 2, 3};' \
    'int price (unsigned i) { return i < 3 ? cost[i] : 0; }' \
    'static int *at;' 'static int step (int k) { return *at ? k + 1 : k; }' \
    'int walk (int k) { int one = 1; at = &one; return step (k); }' >table.c
  git add table.c
  git commit -qm table
  sed -i 's/2, 3/2, 7/; s/k + 1/k + 2/' table.c
  printf 'int f (int x) { int y; if (x) y = 1; return y; }\n' >unset_old.c
  printf 'int f (int x) { int y = 0; if (x) y = 1; return y; }\n' >unset_new.c
  diff_of 1 unset_old.c:f unset_new.c:f
  has 'f(0) returns 0, was no value$'
  diff_of 1 HEAD -- table.c
  has '^  price(2) returns 7, was 3$'
  has '^  walk(0) returns 2, was 1$'
  git checkout -q table.c
  diff_of 2 HEAD -- "my src/b c.c:r"
  has "'HEAD:my src/b c.c' defines no function 'r'"
  diff_of 0 --cflags=-Iinclude HEAD -- src
  has '^equivalent: no function of both versions has changed$'
  diff_of 1 --markdown HEAD -- "my src"
  has '^### This change alters the behaviour$'
  has '^#### `my src/b c.c:p`: different on '
  "$REPRISE" run -q --store none -o t --target=diff "my src/b c.c:p" >out || [ $? = 3 ]
  has '^target my src/b c.c:1-3: reached by test 1'
  git checkout -q "my src"
  # Of changed lines those count that the function can come to.
  printf 'int far (int x) {\n  return x;\n}\nint near (int x) {\n  return x;\n}\n' >reach.c
  git add reach.c
  git commit -qm two
  sed 's/return x/return x + 1/' reach.c >three.c && mv three.c reach.c
  "$REPRISE" run -q --store none -o t --target=diff reach.c:near >out
  has '^target reach.c:5: reached by test 1'
  ! grep 'reach.c:2' out
  git checkout -q reach.c
  diff_of 2 HEAD -- nothing.c
  # Ranges; a function of a file that only one revision has; the old name of a file.
  git checkout -qb other
  git rm -q reach.c
  printf 'int only (int x) { return x; }\n' >only.c
  printf 'int f (int x) {\n  int r = 0;\n  for (int i = 0; i < 3; i++)\n    r += x & i;\n  return r;\n}\n' >named.c
  git add only.c named.c
  git commit -qm other
  git mv named.c renamed.c
  sed 's/i < 3/i < 4/' renamed.c >three.c && mv three.c renamed.c
  git commit -qam renamed
  for range in HEAD~1..HEAD HEAD~1.. HEAD~1...other; do
    diff_of 1 $range -- renamed.c:f
    has '^renamed.c:3 in f:$'
  done
  diff_of 1 HEAD~1 -- named.c:f
  has '^renamed.c:3 in f:$'
  diff_of 0 HEAD~2 -- only.c:only
  has '^new, and nothing to compare with: only.c:only$'
  diff_of 1 HEAD~2 -- reach.c:near
  has '^removed: near (was in reach.c)$'
  diff_of 2 HEAD~1..nowhere
  git checkout -q -
  # What a shallow clone does not have; submodules.
  git clone -q --depth 1 "file://$PWD" ../shallow
  cd ../shallow
  diff_of 2 HEAD~1
  has 'the clone is shallow'
  git init -q ../super
  cd ../super
  git -c protocol.file.allow=always submodule -q add "file://$PWD/../repo" lib 2>err
  git -c user.name=n -c user.email=n@example.org commit -qm one
  diff_of 0 HEAD
  echo 'int more (int x) { return x; }' >>lib/again.c
  diff_of 2 HEAD -- lib/again.c:f
  has "'lib' is a submodule"
  cd lib && git config user.name n && git config user.email n@example.org
  git add . && git commit -qm more
  cd ..
  diff_of 3 HEAD
  has '^lib: not compared: it is a submodule that changed'
  cd ../repo
  "$REPRISE" run -q --store none -o t --target=diff "my src/b c.c:p" 2>err && exit 1
  has "no C file has changed since 'HEAD'"
  # What is gone is a difference; what moved to another file is compared, and so
  # is a file that was renamed.
  printf '%s\n' 'int moved (int x) { return x; }' 'int lost (int x) { return x; }' \
    'static int own (int x) { return x; }' 'int keeps (int x) { return own (x); }' >one.c
  printf 'int same%d (int x) { return x; }\n' 1 2 3 4 5 6 7 8 9 >long.c
  git add one.c long.c
  git commit -qm four
  git mv long.c longer.c
  sed -i 's/same3 (int x) { return x/same3 (int x) { return x \& 3/' longer.c
  echo 'int keeps (int x) { return x; }' >one.c
  echo 'int moved (int x) { return x | 1; }' >two.c
  git add .
  diff_of 1 HEAD
  has '^removed: lost (was in one.c)$'
  has '^two.c:moved (was one.c:moved): different on '
  has '^longer.c:same3: different on '
  has '^3 compared: 2 different, 1 equivalent, 0 not known$'
  diff_of 1 HEAD -- longer.c:same3
  diff_of 0 HEAD -- two.c
  has '^new, and nothing to compare with: two.c:moved$'
  diff_of 1 --json HEAD -- one.c
  grep -q '"one.c:lost"' out
  echo 'int keeps (int x) { return' >one.c
  diff_of 1 HEAD -- .
  has '^one.c: not compared: .one.c. does not compile$'
  diff_of 2 no-such-revision -- one.c
  has "'no-such-revision' is neither a file nor a revision"
  git rm -qf one.c two.c longer.c
  git commit -qm five
  rmdir "$TMPDIR/reprise-diff-$$-here"
  cd ..
fi

# Trouble.
diff_of 2 old.c:tri
diff_of 2 old.c:tri missing.c:tri
diff_of 2 old.c:tri new.c:tru
diff_of 1 old.c new.c # all functions of both
has '^new.c:tri: different on 1 of [0-9]* paths:$'
diff_of 1 old.c same.c
has '^removed: tri (was in old.c)$'
[ -z "$(ls "$TMPDIR")" ] || { echo "left: $(ls "$TMPDIR")"; exit 1; }

# Padding and members without a value are no answer; what is beside them is.
# What a pointer leads to is, also where no code changed.
cat >a.c <<'C'
#include <stdio.h>
struct s { char a; int b; };
struct s padded (int n) { struct s s; s.a = 1; s.b = n > 3 ? 111 : 1; return s; }
union u { char c; int i; };
union u part (int n) { union u u; u.c = n > 3 ? 111 : 1; return u; }
int g = 111;
int *leads (void) { return &g; }
const char **leads_on (void) { static const char *t[] = {"a", "111"}; return t; }
void prints (char *s, size_t n) { if (n > 3 && n < 10) snprintf (s, n, "111"); }
C
sed 's/111/112/' a.c >b.c
for f in padded part leads leads_on; do
  diff_of 1 a.c:$f b.c:$f
  diff_of 0 a.c:$f a.c:$f
done
diff_of 3 a.c:prints b.c:prints
"$REPRISE" run -q --store none -o padded a.c:padded >out || { echo "padding of a result:"; cat out; exit 1; }

# Files are compared.
cat >a.c <<'C'
#include <stdio.h>
int main (void) { FILE *f = fopen ("out", "w"); if (f) fputs ("111", f); return 0; }
C
sed 's/111/112/' a.c >b.c
diff_of 1 a.c b.c
has 'writes "112" to out, was "111"'
diff_of 0 a.c a.c

# Members that moved are compared by name, also where the code is the same; one
# that only one version has is its own business. Each version has its own names.
cat >a.c <<'C'
struct s { int a; int b; };
int reads (struct s *p) { return p->a - p->b; }
struct s gives (int n) { struct s s = {n, 2}; return s; }
struct s v;
void keeps (int n) { v.a = n; }
struct s *finds (int n) { static struct s s; s.a = n; return &s; }
enum e { RED, GREEN };
enum e paints (int n) { return n ? GREEN : RED; }
C
cat >b.c <<'C'
struct s { int b; int more; int a; };
int reads (struct s *p) { return p->a - p->b; }
struct s gives (int n) { struct s s = {.a = n, .b = 2}; return s; }
struct s v;
void keeps (int n) { v.b = n; }
struct s *finds (int n) { static struct s s; s.a = n; return &s; }
enum e { NONE, RED, GREEN };
enum e paints (int n) { return n ? GREEN : RED; }
C
diff_of 0 a.c:reads b.c:reads
diff_of 0 a.c:gives b.c:gives
diff_of 1 a.c:keeps b.c:keeps
has 'keeps(1) sets v = {.b = 1}, was {.a = 1}$'
diff_of 0 a.c:finds b.c:finds
diff_of 1 a.c:paints b.c:paints
has 'paints(0) returns RED (0x1), was RED (0x0)$'
sed -i 's/ int more;//' b.c
diff_of 0 a.c:gives b.c:gives
diff_of 1 a.c:keeps b.c:keeps

# Zeros have a sign; negative numbers and large ones are as small as they can be.
echo 'double f (double x) { return x + 0.0; }' >a.c
echo 'double f (double x) { return x; }' >b.c
diff_of 1 a.c:f b.c:f
has 'f(-0.0) returns -0.0, was 0.0$'
echo 'int f (int x, int y) { return x < 0 ? 1 : y > 1000 && x > y ? 2 : 3; }' >a.c
sed 's/1 :/4 :/;s/2 :/5 :/' a.c >b.c
diff_of 1 a.c:f b.c:f
has '^  f(-1, 0) returns 4, was 1$'
has '^  f(1002, 1001) returns 5, was 2$'
echo 'int f (int x) { return x; }' >a.c
echo 'int f (int x, int flag) { return flag ? -x : x; }' >b.c
diff_of 1 --defaults=flag=1 a.c:f b.c:f
has '^b.c:1 in f:$'

# Values and nothing else: padding is no answer, a member that only one version
# writes is, and so is one behind a pointer. Width and place of a member are not.
pair_of () { # status, wanted text, the old version, an edit of it
  printf '%s\n' "$3" >a.c
  sed "$4" a.c >b.c
  ! cmp -s a.c b.c || { echo "no edit: $4"; exit 1; }
  diff_of "$1" a.c:f b.c:f
  has "$2"
}
s='struct s { char a; int b; };'
pair_of 1 'f(0) returns {.a = .a.}, was {.a = .a., .b = unset}$' \
  "$s struct s f (int x) { struct s s; s.a = 97; if (x) s.b = 0; return s; }" 's/if (x)//'
pair_of 1 ', was {.a = .a., .b = unset}$' \
  "$s void f (struct s *p, int x) { struct s s; s.a = 97; if (x) s.b = 3; *p = s; }" 's/if (x)//'
pair_of 0 '^equivalent on the only path$' \
  "$s struct s f (int x) { struct s s; __builtin_memset (&s, 1, 8); s.a = 1; s.b = x; return s; }" \
  's/&s, 1/\&s, 2/'
pair_of 1 'f(0) returns &{0, 1}, was &{0, unset}$' \
  '#include <stdlib.h>
  int *f (int x) { int *p = malloc (8); if (!p) return 0; p[0] = x; if (x) p[1] = 1; return p; }' 's/if (x) //'
pair_of 0 equivalent 'struct s { int a; short b; }; struct s f (short x) { struct s s = {1, x}; return s; }' 's/short b/int b/'
pair_of 1 'f(32768) returns {.a = 1, .b = 32768}, was {.a = 1, .b = -32768}$' \
  'struct s { int a; short b; }; struct s f (int x) { struct s s = {1, x}; return s; }' 's/short b/int b/'
pair_of 0 'numbers fit in the types of both versions' \
  'struct s { int a; short b; }; int f (struct s *p) { return p->b; }' 's/short b/int b/'
pair_of 0 equivalent \
  'struct s { unsigned a : 3, b : 5; }; struct s f (int x) { struct s s = {.a = x, .b = 2}; return s; }' \
  's/a : 3, b : 5/b : 5, a : 3/'
pair_of 1 'returns {.b = 3}, was {.b = 2}$' \
  'struct s { unsigned a : 3, b : 5; }; struct s f (int x) { struct s s = {.a = x, .b = 2}; return s; }' \
  's/a : 3, b : 5/b : 5, a : 3/; s/b = 2/b = 3/'
pair_of 0 equivalent \
  'struct s { unsigned a : 8, b : 3; }; struct s f (int x) { struct s s; s.a = x; s.b = 2; return s; }' \
  's/a : 8, b : 3/b : 3, a : 8/'
pair_of 1 'returns "" in a block of 2 bytes, was "" in a block of 4 bytes$' \
  '#include <stdlib.h>
  char *f (void) { return calloc (1, 4); }' 's/1, 4/1, 2/'
pair_of 1 'f(1) returns &g\[2\] -> 3, was &g\[1\] -> 2$' \
  'int g[3] = {1, 2, 3}; int *f (int x) { return x ? g + 1 : g; }' 's/g + 1/g + 2/'

pair_of 0 equivalent \
  '#include <stdlib.h>
  char *f (void) { return calloc (1, 2); }' 's/1, 2/1, 4/'
pair_of 0 '^assumed: malloc succeeds$' \
  '#include <stdlib.h>
  void *f (void) { return malloc (2); }' 's/(2)/(4)/'
pair_of 1 'returns "bc", was "b"$' \
  '#include <stdlib.h>
  char *f (void) { char *p = calloc (1, 2); if (p) *p = 98; return p; }' 's/1, 2/1, 4/; s/\*p = 98/p[1] = 99, &/'

# Integers of another width.
pair_of 0 equivalent 'int f (int x) { return x / 2; }' 's/^int/long/'
pair_of 1 'f(-1) returns 4294967295, was -1$' 'int f (int x) { return x; }' 's/^int/unsigned/'
pair_of 1 'returns true, was 2$' 'int f (unsigned char x) { return x; }' 's/^int/_Bool/'
pair_of 2 'returns another type now' 'float f (float x) { return x; }' 's/^float/double/'

# Functions of headers of the system are nobody's edit.
echo 'int f (unsigned short x) { return (x >> 8 | x << 8) & 65535; }' >a.c
printf '#include <endian.h>\nint f (unsigned short x) { return htobe16 (x); }\n' >b.c
diff_of 0 a.c b.c
! grep -e bswap out

# The edit that explains a change is named, not the code that it made another one.
table='static const int t[] = {
  1,
  2
};
int f (unsigned char x) {
  return t[x & 1];
}'
pair_of 1 '^b.c:3, used in f:$' "$table" 's/2/3/'
pair_of 1 '^b.c:4 in f:$' 'int f (int x) {
  int r = 0;
  switch (x) { case 1: r = 1;

  case 2: r += 2; }
  return r;
}' '4s/^/break;/'

# A comment has no details where there are none.
echo 'int f (int x) { return x; }' >a.c
diff_of 0 --markdown a.c:f a.c:f
has '^### This change does not alter the behaviour$'
! grep -q details out

# Null is tried for each parameter.
pair_of 1 '^  f(NULL) faults: access through a null pointer; before: returns -1$' \
  'int f (int *p) { if (!p) return -1; return *p; }' 's/if.*-1; //'
mv a.c c.c; mv b.c a.c; mv c.c b.c
diff_of 1 a.c:f b.c:f
has '^  f(NULL) returns -1; before: access through a null pointer$'
pair_of 1 '^  q=NULL p.k=0: returns 1; before: access' \
  'struct s { int k; }; int f (struct s *p, int *q) { return p->k + *q; }' 's/return/if (!q) return 1; return/'

# Of many inputs those that are zero are left out.
pair_of 1 '^  p.g=3, all else 0: returns 2, was 1$' \
  'struct s { int a, b, c, d, e, f, g; }; int f (struct s *p) { return p->g == 3 ? 1 : 0; }' 's/? 1/? 2/'

# Faults and signals.
pair_of 3 '^not known: no path comes to its end in both versions$' \
  'int f (int x) { int z = 0; return x / z; }' 's/x \//(x + 1) \//'
has '^1 path fails in both versions: division by zero$'
# Functions that are passed are called alike, with what they are passed. One that takes
# a struct is not there.
pair_of 1 '^  x=0 g()=0: returns 0, was 1; calls g(1), was g(0)$' \
  'int f (int x, int (*g) (int)) { return g (x) + 1; }' 's/g (x) + 1/g (x + 1)/'
pair_of 1 '^  f(0, NULL) returns 3; before: call through an invalid function pointer$' \
  'int f (int x, int (*g) (int)) { return g (x) + 1; }' 's/return/if (!g) return 3; return/'
pair_of 3 '^not fully explored: no function behind a pointer was called$' \
  'struct s { int a, b; }; int f (struct s x, int (*g) (struct s)) { return g ? g (x) + 1 : 0; }' 's/+ 1/+ 2/'

# What was not finished is told, and where.
cat >a.c <<'C'
unsigned f (unsigned x, unsigned y) {
  unsigned r = 0;
  for (int i = 0; i < 8; i++)
    if (x >> i & 1)
      r += y << i;
  return r;
}
C
sed 's/r += y << i/r = r + (y << i)/; s/i < 8/i <= 7/' a.c >b.c
"$REPRISE" diff --store none --max-paths=3 a.c:f b.c:f >out && fail "$(cat out)"
has '^not known: '
has '^not fully explored: --max-paths cut [0-9a,]* paths\{0,1\} short ([ab]\.c:[34] in f'

# What is assumed is told.
pair_of 0 '^assumed: .*; strings end with a NUL$' \
  'int f (const char tag[16]) { return tag[15] != 0; }' 's/!= 0/\& 0/'
has '^equivalent on both paths$'
pair_of 0 '^assumed: rand starts from its fixed seed$' \
  '#include <limits.h>
  #include <stdlib.h>
  int f (void) { return rand (); }' 's/rand ()/rand () % INT_MAX/'
pair_of 1 'is killed by SIGKILL; before: is killed by SIGTERM$' \
  '#include <signal.h>
  int f (int x) { if (x == 3) raise (SIGTERM); return x; }' 's/SIGTERM/SIGKILL/'

# A function that is answered is what it does.
pair_of 3 'answer points to a(), whose code changed' \
  'static int a (int x) { return x; } int (*f (int k)) (int) { return a; }' 's/return x/return x + 1/'
pair_of 3 'answer points to a(), whose code changed' \
  'static int a (int x) { return x; } int (*g) (int); int (*const t[]) (int) = {a}; void f (int k) { g = t[0]; }' \
  's/return x/return x + 1/'

# Permissions.
cat >a.c <<'C'
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
int main (void) { close (open ("o", O_CREAT | O_WRONLY, 0644)); chmod ("o", 0640); return 0; }
C
sed 's/0640/0600/' a.c >b.c
diff_of 1 a.c b.c
has 'sets the permissions of o to 0600; before: sets the permissions of o to 0640$'
"$REPRISE" run -q --store none -o modes a.c >out && "$REPRISE" tests replay modes >out || { cat out; exit 1; }

# A loop that never ends, in one version.
echo 'int f (int x) { return x; }' >a.c
echo 'int f (int x) { if (x == 5) for (volatile unsigned long i = 0;; i++); return x; }' >b.c
for pair in 'a.c:f b.c:f' 'b.c:f a.c:f'; do
  diff_of 3 --time-budget=1s $pair
  has 'not fully explored: --time-budget cut'
done

# The same question again is answered from the store, with nothing executed, also
# of revisions; not if anything that it rests on is another one.
kept_of () { # wanted: 0 instructions or more, arguments
  wanted=$1
  shift
  status=0
  "$REPRISE" diff --store kept --json "$@" >out 2>err || status=$?
  [ $status = 1 ] || { cat out err; exit 1; }
  grep '"instructions"' out | grep -qx "$wanted" || { echo "diff $*: no '$wanted'"; cat out; exit 1; }
}
none='.*"instructions": 0,'
some='.*"instructions": [1-9][0-9]*,'
echo '#define K 3' >k.h
printf '#include "k.h"\nint f (int x) { return x > K; }\n' >a.c
printf '#include "k.h"\nint f (int x) { return x >= K; }\n' >b.c
sleep 0.1
kept_of "$some" a.c:f b.c:f
grep -v instructions out >first
kept_of "$none" a.c:f b.c:f
grep -v instructions out | cmp - first
kept_of "$some" --buffer-size=4 a.c:f b.c:f
kept_of "$some" b.c:f a.c:f
echo '#define K 4' >k.h
sleep 0.1
kept_of "$some" a.c:f b.c:f
kept_of "$none" a.c:f b.c:f
kept_of "$some" --cflags=-DX a.c:f b.c:f
kept_of "$some" --max-depth=100 a.c:f b.c:f
kept_of "$some" --no-check-native a.c:f b.c:f
kept_of "$none" --markdown --stats a.c:f b.c:f
echo '[]' >k.json
kept_of "$some" --compile-commands=k.json a.c:f b.c:f
for file in kept/tries/*.diff; do printf x >>"$file"; done
kept_of "$some" a.c:f b.c:f
if command -v git >/dev/null; then
  cd repo
  echo 'int f (int x) { return x; }' >again.c
  git add again.c
  git commit -qm six
  echo 'int f (int x) { return x & 7; }' >again.c
  git commit -qam seven
  kept_of "$some" HEAD~1 HEAD -- again.c
  kept_of "$none" HEAD~1 HEAD -- again.c
  echo 'int f (int x, int y) { return (x & 7) - y; }' >again.c
  git commit -qam eight
  "$REPRISE" diff --store kept --defaults=y=0 HEAD~1 -- again.c:f >out
  kept_of "$some" --defaults=y=5 HEAD~1 -- again.c:f
  cd ..
fi

# Values of parameters are told, and part of the question; what is accepted is not
# part of the answer.
printf 'int price (int q, int u) { return q ^ u; }\n' >a.c
printf 'int price (int q, int u, int less) { return (q ^ u) - less; }\n' >b.c
sleep 0.1
"$REPRISE" diff --store kept --defaults=less=0 a.c:price b.c:price >out
has '^assumed: less = 0$'
kept_of "$some" --defaults=less=5 a.c:price b.c:price
kept_of "$none" --defaults=less=5 a.c:price b.c:price
printf 'int g (int);\nint f (int x) { return g (x) + 1; }\n' >a.c
printf 'int g (int);\nint f (int x) { return 1 + g (x + 0 * x); }\n' >b.c
sleep 0.1
for accept in all limit; do
  status=0
  "$REPRISE" diff --store kept --undefined=stop --allow-incomplete=$accept a.c:f b.c:f >out || status=$?
  has '^not known: '
  echo $status
done >statuses
[ "$(tr '\n' ' ' <statuses)" = '0 3 ' ] || { cat statuses out; exit 1; }

# A function that nobody defines may be another one: never equivalent.
echo 'int twice (const char *x); int g (const char *x) { return twice (x) + 1; }' >unseen.c
status=0
"$REPRISE" diff --store none unseen.c:g unseen.c:g >out || status=$?
[ $status = 3 ] && grep -q '^not fully explored: .* of twice() were not followed' out || {
  cat out
  exit 1
}

# A struct by value that is passed in another way; nothing that is symbolic.
echo 'struct p { int a, b; }; int f (struct p p) { return p.a + p.b; }' >a.c
echo 'struct p { int a, b, c; }; int f (struct p p) { return p.a + p.b; }' >b.c
diff_of 2 a.c:f b.c:f
has 'a struct that is passed by value is passed in another way now'
echo 'int main (void) { return 3; }' >a.c
echo 'int main (void) { return 4; }' >b.c
diff_of 1 --markdown a.c b.c
has '^| none | `exits with 4` | `exits with 3` |$'

# What a variable begins with is seen by who reads it: also where nothing was written.
cat >a.c <<'C'
int level = 1, spare = 3, gone;
const char *name = "a", *const names[] = {"x", "y"};
void set (int x) { if (x > 5) level = x; }
void call (int x) { if (x > 5) name = "b"; }
C
sed 's/level = 1/level = 2/' a.c >b.c
diff_of 1 a.c:set b.c:set
has '^  set(0) leaves level = 2, was 1$'
diff_of 1 a.c b.c
has '^begins with another value: level (in b.c)$'
sed 's/"a"/"c"/' a.c >b.c
diff_of 1 a.c:call b.c:call
has '^  call(0) sets name = "c", was "a"$'
sed 's/spare = 3/spare = 4/' a.c >b.c
diff_of 1 a.c b.c
has '^begins with another value: spare (in b.c)$'
sed 's/"y"/"z"/' a.c >b.c
diff_of 1 a.c b.c
has '^begins with another value: names (in b.c)$'
sed 's/, gone//' a.c >b.c
diff_of 1 a.c b.c
has '^removed: gone (was in a.c)$'
sed 's/^void call/static &/' a.c >b.c
diff_of 0 a.c b.c
has '^static now: call (in b.c)$'
cat >a.c <<'C'
static int t;
__attribute__ ((constructor)) static void begin (void) { t = 1; }
void add (int x) { t += x; }
C
sed 's/t = 1/t = 2/' a.c >b.c
diff_of 1 a.c:add b.c:add
has '^  add(0) leaves t = 2, was 1$'

# The cause is in the user's code, not in what else of the C library is linked.
cat >a.c <<'C'
#include <stdio.h>
int f (int x) {
  char b[32] = "";
  if (x > 3)
    snprintf (b, sizeof b, "%d", 3);
  return b[0];
}
C
sed 's/    snprintf.*/    b[0] = 1;/' a.c >b.c
diff_of 1 a.c:f b.c:f
has '^b.c:5 in f:$'
diff_of 1 b.c:f a.c:f
has '^a.c:5 in f:$'

# What nobody writes differs where it is read, and nowhere else.
cat >a.c <<'C'
static int limits[2] = {3, 7};
int most = 5;
int f (int k, int x) { return (x > limits[k & 1]) + (x > most); }
C
sed 's/7}/8}/' a.c >b.c
diff_of 1 a.c:f b.c:f
has '^different on 1 of '
sed 's/most = 5/most = 6/' a.c >b.c
diff_of 1 a.c:f b.c:f
has "^  f([01], 6) returns 1, was 2$"
