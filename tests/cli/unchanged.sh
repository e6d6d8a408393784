# A run of which nothing changed has its result at once; whatever changed, the
# result is the one of a run that does not know the last result.
fail () { echo "$*"; exit 1; }

settle () { sleep 0.05; } # files that just changed are not relied on

# What is said but for time and memory, and the exit status.
say () { # FILE OPTION...
  to=$1
  shift
  status=0
  "$REPRISE" run --json --verbose "$@" >json 2>log || status=$?
  sed -e '/^  "time": {/,/^  }/d' -e '/"memory_peak"/d' json >"$to"
  echo "exit status $status" >>"$to"
}

# Run twice from the same state: with the result of the last run, and without.
# The state is that after the first.
n=0
check () { # again|anew OPTION...
  expected=$1
  shift
  n=$((n + 1))
  rm -rf before after && mkdir before
  for d in .reprise reprise-out; do
    [ ! -e $d ] || cp -a $d before
  done
  say fast "$@"
  found=anew
  grep -q '^nothing changed' log && found=again
  [ $found = "$expected" ] || fail "check $n, $*: $found instead of $expected"
  mkdir after && mv .reprise reprise-out after
  for d in .reprise reprise-out; do
    [ ! -e before/$d ] || cp -a before/$d .
  done
  rm -f .reprise/tries/*.again
  say slow "$@"
  cmp fast slow || { diff fast slow; fail "check $n, $*: another result"; }
  for file in suite suite.before changes; do
    if [ -e reprise-out/$file ] || [ -e after/reprise-out/$file ]; then
      cmp reprise-out/$file after/reprise-out/$file ||
        fail "check $n, $*: $file"
    fi
  done
  rm -rf .reprise reprise-out
  mv after/.reprise after/reprise-out .
}
mkdir first second
cat >program.c <<'END'
#include <klee/klee.h>
#include "limit.h"
/* a place for an edit */
static int twice (int x) { return x > LIMIT ? 2 * x : x; }
int main (void) {
  unsigned char x, y;
  klee_make_symbolic (&x, sizeof x, "x");
  klee_make_symbolic (&y, sizeof y, "y");
  int n = twice (x);
  for (int i = 0; i < 2; i++)
    if (y > 10 * i)
      n++;
  return n == LIMIT ? 7 / (n - LIMIT) : n;
}
END
echo '#define LIMIT 10' >second/limit.h
set -- program.c --cflags='-Ifirst -Isecond'
settle

check anew "$@"
check again "$@"
check again "$@"
grep -q '"kept": [1-9]' fast || fail "nothing is kept"
grep -q 'exit status 1' fast || fail "no error found"
"$REPRISE" run "$@" >text || :
grep -q '1 error' text && grep -q 'carried over' text || fail "no summary"

# The first of several unchanged runs is compared with the cold one.
"$REPRISE" tests diff >text || fail "an unchanged run changed the suite"
"$REPRISE" tests list -v | grep -q 'kept: same branches' || fail "no reason"
rm reprise-out/suite.before
check again "$@"
echo 'reprise changes 1 ' >reprise-out/changes
check again "$@"

# Looking, not changing.
touch program.c second/limit.h
check again "$@"
settle
check again "$@"
cp program.c copy && mv copy program.c
check again "$@"

# Sources.
sed -i 's/a place for/the place of/' program.c
check again "$@"
sed -i -e '1s/^/\/* a file *\/ /' -e 's/n++;/n++; \/\/ one more/' program.c
check again "$@"
sed -i 's/ place of/\n place of/' program.c
settle
check anew "$@"
check again "$@"
echo '#define LIMIT 12' >second/limit.h
settle
check anew "$@"
check again "$@"
echo '#define LIMIT 200' >first/limit.h
settle
check anew "$@"
check again "$@"
rm first/limit.h
check anew "$@"
check again "$@"
echo '#define LIMIT 13' >limit.h # beside the program: before both
settle
check anew "$@"
rm limit.h
check anew "$@"
check again "$@"
echo '[]' >compile_commands.json
settle
check anew "$@"
check again "$@"
echo '[{"file": "program.c", "directory": ".", "command": "cc -DTWO"}]' \
  >compile_commands.json
settle
check anew "$@"
rm compile_commands.json
check anew "$@"

# Words.
check again "$@"
check anew "$@" --check-overflow
check anew "$@"
check anew "$@" --max-depth=1
check again "$@" --max-depth=1
check anew "$@" -- argument
check anew program.c:twice --cflags='-Ifirst -Isecond'
check again program.c:twice --cflags='-Ifirst -Isecond'
CPATH=first
export CPATH
check anew "$@"
unset CPATH

# The suite.
check anew "$@"
check again "$@"
rm -r reprise-out
check anew "$@"
check again "$@"
touch -r reprise-out/suite stamp
size=$(wc -c <reprise-out/suite)
printf 'x' | dd of=reprise-out/suite bs=1 seek=$((size / 2)) conv=notrunc 2>/dev/null
touch -r stamp reprise-out/suite
check anew "$@"
check again "$@"
: >reprise-out/suite
check anew "$@"
check again "$@"

# What was kept.
for kept in .reprise/tries/*.again; do
  size=$(wc -c <"$kept")
  for at in 0 9 20 $((size / 2)) $((size - 1)); do
    printf '\377' | dd of="$kept" bs=1 seek="$at" conv=notrunc 2>/dev/null
  done
done
check anew "$@"
check again "$@"
for kept in .reprise/tries/*.again; do : >"$kept"; done
check anew "$@"
check again "$@"
for kept in .reprise/tries/*.trie; do echo >"$kept"; done
check anew "$@"
grep -q '"added": 0' fast && fail "a trie that is damaged is used"
check again "$@"

# Not wanted, or not known to be the same.
check anew "$@" --incremental=off
check anew "$@" --incremental=off
check anew "$@"
check again "$@"
"$REPRISE" run -v "$@" --output 2>log >/dev/null || :
grep -q '^nothing changed' log && fail "--output shows nothing"
"$REPRISE" run -v "$@" --store=none 2>log >/dev/null || :
grep -q '^nothing changed' log && fail "without a store nothing is remembered"
rm -r .reprise
check anew "$@" --max-paths=2
grep -q '"ended": "done"' fast && fail "not cut short"

for word in __DATE__ __TIME__ '__has_include ("other.h")'; do
  sed "s/a place for an edit/$(echo "$word" | tr / .)/" program.c >dated.c
  printf '#if 0\n/* %s */\n#endif\n' "$word" >>dated.c
  settle
  check anew dated.c --cflags=-Isecond
  check anew dated.c --cflags=-Isecond
done

# Bitcode, and another order of paths.
clang-19 -g -O0 -emit-llvm -c -I"$ROOT/include" -Isecond program.c -o program.bc
settle
check anew program.bc
check again program.bc
check anew program.bc --search=bfs
check again program.bc --search=bfs
rm program.bc
"$REPRISE" run program.bc 2>/dev/null && fail "the program is gone"
:

# Files of the store that are not what this run left there cost time, never an
# error: of another run, of an older version, cut off, from another store.
mkdir trust && cd trust
for n in 0 1; do
  cat >$n.c <<EOF
#include <klee/klee.h>
int main (void) {
  unsigned char x;
  klee_make_symbolic (&x, sizeof x, "x");
  return x > 9 ? 1 : 7 / (x + 1 - $n);
}
EOF
done
found () { # FILE STATUS WHAT
  status=0
  "$REPRISE" run "$1" -o "out-${1%.c}" >text 2>&1 || status=$?
  [ $status = "$2" ] || { cat text; fail "$3: status $status"; }
}
settle
found 1.c 1 "an error"
mkdir one two && mv .reprise/tries/* one
found 0.c 0 "no error"
mv .reprise/tries/* two
for kind in trie again; do # as if it were the other run's
  cp two/*.$kind ".reprise/tries/$(basename one/*.$kind)"
done
found 1.c 1 "files of another run"
cp two/* .reprise/tries
for file in two/*; do
  head -c 1000 "$file" >.reprise/tries/"${file#two/}"
done
found 0.c 0 "files that were cut off"
cp -p .reprise/tries/* two # of 0.c without the error
cp 1.c 0.c
settle
found 0.c 1 "an edit"
cp -p two/* .reprise/tries
found 0.c 1 "files of the version before"
rm -r .reprise/tries && mkdir .reprise/tries
found 1.c 1 "no memory"
sed -i s/division_by_zero/xxxxxxxx_xx_xxxx/g .reprise/tries/*
found 1.c 1 "edited files"
dd if=/dev/urandom of=.reprise/secret bs=32 count=1 2>/dev/null
found 1.c 1 "another secret"
grep -q 'carried over' text && fail "files of another store are believed"
found 1.c 1 "files of this store"
grep -q 'carried over' text || fail "nothing is remembered"
cd ..
