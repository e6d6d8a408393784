# Exported tests kill one-line mutants, and diff shows them: a few of those that
# bench/mutants has.
"$ROOT/bench/mutants" -n 6 --least=100 "$REPRISE" utf8_length say_sign >out 2>&1 || { cat out; exit 1; }
grep -q '^6 of ' out || { cat out; exit 1; }
