# Bad input to 'reprise run': a clear message and status 2, or a path that ends
# with a name; never a crash.
run () { "$REPRISE" run --store none -o out "$@" >text 2>&1 </dev/null; }

# refuses MESSAGE ARGUMENT...
refuses () {
  wanted=$1
  shift
  code=0
  run "$@" || code=$?
  [ $code = 2 ] || { echo "$*: status $code, not 2"; cat text; exit 1; }
  grep -qF -e "$wanted" text || { echo "$*: '$wanted' missing"; cat text; exit 1; }
}

echo 'hello this is no C' >no.c
echo 'int main (void) { return x; }' >wrong.c
echo 'int f (int a) { return a; }' >none.c
: >empty.c
: >empty.bc
mkdir directory.c
echo 'no bitcode' >text.bc
echo 'no assembly' >text.ll
echo 'some text' >text.txt
cat >good.c <<'END'
#include <klee/klee.h>
int main (void) {
  int a;
  klee_make_symbolic (&a, sizeof a, "a");
  return a == 3;
}
END
clang-19 -g -c -emit-llvm -I"$ROOT/include" good.c -o good.bc

refuses 'run needs an input'
refuses "cannot open 'missing.c'" missing.c
refuses "unknown type name 'hello'" no.c
refuses "use of undeclared identifier 'x'" wrong.c
refuses "has no main" none.c
refuses "it defines f" none.c
refuses "has no main" empty.c
refuses "no function 'g'" none.c:g
refuses "is empty" empty.bc
refuses "is not LLVM bitcode" text.bc
refuses "cannot read 'text.ll'" text.ll
refuses "is neither C" text.txt
refuses "directory.c" directory.c
refuses "has no choice 'best'" --search=best good.c
refuses "cannot open 'none.json'" --compile-commands=none.json good.c
run good.bc

# What cannot be written is said before anything is run; a store that cannot is
# done without.
refuses "cannot write 'text.txt/suite': Not a directory" -o text.txt good.c
refuses "cannot write nowhere/r.sarif" --sarif nowhere/r.sarif good.c
refuses "cannot write .: Is a directory" --lcov . good.c
(ulimit -f 16 && "$REPRISE" run --store full -o out good.bc) >text 2>&1
grep -q 'continues without a store' text
"$REPRISE" run -q --store none -o out --sarif /dev/stdout good.bc >text
grep -q '"version": "2.1.0"' text

# No time for the compiler, none for bitcode.
for file in good.c good.bc; do
  code=0
  run --time-budget=1us $file || code=$?
  [ $code = 3 ] && grep -q 'budget of 1e-06 s ran out before' text
done

# Bitcode that was cut or changed: it may mean another program, but status
# and message are ours.
python3 - good.bc <<'END'
import random
import sys
whole = open(sys.argv[1], "rb").read()
chance = random.Random(1)
for i in range(24):
    open(f"cut{i}.bc", "wb").write(whole[:len(whole) * i // 24])
    data = bytearray(whole)
    for _ in range(1 + i % 3):
        data[chance.randrange(len(data))] ^= 1 << chance.randrange(8)
    open(f"changed{i}.bc", "wb").write(data)
END
for file in cut*.bc changed*.bc; do
  code=0
  run --max-instructions 1000000 --time-budget 10min "$file" || code=$?
  [ $code -le 2 ] || { echo "$file: status $code"; cat text; exit 1; }
done
for file in cut*.bc; do
  refuses "$file" "$file"
done
