# More of what scripts for KLEE ask for: values that tests prefer, seeds, logs of
# queries, libraries; and what is refused.

include=$ROOT/include
compile () { # NAME
  clang-19 -I "$include" -emit-llvm -c -g "$1.c" -o "$1.bc"
}
klee () {
  rm -rf out
  "$REPRISE" klee --store=none --output-dir=out --output-source=false \
    --output-stats=false --output-istats=false "$@" 2>err.txt
}

# Preferences: as far as the path allows, those before first; the exit status is
# that of the values, and the condition of the path is not another one.
cat >prefer.c <<'END'
#include <klee/klee.h>
int main (void) {
  char s[4];
  klee_make_symbolic (s, sizeof s, "s");
  for (int i = 0; i < 4; i++)
    klee_prefer_cex (s, 'a' <= s[i] & s[i] <= 'z');
  klee_prefer_cex (s, s[3] == 'A');
  if (s[0] == 'q')
    return s[1];
  if (s[2] > 'z')
    return 3;
  if (s[3] == 'A')
    klee_abort ();
  return s[0] + s[1];
}
END
compile prefer
klee --write-kqueries prefer.bc
python3 - <<'END'
import glob, re
texts = [open (f, "rb").read ()[-4:] for f in sorted (glob.glob ("out/*.ktest"))]
small = lambda b: all (97 <= c <= 122 for c in b)
assert len (texts) == 4, texts
assert all (small (t[:2]) for t in texts), texts
assert sorted (t[2] > 122 for t in texts) == [False] * 3 + [True], texts
assert sorted (small (t[3:]) for t in texts) == [False] + [True] * 3, texts
assert "97" not in open (glob.glob ("out/*1.kquery")[0]).read ()
END
"$REPRISE" tests replay out | grep -q '4 agree, 0 differ'

# Other preferences, other tests, although the state is the same but for them.
cat >wish.c <<'END'
#include <klee/klee.h>
static void wish (const char *s) { klee_prefer_cex ((void *) s, s[0] == 'a'); }
int main (void) {
  char s[6];
  int n = 0;
  klee_make_symbolic (s, sizeof s, "s");
  wish (s);
  for (int i = 1; i < 6; i++)
    n += s[i] > 'm' ? i : 0;
  return n;
}
END
for c in a c; do
  sed "s/== 'a'/== '$c'/" wish.c >x.c
  "$REPRISE" run --store w -o wishes -q --keep-branches x.c
done
"$REPRISE" tests show 1 wishes | grep -q 'hex 63'

# Seeds: their paths come first in every search; nothing is explored that is not
# otherwise, and nothing is left out.
cat >seed.c <<'END'
#include <klee/klee.h>
#define N 5
int main (void) {
  unsigned char a[N];
  int n = 0, z;
  klee_make_symbolic (a, sizeof a, "a");
  klee_make_symbolic (&z, sizeof z, "z");
  for (int i = 0; i < N; i++)
    if (a[i] == 'k' + i)
      n++;
    else if (a[i] > 100)
      n--;
  return z == 1234 && n == 3 ? 42 : 1;
}
END
compile seed
python3 - <<'END'
import struct
def text (b): return struct.pack (">I", len (b)) + b
def write (name, objects):
    with open (name, "wb") as f:
        f.write (b"KTEST" + struct.pack (">II", 3, 1) + text (b"seed.bc"))
        f.write (bytes (8) + struct.pack (">I", len (objects)))
        for n, data in objects:
            f.write (text (n) + text (data))
a, z = (b"a", b"klm\x01\xffmore"), (b"z", struct.pack ("<I", 1234))
a2 = (b"a", b"klm\x01\x01")
write ("order.ktest", [a2, z])
write ("name.ktest", [z, a2])
write ("longer.ktest", [a, (b"z", b"")])
END
for search in dfs bfs random-path nurs:covnew; do
  klee --search=$search --seed-file=order.ktest --max-tests=1 seed.bc
  "$REPRISE" tests list out | grep -q 'exit 42'
done
klee --search=bfs --seed-file=name.ktest --named-seed-matching --max-tests=1 \
  seed.bc
"$REPRISE" tests list out | grep -q 'exit 42'
grep -q '^KLEE: using 1 seeds$' err.txt
klee seed.bc
grep '^KLEE: done: [cpg]' err.txt >plain.txt
klee --seed-file=order.ktest --seed-file=longer.ktest --search=random-path \
  --allow-seed-truncation --allow-seed-extension seed.bc
! grep -q WARNING err.txt || exit 1
grep '^KLEE: done: [cpg]' err.txt | cmp - plain.txt

# Query logs: read back, all answers agree.
klee --use-query-log=all:smt2,all:kquery --use-query-log=solver:smt2 seed.bc
"$REPRISE" solve --log out/all-queries.smt2 >out.txt
grep -q ' 0 disagree' out.txt
n=$(grep -c '^; Query' out/all-queries.smt2)
[ "$n" -gt 10 ] && [ "$(grep -c '^# Query' out/all-queries.kquery)" = "$n" ]
[ -e out/solver-queries.smt2 ]
! klee --use-query-log=all:text seed.bc || exit 1
grep -q "ERROR: --use-query-log: there is no 'all:text'" err.txt
klee --use-query-log=all:smt2 --min-query-time-to-log=1h seed.bc
[ ! -s out/all-queries.smt2 ]

# Libraries: whole files, what is needed of archives.
cat >uses.c <<'END'
#include <klee/klee.h>
int f (int);
extern int base;
int main (void) {
  int a;
  klee_make_symbolic (&a, sizeof a, "a");
  return f (a) + base;
}
END
echo 'int g (int); int f (int a) { return a > 3 ? g (a) : 1; }' >f.c
echo 'int base = 5; int g (int a) { if (a == 7) __builtin_trap (); return 2; }' >g.c
echo 'int main (void) { return 1; }' >h.c
for x in uses f g h; do
  compile $x
done
# an archive by hand: the tool for it need not be there
{
  printf '!<arch>\n'
  for x in h f g; do
    printf '%-16s%-12s%-6s%-6s%-8s%-10s`\n' $x.bc/ 0 0 0 644 \
      "$(wc -c <$x.bc | tr -d ' ')"
    cat $x.bc
    [ $(($(wc -c <$x.bc) % 2)) = 0 ] || echo
  done
} >lib.bca
klee uses.bc
grep -q '^KLEE: WARNING: undefined reference to function: f$' err.txt
grep -q '^KLEE: WARNING: undefined reference to variable: base$' err.txt
for lib in --link-llvm-lib=lib.bca '-link-llvm-lib=f.bc -link-llvm-lib g.bc'; do
  klee $lib uses.bc
  grep -q '^KLEE: ERROR: g.c:1: abort failure$' err.txt
  ! grep -q undefined err.txt || exit 1
done
! klee --link-llvm-lib=h.bc uses.bc || exit 1
grep -q "^KLEE: ERROR: cannot link 'h.bc': .*multiply defined" err.txt
! klee --link-llvm-lib=none.a uses.bc || exit 1
grep -q "^KLEE: ERROR: cannot link 'none.a': No such file" err.txt

# What would change the result and cannot be had is refused.
! klee --libcxx uses.bc || exit 1
grep -q '^KLEE: ERROR: --libcxx: there is no C++ library' err.txt

# A path that takes over the values of an old test says the exit status of these.
cat >old.c <<'END'
#include <klee/klee.h>
int main (void) {
  int a;
  klee_make_symbolic (&a, sizeof a, "a");
  if (a > 5) {
    if ((a & 255) == 131)
      return 1;
    if ((a & 255) == 133)
      return 2;
    return 3;
  }
  return 0;
}
END
sed '/a & 255/,/return [12]/d; s/return 3/return a \& 127/' old.c >new.c
grep -q 'return a & 127' new.c
for v in old new; do
  cp $v.c x.c
  "$REPRISE" run --store s -o tests -q --keep-branches x.c
done
"$REPRISE" tests replay tests | grep -q '2 agree, 0 differ'
