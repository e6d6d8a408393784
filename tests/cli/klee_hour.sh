# The first hour of a person who knows KLEE: what the program writes, its
# environment, the names of the tools, files of options, bitcode from a pipe.

include=$ROOT/include
ln -s "$REPRISE" klee
ln -s "$REPRISE" ktest-tool
compile () { # NAME
  clang-19 -I "$include" -emit-llvm -c -g "$1.c" -o "$1.bc"
}

# Output is that of each path, as it happens, also beside messages; the same when
# paths could be carried over.
cat >talk.c <<'EOF'
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <klee/klee.h>
int main (void) {
  char c;
  klee_make_symbolic (&c, sizeof c, "c");
  printf ("before %d\n", 1);
  if (c == 'x')
    printf ("it is %c\n", c);
  else if (c == 'y') {
    fprintf (stderr, "no y\n");
    assert (c != 'y');
  } else if (c == 'z')
    return 3;
  puts ("after");
  return getenv ("GREETING") ? getenv ("GREETING")[0] : 0;
}
EOF
compile talk
for i in 1 2; do
  GREETING=hello ./klee --output-dir=out$i talk.bc >out.txt 2>err.txt
  [ "$(grep -c '^before 1$' out.txt)" = 1 ]
  [ "$(grep -c '^it is x$' out.txt)" = 1 ]
  [ "$(grep -c '^after$' out.txt)" = 2 ]
  [ "$(head -n 1 out.txt)" = 'before 1' ]
  [ "$(grep -A1 '^no y$' err.txt | tail -n 1)" = \
    'KLEE: ERROR: talk.c:13: ASSERTION FAIL: c != '"'y'" ]
  cp err.txt err$i.txt
done
grep '^KLEE: done: [cpg]' err1.txt >plain.txt
grep '^KLEE: done: [cpg]' err2.txt | cmp - plain.txt
# a path that writes nothing was not executed again, those that write were
carried () { # DIRECTORY
  python3 -c "import sqlite3; print (sqlite3.connect ('$1/run.stats').execute (
    'select RepriseCarried from stats').fetchall ()[-1][0])"
}
[ "$(carried out1)" = 0 ] && [ "$(carried out2)" = 1 ]

# The environment is the host's, or a file's; another one is another program.
"$REPRISE" tests list out2 | grep -q "exit $(printf '%d' "'h")"
GREETING=moin ./klee --output-dir=out3 talk.bc >out.txt 2>err.txt
"$REPRISE" tests list out3 | grep -q "exit $(printf '%d' "'m")"
echo GREETING=adieu >env.txt
./klee --env-file=env.txt --output-dir=out4 talk.bc >out.txt 2>err.txt
"$REPRISE" tests list out4 | grep -q "exit $(printf '%d' "'a")"

# Options in a file, with quotes; bitcode from a pipe.
cat >options.txt <<'EOF'
--output-dir='with space'
  "--max-tests=1" --store=none
EOF
./klee @options.txt talk.bc >out.txt 2>err.txt
[ -e 'with space/test000001.ktest' ] && [ ! -e 'with space/test000002.ktest' ]
./klee --output-dir=out5 - <talk.bc >out.txt 2>err.txt
grep '^KLEE: done: [cpg]' err.txt | cmp - plain.txt
cat talk.bc | ./klee --output-dir=out6 >out.txt 2>err.txt
grep '^KLEE: done: [cpg]' err.txt | cmp - plain.txt
status=0
echo nothing | ./klee - >out.txt 2>err.txt || status=$?
[ $status = 1 ] && grep -q '^KLEE: ERROR: ' err.txt

# Tests as KLEE's tool prints them.
cat >two.c <<'EOF'
#include <klee/klee.h>
int main (void) {
  short a;
  char s[4];
  klee_make_symbolic (&a, sizeof a, "a");
  klee_make_symbolic (s, sizeof s, "s");
  klee_assume (a == -2);
  klee_assume (s[0] == 'i' & s[1] == '\'' & s[2] == '\n' & s[3] == 0);
  return 0;
}
EOF
compile two
./klee --output-dir=two --store=none two.bc 2>err.txt
cd two
cat >expected <<'EOF'
ktest file : 'test000001.ktest'
args       : ['two.bc']
num objects: 2
object 0: name: 'a'
object 0: size: 2
object 0: data: b'\xfe\xff'
object 0: hex : 0xfeff
object 0: int : -2
object 0: uint: 65534
object 0: text: ..
object 1: name: 's'
object 1: size: 4
object 1: data: b"i'\n"
object 1: hex : 0x69270a
object 1: int : 665449
object 1: uint: 665449
object 1: text: i'.
EOF
../ktest-tool --trim-zeros test000001.ktest | cmp - expected
../ktest-tool --extract s test000001.ktest
printf "i'\n\0" | cmp - test000001.ktest.s
! ../ktest-tool info 2>err.txt || exit 1
grep -q '^ktest-tool: ' err.txt

# A program that replays a test by itself.
cat >self.c <<'EOF'
#include <klee/klee.h>
#include <stdio.h>
int main (void) {
  short a;
  char s[4];
  klee_make_symbolic (&a, sizeof a, "a");
  klee_make_symbolic (s, sizeof s, "s");
  printf ("%d %s", a, s);
  return klee_range (0, 2, "more");
}
EOF
make -s -C "$ROOT" build/libkleeRuntest.so
gcc -I "$include" self.c -L "$ROOT/build" -lkleeRuntest -Wl,-rpath,"$ROOT/build" -o self
status=0
KTEST_FILE=test000001.ktest ./self >out.txt 2>err.txt || status=$?
[ $status = 1 ] && grep -q '^KLEE_RUN_TEST_ERROR: out of inputs' err.txt
KLEE_RUN_TEST_ERRORS_NON_FATAL=1 KTEST_FILE=test000001.ktest ./self >out.txt 2>err.txt
[ "$(cat out.txt)" = "-2 i'" ]
cd ..

# What stat says of symbolic files is symbolic, so paths are as many as KLEE's.
count () { # PATHS PROGRAM ARGUMENT...
  n=$1
  shift
  rm -rf out
  ./klee --store=none --output-dir=out --posix-runtime --libc=uclibc "$@" \
    >out.txt 2>err.txt
  grep -q "^KLEE: done: completed paths = $n$" err.txt
}
cat >files.c <<'EOF'
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>
int main (int argc, char **argv) {
  struct stat st;
  if (argv[1][0] == 's') {
    fstat (0, &st);
    printf (S_ISFIFO (st.st_mode) ? "fifo\n" : S_ISDIR (st.st_mode) ? "dir\n" : "other\n");
    return st.st_size != 3;
  }
  if (argv[1][0] == 't')
    return isatty (0) + 2 * isatty (1);
  int fd = open ("A", O_WRONLY);
  chmod ("A", 0600);
  return stat ("A", &st) || (st.st_mode & 0777) != 0600 ? 9 : fd < 0;
}
EOF
compile files
count 3 files.bc s --sym-stdin 3
sort out.txt | tr '\n' ' ' | grep -q '^dir fifo other $'
! grep -q 9 out.txt || exit 1
count 4 files.bc t --sym-stdin 3 --sym-stdout
count 2 files.bc o --sym-files 1 4
! "$REPRISE" tests list out | grep 'exit 9' || exit 1
! ./klee --store=none --exit-on-error --posix-runtime files.bc o --sym-files 0 4 2>err.txt || exit 1
grep -q 'number of files) cannot be 0' err.txt
grep -A1 '^KLEE: ERROR: EXITING ON ERROR:$' err.txt | grep -q '^Error: '

# Inputs without a name; seeds that are replayed by name; unknown options.
cat >seeds.c <<'EOF'
#include <klee/klee.h>
int main (int argc, char **argv) {
  int a, b, c;
  klee_make_symbolic (argc > 1 ? &b : &a, sizeof a, argc > 1 ? "b" : "a");
  klee_make_symbolic (argc > 1 ? &a : &b, sizeof a, argc > 1 ? "a" : "b");
  klee_make_symbolic (&c, sizeof c, 0);
  if (argc > 1) {
    klee_assume (a == 3);
    klee_assume (b == 4);
    klee_assume (c == 5);
  }
  return a == 3 && b == 4 && c == 5 ? 7 : 0;
}
EOF
compile seeds
./klee --store=none --output-dir=first seeds.bc x 2>err.txt
./ktest-tool first/test000001.ktest | grep -q "name: 'unnamed'"
for only in --only-seed --only-replay-seeds; do
  rm -rf out
  ./klee --output-dir=out $only --named-seed-matching \
    --seed-file=first/test000001.ktest seeds.bc 2>err.txt
  "$REPRISE" tests list out | grep -q 'exit 7'
done
! ./klee --max-tiem=3 seeds.bc 2>err.txt || exit 1
grep -q "^KLEE: ERROR: Unknown command line argument '--max-tiem=3'.*'--max-time'" err.txt

# What -fsanitize=undefined finds has our places, and KLEE's names, files and
# handler.
cat >ub.c <<'EOF'
#include <klee/klee.h>
int main (void) {
  int x, t[3] = {0};
  klee_make_symbolic (&x, sizeof x, "x");
  if (x == 9)
    return __builtin_ctz (x - 9);
  return t[x & 3] + x;
}
EOF
clang-19 -I "$include" -emit-llvm -c -g -fsanitize=undefined ub.c -o ub.bc
./klee --store=none --output-dir=ub --ubsan-runtime ub.bc 2>err.txt
by=': runtime/Sanitizer/ubsan/ubsan_handlers.cpp:[0-9]*:'
grep -q "ub.c:7$by out-of-bounds-index$" err.txt
ls ub/*.ptr.err ub/*.invalid_builtin_use.err >out.txt
cat >ub.c <<'EOF'
#include <klee/klee.h>
static void hide (void) { __builtin_unreachable (); }
int main (void) {
  unsigned x, which;
  _Bool b;
  klee_make_symbolic (&x, sizeof x, "x");
  klee_make_symbolic (&which, sizeof which, "which");
  char *p = (char *) (unsigned long) x;
  switch (which) {
  case 1: { unsigned char small = x; return small; }
  case 2: { int same = x; return same; }
  case 3: return 1 >> x;
  case 4: *(unsigned char *) &b = (unsigned char) x; return b;
  case 5: klee_assume (x == 0); return p + 0 == 0;
  case 6: return (int) (x * 3);
  case 7: hide ();
  default: return 0;
  }
}
EOF
clang-19 -I "$include" -emit-llvm -c -g \
  -fsanitize=undefined,integer,implicit-conversion ub.c -o ub.bc
./klee --store=none --output-dir=ub2 --ubsan-runtime ub.bc 2>err.txt
for what in implicit-unsigned-integer-truncation implicit-integer-sign-change \
  'shift out of bounds' 'load invalid value' nullptr-with-offset \
  unsigned-integer-overflow unreachable-call; do
  grep -q "ub.c:[0-9]*$by $what$" err.txt || { echo "no $what"; cat err.txt; exit 1; }
done
for what in implicit_truncation implicit_conversion overflow invalid_load ptr \
  unreachable_call; do
  ls ub2/*.$what.err >out.txt
done

# A stack goes on with the last alternative, a queue with the first; an error is
# told before what comes after it.
cat >order.c <<'EOF'
#include <klee/klee.h>
#include <stdio.h>
int main (void) {
  unsigned char c, d;
  klee_make_symbolic (&c, sizeof c, "c");
  klee_make_symbolic (&d, sizeof d, "d");
  if (c == 1)
    puts ("one");
  else
    puts ("other");
  return (1 << d) + (7 / c);
}
EOF
compile order
./klee --store=none --output-dir=order1 --search=dfs order.bc >out.txt 2>err.txt
[ "$(head -n 1 out.txt)" = other ]
[ "$(grep -o 'overshift error\|divide by zero' err.txt | head -n 1)" = 'overshift error' ]
ls order1/test000001.overshift.err >out.txt
./klee --store=none --output-dir=order2 --search=bfs order.bc >out.txt 2>err.txt
[ "$(head -n 1 out.txt)" = one ]

# After an edit, what is written is that of a run from scratch, also behind the
# place where a path is in a state of the last run again.
cat >edit.c <<'EOF'
#include <klee/klee.h>
#include <stdio.h>
static int class (int x) {
  if (x < 10)
    return 1;
  return x < 100 ? 2 : 3;
}
static void show (int c, const char *which) {
  if (c == 2)
    printf ("middle %s\n", which);
  else if (c == 3)
    fputs (WORD, stdout);
}
int main (void) {
  int a, b;
  char s[3];
  klee_make_symbolic (&a, sizeof a, "a");
  klee_make_symbolic (&b, sizeof b, "b");
  klee_make_symbolic (s, sizeof s, "s");
  show (class (a), "a");
  if (b == 6)
    puts ("six");
  for (int i = 0; i < 3; i++)
    if (s[i] == 'x')
      printf ("x at %d\n", i);
    else if (s[i] == 'y')
      break;
  if (a + b == 7)
    return 1;
  show (class (b), "b");
  return 0;
}
EOF
for word in large Large; do
  clang-19 -I "$include" "-DWORD=\"$word\\n\"" -emit-llvm -c -g edit.c -o edit.bc
  rm -rf warm cold
  ./klee --store=e --output-dir=warm edit.bc 2>err.txt | sort >warm.txt
  ./klee --store=none --output-dir=cold edit.bc 2>err.txt | sort >cold.txt
  grep -q "^$word$" cold.txt && cmp warm.txt cold.txt
done

# Merging does nothing, and says so once; no forks at all is a limit.
cat >merge.c <<'EOF'
#include <klee/klee.h>
int main (void) {
  int x, n = 0;
  klee_make_symbolic (&x, sizeof x, "x");
  for (int i = 0; i < 3; i++) {
    klee_open_merge ();
    if (x > i)
      n++;
    klee_close_merge ();
  }
  return n;
}
EOF
clang-19 -I "$include" -emit-llvm -c -g merge.c -o merge.bc
rm -rf warm cold
./klee --store=none --output-dir=warm merge.bc 2>err.txt
[ "$(grep -c "WARNING ONCE: klee_open_merge ignored" err.txt)" = 1 ]
[ "$(grep -c "WARNING ONCE: klee_close_merge ignored" err.txt)" = 1 ]
grep -q 'completed paths = 4' err.txt
./klee --max-forks=0 --store=none --output-dir=cold merge.bc 2>err.txt || :
grep -q 'generated tests = 1$' err.txt
