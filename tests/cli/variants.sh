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
exit $failed
