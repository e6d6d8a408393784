# Exported tests of functions that get functions and streams.
fail () { echo "$*"; exit 1; }
compile () { # FORMAT FUNCTION
  case $1 in
  gtest) c++ -std=c++20 -Wall -Wextra -Werror -o tests $1/test_$2.cc -lgtest_main -lgtest -pthread ;;
  cmocka) cc -Wall -Wextra -Werror -o tests $1/test_$2.c -lcmocka ;;
  *) cc -Wall -Wextra -Werror -I"$ROOT/tests/export" -o tests $1/test_$2.c ;;
  esac
}
formats='c cmocka'
if pkg-config --exists gtest; then formats="$formats gtest"; else echo "skipped: gtest is not installed"; fi

# Functions that are passed are stubs which return what the test says, in order;
# a stream is a file.
cat >passed.c <<'PASSED'
#include <stdio.h>
enum mood { CALM = 1, WILD = 4 };
struct ops { int (*open) (const char *); void (*close) (int, ...); long (*size) (int fd); enum mood (*ask) (void); };
int find (const int *v, unsigned n, int (*pred) (int, const void *), const void *arg) {
  for (unsigned i = 0; i < n; i++)
    if (pred (v[i], arg)) return (int) i;
  return -1;
}
int load (const struct ops *o, const char *name) {
  int fd = o->open (name);
  if (fd < 0) return -1;
  long n = o->size (fd);
  o->close (fd);
  return o->ask () == WILD ? 7 : n > 100 ? 100 : (int) n;
}
int lines (FILE *f) { int n = 0, c; while ((c = getc (f)) != EOF) n += c == '\n'; return n; }
PASSED
for f in find load lines; do
  "$REPRISE" run -q --store none --buffer-size=4 -o "o_$f" "passed.c:$f" >/dev/null || [ $? = 1 ]
  for format in $formats; do
    "$REPRISE" tests export -q --format=$format -o $format "o_$f"
    compile $format $f 2>err || fail "$format $f does not compile: $(cat err)"
    ./tests >out 2>&1 || fail "$format $f: $(cat out)"
  done
  cp c/test_$f.c before
  sed -i 's/\(reprise: test \)[0-9a-f-]*/\100000000-00000000-00000000/' c/test_$f.c
  "$REPRISE" tests export -q --format=c -o c "o_$f"
  compile c $f 2>err || fail "$f exported again does not compile: $(cat err)"
  ./tests >out 2>&1 || fail "$f exported again: $(cat out)"
  # Values are read back, also what functions returned.
  sed 's/\(reprise: test \)[0-9a-f]*-[0-9a-f]*/\100000000-00000000/' before >c/test_$f.c
  cp c/test_$f.c before
  "$REPRISE" tests export -q --format=c -o c "o_$f"
  cmp before c/test_$f.c || fail "$f is written anew"
done
grep -q 'const int pred_returns\[\] = {0, 1};' c/test_find.c || fail "$(cat c/test_find.c)"
grep -q 'ask_returns\[\] = {WILD}' c/test_load.c || fail "$(cat c/test_load.c)"
grep -q 'lines (reprise_file ("a\\n", 2)) == 1' c/test_lines.c || fail "$(cat c/test_lines.c)"
sed -i 's/unsigned i = 0/unsigned i = 1/; s/(fd < 0)/(fd <= 0)/; s/n += c/n -= c/' passed.c
for f in find load lines; do
  compile c $f
  if ./tests >out; then fail "a change of $f is not seen"; fi
done
