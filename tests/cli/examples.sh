# The examples of reprise run: the bug is found, the fixed twin is silent, a
# warm store needs no solver, one that is enforced and lacks answers is trouble.
fail () { echo "$*"; exit 1; }
run () { # status, arguments
  want=$1 code=0
  shift
  "$REPRISE" run --json "$@" >out 2>err || code=$?
  [ $code = "$want" ] || fail "run $*: exit status $code: $(cat out err)"
}
packet=$ROOT/examples/packet

run 1 --store=s "${packet}.c"
grep -q '"kind": "out_of_bounds"' out || fail "the bug is not found: $(cat out)"
grep -q '"line": 30' out || fail "the bug is elsewhere: $(cat out)"
run 2 --store=s --store-mode=enforce "${packet}_fixed.c"
grep -q 'store-mode=enforce' err || fail "enforced: $(cat err)"
run 0 --store=s "${packet}_fixed.c"
run 0 --store=s --store-mode=enforce "${packet}_fixed.c"
grep -q '"solved": 0' out || fail "a warm store needs a solver: $(cat out)"
run 1 --store=none --buffer-size=4 "$ROOT/examples/url.c:url_decode"
