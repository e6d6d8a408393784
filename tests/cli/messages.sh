# What is told of an error: which object, which values.
[ -e "$ROOT/build/libc/archive" ] || exit 0
fail () { echo "$*"; exit 1; }
has () { grep -qF -e "$1" out || fail "'$1' is not in: $(cat out)"; }
explore () { "$REPRISE" run --store none "$@" >out 2>err && fail "nothing found"; :; }

cat >objects.c <<'C'
#include <klee/klee.h>
#include <stdlib.h>
static int total[4];
static int at (const int *p, int i) { return p[i]; }
int main (void) {
  int few[2] = {1, 2}, k = klee_range (0, 6, "k");
  unsigned n = klee_range (1, 8, "n");
  char *heap = malloc (n);
  switch (k) {
  case 0: return at (few, 2);
  case 1: return at (total, 4);
  case 2: return "abc"[k + 2];
  case 3: return heap[n];
  case 4: free (heap); return heap[0];
  }
  return 0;
}
C
explore objects.c
has 'objects.c:4: out_of_bounds in at: 4 bytes at offset 8 of 8 bytes of few, declared in main:6'
has 'objects.c:4: out_of_bounds in at: 4 bytes at offset 16 of 16 bytes of total'
has '1 byte at offset 4 of 4 bytes of "abc"'
has '(symbolic) allocated in main:8'
has 'use_after_free in main: 1 byte at offset 0 of at most 7 bytes allocated in main:8, freed in main:14'
has '5 errors:'

cat >gone.c <<'C'
#include <klee/klee.h>
#include <stdlib.h>
static char fixed[3];
static char *escape (void) { char local[5]; char *volatile p = local; return p; }
int main (void) {
  char here[7];
  switch (klee_range (0, 4, "k")) {
  case 0: free (here); break;
  case 1: free (fixed); break;
  case 2: return *escape ();
  }
  return 0;
}
C
explore gone.c
has 'invalid_free in main: on the stack: 7 bytes of here, declared in main:6'
has 'invalid_free in main: a global object: 3 bytes of fixed'
has 'use_after_free in main: a variable of a function that has returned'

cat >undefined.c <<'C'
#include <klee/klee.h>
int main (void) {
  int x = 2147483647, *p = 0, k = klee_range (0, 6, "k");
  switch (k) {
  case 0: return x + k + 1;
  case 1: return x << (k + 31);
  case 2: return x / (k - 2);
  case 3: return *p;
  case 4: return __builtin_clz (k - 4);
  }
  return 0;
}
C
explore undefined.c --cflags=-fsanitize=undefined
has 'signed_overflow in main: 2147483647 + 1 does not fit in int'
has 'overshift in main: 2147483647 of type int, shifted by 32'
has 'division_by_zero in main: 2147483647 / 0'
has 'null_pointer in main: load of int at a null pointer'
has 'invalid_value in main: zero is passed to __builtin_clz'

# Each kind of finding has its name.
cat >named.c <<'C'
#include <klee/klee.h>
static int twice (int v) { return 2 * v; }
int main (void) {
  unsigned big = 4294967295u;
  int k = klee_range (0, 6, "k"), min = -2147483647 - 1;
  char bytes[8] = {0};
  switch (k) {
  case 0: return big + (unsigned) k + 1;
  case 1: return min / (k - 2);
  case 2: return *(int *) (bytes + k - 1);
  case 3: { int a[k - 3]; return sizeof a; }
  case 4: { signed char c = k + 200; return c; }
  }
  int (*volatile f) (int) = twice;
  return f (k);
}
C
explore named.c --cflags='-fsanitize=undefined,unsigned-integer-overflow,implicit-conversion'
has 'unsigned_overflow in main: 4294967295 + 1 does not fit in unsigned int'
has 'signed_overflow in main: -2147483648 / -1 does not fit in int'
has 'misaligned in main: load of int at 0x'
has 'bad_array_size in main: an array of 0 elements'
has 'conversion in main: 204 of type int becomes signed char -52'
has '6 paths: 1 complete, 5 with an error' # a call through a pointer is none

# Numbers and nouns agree.
cat >deep.c <<'EOF'
int main (void) {
  char large[9 << 20];
  large[0] = 1;
  return large[0];
}
EOF
"$REPRISE" run --store none deep.c >out 2>err || :
has 'stack_exhausted in main: no room on the stack for 9437184 bytes'

# Errors are told while the run goes on, once each, unless it is short or nobody
# wants to know.
cat >two.c <<'EOF'
#include <klee/klee.h>
int main (void) {
  int x, t[2] = {0};
  klee_make_symbolic (&x, sizeof x, "x");
  for (int i = 0; i < 3; i++)
    if (x == i)
      return t[i] + 5 / (i - 1);
  return 0;
}
EOF
"$REPRISE" run --store none two.c >out 2>err || :
[ ! -s err ]
cat >long.c <<'EOF'
#include <klee/klee.h>
int main (void) {
  int x, y, t[2] = {0}, sum = 0;
  klee_make_symbolic (&x, sizeof x, "x");
  klee_make_symbolic (&y, sizeof y, "y");
  for (int i = 0; i < 3; i++)
    if (x == i)
      return t[i] + 5 / (i - 1);
  for (unsigned i = 0;; i++)
    sum += i > (unsigned) y;
  return sum;
}
EOF
"$REPRISE" run --store none --time-budget=2s long.c >out 2>err || :
grep '^error: long.c:8: division_by_zero in main' err | wc -l | grep -q '^1$'
grep '^error: long.c:8: out_of_bounds in main' err | wc -l | grep -q '^1$'
"$REPRISE" run --store none -q two.c >out 2>err || :
[ ! -s err ]
n=$("$REPRISE" tests list | sed -n 's/ *\([0-9]*\)  division_by_zero.*/\1/p')
"$REPRISE" tests show "$n" >out
! grep __reprise out || exit 1

# What was not symbolic and could have been is said, with the option.
cat >concrete.c <<'END'
#include <stdio.h>
int main (int argc, char **argv) { return argc > 1 && argv[1][0] == getchar (); }
END
cat >reads.c <<'END'
#include <stdio.h>
int main (void) { return getchar () == 'a'; }
END
first () { "$REPRISE" run --store none -o hinted "$@" | sed -n 1p; }
[ "$(first concrete.c)" = 'no errors found with no arguments (--sym-args=MIN:MAX:LEN makes them symbolic)' ]
[ "$(first concrete.c -- x)" = 'no errors found with an empty standard input (--sym-stdin=N makes it symbolic)' ]
[ "$(first reads.c)" = 'no errors found with an empty standard input (--sym-stdin=N makes it symbolic)' ]
case $(first --sym-args=0:1:1 --sym-stdin=1 concrete.c) in *makes*) exit 1 ;; esac

# A library that is loaded is code that was not seen.
cat >loads.c <<'END'
#include <dlfcn.h>
int main (void) { return dlopen ("libm.so.6", RTLD_NOW) == 0 && dlerror () == 0; }
END
code=0
"$REPRISE" run --store none -o hinted loads.c >out || code=$?
[ $code = 3 ] && grep -q 'a call of dlopen() failed: no library can be loaded' out

# Time that ends while the program is loaded: the run is incomplete.
code=0
"$REPRISE" run --store none -o hinted --time-budget=1ms reads.c >out 2>err || code=$?
[ $code = 3 ] && grep -q 'ran out before' err

# A struct by value is a parameter, or a temporary of a type; a block whose
# length depends on inputs is as long as in the test.
cat >by_value.c <<'END'
#include <klee/klee.h>
#include <string.h>
struct big { char name[12]; int a, b; };
static int taken (struct big s, int i) { return s.name[i]; }
static struct big made (int i) {
  struct big s = {{0}};
  return *(&s + i);
}
int main (void) {
  struct big s = {{0}};
  char text[4];
  int i = klee_int ("i");
  if (i == 1)
    return taken (s, 20 + i);
  if (i == 2)
    return ((char *) &(struct big) {{0}})[20];
  if (i == 3)
    return made (i).a;
  if (i > 3 && i < 6)
    memset (text + 1, 0, i);
  return 0;
}
END
"$REPRISE" run --store none -q -o by_value --all-errors by_value.c >out || :
grep -q '4: out_of_bounds in taken: 1 byte at offset 21 of 20 bytes of s, declared in taken:4$' out
grep -q '16: out_of_bounds in main: 1 byte at offset 20 of 20 bytes of a temporary struct big, allocated in main:16$' out
grep -q '20: out_of_bounds in main: memset of [45] bytes at offset 1 of 4 bytes of text, declared in main:11$' out
