# reprise diff on a project in git: what changed is seen wherever its text is.
command -v git >/dev/null || exit 0
mkdir tmp
TMPDIR=$PWD/tmp
export TMPDIR
diff_of () { # expected status, arguments
  wanted=$1
  shift
  status=0
  "$REPRISE" diff --store none "$@" >"$TMPDIR/out" 2>"$TMPDIR/err" || status=$?
  [ $status = "$wanted" ] || { echo "status $status of diff $*"; cat "$TMPDIR/out" "$TMPDIR/err"; exit 1; }
}
has () { grep -qe "$1" "$TMPDIR/out" "$TMPDIR/err" || { echo "no '$1' in:"; cat "$TMPDIR/out" "$TMPDIR/err"; exit 1; }; }
has_not () { ! grep -e "$1" "$TMPDIR/out"; }

mkdir -p p/src p/include p/lib
cd p
git init -q
git config user.email a@example.org
git config user.name a
cat >include/limits_of.h <<'C'
#define LIMIT 10
struct point { int x, y; };
static inline int twice (int x) { return 2 * x; }
C
echo '#include "limits_of.h"' >include/all.h
cat >lib/helper.c <<'C'
int step = 1;
int helper (int x) { return (x & 255) + 1; }
C
cat >src/a.c <<'C'
#include "all.h"
int helper (int);
extern int step;
int clamp (int x) { return x > LIMIT ? LIMIT : x; }
int calls (int x) { return helper (x); }
int steps (int x) { return x == step; }
int alone (int x) { return x ^ 5; }
C
cat >src/b.c <<'C'
#include "all.h"
int scale (int x) { return twice (x & 255); }
int across (struct point *p) { return p->x > p->y; }
C
cat >src/main.c <<'C'
#include <stdio.h>
int calls (int);
int main (void) { return printf ("%d\n", calls (3)); }
C
git add .
git commit -qm one
flags=--cflags=-Iinclude

# A function that another file has: its callers are other ones, too.
sed -i 's/+ 1/+ 2/' lib/helper.c
diff_of 1 $flags HEAD
has '^lib/helper.c:helper: different on'
has_not calls
for input in src/a.c src/a.c:calls; do
  diff_of 1 $flags HEAD -- $input
  has '^lib/helper.c:2 in helper:$'
  has '^  calls(0) returns 2, was 1$'
  has_not alone
done
diff_of 1 $flags HEAD -- src
has '^  calls(0) returns 2, was 1$'
has 'writes "5.n", was "4.n"'
diff_of 0 $flags HEAD -- src/b.c
# Files that are given are those of the version, too.
diff_of 1 --cflags='-Iinclude lib/helper.c' HEAD -- src/a.c:calls
git commit -qam two
diff_of 1 $flags HEAD~1..HEAD -- src/main.c:main
diff_of 1 --cflags='-Iinclude lib/helper.c' HEAD~1 HEAD -- src/a.c:calls
diff_of 0 $flags HEAD
has '^equivalent: no function of both versions has changed$'

# A variable of another file.
sed -i 's/step = 1/step = 3/' lib/helper.c
diff_of 1 $flags HEAD
has '^src/a.c:steps: different on'
has '^lib/helper.c:1, used in steps:$'
git checkout -q .

# Headers: below others, from wherever we are; a function of one is compared once.
sed -i 's/LIMIT 10/LIMIT 12/' include/limits_of.h
diff_of 1 $flags HEAD
has '^include/limits_of.h:1, used in clamp:$'
has '^  clamp(11) returns 11, was 10$'
cd src
diff_of 1 -I../include HEAD
has '^  clamp(11) returns 11, was 10$'
cd ..
git checkout -q .
sed -i 's/2 \* x/3 * x/' include/limits_of.h
diff_of 1 $flags HEAD
has '^  scale(1) returns 3, was 2$'
has '^2 compared: 2 different, 0 equivalent, 0 not known$'
git checkout -q .
sed -i 's/int x, y/int y, x/' include/limits_of.h
diff_of 0 $flags HEAD
has '^src/b.c:across: equivalent on'
has_not 'scale'
git checkout -q .
# Where the code is the same, a type may make another answer of it.
sed -i 's/int alone/unsigned alone/' src/a.c
diff_of 1 $flags HEAD
has '^  alone(.*) returns 4294967.*, was -'
git checkout -q .

# A file that git was not told of has what moved there.
grep alone src/a.c >src/new.c
sed -i '/alone/d' src/a.c
diff_of 0 $flags HEAD
has '^src/new.c:alone (was src/a.c:alone): equivalent'
rm src/new.c
git checkout -q .

# A database, and headers that are made by the build and no part of a revision.
mkdir out
echo '#define MADE 7' >src/made.h
printf '%s\n' '#include "made.h"' '#include "all.h"' 'int m (int x) { return x == MADE ? LIMIT : 0; }' >src/m.c
printf 'made.h\nout\n' >.gitignore
git add src/m.c .gitignore
git commit -qm made
cat >out/compile_commands.json <<J
[{"directory": "$PWD/out", "file": "../src/m.c", "command": "cc -I../include -c ../src/m.c"},
 {"directory": "$PWD/out", "file": "../src/a.c", "command": "cc -I../include -c ../src/a.c"},
 {"directory": "$PWD/out", "file": "../lib/helper.c", "command": "cc -c ../lib/helper.c"}]
J
sed -i 's/MADE ?/MADE + 1 ?/' src/m.c
diff_of 1 HEAD -- src/m.c:m
has '^  m(.*) returns '
sed -i 's/+ 2/+ 4/' lib/helper.c
diff_of 1 HEAD -- src/a.c
has '^  calls(0) returns 4, was 2$'
git checkout -q .

# Another working tree; a name that is not ASCII.
git worktree add -q ../tree HEAD
cd ../tree
sed -i 's/x ^ 5/x ^ 6/' src/a.c
diff_of 1 $flags HEAD
has '^  alone(0) returns 6, was 5$'
git checkout -q .
echo 'int e (int x) { return x; }' >lib/é.c
git add .
git commit -qm name
echo 'int e (int x) { return x + 1; }' >lib/é.c
diff_of 1 $flags HEAD
has '^lib/é.c:e: different on'
[ "$(ls "$TMPDIR")" = "err
out" ] || { echo "left: $(ls "$TMPDIR")"; exit 1; }

# Where the old version lies is no difference: __FILE__ says the same in both,
# from wherever we are; nor is when it was compiled.
mkdir -p ../named/src/low ../named/include ../named/out
cd ../named
git init -q
git config user.email a@example.org
git config user.name a
printf '%s\n' '#include <stdio.h>' '#define SAY(x) printf ("%s:%s %d\n", __FILE__, __func__, x)' \
  'static inline const char *header (void) { return __FILE__; }' >include/say.h
printf '%s\n' '#include "../include/say.h"' 'const char *unit (void) { return __FILE__ __TIME__ __TIMESTAMP__; }' \
  'int loud (int x) { SAY (x & 3); fputs (header (), stdout); return x + 1; }' >src/low/a.c
sed 's,../include/,,; s/loud/clear/; s/unit/part/' src/low/a.c >src/b.c
printf 'out\n' >.gitignore
git add .
git commit -qm one
sed -i 's/return x + 1/return 1 + x/' src/low/a.c src/b.c
sleep 1
for at in . src/low include; do
  up=$(echo "$at" | sed 's,[^/.][^/]*,..,g')
  for input in $up/src/low/a.c:loud "$PWD/src/low/a.c:loud" $up/src/b.c; do
    (cd $at; diff_of 0 -I$up/include HEAD -- $input)
  done
done
diff_of 0 -Iinclude HEAD
git commit -qam two
diff_of 0 -Iinclude HEAD~1 HEAD
cat >out/compile_commands.json <<J
[{"directory": "$PWD/out", "file": "../src/b.c", "command": "cc -I../include -c ../src/b.c"}]
J
diff_of 0 HEAD~1 -- src/b.c:clear
has '^assumed: flags of out/compile_commands.json as they are now, for a version that does not have this file$'
diff_of 0 --json HEAD~1 HEAD -- src/b.c:clear
has 'flags of out/compile_commands.json as they are now'
rm -r out
# What the program says of itself is one.
sed -i 's/header ()/"x"/' src/low/a.c
diff_of 1 -Iinclude HEAD -- src/low/a.c:loud
has 'writes "src/low/a.c:loud 0.nx", was "src/low/a.c:loud 0.ninclu'
git checkout -q .
# Two files: each is called as the new one.
cp src/b.c ../b_old.c
diff_of 0 -Iinclude ../b_old.c:clear src/b.c:clear
cp src/b.c ../b_new.c
diff_of 0 -Iinclude ../b_old.c ../b_new.c

# A database that git has is that of each revision, wherever its paths begin.
for directory in "$PWD" .; do
  for file in c old_c; do # which was renamed
    mkdir -p before now
    echo '#define STEP 1' >before/step.h
    echo '#define STEP 2' >now/step.h
    printf '%s\n' '#include "step.h"' '#ifdef FAST' 'int c (int x) { return x ^ STEP; }' '#else' \
      'int c (int x) { return x ^ 2; }' '#endif' >src/$file.c
    echo "[{\"directory\": \"$directory\", \"file\": \"src/$file.c\", \"command\": \"cc -DFAST -Ibefore -c src/$file.c\"}]" >compile_commands.json
    git add .
    git commit -qm fast
    git rm -qr before
    git mv -k src/old_c.c src/c.c
    echo "[{\"directory\": \"$directory\", \"file\": \"src/c.c\", \"command\": \"cc -DFAST -Inow -c src/c.c\"}]" >compile_commands.json
    git add .
    git commit -qm step
    for two in HEAD~1 'HEAD~1 HEAD'; do
      diff_of 1 $two -- src/c.c:c
      has 'c(0) returns 2, was 1$'
      has_not 'assumed: flags'
    done
    diff_of 1 -p . HEAD~1 -- src/c.c:c
    echo "[{\"directory\": \"$directory\", \"file\": \"src/c.c\", \"command\": \"cc -Inow -c src/c.c\"}]" >compile_commands.json
    diff_of 0 HEAD -- src/c.c:c
    diff_of 1 HEAD~1 -- src/c.c:c
    git checkout -q .
    git rm -q src/c.c compile_commands.json
  done
done

# What the compiler says of an old file names it as git does.
printf '%s\n' '#include "made.h"' 'int d (int x) { return x; }' >src/d.c
git add .
git commit -qm made
echo 'int d (int x) { return x + 1; }' >src/d.c
diff_of 2 HEAD -- src/d.c:d
has '^HEAD:src/d.c:1:10: fatal error:'
