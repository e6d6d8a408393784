# The same input gives the same bytes: models, values and cores, with every
# preset; with a store the same verdicts whatever it holds.
fail () { echo "$*"; exit 1; }

# Related queries over bytes, an array and integers; some numbers that look
# random, the same with every awk.
awk '
  function roll (n) { seed = (seed * 1103 + 12345) % 65521; return seed % n }
  function byte () {
    if (roll(3) == 0) return "(select a " names[roll(3) + 1] ")"
    if (roll(3) == 0) return "(select a #x0" roll(4) ")"
    return names[roll(3) + 1]
  }
  function condition () {
    if (roll(6) == 0) return "(= (bvmul " byte() " " byte() ") #x" 10 + roll(80) ")"
    if (roll(5) == 0) return "(< (+ i (* " roll(4) " j)) " roll(20) ")"
    if (roll(5) == 0) return "(> (- j i) " roll(9) ")"
    return (roll(2) ? "(bvult " : "(= ") byte() " #x0" roll(8) ")"
  }
  BEGIN {
    seed = 7
    split("x y z", names, " ")
    print "(set-option :produce-models true) (set-option :produce-unsat-cores true)"
    print "(declare-const x (_ BitVec 8)) (declare-const y (_ BitVec 8))"
    print "(declare-const z (_ BitVec 8)) (declare-const i Int) (declare-const j Int)"
    print "(declare-const a (Array (_ BitVec 8) (_ BitVec 8)))"
    for (n = 0; n < 60; n++) {
      if (depth > 3 || (depth && roll(3) == 0)) { print "(pop 1)"; depth-- }
      else { print "(push 1)"; depth++ }
      c = condition()
      if (roll(3) == 0) c = "(not " c ")"
      print "(assert (! " c " :named n" n "))"
      print "(check-sat) (get-model) (get-value (x (bvadd y z) i (select a x)))"
      print "(get-unsat-core)"
    }
  }' >queries.smt2

solve () { "$REPRISE" solve -i "$@" <queries.smt2; }
verdicts () { grep -E '^(sat|unsat|unknown)$' "$1" || :; }

solve --preset=none >none || fail "exit status $?"
verdicts none >truth
grep -q '^sat$' truth && grep -q '^unsat$' truth || fail "queries are all alike"
[ "$(wc -l <truth)" = 60 ] || fail "not all queries are answered"
grep -q 'define-fun' none || fail "no models"
grep -q '^(n[0-9]' none || fail "no cores"

for preset in none baseline caching cachingOpt stack stackOpt green klee \
  greentrie greentrie-printed greentrie-complete recal recal-complete hybrid; do
  solve --preset=$preset >first
  solve --preset=$preset >second
  cmp first second || fail "$preset: not the same twice"
  verdicts first | cmp - truth || fail "$preset: other verdicts"
done

# Empty stores twice, then one that is filled, then nothing but the store.
solve --store=s >first
solve --store=t >second
cmp first second || fail "empty stores: not the same twice"
verdicts first | cmp - truth || fail "empty store: other verdicts"
for mode in rw ro enforce; do
  solve --store=s --store-mode=$mode >again || fail "$mode: exit status $?"
  verdicts again | cmp - truth || fail "filled store, $mode: other verdicts"
done
