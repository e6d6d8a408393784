# Bytes that steer a terminal are shown, wherever they come from: strings and
# names of the program, names of files, arguments.
fail () { echo "$*"; exit 1; }
esc=$(printf '\033')
file="a$esc[31mb.c"
cat >"$file" <<'EOF'
#include <klee/klee.h>
#include <stdlib.h>
int f (int) __asm__ ("f\x1b[31m\nno errors found");
int f (int x) { return 3 / (x - 5); }
int main (void) {
  char x[3];
  klee_make_symbolic (x, 3, "n\x1b[31m\a\xff");
  if (x[0] == 1)
    klee_report_error ("\x1b[2J", 3, "\x1b]0;t\a\nno errors found", "\x1b[1m");
  if (x[0] == 2)
    klee_warning ("\x1b[1m");
  return f (x[1]);
}
EOF
check () { # STATUS COMMAND...
  expected=$1
  shift
  status=0
  "$REPRISE" "$@" >out 2>&1 || status=$?
  [ $status = "$expected" ] || fail "$*: status $status: $(cat -v out)"
  LC_ALL=C grep -q "[$(printf '\001-\010\013-\037\177-\377')]" out &&
    fail "$*: $(cat -v out)"
  return 0
}
check 1 run "$file"
grep -q 'u001b\[31mb.c:4: division_by_zero in f\\u001b' out || fail "$(cat out)"
grep -q '^no errors found' out && fail "a string begins a line"
check 1 run -v --json "$file"
check 1 run --sarif=- -q "$file"
check 0 report
check 0 tests list -v
check 0 tests show
check 0 tests diff
check 0 report --html=page.html
cp page.html out
LC_ALL=C grep -q "$esc" page.html && fail "the page: $(cat -v page.html)"
check 2 run "$file.x"
check 2 run "--$esc[2J" "$file"
check 2 "$esc[2J"
check 2 tests show "$esc[2J"
"$REPRISE" run --json "$file" >out.json || :
python3 -c 'import json, sys
o = json.load (open ("out.json"))
assert any (e["file"].startswith ("a\x1b[31m") for e in o["errors"])' ||
  fail "JSON says something else"
:

# A newline in the name of an input does not begin a line.
cat >named.c <<'END'
#include <klee/klee.h>
void strange (int *x) __asm__ ("str\nange");
void strange (int *x) { ++*x; }
int main (void) {
  int x;
  klee_make_symbolic (&x, sizeof x, "na\nme");
  strange (&x);
  return x == 7;
}
END
"$REPRISE" run --store none -o named --lcov named.info named.c >out
"$REPRISE" tests list named >>out
"$REPRISE" tests show named 1 >>out
! grep -q '^me\|^ange' out named.info
grep -q 'na\\nme=' out

# Nor does it come from the compiler, or from messages in KLEE's words.
printf 'int f (int);\nint main (void) { return f (1) }\n' >"$file"
! "$REPRISE" run --store none "$file" >out 2>&1 || fail "it compiles"
! "$REPRISE" klee "none$file" >>out 2>&1 || fail "it is there"
printf 'int f (int) __asm__ ("f\\033[1m");\nint main (void) { return f (1); }\n' >"$file"
"$REPRISE" klee "$file" >>out 2>&1 || :
! grep -q "$esc" out || fail "$(grep "$esc" out | cat -v)"
