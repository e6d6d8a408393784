# Programs of several files: by a compilation database, file by file, as a
# directory, and linked by a real linker, all with the same result.
[ -e "$ROOT/build/libc/archive" ] || exit 0
fail () { echo "$*"; exit 1; }

run () { # OPTION...: errors, as 'file:line kind', and what was said
  "$REPRISE" run --store none -o out "$@" >said 2>log || true
  sed -n 's/^  \([^ ]*:[0-9]*\): \([a-z_]*\) in .*/\1 \2/p' said | sort >found
}
same () { # PROJECT, HOW
  cmp -s errors found ||
    { cat said log; diff errors found || fail "$1: another result $2"; }
}

# As a linker sees it: the files of a target together.
entry () { # FILE OUTPUT
  printf '%s{"directory": "..", "file": "%s", "command": "gcc -O2 -Wall -fno-tree-vectorize %s -MD -MF x.d -o %s -c %s"}\n' \
    "$comma" "$1" "$(cat flags)" "$2" "$1"
  comma=,
}

for project in "$ROOT"/tests/projects/*/; do
  name=$(basename "$project")
  rm -rf work
  cp -r "$project" work
  cd work
  own=$(find . -name '*.c' ! -path './other/*' | sed 's|^\./||' | sort)
  main=src/main.c
  rest=$(echo "$own" | grep -v "^$main\$")
  # in the order in which it is least easy
  mkdir build
  comma=
  {
    echo '['
    for f in $(find . -path './other/*.c' | sed 's|^\./||' | sort); do
      entry "$f" "obj/other/$(basename "$f").o"
    done
    for f in $rest $main; do entry "$f" "obj/own/$f.o"; done
    echo ',{"directory": "..", "file": "src/made.c", "command": "cc -c src/made.c"}'
    echo ',{"directory": "..", "file": "src/x.cc", "arguments": ["c++", "-c", "src/x.cc"]}]'
  } >build/compile_commands.json
  run "$main"
  same "$name" "with a database"
  [ "$name" = tools ] || {
    run .
    same "$name" "as a directory with a database"
  }
  mv build ../elsewhere
  sed -i "s|\"directory\": \"..\"|\"directory\": \"$PWD\"|" ../elsewhere/*.json
  run -p ../elsewhere "$main"
  same "$name" "with a database elsewhere"
  rm -r ../elsewhere
  run $(cat flags) $main $rest
  same "$name" "file by file"
  [ "$name" = tools ] || {
    run $(cat flags) .
    same "$name" "as a directory"
  }
  for f in $own; do
    clang-19 $(cat flags) -I"$ROOT/include" -g -O0 -Xclang -disable-O0-optnone \
      -fno-discard-value-names -emit-llvm -c "$f" -o "$(echo "$f" | tr / _).bc"
  done
  llvm-link-19 *.bc -o all.bc
  run all.bc
  same "$name" "linked by hand"
  rm all.bc
  ar rcS liball.a $(ls *.bc | grep -v main) 2>/dev/null # no plugin
  [ "$name" = weak ] || { # of an archive a weak one will do
    run src_main.c.bc liball.a
    same "$name" "with an archive of bitcode"
  }
  run src_main.c.bc $(ls *.bc | grep -v main)
  same "$name" "bitcode by bitcode"
  rm *.bc
  for f in $own; do
    clang-19 $(cat flags) -I"$ROOT/include" -g -O0 -Xclang -disable-O0-optnone \
      -fno-discard-value-names -fembed-bitcode -c "$f" -o "$(echo "$f" | tr / _).o"
  done
  ar rc libobjects.a $(ls *.o | grep -v main) 2>/dev/null
  ar rcT libthin.a $(ls *.o | grep -v main) 2>/dev/null
  for lib in libobjects.a libthin.a; do
    [ "$name" = weak ] || {
      run src_main.c.o $lib
      same "$name" "with $lib"
    }
  done
  cd ..
done

# Functions of other files, without a harness.
cp -r "$ROOT/tests/projects/table" functions && cd functions
echo '[' >compile_commands.json
for f in src/*.c; do
  echo "{\"directory\": \".\", \"file\": \"$f\", \"arguments\": [\"cc\", \"-c\", \"$f\"]},"
done | sed '$ s/,$/]/' >>compile_commands.json
echo 'int divide (int, int); int half (int x) { return divide (1, x); }' >src/half.c
run src/half.c:half
grep -q 'src/divide.c:2 division_by_zero' found || { cat said; fail "half"; }
# Two functions of one name, of which the static one is meant.
echo 'int divide (int, int); static int at (int x) { return divide (x, 2); }
int use (int x) { return at (x) + divide (x, 1); }' >src/twice.c
sed -i 's|^int divide|int at (int, int);\n&|; s|return a / (b & 3)|return at (a, b)|' src/divide.c
run src/twice.c:at
grep -q 'src/at.c:2 out_of_bounds' found || { cat said; fail "a static function"; }
cd ..

# One file alone says where the rest is.
cp -r "$ROOT/tests/projects/statics" alone && cd alone
run src/main.c
grep -q '; first() is defined in src/first.c: add it' said || { cat said; fail "no advice"; }
cd ..

# Words of a linker.
mkdir words && cd words
echo 'int f (void) { return 1; } int main (void) { return f (); }' >a.c
printf '\nint f (void) { return 2; }\n' >b.c
echo 'int main (void) { return 0; }' >c.c
refused () { # SENTENCE WORD...
  sentence=$1
  shift
  if "$REPRISE" run --store none -o out "$@" >said 2>log; then
    fail "$*: accepted"
  fi
  grep -qF "$sentence" log || { cat log; fail "$*: not '$sentence'"; }
}
refused "multiple definition of 'f': in a.c:1 and b.c:2" a.c b.c
refused "main is defined in a.c:1 and c.c:1: name the one you mean" a.c c.c
refused "main is defined in a.c, c.c: name the one you mean" .
refused "there is no file 'd.c'; the program's arguments go after '--'" a.c d.c
mkdir empty
refused "no file of 'empty' defines main" empty
cd ..

# A harness for fuzzers does not take the main of the project.
mkdir harness && cd harness
cat >fuzz.c <<'E'
#include <stddef.h>
int get (const unsigned char *, size_t);
int LLVMFuzzerTestOneInput (const unsigned char *data, size_t size) {
  return get (data, size) & 0;
}
E
echo '#include <stddef.h>
int get (const unsigned char *p, size_t n) { return n > 2 && p[0] == 7 ? p[n] : 0; }' >get.c
echo 'int get (const void *, unsigned long); int main (void) { return get (0, 0); }' >main.c
run fuzz.c get.c
grep -q '^get.c:2 out_of_bounds' found || { cat said log; fail "a harness"; }
rm main.c
run .
grep -q '^get.c:2 out_of_bounds' found || { cat said log; fail "a directory with a harness"; }
cd ..

# Built by make, with whatever compiler it wants.
cp -r "$ROOT/tests/projects/table" built && cd built
cat >Makefile <<'E'
CFLAGS = -O2 -Werror
program: src/main.o libops.a
	gcc -o $@ src/main.o -L. -lops -Wl,--unresolved-symbols=ignore-all
libops.a: src/ops.o src/at.o src/divide.o src/unused.o
	$(AR) rc $@ $^
E
# A compiler cache before them looks for the next compiler of its name, which
# must not be ours again.
mkdir cache
cat >cache/clang-19 <<'E'
#!/bin/sh
echo "$*" >>"${0%/*}/calls"
[ "$(wc -l <"${0%/*}/calls")" -lt 50 ] || exit 1
IFS=:
for d in $PATH; do
  [ "$d/clang-19" -ef "$0" ] || [ ! -x "$d/clang-19" ] || exec "$d/clang-19" "$@"
done
E
chmod +x cache/clang-19
PATH=$PWD/cache:/usr/bin:/bin CPATH=$ROOT/include HOME=$PWD \
  "$ROOT"/tools/reprise-build build -- make >log 2>&1 || { cat log; fail "reprise build"; }
[ "$(wc -l <cache/calls)" -lt 20 ] || fail "compiled again and again"
# The database is for every compiler, and names what the build makes.
grep -qE 'bitcode|optnone|Qunused|--target|\.bc"' compile_commands.json &&
  { cat compile_commands.json; fail "flags of our own in the database"; }
grep -q '"file": "src/at.c", "output": "src/at.o"' compile_commands.json ||
  { cat compile_commands.json; fail "the object in the database"; }
# A copy of all that is another tree.
cp -a . ../moved
(
  cd ../moved
  "$ROOT"/tools/reprise-build build -- make >log 2>&1
  grep -q 'nothing was compiled: clean' log || { cat log; fail "a copy that is up to date"; }
  rm -f program src/*.o
  HOME=$PWD CPATH=$ROOT/include "$ROOT"/tools/reprise-build build -- make >log 2>&1
  grep -q '"directory": "[^"]*/built"' compile_commands.json &&
    { cat compile_commands.json; fail "a copy has the database of the first tree"; }
  grep -q '"directory": "[^"]*/moved"' compile_commands.json || fail "a copy has no database"
) || exit
"$REPRISE" run -q --store none -o one src/at.c:at >said 2>log || [ $? = 1 ] || { cat said log; fail "at"; }
"$REPRISE" tests export -q --format=c -o exported one
(cd exported && sh -c "$(sed -n 's/^ \*     \(cc .*\) && .*/\1/p' test_at.c)" >out 2>&1) ||
  { cat exported/test_at.c exported/out; fail "an exported test, with gcc"; }
run ./program
same table "built by make"
run src/main.o libops.a
same table "with a library that make built"
cd ..

# Quotes as in a shell.
mkdir quotes && cd quotes
echo '#include <string.h>
#include <stdlib.h>
int main (void) { if (strcmp (TEXT, "a b")) abort (); return 0; }' >q.c
for how in "--cflags=-DTEXT='\"a b\"'" '--cflags="-DTEXT=\"a b\""' '-DTEXT="a b"'; do
  "$REPRISE" run --store none -o out "$how" q.c >said 2>log || { cat said log; fail "$how"; }
done
cd ..

# A copy of the tree has its own files, though the database names those of the first.
mkdir -p tree/fix && cd tree
echo 'int get (int i); int main (int c, char **v) { return get (c); }' >main.c
echo 'int get (int i) { return 6 / (i - 1); }' >get.c
cp main.c fix && echo 'int get (int i) { return 6 / i; }' >fix/get.c
python3 - <<'E'
import json, os
json.dump([{"directory": os.getcwd(), "file": f, "arguments": ["cc", "-c", f]}
           for f in ("main.c", "get.c")], open("compile_commands.json", "w"))
E
"$REPRISE" run --store none -o out -q main.c >said 2>&1 && fail "a division by zero: $(cat said)"
"$REPRISE" run --store none -o out fix/main.c >said || fail "the copy: $(cat said)"
status=0
"$REPRISE" diff --store none main.c fix/main.c >said || status=$?
[ $status = 1 ] && grep -q '^fix/get.c:1 in get' said || fail "the copy is another: $(cat said)"
cd ..
