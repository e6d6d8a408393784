# The same paths and errors whatever the order, the store, the memory, the
# preset; budgets and interrupts end a run cleanly.

dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"

# What a run found, in one line.
found () {
  "$REPRISE" run --json "$@" >report.json 2>errors.txt || true
  python3 - <<'END'
import json
r = json.load (open ("report.json"))
print (r["paths"]["complete"], r["paths"]["error"], r["paths"]["cut"],
       sorted ((e["kind"], e["line"], e["paths"]) for e in r["errors"]))
END
}

cat >tree.c <<'END'
#include <klee/klee.h>
#include <stdlib.h>
struct node { int key; struct node *left, *right; };
static char pad[1 << 20]; /* each state has its own */
static struct node *insert (struct node *t, int key) {
  if (!t) {
    t = calloc (1, sizeof *t);
    t->key = key;
  } else if (key < t->key)
    t->left = insert (t->left, key);
  else if (key > t->key)
    t->right = insert (t->right, key);
  else
    abort ();
  return t;
}
int main (void) {
  int k[4];
  struct node *t = NULL;
  klee_make_symbolic (k, sizeof k, "k");
  for (int i = 0; i < 4; i++) {
    t = insert (t, k[i]);
    for (unsigned j = 0; j < sizeof pad; j += 1024)
      pad[j]++; /* of every page */
  }
  return 0;
}
END

# 24 orders of four keys; equal keys abort: 1 at the second insert, 2 * 2 at
# the third, 6 * 3 at the fourth.
want="24 23 0 [('abort', 14, 23)]"
for search in dfs bfs auto random-path interleaved; do
  [ "$(found tree.c --store none --search $search)" = "$want" ]
done
for preset in none stackOpt cachingOpt klee greentrie recal; do
  [ "$(found tree.c --store none --preset $preset)" = "$want" ]
done
[ "$(found tree.c --store memory)" = "$want" ]
[ "$(found tree.c --store memory)" = "$want" ]
[ "$(found tree.c --store none --search bfs --memory-limit 8M)" = "$want" ]
grep -q '"set_aside": [1-9]' report.json
[ "$(found tree.c --store none --check 2)" = "$want" ]

# A second run on the store needs no solver.
"$REPRISE" run --json --store memory tree.c >report.json || true
grep -q '"solved": 0' report.json

# Texts of the program that are no UTF-8 are in the report all the same.
cat >bytes.c <<'END'
#include <klee/klee.h>
int main (void) {
  int x = klee_int ("\377");
  if (x == 1)
    klee_report_error ("a\377.c", 5, "bad \200\n\001 \"text\"", "x\377");
  if (x == 2)
    klee_assert_fail ("e\376", "b.c", 7, "f\376");
  klee_warning ("w\377");
  return 0;
}
END
[ "$(found bytes.c --store none)" = \
  "1 2 0 [('assertion', 7, 1), ('reported', 5, 1)]" ]
grep -q '"reason": "w' report.json

# Paths that are set aside when a budget ends the run.
cat >wide.c <<'END'
#include <klee/klee.h>
static char pad[1 << 20];
int main (void) {
  unsigned char b[64];
  klee_make_symbolic (b, sizeof b, "b");
  for (int i = 0; i < 64; i++)
    pad[i * 4096] = b[i] > 9 ? 1 : 2;
  for (int i = 0; i < 64; i++)
    if (b[i] > 100)
      for (int j = i; j < 256; j += 8)
        pad[j * 4096]++;
  return 0;
}
END
few_tests () { # of the paths, each that waited longest ended without one
  paths=$(sed -n 's/^\([0-9,]*\) paths*: .*/\1/p' out.txt | tr -d ,)
  tests=$(sed -n 's/^\([0-9,]*\) tests* in .*/\1/p' out.txt | tr -d ,)
  [ "$tests" -lt "$paths" ]
}
for search in dfs bfs auto random-path interleaved; do
  status=0
  "$REPRISE" run wide.c --store none --search $search --memory-limit 6M \
    --max-instructions 9000 >out.txt || status=$?
  [ $status = 3 ]
  head -n 1 out.txt | grep -q 'max-instructions cut [0-9,]* paths short'
  few_tests
done

# Large inputs of many paths: not every one that is cut has a test.
cat >large.c <<'END'
#include <klee/klee.h>
int main (void) {
  static unsigned char b[10000];
  int n = 0;
  klee_make_symbolic (b, sizeof b, "b");
  for (unsigned i = 0; i < sizeof b; i++)
    if (b[i] > 100)
      n++;
  return n > 50;
}
END
status=0
"$REPRISE" run large.c --store none --max-paths 1 >out.txt || status=$?
[ $status = 3 ]
head -n 1 out.txt | grep -q 'max-paths cut [0-9,]* paths short'
few_tests

# Budgets.
cat >endless.c <<'END'
#include <klee/klee.h>
int main (void) {
  unsigned a, n = 0;
  klee_make_symbolic (&a, sizeof a, "a");
  while (a * a + n != 77)
    n++;
  return 0;
}
END
# Nobody knows how long a busy machine takes to get to the first path.
for budget in 1s 10s 100s; do
  status=0
  "$REPRISE" run endless.c --store none --time-budget $budget >out.txt 2>&1 ||
    status=$?
  [ $status = 3 ]
  ! grep -q 'ran out before' out.txt || continue
  break
done
grep -q '^no .*; --time-budget cut .* short' out.txt
for limit in max-forks=5 max-paths=5 max-depth=5 max-instructions=500 \
  max-path-instructions=500; do
  status=0
  "$REPRISE" run endless.c --store none --$limit --search bfs --time-budget 10min \
    >out.txt || status=$?
  [ $status = 3 ]
  head -n 1 out.txt | grep -q -- "; --${limit%=*} "
done

# An interrupt keeps everything and says so.
for signal in INT TERM; do
  : >err.txt
  "$REPRISE" run endless.c --store none -o kept --progress=json >out.txt 2>err.txt &
  pid=$!
  until grep -q '"waiting"' err.txt; do
    kill -0 $pid
    sleep 0.1
  done
  kill -$signal $pid
  status=0
  wait $pid || status=$?
  [ $status = 3 ]
  head -n 1 out.txt | grep -q '; an interrupt cut '
  [ -s kept/suite ]
done

# What a run found is in the next one, also if that ends before it comes there.
cat >late.c <<'END'
#include <klee/klee.h>
#include <assert.h>
static int spin (const unsigned char *p, int n) {
  int s = 0;
  for (int i = 0; i < n; i++)
    if (p[i] & 1)
      s += i;
  return s;
}
int main (void) {
  unsigned char p[20], k;
  klee_make_symbolic (p, sizeof p, "p");
  klee_make_symbolic (&k, sizeof k, "k");
  if (k > 10)
    return spin (p, 20);
  if (k > 0)
    assert (p[0] != 7);
  return spin (p, 20);
}
END
run_late () { # STATUS OPTION...
  expected=$1
  shift
  status=0
  "$REPRISE" run late.c --store late -o late-out "$@" >out.txt || status=$?
  [ $status = "$expected" ] || { cat out.txt; exit 1; }
}
run_late 1 --search bfs --max-instructions 2000
complete=0
for how in --progress=none --jobs=2 --search=bfs --search=random-path; do
  for budget in 250ms 1s 4s 20s; do # on a machine however busy
    status=0
    "$REPRISE" run late.c --store late -o late-out $how --time-budget=$budget \
      >out.txt 2>&1 || status=$?
    grep -q 'ran out before' out.txt || break
  done
  [ $status = 1 ] || { cat out.txt; exit 1; }
  grep -q '^  late.c:[0-9]*: assertion in main' out.txt
  now=$(sed -n 's/.* paths: \([0-9,]*\) complete.*/\1/p' out.txt | tr -d ,)
  [ "$now" -ge "$complete" ] || { cat out.txt; exit 1; }
  complete=$now
done
status=0
"$REPRISE" certify late.c --store late >out.txt || status=$?
[ $status = 3 ]
grep -q '^late.c: certified up to bounds' out.txt

# Limits that are counts: the same command has the same result, whatever the
# store holds; and the store keeps what it held.
cat >counts.c <<'END'
#include <stddef.h>
#include <stdint.h>
int LLVMFuzzerTestOneInput (const uint8_t *p, size_t n) {
  int found = 0;
  for (size_t i = 0; i < n; i++)
    found += p[i] == 'x' ? 1 : p[i] == 'y' ? 2 : 0;
  return found > 3;
}
END
counted () { # OPTION...
  "$REPRISE" run counts.c --buffer-size=4 -o counted --json "$@" >report.json || :
  python3 -c 'import json
r = json.load (open ("report.json"))
print (r["paths"], r["instructions"], r["coverage"], r["ended"])'
}
for limit in max-paths=7 max-instructions=300; do
  want=$(counted --store none --$limit)
  for again in 1 2 3; do
    [ "$(counted --store counts --$limit)" = "$want" ] || exit 1
  done
done
counted --store counts --progress=none | grep done
for limit in max-paths=7 max-instructions=300; do
  counted --store counts --$limit | grep "limit: --${limit%=*}"
done
counted --store counts --progress=none | grep '} 0 {' # instructions

# A loop that the input drives does not keep others from their turn, and what is
# deep is found as well.
cat >loop.c <<'END'
#include <assert.h>
#include <klee/klee.h>
int main (void) {
  int n = 0, more;
  for (;;) {
    klee_make_symbolic (&more, sizeof more, "more");
    if (!more)
      break;
    n++;
  }
  assert (n != 2);
  assert (n < 90);
  return 0;
}
END
[ "$(found loop.c --store none --max-instructions 200000 | grep -o assertion | wc -l)" = 2 ]

# Each case of a large switch is asked for by itself, which takes no solver; its
# default does not take memory of their number squared.
{
  echo '#include <klee/klee.h>'
  echo 'int main (void) { unsigned x; klee_make_symbolic (&x, 4, "x"); switch (x) {'
  seq 6000 | sed 's/.*/case 7 * &: return &;/'
  echo '} return 0; }'
} >cases.c
"$REPRISE" run --store none --memory-limit=700M cases.c >out.txt
grep -q '^6,001 paths: 6,001 complete, 0 with an error$' out.txt
grep -q '^6,001 queries, 0 needed a solver' out.txt

# Neither do its forks take more memory than there is: each has all that the
# cases left, which is much.
{
  echo '#include <klee/klee.h>'
  echo 'int main (void) { unsigned x, n = 0; klee_make_symbolic (&x, 4, "x"); switch (x) {'
  seq 4000 | sed 's/.*/case 7 * &: n += &; break;/'
  echo '} return n != 0; }'
} >forks.c
status=0
"$REPRISE" run --json --store none --memory-limit 150M forks.c >report.json || status=$?
[ $status = 3 ]
grep -q '"ended": "limit: --memory-limit"' report.json
[ "$(sed -n 's/^ *"memory_peak": \([0-9]*\),/\1/p' report.json)" -lt 180000000 ]
