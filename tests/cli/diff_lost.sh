# reprise diff: output that is lost in a buffer, folders, names in JSON, hints.
diff_of () { # expected status, arguments
  wanted=$1
  shift
  status=0
  "$REPRISE" diff --store none "$@" >out 2>err || status=$?
  [ $status = "$wanted" ] || { echo "status $status of diff $*"; cat out err; exit 1; }
}
has () { grep -qe "$1" out err || { echo "no '$1' in:"; cat out err; exit 1; }; }

# Who ends without exit loses what printf has left in a buffer.
cat >exit.c <<'C'
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
int f (int n) {
  printf ("a");
  if (n == 7)
    exit (1);
  return n;
}
C
sed 's/exit (1)/_exit (1)/' exit.c >lost.c
sed 's/exit (1)/fflush (stdout), _exit (1)/' exit.c >flushed.c
sed 's/exit (1)/fflush (NULL), _exit (1)/' exit.c >all.c
sed 's/printf/setbuf (stdout, NULL); printf/' lost.c >unbuffered.c
sed 's/printf ("a")/write (1, "a", 1)/' lost.c >written.c
sed 's/printf ("a")/printf ("a"), fflush (stdout), printf ("%c%s", 66, "C")/' lost.c >late.c
sed 's/fflush (stdout), //; s/_exit (1)/abort ()/' flushed.c >abort.c
sed 's/fflush (stdout)/abort ()/' flushed.c >aborts.c
diff_of 1 exit.c:f lost.c:f
has '^  f(7) writes "a" to a buffer that is lost, wrote nothing before; no longer writes "a"$'
for same in flushed all unbuffered written; do diff_of 0 exit.c:f $same.c:f; done
diff_of 0 lost.c:f lost.c:f
diff_of 1 lost.c:f late.c:f
has 'to a buffer that is lost'
diff_of 0 abort.c:f aborts.c:f
sed 's/abort/fflush (stdout); abort/' abort.c >saved.c
diff_of 1 abort.c:f saved.c:f
has 'to a buffer that is lost'

# Folders without a main are compared as revisions are.
mkdir old new
printf 'int g (int);\nint f (int a) { return g (a) + 3; }\n' >old/a.c
printf 'int g (int a) { return a * 2; }\nint h (int a) { return a; }\n' >old/b.c
cp old/*.c new
diff_of 0 old new
sed -i 's/2/3/' new/b.c
diff_of 1 old new
has '^b.c:g: different on '
sed -i 's/3/4/' new/a.c
diff_of 1 old new
has '^a.c:f: different on '
has '^2 compared: 2 different, '
[ ! -e new/.git ] && [ ! -e old/.git ]

# JSON names each version as it was given.
diff_of 1 --json old/b.c new/b.c
has '"old": "old/b.c:g"'
has '"new": "new/b.c:g"'

# A parameter was renamed, and another one is new: which one needs a value?
echo 'int f (int a) { return a + 3; }' >one.c
echo 'int f (int b, int c) { return b + c; }' >two.c
echo 'int f (char c, int b) { return b + c; }' >front.c
diff_of 2 one.c:f two.c:f
has "'c' is a parameter of the new version only"
diff_of 0 --defaults=c=3 one.c:f two.c:f
diff_of 2 one.c:f front.c:f
has "'c' is a parameter of the new version only"

# A static variable that begins with another value: no input is needed to see it.
printf 'static int n;\nint f (unsigned char x) {\n  n += x;\n  return n > 3;\n}\n' >zero.c
sed '1s/n;/n = 1;/' zero.c >one.c
diff_of 1 zero.c:f one.c:f
has '^  f(.*) .* n = 1, was 0'
