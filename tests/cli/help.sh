# --help and --version work everywhere, and every option is in the help.
"$REPRISE" --help | grep -q 'usage: reprise COMMAND'
"$REPRISE" --version | grep -q '^reprise [0-9]'
"$REPRISE" --version | grep -q '^z3 [0-9]'
"$REPRISE" solve --help >help
for option in backend check technique timeout memory-limit; do
  grep -q -e "--$option=" help
done
awk 'length > 79 { exit 1 }' help

# Of many options the common ones by topic; all on request. What is said for one
# command is about that one.
"$REPRISE" run --help >help
"$REPRISE" run --help=all >all
[ "$(grep -c -e ' --' help)" -lt 45 ] && [ "$(grep -c -e '^.\{2,6\}--' all)" -gt 60 ]
grep -q '^Limits:$' help && ! grep -q -e '--rung' help && grep -q -e '--rung-exact' all
awk 'length > 79 { exit 1 }' help all
for command in run solve store tests report watch certify; do
  "$REPRISE" $command --help=all >all
  ! grep -E '[a-z]+: by default|default none|[a-z][|][a-z]+:' all || exit 1
done
! "$REPRISE" run --help | grep -E 'replay|bench|export' || exit 1
if "$REPRISE" --help >/dev/full 2>err; then exit 1; fi
grep -q 'cannot write to standard output' err

# Closed standard streams: their numbers do not become those of other files.
echo 'int main (void) { return 0; }' >nothing.c
"$REPRISE" run --store=streams nothing.c <&- 2>&- >out
grep -q '1 complete' out
if "$REPRISE" run nothing.c >&- 2>err; then exit 1; fi
grep -q 'cannot write to standard output' err
if "$REPRISE" solve - <&- 2>err; then exit 1; fi
grep -q "cannot read '-'" err
