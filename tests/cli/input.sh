# Bad input of 'run': one clear sentence, exit status 2, nothing written.
refused () { # input, what must be said
  set +e
  "$REPRISE" run "$1" >out 2>err
  rc=$?
  set -e
  [ $rc = 2 ] || { echo "$1: exit status $rc"; cat out err; exit 1; }
  grep -q -e "$2" err || { echo "$1: does not say '$2':"; cat err; exit 1; }
  [ "$(grep -c '^reprise: error: ' err)" = 1 ] || { cat err; exit 1; }
  [ ! -s out ] && [ ! -e reprise-out ]
}

refused none.c "cannot open 'none.c'"
mkdir -p void
refused void "no file of .void. defines main"
refused /dev/zero "is a device"
echo 'this is not C' >words.c
refused words.c "'words.c' does not compile"
grep -q '^words.c:1:' err # clang's own message
echo 'hello' >words.txt
refused words.txt "neither C"
cp /bin/sh native
refused native "native code"
: >empty.bc
refused empty.bc "it is empty"

echo 'int parse (int x) { return x; } int lex (void) { return 0; }' >two.c
refused two.c "has no main.*it defines parse, lex"
refused two.c:prase "did you mean 'parse'?"
refused two.c:zzzzzzzz "defines no function 'zzzzzzzz'"

echo 'int main (void) { return 0; }' >good.c
clang-19 -c -emit-llvm -g good.c -o good.bc
size=$(wc -c <good.bc)
for part in 4 100 $((size / 2)) $((size - 100)); do
  head -c $part good.bc >cut.bc
  refused cut.bc "cut.bc'"
done
clang-19 -c -emit-llvm --target=aarch64-linux-gnu good.c -o arm.bc
refused arm.bc "compiled for aarch64"
echo 'define i32 @main() { ret i64 0 }' >bad.ll
refused bad.ll "bad.ll:1:"

echo '{' >compile_commands.json
refused good.c "compile_commands.json' is not a compilation database"
rm compile_commands.json
set +e
REPRISE_CLANG=./no-clang "$REPRISE" run good.c >out 2>err
[ $? = 2 ] && grep -q "cannot run './no-clang'" err || exit 1
"$REPRISE" run good.bc >out 2>err || { cat err; exit 1; }
cp good.bc other-name
"$REPRISE" run other-name >out 2>err || { cat err; exit 1; }

# Flags of the database reach the compiler.
mkdir -p sub
echo 'int value = 3;' >sub/value.h
printf '#include "value.h"\nint main (void) { return value - THREE; }\n' >flags.c
echo "[{\"directory\": \"$PWD\", \"file\": \"flags.c\", \"command\": \"cc -O3 -Isub -DTHREE=3 -o x flags.c\"}]" >compile_commands.json
"$REPRISE" run flags.c >out 2>err || { cat err; exit 1; }

# Files are named as they were given, wherever we are.
mkdir -p near near-by
printf '#include <stdlib.h>\nint main (void) { abort (); }\n' >near-by/end.c
cp near-by/end.c near/end.c
names () { # input
  "$REPRISE" run "$1" >out 2>err
  grep -q "^  $1:2: " out || { echo "$1 has another name:"; cat out err; exit 1; }
}
rm compile_commands.json
cd near
names end.c
names "$PWD/end.c"
names ../near-by/end.c
names "${PWD}-by/end.c"
mkdir build
echo "[{\"directory\": \"$PWD/build\", \"file\": \"../end.c\", \"command\": \"cc ../end.c\"}]" >compile_commands.json
names end.c
names "$PWD/end.c"

# Directories above that of the tests are made, too.
"$REPRISE" run -o over/the/tests end.c >out 2>err
[ -d over/the/tests ] || { cat out err; exit 1; }

# A program whose parts were compiled with their bitcode.
[ -e "$ROOT/build/libc/archive" ] || exit 0
echo 'static int n; int get (int x) { return x - ++n; }' >part.c
echo 'static int n = 3; int get (int); int main (void) { return get (4) - n; }' >main.c
clang-19 -g -fembed-bitcode -c main.c part.c
clang-19 main.o part.o -o program
./program
"$REPRISE" run --json ./program >out
grep -q '"complete": 1,' out
"$REPRISE" run --json part.o:get >out
grep -q '"complete": 1,' out

# Flags as the value of --cflags are not words of the command line.
mkdir flagged
echo 'int flagged (void);' >flagged/f.h
printf '#include "f.h"\nint main (void) { return MINE; }\n' >flagged.c
"$REPRISE" run -q --store none -o flagged/out --cflags "-Iflagged -DMINE=0" flagged.c

# Part of an array of bytes is bytes, not one number: each is asked about alone.
cat >bytes.c <<'END'
#include <klee/klee.h>
int main (void) {
  char text[8] = "[    ]";
  klee_make_symbolic (text + 1, 4, "digits");
  for (int i = 1; i < 5; i++)
    if (text[i] < '0' || text[i] > '9')
      return i;
  return 0;
}
END
"$REPRISE" run --json --store none -o bytes bytes.c >out 2>err
grep -q '"solved": 0,' out || { cat out err; exit 1; }
