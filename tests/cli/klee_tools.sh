# KLEE's other tools: klee-stats reads run.stats, kleaver answers KQuery. And files
# of --posix-runtime: who may open them.
fail () { echo "$*"; exit 1; }
for name in klee klee-stats klee-exec-tree klee-zesti kleaver; do ln -s "$REPRISE" $name; done

# Each operator on numbers, with a result that C has too; the opposite is refuted.
cat >ops.txt <<'EOF'
(Eq (Add w8 200 100) 44)
(Eq (Sub w8 3 5) 254)
(Eq (Mul w16 300 300) 24464)
(Eq (UDiv w8 200 7) 28)
(Eq (SDiv w8 0xF9 2) 0xFD)
(Eq (URem w8 200 7) 4)
(Eq (SRem w8 0xF9 2) 0xFF)
(Eq (And w8 0b1100 10) 8)
(Eq (Or w8 12 10) 14)
(Eq (Xor w8 12 10) 6)
(Eq (Not w8 12) 243)
(Eq (Neg w8 1) 255)
(Eq (Shl w8 3 7) 128)
(Eq (Shl w8 3 8) 0)
(Eq (LShr w8 128 7) 1)
(Eq (LShr w8 128 9) 0)
(Eq (AShr w8 128 7) 255)
(Eq (AShr w8 128 8) 0)
(Ult (w8 1) 255)
(Slt 255 (w8 1))
(Ugt (w8 255) 1)
(Sge (w8 1) 255)
(Ule (w8 7) (w8 7))
(Ne (w8 7) 8)
(Eq (Concat w24 (w8 1) (w8 2) (w8 3)) 66051)
(Eq (Extract w5 60 (Concat w128 (w64 1) (w64 2))) 16)
(Eq (ZExt w16 (w8 200)) 200)
(Eq (SExt w16 (w8 200)) -56)
(Eq (Select w8 (Eq 1 (w8 1)) 5 6) 5)
(Eq (ReadLSB w32 1 t) 84148994)
(Eq (ReadMSB w16 0 t) 258)
(Eq (Read w8 2 [2=9, 2=8] @ t) 9)
(Eq (Read w8 2 U0:[1=9] @ t) (Read w8 2 U0))
(Eq (Add w8 N0:(Read w8 0 x) N0) (Mul w8 2 N0))
(Eq (And w8 (Read w8 0 x) 1) (URem w8 (Read w8 0 x) 2))
EOF
{
  echo 'array t[5] : w32 -> w8 = [1 2 3 4 5]   # a table'
  echo 'array x[2] : w32 -> w8 = symbolic'
  while read -r line; do echo "(query [] $line)"; echo "(query [] (Not $line))"; done <ops.txt
} >ops.kquery
./kleaver --solver-backend=z3 -evaluate ops.kquery >out.txt
n=$(wc -l <ops.txt)
[ "$(grep -c 'VALID$' out.txt)" = $((2 * n)) ] || fail "$(cat out.txt)"
! grep -n '^Query [0-9]*[02468]:.INVALID' out.txt || fail "an operator"
! grep -n '^Query [0-9]*[13579]:.VALID' out.txt || fail "an opposite"
grep -q "^total queries = $((2 * n))$" out.txt
cat >model.kquery <<'EOF'
array x[3] : w32 -> w8 = symbolic
(query [(Eq 4660 (ReadLSB w16 0 x)) (Ult (Read w8 2 x) 1)] false [] [x])
(query [(Eq 7 (Read w8 1 x))] false [(Mul w128 (ZExt w128 (Read w8 1 x)) 0x10000000000000000)])
(query [(Eq 7 N0:(Read w8 1 x)) (Eq N0 8)] false)
EOF
./kleaver model.kquery >out.txt
grep -A1 -P '^Query 0:\tINVALID$' out.txt | grep -qP '^\tArray 0:\tx\[52, 18, 0\]$'
grep -qP '^\tExpr 0:\t129127208515966861312$' out.txt
grep -qP '^Query 2:\tVALID$' out.txt
printf '(query [(Eq (w8 1) (w9 1))]\nfalse)\n' >bad.kquery
! ./kleaver bad.kquery 2>err.txt || exit 1
grep -q '^bad.kquery:1:9: error: type widths do not match in binary expression$' err.txt
! ./kleaver -print-tokens model.kquery 2>err.txt || exit 1

# What is printed means the same: as it is written and as each builder has it,
# and as SMT-LIB. Printed again, it is the same text.
cat >more.kquery <<'EOF'
array x[9] : w32 -> w8 = symbolic
array t[3] : w32 -> w8 = [7 8 9]
(query [(Ult N0:(ReadLSB w32 1 x) 9) (Not (Eq 3 N0))] (Or (Ult N0 3) (Slt 3 N0)) [] [x])
(query [(Eq 1 (Read w8 2 U0:[(ZExt w32 (Read w8 0 x))=(Read w8 1 x), 2=4] @ x)) (Ne 2 (Read w8 0 x))]
       (Eq 4 (Read w8 2 U0)))
(query [(Ult (Read w8 0 x) 3)] (Ult 6 (Read w8 (Add w32 (ZExt w32 (Read w8 0 x)) 0) t)))
(query [] (Eq (AShr w8 (Read w8 0 x) (Read w8 1 x)) (SDiv w8 (Read w8 0 x) 4)))
(query [(Eq N0:(Concat w16 (Read w8 1 x) 5) 0x0105)] (Eq false (Extract w1 9 N0)))
(query [] (Eq (Select w8 (Eq (Extract w1 0 (Read w8 0 x)) true) 1 0) (And w8 (Read w8 0 x) 1)))
(query [] (Xor (Eq 1 (Read w8 0 x)) (Extract w1 3 (Read w8 1 x))))
(query [(Ugt N1:(Read w8 3 x) 250) (Sge (SExt w16 N1) (w16 65534))] (Uge N1 254))
(query [] (Eq (ReadMSB w16 (ZExt w32 (Read w8 8 x)) x)
              (Concat w16 (Read w8 (ZExt w32 (Read w8 8 x)) x)
                          (Read w8 (Add w32 1 (ZExt w32 (Read w8 8 x))) x))))
EOF
cat ops.kquery more.kquery | sed 's/\bx\[2\]/x[9]/' >all.kquery
./kleaver all.kquery | grep -o '^Query [0-9]*:.[A-Z]*' >answers.txt
for builder in default constant-folding simplify; do
  ./kleaver -builder=$builder -print-ast all.kquery >printed.kquery
  ./kleaver -print-ast printed.kquery | cmp - printed.kquery
  ./kleaver printed.kquery | grep -o '^Query [0-9]*:.[A-Z]*' | cmp - answers.txt
done
sed -n 's/.*\tINVALID.*/sat/p; s/.*\tVALID.*/unsat/p' answers.txt >wanted.txt
for mode in let none; do
  ./kleaver -print-smtlib -smtlib-abbreviation-mode=$mode all.kquery >all.smt2
  sed '/^(get-value/d; s/^(exit)$/(reset)/' all.smt2 >resets.smt2
  "$REPRISE" solve resets.smt2 | cmp - wanted.txt
done
grep -q '^(get-value ( (select x (_ bv8 32) ) ) )$' all.smt2
./kleaver -print-smtlib -smtlib-abbreviation-mode=named more.kquery >named.smt2
grep -q '(bvuge  (! (select  x (_ bv3 32) ) :named ?B1) .*(bvugt  ?B1 ' named.smt2 || fail "$(cat named.smt2)"
cat >shape.kquery <<'EOF'
array a[4] : w32 -> w8 = symbolic
(query [(Eq (Read w8 0 a) (Add w8 (Sub w8 (Read w8 1 a) 3) (Read w8 2 a)))] (Ugt (Read w8 1 a) 2) [] [a])
EOF
./kleaver -print-ast -builder=simplify shape.kquery >out.txt
cat >wanted.txt <<'EOF'
array a[4] : w32 -> w8 = symbolic
# Query 1
(query [(Eq (Read w8 0 a)
            (Add w8 253
                    (Add w8 N0:(Read w8 1 a) (Read w8 2 a))))]
       (Ult 2 N0) []
       [a])
EOF
cmp out.txt wanted.txt

# Path conditions of ours can hold.
cat >a.c <<'EOF'
#include <fcntl.h>
#include <klee/klee.h>
#include <stdlib.h>
#include <unistd.h>
int main (int argc, char **argv) {
  if (argc > 1) {
    int fd = open ("A", O_RDONLY);
    char c;
    if (fd < 0 || read (fd, 0, 1) != -1 || read (fd, &c, 1) != 1)
      abort ();
    return open ("A", O_RDWR | O_TRUNC) < 0;
  }
  unsigned char t[4] = {1, 2, 3, 4}, i, j;
  klee_make_symbolic (&i, sizeof i, "i");
  klee_make_symbolic (&j, sizeof j, "j");
  t[i & 3] = j;
  if (t[j & 3] == 9)
    abort ();
  return j > 7 ? 1 : i / 3 == 5;
}
EOF
clang-19 -I "$ROOT/include" -emit-llvm -c -g -O0 -Xclang -disable-O0-optnone a.c -o a.bc
./klee --store=none --write-kqueries --output-dir=out a.bc 2>err.txt
for a in out/*.kquery; do
  ./kleaver "$a" | grep -q INVALID || fail "$a cannot hold"
done

# Tables: the short one, chosen columns, all rows.
./klee-stats out >out.txt
grep -q '^| *Path *|  Instrs|  Time(s)|  ICov(%)|  BCov(%)|  ICount|  TSolver(%)|$' out.txt
grep -q '^| *out *| *[1-9][0-9]*| *[0-9.]*| *[0-9.]*| *[0-9.]*| *[1-9][0-9]*| *[0-9.]*|$' out.txt
./klee-stats --print-columns 'Branches,FullBranches,PartialBranches' \
  --table-format=csv out | tail -n 1 | grep -q '^[1-9][0-9]*,[0-9]*,[0-9]*$'
./klee-stats --print-columns TermExit,TermProgrErr --table-format=csv . >out.txt
[ "$(cat out.txt)" = 'TermExit,TermProgrErr
2,1' ] || fail "$(cat out.txt)"
./klee-stats --print-all --table-format=csv out | head -n 1 | grep -q ',BrSwitch,'
./klee-stats --to-csv out | head -n 1 | grep -q '^Instructions,'
! ./klee-stats --print-columns Wrong out 2>err.txt || exit 1
grep -q "^klee-stats: there is no column 'Wrong'$" err.txt
mkdir empty
! ./klee-stats empty 2>err.txt || exit 1

# A symbolic file can be read; writing is a question of its mode, one bit at a
# time; it is not cut. Null is a bad address, not an error.
./klee --store=none --posix-runtime --exit-on-error --output-dir=files a.bc x \
  --sym-files 1 4 2>err.txt
grep -q '^KLEE: done: completed paths = 3$' err.txt || fail "$(cat err.txt)"

# What ends a path: a jump to no label, the memory that is given.
cat >ends.c <<'EOF'
#include <klee/klee.h>
#include <stdlib.h>
int main (int argc, char **argv) {
  void *to = argc > 1 ? &&one : &&two;
  if (argc > 1)
    klee_make_symbolic (&to, sizeof to, "to");
  goto *to;
one:
  return 1;
two:
  if (!malloc (1ul << 45))
    for (;;)
      *(void **) malloc (32) = to;
  return 2;
}
EOF
clang-19 -I "$ROOT/include" -emit-llvm -c -g -O0 -Xclang -disable-O0-optnone ends.c -o ends.bc
./klee --store=none --output-dir=ends ends.bc x 2>err.txt
grep -q '^KLEE: ERROR: ends.c:7: indirectbr: illegal label address$' err.txt || fail "$(cat err.txt)"
ls ends/*.exec.err >out.txt
./klee --store=none --max-memory=8 --output-dir=cap ends.bc 2>err.txt
grep -q '^KLEE: WARNING: killing 1 states (over memory cap)$' err.txt || fail "$(cat err.txt)"
grep -q '^KLEE: WARNING ONCE: Large alloc: .* (ends.c:[0-9]*)$' err.txt || fail "$(cat err.txt)"

# Functions whose address escapes, the tree of a run, and a path that needs too
# much stack: it ended early.
cat >tree.c <<'EOF'
#include <klee/klee.h>
#include <sys/resource.h>
static int down (int a) { return down (a + 1) + 1; }
static int two (void) { return 2; }
static int (*volatile to) (void) = two;
int main (void) {
  int a = klee_int ("a");
  struct rusage used;
  getrusage (RUSAGE_SELF, &used);
  if (a == 1)
    return down (a);
  if (a == 2)
    klee_silent_exit (0);
  if (a == 3)
    klee_assume (a == 4);
  return a == 5 ? 1 / (a - 5) : to ();
}
EOF
clang-19 -w -I "$ROOT/include" -emit-llvm -c -g -O0 -Xclang -disable-O0-optnone tree.c -o tree.bc
./klee --store=none --max-stack-frames=20 --debug-print-escaping-functions --write-exec-tree \
  --use-query-log=all:kquery --compress-query-log --write-paths --kdalloc-quarantine=-1 --output-dir=tree tree.bc 2>err.txt
grep -qx "KLEE: Deterministic allocator: Using unlimited quarantine" err.txt || fail "$(cat err.txt)"
grep -q '^KLEE: escaping functions: \[two\]$' err.txt || fail "$(cat err.txt)"
grep -q '^KLEE: WARNING: Maximum stack size reached.$' err.txt || fail "$(cat err.txt)"
gzip -dc tree/all-queries.kquery.gz | grep -q '^# Query 0 ' || fail "no compressed log"
grep -qx 'Maximum stack size reached.' tree/*.early
./klee-stats --print-columns TermExit,TermEarly,TermProgrErr,TermUserErr,TermEarlyUser \
  --table-format=csv tree | grep -qx 1,1,1,1,1
# The path of a test is followed, and no other; also where its program differs.
klee_path () { ./klee --store=none --output-dir=path$1 --replay-path=tree/test00000$1.path tree.bc 2>err.txt; }
for n in 1 2 3 4 5; do
  if [ -f tree/test00000$n.path ]; then
    klee_path $n
    cat tree/test00000$n.path >>paths.txt
    cmp path$n/test000001.ktest tree/test00000$n.ktest
    for end in early ptr.err div.err user.err; do
      [ -f tree/test00000$n.$end ] && { [ -f path$n/test000001.$end ] || fail "$n $end"; }
    done
    ! ls path$n/test000002.* 2>/dev/null || fail "another path"
  fi
done
grep -q '^KLEE: WARNING: only the path of tree/test00000.\.path is explored$' err.txt
[ "$(grep -cx 0 paths.txt) $(grep -cx 1 paths.txt)" = '9 3' ] || fail "$(cat paths.txt)"
echo 2 >bad.path
! ./klee --store=none --replay-path=bad.path --output-dir=badpath tree.bc 2>err.txt || fail "no path"
tells () { # WHAT LINE...
  ./klee-exec-tree $1 tree >out.txt || fail "$1"
  shift
  for line; do grep -qx "$line" out.txt || fail "$line: $(cat out.txt)"; done
}
tells branches 'branch type,count' 'Conditional,4'
tells depths 'depth,count' '2,1' '3,1' '4,1' '5,2'
tells terminations Exit,1 OutOfStackMemory,1 ReportError,1 User,1 SilentExit,1
tells instructions '[0-9]*,0,1,SilentExit(1)' '[0-9]*,1,0,'
tells tree-info 'nodes: 9' 'leaf nodes: 5' 'max. depth: 5' 'avg. depth: 3.8'
tells tree-dot 'N1\[tooltip="Conditional.nnode: 1.nstate: 0.nasm: [0-9]*"\];' \
  'N[0-9]*->{N[0-9]* N[0-9]*};' 'N.*"User.n.*",color=blue\];'
! ./klee-exec-tree tree tree >out.txt || fail "no such table"
breaks () { # CHANGE WORDS
  cp tree/exec_tree.db bad.db
  sqlite3 bad.db "UPDATE nodes SET $1"
  ! ./klee-exec-tree tree-info bad.db 2>err.txt || fail "$1"
  grep -q "$2" err.txt || fail "$(cat err.txt)"
}
if command -v sqlite3 >/dev/null; then
  breaks 'leftID = 1 WHERE ID = 3' 'circular structure. Affected node: 1$'
  breaks 'leftID = 99 WHERE ID = 3' 'non-existing nodes .* in node 3$'
  breaks 'kind = 77 WHERE ID = 1' 'unknown branch type (77) in node 1$'
  breaks 'kind = 77 WHERE leftID = 0' 'unknown termination type (77)'
  breaks 'ID = 0 WHERE ID = 1' 'illegal node ID (0)$'
fi
echo no >bad.db
! ./klee-exec-tree tree-info bad.db 2>err.txt || fail "no database"

# A concrete run as the first seed: arguments, a file, standard input.
cat >around.c <<'EOF'
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>
int main (int argc, char **argv) {
  char a[4] = "", b[4] = "";
  int f = open (argv[argc - 1], O_RDONLY);
  if (argc == 3 && read (f, a, 3) == 3 && read (0, b, 2) == 2)
    printf ("%s %s %s\n", argv[1], a, b);
}
EOF
clang-19 -w -emit-llvm -c -g -O0 around.c -o around.bc
printf abc >words
printf xy >in
./klee-zesti --store=none --only-replay-seeds --posix-runtime --output-dir=around \
  around.bc -q words <in >out.txt 2>err.txt || fail "$(cat err.txt)"
grep -qx -e '-q abc xy' out.txt || fail "$(cat out.txt err.txt)"
! ./klee-zesti --posix-runtime 2>err.txt || fail "no program"
