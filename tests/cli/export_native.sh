# What exported tests say is confirmed natively: they pass with the C library
# that is installed, which answers otherwise than ours, and in any order.
fail () { echo "$*"; exit 1; }
cat >native.c <<'NATIVE'
#include <ctype.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
jmp_buf point;
int set_point (int x) { return setjmp (point) ? x : x > 3; }
int draw (unsigned seed) { return (int) time (NULL) ^ (seed == 7); }
int say (int x) { return x > 3 ? puts ("big") : puts ("small"); }
int is_letter (int c) { return c > 0 && c < 127 ? isalpha (c) : -2; }
char *digit (int n) {
  static char text[8];
  if (n < 0 || n > 9) return NULL;
  text[0] = (char) ('0' + n);
  return text;
}
int count (int step) {
  static int all;
  return step > 0 ? all += step : 0;
}
NATIVE
explore () { "$REPRISE" run -q --store none -o "o_$1" "native.c:$1" >/dev/null || [ $? = 1 ]; }
for f in set_point say is_letter digit count; do
  explore $f
  formats=c
  if [ $f = say ] && pkg-config --exists gtest; then formats='c gtest'; fi
  for format in $formats; do
    case $format in
    c) suffix=c compile='cc -Wno-clobbered' with= ;;
    gtest) suffix=cc compile='c++ -std=c++20' with='-lgtest_main -lgtest -pthread' ;;
    esac
    "$REPRISE" tests export --format=$format -o $format "o_$f" >out 2>err || fail "$f: $(cat err)"
    [ -s err ] && fail "$f: $(cat err)"
    $compile -Wall -Wextra -Werror -o tests $format/test_$f.$suffix $with 2>err || fail "$format $f does not compile: $(cat err)"
    ./tests >out 2>&1 || fail "$format $f: $(cat out)"
  done
  # Exported again, nothing changes.
  cp c/test_$f.c before
  "$REPRISE" tests export -q --format=c -o c "o_$f"
  cmp before c/test_$f.c || fail "$f is written anew"
done
has () { grep -qF "$2" c/test_$1.c || fail "$1 has no '$2': $(cat c/test_$1.c)"; }
has_not () { grep -qF "$2" c/test_$1.c && fail "$1 has '$2': $(cat c/test_$1.c)"; :; }
# The rest of a test stays, and its name does not say what came out.
has say 'strcmp (printed, "big\n")'
has say '(void) returned; /* not the same everywhere */'
has say '_works (void)'
has_not say 'returned =='
has set_point 'set_point (4) == 1'
has_not set_point '__fl'
has is_letter '== -2'
has is_letter '== 0'
has digit 'strcmp (digit ('
# What depends on earlier calls does not.
has count 'count (0) == 0'
has_not count 'count (1) == 1'
# Of what is random, nothing is left.
explore draw
"$REPRISE" tests export -q --format=c -o c o_draw 2>err && fail "$(cat c/test_draw.c)"
grep -q 'natively, each answers otherwise' err || fail "$(cat err)"
# Unasked, nothing is run.
"$REPRISE" tests export -q --no-native --format=c -o open o_draw || fail "--no-native"
grep -q 'draw (' open/test_draw.c || fail "$(cat open/test_draw.c)"

# What other paths write to a global, and this one must not, is checked; but not
# where it has no name: in C++ that only includes a header.
cat >level.h <<'LEVEL'
enum level { OFF, LOW, HIGH };
struct dial { enum level at; const char *name; };
extern struct dial dial;
int turn (enum level);
LEVEL
cat >level.c <<'LEVEL'
#include "level.h"
#include <stdlib.h>
static int turns;
struct dial dial = {LOW, "low"};
char *no_cxx (void) { char *p = malloc (1); return p; }
int turn (enum level l) {
  turns++;
  if (l > HIGH) return -1;
  dial.at = l;
  return 0;
}
LEVEL
"$REPRISE" run -q --store none -o level level.c:turn || fail "status $?"
"$REPRISE" tests export -q --format=c -o c level || fail "$(cat c/test_turn.c)"
cc -Wall -Wextra -Werror -o tests c/test_turn.c && ./tests >out || fail "$(cat out c/test_turn.c)"
sed -i 's/l > HIGH/0/' level.c
cc -Wall -Wextra -Werror -o tests c/test_turn.c
if ./tests >out; then fail "nobody sees that the dial turns too far: $(cat c/test_turn.c)"; fi
sed -i 's/return -1;/dial.at = 9;/; s/if (0)/if (l > HIGH)/; s/return 0/return -(l > HIGH)/' level.c
cc -Wall -Wextra -Werror -o tests c/test_turn.c
if ./tests >out; then fail "nobody sees that the dial is written: $(cat c/test_turn.c)"; fi
if pkg-config --exists gtest; then
  sed -i 's/ dial.at = 9;/ return -1;/; s/return -(l > HIGH)/return 0/' level.c
  "$REPRISE" run -q --store none -o level level.c:turn || fail "status $?"
  "$REPRISE" tests export -q --format=gtest -o gtest level || fail "gtest: $(cat level.c)"
  cc -c -o tested.o level.c
  c++ -std=c++20 -Wall -Wextra -Werror -o tests gtest/test_turn.cc tested.o -lgtest_main -lgtest -pthread || fail "$(cat gtest/test_turn.cc)"
  ./tests >out || fail "$(cat out)"
  grep -q 'dial.at, LOW' gtest/test_turn.cc || fail "$(cat gtest/test_turn.cc)"
fi

# What is only copied into what the function makes or writes is an answer, too.
cat >push.c <<'PUSH'
#include <stdlib.h>
struct node { int v; struct node *next; };
struct node *push (struct node *head, int v) {
  struct node *n = v < 0 ? NULL : malloc (sizeof *n);
  if (!n)
    return head;
  n->v = v;
  n->next = head;
  return n;
}
PUSH
"$REPRISE" run -q --store none -o push push.c:push || fail "status $?"
"$REPRISE" tests export -q --format=c -o c push || fail "push"
sed -i 's/n->v = v/n->v = 0/' push.c
cc -Wall -Wextra -Werror -Wno-unused-parameter -o tests c/test_push.c
if ./tests >out; then fail "nobody sees that v is lost: $(cat c/test_push.c)"; fi
