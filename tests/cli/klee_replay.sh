# klee-replay runs a native program on .ktest files; ktest-gen and ktest-randgen
# make such files.
fail () { echo "$*"; exit 1; }
for name in klee klee-replay ktest-gen ktest-randgen ktest-tool; do
  ln -s "$REPRISE" $name
done
says () { grep -q -- "$1" err || fail "no '$1': $(cat err)"; }

cat >look.c <<'EOC'
#include <assert.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
int main (int argc, char **argv) {
  char b[4] = "", c = 0;
  int fd = open ("A", O_RDONLY);
  if (fd < 0 || read (fd, b, 3) != 3)
    return 2;
  if (read (0, &c, 1) != 1)
    return 3;
  if (argc > 1 && !strcmp (argv[1], "-z"))
    return 5;
  assert (c != 'q');
  if (!strcmp (b, "abc"))
    puts ("Yes");
  return 0;
}
EOC
clang-19 -g -O0 -emit-llvm -c look.c -o look.bc
clang-19 -w look.c -o look

# Each test does natively what it did in its path.
./klee --store=none --output-dir=out --posix-runtime look.bc --sym-files 1 3 \
  --sym-stdin 2 --sym-args 0 1 2 >log 2>err || fail "$(cat err)"
for t in out/*.ktest; do
  ./klee-replay look $t >>replayed 2>err || fail "$(cat err)"
  says "^KLEE-REPLAY: NOTE: Test file: $t$"
  says '^KLEE-REPLAY: NOTE: Arguments: "look" '
  says '^KLEE-REPLAY: NOTE: Storing KLEE replay files in /tmp/klee-replay-'
  says '^KLEE-REPLAY: NOTE: Creating file .*/A of length 3$'
  says '^KLEE-REPLAY: NOTE: removing /tmp/klee-replay-'
  [ ! -e "$(sed -n 's/.*files in //p' err)" ] || fail "files are left"
  sed -n 's/.*EXIT STATUS: \(.*\) (.*/\1/p' err >>ends
done
grep -q '^ABNORMAL 5$' ends || fail "$(cat ends)"
grep -q '^CRASHED signal 6$' ends || fail "$(cat ends)"
[ "$(grep -c CRASHED ends)" = "$(ls out/*.assert.err | wc -l)" ] || fail "$(cat ends)"
[ "$(grep -c Yes replayed)" = "$(grep -c Yes log)" ] || fail "$(cat replayed)"

# Files alone, and the ways to misuse it.
./klee-replay --create-files-only out/test000001.ktest 2>err || fail "$(cat err)"
dir=$(sed -n 's/.*files in //p' err)
[ "$(wc -c <$dir/A)" = 3 ] || fail "$(ls $dir)"
rm -r "$dir"
! ./klee-replay 2>err || fail "no arguments"
says '^usage: klee-replay'
! ./klee-replay none out/test000001.ktest 2>err || fail "no program"
says '^KLEE-REPLAY: ERROR: executable none not found'
! ./klee-replay look look.c 2>err || fail "no test"
says '^KLEE-REPLAY: ERROR: input file look.c not valid'
KLEE_REPLAY_TIMEOUT=1 ./klee-replay "$(command -v cat)" out/test000001.ktest </dev/null \
  >log 2>err || fail "$(cat err)"
says 'EXIT STATUS: NORMAL'

# A file made of what is there; the same as a seed.
printf 'abc' >a
printf 'xy' >in
./ktest-gen -z --bout-file g.ktest --sym-file a --sym-stdin in
./ktest-tool g.ktest >log
grep -q "^args  .*'--sym-arg', '2', '--sym-files', '1', '3', '--sym-stdin', '2'\]$" log || fail "$(cat log)"
./klee-replay look g.ktest >log 2>err
says 'EXIT STATUS: ABNORMAL 5'
./ktest-gen --bout-file g.ktest --sym-file a --sym-stdin in --sym-stdout in
./klee-replay -k look g.ktest >log 2>err
says 'EXIT STATUS: NORMAL'
dir=$(sed -n 's/.*files in //p' err)
grep -q '^Yes$' $dir/fd1 && [ "$(wc -c <$dir/fd1)" = 1024 ] || fail "$(ls $dir)"
rm -r "$dir"
./klee --store=none --output-dir=seeded --only-replay-seeds --seed-file=g.ktest \
  --posix-runtime look.bc --sym-files 1 3 --sym-stdin 2 --sym-stdout >log 2>err || fail "$(cat err)"
grep -q '^Yes$' log || fail "$(cat err)"

# Random ones.
cat >sizes.c <<'EOC'
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
static int is (long size, struct stat *s) { return s->st_size == size; }
int main (int argc, char **argv) {
  struct stat s;
  if (argc < 3 || argc > 6 || strlen (argv[1]) > 4)
    return 1;
  for (int i = 2; i < argc; i++)
    if (strlen (argv[i]) > 5)
      return 2;
  return stat ("A", &s) || !is (20, &s) || stat ("B", &s) || !is (20, &s) ||
         fstat (0, &s) || !is (8, &s) || fstat (1, &s) || !is (1024, &s);
}
EOC
clang-19 sizes.c -o sizes
for seed in 1 2 3; do
  ./ktest-randgen $seed -sym-arg 4 -sym-files 2 20 -sym-stdin 8 -sym-stdout \
    -sym-args 1 4 5 -bout-file r.ktest
  ./klee-replay ./sizes r.ktest 2>err
  says 'EXIT STATUS: NORMAL'
done
refuses () { # WORDS ARGUMENTS...
  words=$1
  shift
  ! ./ktest-randgen "$@" 2>err || fail "$*"
  says "$words"
}
refuses Usage
refuses Unexpected 0 --unexpected-option
refuses 'ran out of' 100 --sym-args 5 3
refuses 'should be no more' 100 --sym-args 5 3 10
! ./ktest-gen --sym-file none 2>err || fail "no file"
