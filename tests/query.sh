#!/bin/sh
# One query test: tests/query.sh [--update] FILE.smt2
#
# Compares what $REPRISE says with FILE.gold, whose first line is the expected
# exit status as "; exit N". FILE.options, if there, holds more options.
# --update writes the gold file: read it before you commit it.
update=
[ "$1" = --update ] && { update=1; shift; }
file=$1 base=${1%.smt2}
: "${REPRISE:=build/reprise}"
options=
[ -f "$base.options" ] && options=$(cat "$base.options")
text=$(timeout 600 "$REPRISE" solve $options "$file" 2>"${TMPDIR:-/tmp}/query.$$")
code=$?
actual=$(printf '; exit %d\n%s' "$code" "$text")
errors=$(cat "${TMPDIR:-/tmp}/query.$$")
rm -f "${TMPDIR:-/tmp}/query.$$"
[ "$update" ] && { printf '%s\n' "$actual" >"$base.gold"; exit; }
[ -f "$base.gold" ] || { echo "there is no $base.gold"; exit 1; }
[ "$actual" = "$(cat "$base.gold")" ] && exit
printf '%s\n' "$actual" | diff -u "$base.gold" - | sed 1,2d
[ -n "$errors" ] && printf '%s\n' "$errors"
exit 1
