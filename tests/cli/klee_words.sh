# What a KLEE user reads: calls that leave the program, intrinsics that are
# misused, functions that others stand in for, arguments on the stack.
fail () { echo "$*"; exit 1; }
compile () { # NAME
  clang-19 -w -std=gnu89 -I "$ROOT/include" -emit-llvm -O0 \
    -Xclang -disable-O0-optnone -g -c $1.c -o $1.bc
}
klee () { rm -rf out; "$REPRISE" klee --store=none --output-dir=out "$@" 2>err; }
says () { grep -q -- "$1" err || fail "no '$1': $(cat err)"; }
says_not () { ! grep -q -- "$1" err || fail "'$1': $(cat err)"; }

# Calls of a C library that is not linked.
cat >call.c <<'EOC'
#include <stdio.h>
#include <string.h>
void nobody (void);
int main (int argc, char **argv) {
  printf ("hi\n");
  if (argc > 3)
    nobody ();
  return strlen (argv[1]) + strlen (argv[2]);
}
EOC
compile call
klee call.bc ab cd >log
says '^KLEE: WARNING ONCE: calling external: printf([0-9]*) at call.c:5$'
[ "$(grep -c 'calling external: strlen' err)" = 1 ] || fail "$(cat err)"
says '^KLEE: done: completed paths = 1$'
klee --external-call-warnings=all call.bc ab cd >log
[ "$(grep -c '^KLEE: WARNING: calling external: strlen' err)" = 2 ] ||
  fail "$(cat err)"
klee --external-call-warnings=none call.bc ab cd >log
says_not 'calling external'
klee --suppress-external-warnings call.bc ab cd >log
says_not 'calling external'
klee --max-instructions=5 call.bc ab cd >log
[ -f out/test000001.early ] || fail "no state is dumped: $(ls out)"
klee --max-instructions=5 --dump-states-on-halt=false call.bc ab cd >log
says '^KLEE: done: generated tests = 0$'
says_not 'dumping remaining states'
klee --libc=klee call.bc ab cd >log
says 'calling external: printf'
says_not 'calling external: strlen'
klee --libc=uclibc call.bc ab cd >log
says_not 'calling external'
klee call.bc ab cd e >log
says '^KLEE: ERROR: call.c:7: failed external call: nobody$'
[ -f out/test000001.external.err ] || fail "$(ls out)"
klee --external-calls=none call.bc ab cd >log
grep -q '^hi$' log || fail "printf is always allowed"
says '^KLEE: WARNING: Disallowed call to external function: strlen$'
says '^KLEE: ERROR: call.c:8: external calls disallowed$'
[ -f out/test000001.user.err ] || fail "$(ls out)"

# Intrinsics.
cat >api.c <<'EOC'
const int fixed = 3;
void g (int i, int k) { i++; k++; klee_report_error ("f", 1, "mine", "my.err"); }
int main (void) {
  unsigned a, b;
  char *p, bytes[2] = {'x', 'y'}, four[4];
  klee_make_symbolic (&a, sizeof a, "");
  klee_make_symbolic (&p, sizeof p, "p");
  if (a == 1) klee_make_symbolic (&b, sizeof b, (char *) 15);
  if (a == 2) klee_make_symbolic (&b, sizeof b, p);
  if (a == 3) klee_make_symbolic (four, 2, "b");
  if (a == 4) klee_make_symbolic (four + 2, 2, "b");
  if (a == 5) klee_make_symbolic (&b, sizeof b);
  if (a == 6) klee_make_symbolic (&fixed, sizeof fixed, "fixed");
  if (a == 7) klee_range (5, 3, "r");
  if (a == 8) klee_warning ("w1"), klee_warning_once ("w2");
  if (a == 9) klee_warning (bytes);
  if (a == 10) klee_print_expr ("sum", a + b * 0);
  if (a == 11) klee_print_expr ("sum", (char) a + 1);
  if (a > 11 && a < 20) klee_print_range ("range", a);
  if (a == 12) g (a, 7);
  if (a == 13) {
    klee_define_fixed_object ((void *) 128, 4);
    *(int *) 128 = 5;
    ((int *) 128)[1] = 5;
  }
  return 0;
}
EOC
compile api
klee api.bc >log
says '^KLEE: WARNING: klee_make_symbolic: renamed empty name to "unnamed"$'
says '^KLEE: ERROR: api.c:8: Invalid string pointer passed to one of the klee_'
says '^KLEE: ERROR: api.c:9: Symbolic string pointer passed to one of the klee_'
says '^KLEE: ERROR: api.c:10: Wrong size given to klee_make_symbolic$'
says '^KLEE: ERROR: api.c:11: memory error: invalid pointer: make_symbolic$'
says '^KLEE: ERROR: api.c:12: Incorrect number of arguments to klee_make_symbo'
says '^KLEE: ERROR: api.c:13: cannot make readonly object symbolic$'
says '^KLEE: ERROR: api.c:14: invalid range$'
says '^KLEE: WARNING: main: w1$'
says '^KLEE: WARNING ONCE: main: w2$'
says '^KLEE: WARNING: main: xy$'
says '^KLEE: WARNING ONCE: String not terminated by \\0 passed to one of the'
says '^sum:(Add w32 '
says '^range:(ReadLSB w32 0 unnamed) ~= 1[0-9] (in \[12, 19\])$'
says '^KLEE: ERROR: api.c:24: memory error: '
grep -q 'in g(symbolic, 7) at api.c:2$' out/*.my.err || fail "$(cat out/*.my.err)"

# Functions that others stand in for.
cat >alias.c <<'EOC'
#include <stdio.h>
#include <stdlib.h>
short less (short a) { return a; }
int add (int a, int b) { return a + b; }
int add_more (int a, int b) { return a * b; }
void end (int s) { printf ("end %d\n", s); klee_silent_exit (s); }
int main (void) { printf ("%d %d\n", add (4, 5), add_more (4, 5)); exit (3); }
EOC
compile alias
replaced () { # RULE OUTPUT WORDS...
  klee --function-alias="$1" alias.bc >log || fail "$1: $(cat err)"
  [ "$(cat log)" = "$2" ] || fail "$1: $(cat log)"
  shift 2
  says "^KLEE: function-alias: $*$"
}
replaced add:add_more '20 20' replaced @add with @add_more
replaced 'add_.*:add' '9 9' "replaced @add_more (matching 'add_.*') with @add"
replaced exit:end '9 20
end 3' replaced @exit with @end
refused () { # RULE WORDS...
  ! klee -function-alias="$1" alias.bc >log || fail "$1"
  shift
  says "^KLEE: ERROR: function-alias: $*\$"
}
refused :add name or pattern cannot be empty
refused add: replacement cannot be empty
refused add:add @add cannot replace itself
refused add:none replacement function @none could not be found
refused 'x.*:add' "no (replacable) match for 'x.*' found"
refused add:less "no (replacable) match for 'add' found"
says 'WARNING: function-alias: @add could not be replaced with @less: return'

# Entry points.
klee --entry-point=none alias.bc && fail "there is no such function"
says "^KLEE: ERROR: Entry function 'none' not found in module.$"
klee --entry-point= alias.bc && fail "an empty name"
says '^KLEE: ERROR: entry-point cannot be empty$'

# What is freed that malloc did not give: globals, arguments of the command line
# and what the program marks are global, variables are not.
cat >frees.c <<'EOC'
int global[2];
int main (int argc, char **argv) {
  char local, *marked = malloc (4), *kept = malloc (4);
  klee_mark_global (marked);
  klee_mark_global (kept + 1);
  switch (klee_range (0, 8, "range")) {
  case 0: free (argv); break;
  case 1: free (argv[0]); break;
  case 2: free (argv[1]); break;
  case 3: free (global); break;
  case 4: free (marked); break;
  case 5: kept = realloc (kept, 9); break;
  case 6: free (&local); break;
  }
  return marked[0] == 1;
}
EOC
compile frees
for way in 'frees.bc x' '--posix-runtime frees.bc --sym-args 1 1 1'; do
  klee $way
  for line in 7 8 9 10 11 12; do
    says "^KLEE: ERROR: frees.c:$line: free of global$"
  done
  says '^KLEE: ERROR: frees.c:13: free of alloca$'
  [ "$(ls out/*.free.err | wc -l)" = 7 ] || fail "$(ls out)"
done
