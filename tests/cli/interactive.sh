#!/bin/sh
# Each command is answered before the next is sent, and errors do not end it.
dir=$(mktemp -d) || exit 2
trap 'rm -rf "$dir"; kill "$pid" 2>/dev/null || :' EXIT
mkfifo "$dir/in" "$dir/out"
"$REPRISE" solve -i <"$dir/in" >"$dir/out" 2>&1 &
pid=$!
exec 3>"$dir/in" 4<"$dir/out"
send () { printf '%s\n' "$1" >&3; }
expect () {
  read -r line <&4
  [ "$line" = "$1" ] || { echo "expected '$1', got '$line'"; exit 1; }
}
send '(set-logic QF_BV)(declare-const x (_ BitVec 8))'
send '(assert (bvult x #x03))(check-sat)'
expect sat
send '(assert (bvult #x05 x))'
send '(check-sat)'
expect unsat
send '(assert (bvult x y))'
expect '(error "5:18: unknown symbol '"'y'"'")'
send '(push 1)(pop 2)'
expect '(error "6:14: pop of 2 levels, but only 1 is open")'
send '(check-sat)'
expect unsat
send '(exit)'
wait "$pid" || { echo "exit status $?"; exit 1; }
