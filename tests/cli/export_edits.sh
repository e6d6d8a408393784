# Exported tests follow the program: after each edit the file compiles and passes,
# tests that hold stay as they are, and so does what was written by hand.
fail () { echo "$*"; exit 1; }
follow () { # FUNCTION: explore, export, compile, pass, and nothing more to do
  "$REPRISE" run -q --store=store --buffer-size=4 -o out "a.c:$1" >/dev/null || [ $? = 1 ]
  cp "c/test_$1.c" before 2>/dev/null || :
  "$REPRISE" tests export --format=c -o c out >said || fail "$(cat said)"
  cc -Wall -Wextra -Werror -o tests "c/test_$1.c" 2>err || fail "$1 does not compile: $(cat err)"
  ./tests >failed || fail "$1: $(cat failed)"
  cp "c/test_$1.c" after
  "$REPRISE" tests export -q --format=c -o c out
  cmp after "c/test_$1.c" || fail "$1: exported again, it changes: $(diff after "c/test_$1.c")"
}
says () { grep -q "$1" said || fail "'$(cat said)' does not say '$1'"; }
has () { grep -qF "$1" after || fail "no '$1' in $(cat after)"; }

# A member goes that tests check, which hold otherwise; one of them was edited.
point () { printf 'struct pt { %s };\nint shift (struct pt *p, int dx) {\n  if (!p) return -1;\n  if (p->x > 100 || dx > 100) return 0;\n  p->x = dx;\n%s  return 1;\n}\n' "$1" "$2" >a.c; }
point 'int x, y;' ''
follow shift
grep -q 'p\.y == ' after || fail "$(cat after)"
sed -i '/p\.y == /{s/$/ \/* by hand *\//;:a;n;ba}' c/test_shift.c
point 'int x, y, n;' '  p->n++;
'
follow shift
says ', 1 edited by hand and left alone'
has '/* by hand */'
has 'p.n =='
point 'int x, n;' '  p->n++;
'
follow shift
says ', 1 dropped'
has '#if 0 /* reprise: dropped: it does not compile any more */'
has '/* by hand */'
live=$(sed '/^#if 0/,/^#endif/d' after)
case $live in *p.y*) fail "p.y is checked: $live" ;; esac

# Who gives a test another name does not own it: it follows, and keeps the name.
say () { printf '#include <stdio.h>\nint say (int n) {\n  if (n > 3) return puts ("%s") < 0;\n  return n;\n}\n' "$1" >a.c; }
say many
follow say
name=$(grep -o 'say_when_n_is_at_least_4[a-z_0-9]*' after | head -1)
sed -i "s/\\b$name\\b/many_are_not_counted/" c/test_say.c
say Many
follow say
says ' 1 changed'
has 'static void many_are_not_counted (void)'
has '"Many\n"'
[ "$(diff before after | grep -c '^[<>]')" = 4 ] || fail "$(diff before after)" # mark and text

# What other paths overwrite is no zero where a path must leave it alone.
cat >a.c <<'END'
int early (int *p, int n) {
  if (n < 0) return -1;
  *p = 0;
  return 1;
}
END
"$REPRISE" run -q --store=none --buffer-size=4 -o out a.c:early >/dev/null || [ $? = 1 ]
"$REPRISE" tests export -q --format=c -o c out
grep -A3 'early_when_n_is_negative' c/test_early.c | grep -q 'p\[0\] == 3' || fail "$(cat c/test_early.c)"

# Tests that cannot be read any more, since a member is gone, are not missed.
spot () { printf 'struct spot { %s };\nint put (struct spot *p, int dx) {\n  if (!p) return -1;\n  if (p->x + dx > 9 || p->x > 100 || dx > 100) return 0;\n  p->x += dx;\n  return 1;\n}\n' "$1" >a.c; }
spot 'int x, y;'
follow put
spot 'int x;'
follow put

# A function with another name leaves its file behind: somebody has to know.
sed -i 's/\bput\b/place/' a.c
"$REPRISE" run -q --store=none --buffer-size=4 -o out a.c:place >/dev/null || [ $? = 1 ]
"$REPRISE" tests export --format=c -o c out >said 2>&1
grep -q "c/test_put.c' tests put, which is no longer in a.c; " said || fail "$(cat said)"

# Where each test waits for an error to be fixed, cmocka's list is no empty array.
echo 'int never (int n) { return 10 / (n - n); }' >a.c
"$REPRISE" run -q --store=none -o out a.c:never >/dev/null || [ $? = 1 ]
"$REPRISE" tests export -q --format=cmocka -o only out
"${CC:-cc}" -w -pedantic-errors only/test_never.c -lcmocka -o a && ./a || fail "$(cat only/test_never.c)"

# A stream is read back from its test, as any argument is.
cat >a.c <<'END'
#include <stdio.h>
int quote (FILE *f, const unsigned char *s, size_t n, unsigned char q) {
  if (!f || !s) return 0;
  fputc (q, f);
  for (; n; n--, s++) {
    if (*s == q) fputc (q, f);
    fputc (*s, f);
  }
  return fputc (q, f) == EOF;
}
END
"$REPRISE" run -q --store=none --buffer-size=4 --max-paths=300 -o out a.c:quote >/dev/null || [ $? = 1 ]
"$REPRISE" tests export -q --format=c -o stream out
sed -i 's/\(reprise: test \)[0-9a-f]*-[0-9a-f]*-/\100000000-00000000-/' stream/test_quote.c
"$REPRISE" tests export --format=c -o stream out >said
grep -q ' 0 changed, 0 added, 0 dropped$' said || fail "$(cat said)"

# So is a pointer behind a pointer.
cat >a.c <<'END'
void skip_blanks (char **at) {
  while (**at == ' ')
    ++*at;
}
END
"$REPRISE" run -q --store=none --buffer-size=4 -o out a.c:skip_blanks >/dev/null || [ $? = 1 ]
"$REPRISE" tests export -q --format=c -o blanks out
sed -i 's/\(reprise: test \)[0-9a-f]*-[0-9a-f]*-/\100000000-00000000-/; s/when_at_0_0_is/by_hand/' blanks/test_skip_blanks.c
"$REPRISE" tests export --format=c -o blanks out >said
grep -q ' 0 changed, 0 added, 0 dropped' said || fail "$(cat said blanks/*)"

# So is what is deep: members of members, and behind several pointers.
cat >a.c <<'END'
struct node { struct node *next; char *name; };
struct list { struct { struct node *first; } of[1]; };
int find (struct list *l, char letter) {
  int i = 0;
  for (struct node *p = l->of[0].first; p; p = p->next, i++)
    if (p->name && *p->name == letter)
      return i;
  return -1;
}
END
"$REPRISE" run -q --store=none --buffer-size=4 --depth=4 -o out a.c:find >/dev/null || [ $? = 1 ]
"$REPRISE" tests export -q --format=c -o deep out
grep -q ' l_of_first_next_name\[' deep/test_find.c || fail "$(cat deep/test_find.c)"
sed -i 's/\(reprise: test \)[0-9a-f]*-[0-9a-f]*-/\100000000-00000000-/' deep/test_find.c
cp deep/test_find.c before
"$REPRISE" tests export -q --format=c -o deep out
cmp before deep/test_find.c || fail "$(diff before deep/test_find.c)"

# So is what is no number, with its bits where long double has them.
cat >a.c <<'END'
#include <string.h>
int kind_of (long double x) {
  unsigned long low = 0;
  unsigned short top = 0;
  memcpy (&low, &x, 8);
  memcpy (&top, (char *) &x + 8, 2);
  if (top == 0xffff && low == 0xc000000000000005) return 1;
  if (top == 0x7fff && low == 0x8000000000000007) return 2;
  return x != x ? 3 : x > 2;
}
END
"$REPRISE" run -q --store=none -o out a.c:kind_of >/dev/null || [ $? = 1 ]
"$REPRISE" tests export -q --format=c -o nan out
grep -qF '(-__builtin_nanl ("0x5")) == 1' nan/test_kind_of.c || fail "$(cat nan/*)"
grep -qF '(__builtin_nansl ("0x7")) == 2' nan/test_kind_of.c || fail "$(cat nan/*)"
"${CC:-cc}" -w -o a nan/test_kind_of.c && ./a || fail "$(cat nan/*)"
sed -i 's/\(reprise: test \)[0-9a-f]*-[0-9a-f]*-/\100000000-00000000-/' nan/test_kind_of.c
cp nan/test_kind_of.c before
"$REPRISE" tests export -q --format=c -o nan out
cmp before nan/test_kind_of.c || fail "$(diff before nan/test_kind_of.c)"

# So are flags with a cast, which C++ needs, and functions that are not called.
cat >a.c <<'END'
typedef enum flag { LOUD = 1, FAST = 2, LATE = 16 } flag;
struct hooks { int (*on_end) (int); };
int play (struct hooks h, flag f, int n) {
  if ((f & (LOUD | LATE)) != (LOUD | LATE))
    return 0;
  return n > 10 ? n / 2 : h.on_end ? 7 : 8;
}
END
"$REPRISE" run -q --store=none -o out a.c:play >/dev/null || [ $? = 1 ]
"$REPRISE" tests export -q --format=gtest -o flags out
sed -i 's/\(reprise: test \)[0-9a-f]*-[0-9a-f]*-/\100000000-00000000-/; s/play_when/play_as_known_when/' flags/test_play.cc
"$REPRISE" tests export --format=gtest -o flags out >said
grep -qF '(flag) (LOUD | LATE)' flags/test_play.cc || fail "$(cat flags/*)"
grep -q ' 0 changed, 0 added, 0 dropped' said || fail "$(cat said flags/*)"
