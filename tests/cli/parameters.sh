# A function may have any number of parameters; none of them is lost.
fail () { echo "$*"; exit 1; }

awk 'BEGIN {
  n = 1100
  print "void klee_make_symbolic (void *, unsigned long, const char *);"
  print "__attribute__ ((noinline)) static int last ("
  for (i = 0; i < n; i++) printf "int p%d%s", i, i + 1 < n ? ", " : ") {\n"
  print "  return p0 + p1099;\n}"
  print "int main (void) {\n  int x;\n  klee_make_symbolic (&x, sizeof x, \"x\");"
  printf "  return last ("
  for (i = 0; i < n; i++) printf "%s", i + 1 < n ? "1, " : "x) == 42 ? 1 / (x - 41) : 0;\n}\n"
}' >many.c
code=0
"$REPRISE" run --store=none many.c >out 2>err || code=$?
[ $code = 1 ] || fail "exit status $code: $(cat out err)"
grep -q 'x=41' out || fail "$(cat out)"

# Rows: how many are declared is lost, and no reason for an alarm.
cat >rows.c <<'C'
int rows (int g[2][3]) {
  if (g[1][0] == 7)
    return 1;
  return 0;
}
C
"$REPRISE" run --store=none -q rows.c:rows >out 2>err || fail "rows: $(cat out err)"
"$REPRISE" tests list >out
grep -q 'g={{0}, {7}}  returns 1' out || fail "rows: $(cat out)"

# A FILE is a stream that is open, and not bytes that look like one.
cat >stream.c <<'C'
#include <stdio.h>
int stream (FILE *f) {
  char line[4];
  if (!fgets (line, sizeof line, f))
    return -1;
  if (line[0] == '#' && line[1] == '\n')
    return fputs ("+", f) >= 0 && fclose (f) == 0 ? 2 : 3;
  return 0;
}
C
"$REPRISE" run --store=none --buffer-size=3 stream.c:stream >out 2>err || fail "stream: $(cat out err)"
grep -q '^no errors found with buffers of up to 3 bytes' out || fail "stream: $(cat out)"
"$REPRISE" tests list >out
grep -q 'f=""  returns -1' out && grep -q 'f="#\\n"  .*returns [23]' out || fail "stream: $(cat out)"
"$REPRISE" tests replay >out || fail "stream: $(cat out)"

# What a parameter points to is its caller's: no leak of the function.
cat >leak.c <<'C'
#include <stdlib.h>
int first (const char *s) { return s[0]; }
int lose (const char *s) {
  char *p = malloc (4);
  return p ? (p[0] = s[0]) : 0;
}
C
"$REPRISE" run --store=none -q --check-leaks -o leak leak.c:first
! "$REPRISE" run --store=none -q --check-leaks -o leak leak.c:lose >out || exit 1
grep -q 'leak in lose: 4 bytes' out

# A function behind a pointer returns anything, another value each time.
cat >calls.c <<'C'
#include <stdbool.h>
struct ops { bool (*ready) (void); double (*scale) (int); void (*done) (int); const char *(*name) (void); };
int use (struct ops *o, int (*f) (int, void *), void *user) {
  int a = f (1, user), b = f (2, user);
  if (!o->ready () || o->scale (a) > 2)
    return -1;
  o->done (a);
  return a < b ? o->name ()[0] == 'x' : 7;
}
struct pair { long a, b, c; };
long both (struct pair (*make) (void)) { return make ().a; }
C
"$REPRISE" run --store=none calls.c:use >out || fail "calls: $(cat out)"
grep -q '^assumed: .*; functions behind pointers return any value and change nothing; ' out || fail "calls: $(cat out)"
grep -q '^coverage: 100.0 % of 6 lines, 100.0 % of ' out || fail "calls: $(cat out)"
"$REPRISE" tests list >out
grep -q ' f()=.* f()=.* o.ready()=false .*returns -1' out || fail "calls: $(cat out)"
"$REPRISE" tests replay >out || fail "calls: $(cat out)"
! "$REPRISE" run --store=none calls.c:both >out || exit 1
grep -q 'pointers to functions are null; ' out || fail "calls: $(cat out)"
