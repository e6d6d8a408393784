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
