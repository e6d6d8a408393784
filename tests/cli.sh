#!/bin/sh
# One test of the command line: a script of tests/cli/ in a directory of its
# own. It gets $REPRISE, the program, and $ROOT, the project. The limit ends a
# test that hangs, on however busy a machine.
script=$PWD/$1
ROOT=$PWD
export ROOT REPRISE
dir=$(mktemp -d) || exit 2
trap 'rm -rf "$dir"' EXIT
cd "$dir" && timeout 1800 sh -eu "$script"
