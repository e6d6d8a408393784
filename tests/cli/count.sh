# How likely is it? The shares of paths and errors, under profiles, and what is
# kept of them. Numbers are counted by hand, or by trying all inputs.
fail () { echo "$*"; exit 1; }
run () { "$REPRISE" run -o out --no-confirm "$@" 2>err || :; }

cat >pin.c <<'C'
#include <assert.h>
#include <klee/klee.h>
#include <stdlib.h>
int main (void) {
  unsigned char pin[4];
  unsigned short amount;
  klee_make_symbolic (pin, sizeof pin, "pin");
  klee_make_symbolic (&amount, sizeof amount, "amount");
  int sum = 0;
  for (int i = 0; i < 4; i++) {
    if (pin[i] < '0' || pin[i] > '9')
      return 1;
    sum += pin[i] - '0';
  }
  unsigned char fee = amount / 100;
  assert (fee < 250 || sum); /* 1200 amounts, 0000 */
  assert (sum != 36);        /* 9999 */
  if (amount % 7 == 3)
    exit (3);
  return 0;
}
C

# What is likely comes first, though it is further down.
run --store kept --count pin.c >first
grep -A2 'sum != 36' first | grep -q '^ *1 in 4,294,967,296 inputs$' || fail "9999: $(cat first)"
grep -A2 'fee < 250' first | grep -q '^ *about 1 in 234,562,480,592 inputs$' || fail "fee: $(cat first)"
[ "$(grep -c 'assertion in main' first)" = 2 ] || fail "errors"
sed -n 2p first | grep -q 'sum != 36' || fail "not ranked: $(cat first)"

# The page says so, too.
"$REPRISE" report out --html=page.html >/dev/null
grep -q '<strong>1 in 4,294,967,296 inputs</strong>' page.html || fail "no share on the page"
grep -q '^<p>[0-9,]* paths counted' page.html || fail "nothing was counted on the page"

# All paths together are all inputs; the number of inputs is exact.
cat >sum.py <<'P'
import fractions, json, sys
report = json.load(sys.stdin)
shares = report["shares"]
assert all(s["low"] == s["high"] for s in shares), shares
whole = sum(fractions.Fraction(s["low"]) for s in shares)
assert whole == 1, whole
assert len(shares) == report["tests"]["written"]
print(sum(int(s.get("count", 0)) for s in shares))
P
n=$(run --store none --count --json pin.c | python3 sum.py) || fail "shares"
[ "$n" = 281474976710656 ] || fail "$n are not 2^48 inputs"

# Nothing is counted twice, not even in another run; a store that is damaged
# costs time.
counted () { run --store kept --count --stats pin.c >/dev/null; grep -c "^counted " err || :; }
[ "$(counted)" = 0 ] || fail "counted again"
sed -i 's/amount % 7 == 3/amount % 7 == 4/' pin.c
[ "$(counted)" = 1 ] || fail "nothing new was counted"
[ "$(counted)" = 0 ] || fail "what was new is counted again"
"$REPRISE" store verify --store kept | grep -q ', 0 FALSE, 0 open' || fail "false counts"
head -c 40000 /dev/urandom | dd of=kept/data.mdb bs=1 seek=8192 conv=notrunc status=none
run --store kept --count pin.c >again
for what in 'sum != 36' 'fee < 250'; do
  [ "$(grep -A2 "$what" again | tail -1)" = "$(grep -A2 "$what" first | tail -1)" ] || fail "damaged: $(cat again)"
done

# Without --count, nothing of it is shown, also where the run with it is known.
run --store other --count pin.c >/dev/null
! run --store other pin.c | grep -q " inputs" || fail "shares that nobody asked for"

# Assumptions: shares are of the inputs that satisfy them.
cat >assume.c <<'C'
#include <assert.h>
#include <klee/klee.h>
int main (void) {
  unsigned x = klee_range (0, 10, "x");
  unsigned char y;
  klee_make_symbolic (&y, 1, "y");
  klee_assume (y != x);
  assert (x != 3 || y != 200);
  return 0;
}
C
run --store none --count assume.c | grep -q '^ *about 1 in 2,550 inputs$\|^ *1 in 2,550 inputs$' || fail "assumed"

# What was not explored has bounds.
cat >part.c <<'C'
#include <klee/klee.h>
int main (void) {
  unsigned char x[4];
  klee_make_symbolic (x, 4, "x");
  for (int i = 0; i < 4; i++)
    if (x[i] == 7)
      return i;
  return 9;
}
C
run --store none --count --max-paths=1 --json part.c >part.json
python3 - part.json <<'P' || fail "bounds: $(cat part.json)"
import fractions, json, sys
s = json.load(open(sys.argv[1]))["shares"]
low = [fractions.Fraction(x["low"]) for x in s]
high = [fractions.Fraction(x["high"]) for x in s]
true = {fractions.Fraction(255 ** i, 256 ** (i + 1)) for i in range(4)}
true.add(fractions.Fraction(255, 256) ** 4)
assert s and sum(low) <= 1
assert any(l <= t <= h for t in true for l, h in zip(low[:1], high[:1]))
P

# A profile: 9 of 10 inputs are digits, of which 9 is as likely as all others.
cat >profile <<'P'
# the keys that people press
pin     '0'..'8'  9
pin     '9'       9
pin     0..255    2
amount  1..1000
P
run --store none --profile=profile pin.c >likely
grep -A2 'sum != 36' likely | grep -q '^ *about 1 in 2[0-9] inputs$' || fail "profile: $(cat likely)"
grep -A2 'fee < 250' likely | grep -q '^ *no input$' || fail "fee of a profile: $(cat likely)"
echo 'pni 1' >>profile
run --store none --profile=profile pin.c >/dev/null
grep -q "values for 'pni'" err || fail "a name that is wrong"
echo 'pin 3..' >wrong
run --store none --profile=wrong pin.c >/dev/null
grep -q '^reprise: error: wrong:1: write' err || fail "$(cat err)"
exit 0
