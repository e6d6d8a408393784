# Programs that use much of the C library print under "run" what they print
# natively.
[ -e "$ROOT/build/libc/archive" ] || exit 0 # its sources could not be had

# Without the descriptors that we happen to be started with.
natively () {
  python3 -c 'import subprocess, sys; subprocess.run(sys.argv[1:])' "$@"
}

for source in "$ROOT"/tests/libc/run/*.c; do
  name=$(basename "$source" .c)
  cp "$source" .
  gcc -D_GNU_SOURCE -w -o "$name" "$name.c" -lm
  natively "./$name" </dev/null >expected
  timeout 600 "$REPRISE" run --output --cflags=-D_GNU_SOURCE -o "$name.out" \
    "$name.c" >report 2>&1 || { cat report; exit 1; }
  sed -n '1,/^no errors found/p' report | sed '1d;$d' >got
  diff -u expected got || { echo "$name: differs"; exit 1; }
  grep -q '^1 path: 1 complete' report || { cat report; exit 1; }
done
