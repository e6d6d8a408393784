#!/bin/sh
# Every query test gives the same answers with every technique and backend.
# bits alone does not know integers and equality of arrays: it may say so.

failed=0
for file in "$ROOT"/tests/query/*.smt2; do
  grep -q get-model-count "$file" && continue # asks no solver
  gold=$(sed 1d "${file%.smt2}.gold" | grep -E '^(sat|unsat)$' || :)
  for technique in baseline caching cachingOpt stack stackOpt green klee \
    greentrie recal hybrid; do
    for backend in auto bits z3; do
      said=$("$REPRISE" solve --preset=$technique --backend=$backend \
        "$file" | grep -E '^(sat|unsat|unknown)$' || :)
      [ "$said" = "$gold" ] && continue
      case $backend:$file in
        bits:*integers* | bits:*arrays*)
          echo "$said" | grep -q unknown && continue ;;
      esac
      echo "$file with $technique on $backend:" $said
      failed=1
    done
  done
done

# What costs a solver a million gates, boxes refute; rungs above are asked first.
cat >newton.c <<'END'
#include <assert.h>
#include <klee/klee.h>
int main (void) {
  double a;
  klee_make_symbolic (&a, sizeof a, "a");
  if (!(a >= 1 && a <= 4))
    return 0;
  double x = a;
  for (int i = 0; i < 4; i++)
    x = 0.5 * (x + a / x);
  assert (x >= 0.9 && x <= LIMIT);
  return 0;
}
END
sed 's/LIMIT/2.5/' newton.c >right.c
sed 's/LIMIT/1.75/' newton.c >wrong.c
"$REPRISE" run --stats right.c >text 2>stats
grep -q '^no errors found' text
grep -q '^boxes  *[1-9]' stats
said=0
"$REPRISE" run wrong.c >text || said=$?
[ $said = 1 ]
grep -q 'wrong.c:11' text

exit $failed
