# --help and --version work everywhere, and every option is in the help.
"$REPRISE" --help | grep -q 'usage: reprise COMMAND'
"$REPRISE" --version | grep -q '^reprise [0-9]'
"$REPRISE" --version | grep -q '^z3 [0-9]'
"$REPRISE" solve --help >help
for option in backend check technique timeout memory-limit; do
  grep -q -e "--$option=" help
done
awk 'length > 79 { exit 1 }' help
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
