# reprise store: import, look, verify, export, clean; lies are found.
fail () { echo "$*"; exit 1; }
proofs=$ROOT/tests/store/v1.proofs
store () { action=$1; shift; "$REPRISE" store "$action" --store=s "$@"; }

store import "$proofs" >out 2>err || fail "import: $(cat out err)"
[ "$(cat out)" = "3 proofs imported, 0 refused" ] || fail "import: $(cat out)"
[ "$(cat s/.gitignore)" = "*" ] || fail "git would see the store"
store export >out || fail "export fails"
cmp out "$proofs" || fail "export is not what was imported"
store verify >out || fail "verify: $(cat out)"
[ "$(cat out)" = "s: 3 true, 0 FALSE, 0 open, 0 malformed" ] || fail "verify: $(cat out)"
store stat --json >out || fail "stat fails"
grep -q '"proofs": 3' out && grep -q '"own": 0' out || fail "stat: $(cat out)"

# A place that is not UTF-8 is still an object of JSON.
odd=$(printf 's\377')
cp -r s "$odd"
"$REPRISE" store stat --json --store="$odd" >out || fail "stat of an odd place fails"
grep -q '"store": "s?"' out || fail "stat of an odd place: $(cat out)"

# A lie about SAT is refused at the door; one about UNSAT is found by verify.
sed 's/^model \([0-9]*\) .*/model \1 00/; s/^model [0-9]* 00/model 1 00/' "$proofs" >lies
code=0
"$REPRISE" store import --store=t lies >out 2>err || code=$?
[ $code = 1 ] || fail "false models: exit status $code"
grep -q ' 2 refused$' out || fail "false models: $(cat out)"
sed 's/^verdict sat/verdict unsat/; /^model/d' "$proofs" >lies
"$REPRISE" store import --store=u lies >out || fail "import of lies: $(cat out)"
code=0
"$REPRISE" store verify --store=u >out 2>err || code=$?
[ $code = 1 ] || fail "verify of lies: exit status $code"
grep -q ' 2 FALSE' out || fail "verify of lies: $(cat out)"
grep -q 'claims unsat' err || fail "verify of lies: $(cat err)"

# Whoever changes a verdict and leaves the model is told.
sed 's/^verdict sat/verdict unsat/' "$proofs" >lies
"$REPRISE" store import --store=w lies >out 2>err && fail "unsat with a model is taken"
grep -q 'has a model but does not say sat' err || fail "unsat with a model: $(cat err)"

# Another form under the digest; no such text; no such store; no size.
sed 's/^form \(.*\)0$/form \11/' "$proofs" >lies
"$REPRISE" store import --store=t lies >out 2>err && fail "a wrong digest is taken"
grep -q 'does not have its digest' err || fail "wrong digest: $(cat err)"
echo nonsense >lies
"$REPRISE" store import --store=t lies >out 2>err && fail "nonsense is taken"
"$REPRISE" store stat --store=absent >out 2>err && fail "an absent store is opened"
[ ! -e absent ] || fail "looking creates a store"
mkdir -p s/tries
echo old >s/tries/0123456789abcdef-0123.trie
echo old >s/tries/0123.again # of before builds were in names
store gc >out || fail "gc fails"
[ "$(cat out)" = "s: 0 proofs and 2 files of other builds dropped" ] ||
  fail "gc: $(cat out)"
[ -z "$(ls s/tries)" ] || fail "gc leaves files of other builds"
store gc --store-size=1 >out || fail "gc fails"
[ "$(cat out)" = "s: 3 proofs and 0 files of other builds dropped" ] ||
  fail "gc: $(cat out)"

# Floating point and an array of a script, and the same with other names.
cat >floats.smt2 <<'END'
(set-logic QF_ABVFP)
(declare-const numbers (Array (_ BitVec 8) Float32))
(define-fun a () Float32 (select numbers #x01))
(declare-const b Float32)
(assert (fp.lt (fp.mul RNE a b) (fp.add RNE a b)))
(assert (fp.gt a ((_ to_fp 8 24) RNE 2.0)))
(assert (fp.gt b ((_ to_fp 8 24) RNE 2.5)))
(check-sat)
END
sed 's/\<numbers\>/first/g; s/\<b\>/second/g' floats.smt2 >renamed.smt2
"$REPRISE" solve --store=x floats.smt2 >out || fail "floats: $(cat out)"
"$REPRISE" solve --store=x --stats renamed.smt2 >out 2>err || fail "renamed: $(cat out err)"
[ "$(head -1 out)" = unsat ] || fail "renamed: $(cat out)"
grep -qE '^stored +1 +1 +1 ' out err || fail "renamed floats are solved again: $(cat out err)"
