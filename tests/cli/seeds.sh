# What a fuzzer found comes first, and changes the order only.
[ -e "$ROOT/build/libc/archive" ] || exit 0
fail () { echo "$*"; exit 1; }
cat >deep.c <<'C'
#include <stdio.h>
#include <stdlib.h>
int main (void) {
  unsigned char b[16];
  size_t n = fread (b, 1, sizeof b, stdin);
  unsigned even = 0;
  for (size_t i = 0; i < n; i++)
    if (b[i] % 2 == 0)
      even++;
  if (n == 12 && even == 7 && b[11] == '!')
    abort ();
  return even > 3;
}
C
mkdir seeds none
printf 'bdfbdfbacac?' >seeds/near
: >seeds/empty
first () { "$REPRISE" run --store none --sym-stdin=12 --max-paths=4 "$@" deep.c | head -1; }
[ "$(first | grep -c error:)" = 0 ] || fail "found without seeds: the test tells nothing"
first --seeds=seeds | grep -q '^1 error' || fail "$(first --seeds=seeds)"

# All of it, with and without; longer seeds are cut.
numbers () {
  "$REPRISE" run --store none --json --sym-stdin=4 "$@" deep.c |
    python3 -c 'import json, sys; r = json.load (sys.stdin); print (r["paths"], r["coverage"], len (r["errors"]))'
}
[ "$(numbers)" = "$(numbers --seeds=seeds)" ] || fail "$(numbers --seeds=seeds)"

# What a harness of a fuzzer gets, and the first symbolic file.
cat >fuzz.c <<'C'
#include <stdint.h>
#include <stdlib.h>
int LLVMFuzzerTestOneInput (const uint8_t *d, size_t n) {
  unsigned s = 0;
  for (size_t i = 0; i < n; i++)
    s += d[i] & 1;
  if (n == 12 && s == 5)
    abort ();
  return 0;
}
C
"$REPRISE" run --store none --max-paths=1 fuzz.c >out || :
grep -q 'error:' out && fail "found without seeds: the test tells nothing"
"$REPRISE" run --store none --max-paths=1 --seeds=seeds fuzz.c >out || :
grep -q '^1 error' out || fail "$(cat out)"
sed 's/, stdin)/, fopen ("A", "r"))/' deep.c >file.c
"$REPRISE" run --store none --sym-files=1:12 --max-paths=4 --seeds=seeds file.c >out || :
grep -q '^1 error' out || fail "$(cat out)"

for d in none nowhere; do
  "$REPRISE" run --seeds=$d deep.c >out 2>&1 && fail "$d: $(cat out)"
  grep -q -e "--seeds: .*'$d'" out || fail "$(cat out)"
done
