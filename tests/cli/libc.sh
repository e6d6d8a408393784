# The C library for programs under test: all members link together, need
# nothing but what the machine provides, and do what the system's library does.
[ -e "$ROOT/build/libc/archive" ] || exit 0 # its sources could not be had
bin=/usr/lib/llvm-19/bin
link () { # output, members; there may be a space in $ROOT
  out=$PWD/$1
  shift
  (cd "$ROOT" && $bin/llvm-link -o "$out" "$@")
}
make -s -C "$ROOT" -f runtime/libc.mk list >members
link all.bc $(cat members)
$bin/llvm-nm -u all.bc | awk '{ print $2 }' | sort -u >needed
sed -n 's/^BUILTIN (.*, "\(.*\)", 1, .*/\1/p' \
  "$ROOT/src/program/builtins.def" | sort -u >provided
[ -z "$(comm -23 needed provided)" ] || {
  echo "nobody defines:" $(comm -23 needed provided)
  exit 1
}
# No assembler is left: the machine has no use for it.
$bin/llvm-dis -o - all.bc | grep -w asm && exit 1
# The machine's own operations would call themselves natively.
link native.bc $(grep -v -e /runtime/math/exact -e /runtime/string/mem members)
clang-19 -w -O0 -c -o native.o native.bc
$bin/llvm-objcopy --prefix-symbols=m_ native.o
gcc -D_GNU_SOURCE -O1 -fno-builtin -o compare "$ROOT/tests/libc/compare.c" \
  native.o -lm
./compare
