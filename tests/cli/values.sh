# Values are shown by their types, in every report.
cat >a.c <<'END'
#include "klee/klee.h"
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
enum color { RED, GREEN = 5, BLUE };
typedef struct { int x; unsigned short y; char name[8]; unsigned low : 3; int m[2][2]; } thing;
static thing g;
static long twice (const char *name) {
  long v;
  klee_make_symbolic (&v, sizeof v, name);
  return v;
}
int main (void) {
  unsigned u;
  int i;
  char c;
  bool b;
  enum color k;
  unsigned char raw[4];
  float f;
  void *p;
  short *h = malloc (6);
  klee_make_symbolic (&u, sizeof u, "u");
  klee_make_symbolic (&i, sizeof i, "i");
  klee_make_symbolic (&c, sizeof c, "c");
  klee_make_symbolic (&b, sizeof b, "b");
  klee_make_symbolic (&k, sizeof k, "k");
  klee_make_symbolic (raw, sizeof raw, "raw");
  klee_make_symbolic (&f, sizeof f, "f");
  klee_make_symbolic (&p, sizeof p, "p");
  klee_make_symbolic (h, 6, "h");
  klee_make_symbolic (&g, sizeof g, "g");
  if (u == 4294967295u && i == 0x30393039 && c == '\n' && b && k == BLUE &&
      !memcmp (raw, "+.\377A", 4) && f == 1.5f && !p && h[2] == -3 &&
      g.x == 3 && g.y == 65535 && !strcmp (g.name, "joe") && g.low == 5 &&
      g.m[1][0] == 9 && twice ("sum") == -1)
    abort ();
  return 0;
}
END
"$REPRISE" run --store none -q a.c >/dev/null || [ $? = 1 ]
number=$("$REPRISE" tests list | awk '$2 == "abort" { print $1 }')
"$REPRISE" tests show "$number" >got
for line in 'u, unsigned int, 4 bytes: 4294967295' 'i, int, 4 bytes: 809054265' \
  "c, char, 1 byte: '\\\\n'" 'b, _Bool, 1 byte: true' 'k, enum color, 4 bytes: BLUE' \
  'raw, unsigned char\[4\], 4 bytes: "+.\\377A"' 'f, float, 4 bytes: 1.5' \
  'p, void \*, 8 bytes: NULL' 'h, short\[3\], 6 bytes: {0, 0, -3}' 'sum, long, 8 bytes: -1' \
  'g, thing, 32 bytes: {.x = 3, .y = 65535, .name = "joe", .low = 5, .m = {{0}, {9}}}'; do
  grep -q "  $line" got || {
    cat got
    echo "missing: $line"
    exit 1
  }
done
"$REPRISE" tests show --json "$number" >got
python3 - <<'END'
import json
inputs = {i["name"]: i for i in json.load(open("got"))[0]["inputs"]}
want = {"u": 4294967295, "b": True, "k": "BLUE", "p": None, "h": [0, 0, -3],
        "raw": "+.\\377A", "f": 1.5}
for name, value in want.items():
    assert inputs[name]["value"] == value, inputs[name]
assert inputs["g"]["value"]["m"] == [[0, 0], [9, 0]], inputs["g"]
assert inputs["u"]["type"] == "unsigned int" and inputs["u"]["hex"] == "ffffffff"
END

# The fuzzer's data are as long as its size says; parameters have types too.
cat >b.c <<'END'
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
struct pt { unsigned x; const char *name; };
enum level { LOW = -1, HIGH = 1 };
int LLVMFuzzerTestOneInput (const uint8_t *data, size_t size) {
  if (size == 3 && data[0] == '+' && !data[1] && !data[2])
    abort ();
  return 0;
}
int at (const struct pt *p, const int *v, enum level l) {
  if (p->x > 4000000000u && p->name[0] == 'n' && v[1] == -2 && l == LOW)
    abort ();
  return 0;
}
END
"$REPRISE" run --store none b.c >got || [ $? = 1 ]
grep -q 'data="+\\0\\0" size=3' got
"$REPRISE" run --store none b.c:at >got || [ $? = 1 ]
grep -q 'p.x=4[0-9]* p.name="n" v={0, -2} l=LOW' got

# Bit-fields are shown one by one, under their own names.
cat >c.c <<'END'
struct flags { unsigned k : 3; int m : 5; };
int bits (struct flags f) {
  if (f.k == 2 && f.m == -3)
    return 1;
  return 0;
}
END
"$REPRISE" run -q --store none c.c:bits >got
"$REPRISE" tests list >got
grep -q 'f.k=2 f.m=-3  returns 1' got || { cat got; exit 1; }
"$REPRISE" tests show 1 >got
grep -q '^  f.m, int, 5 bits: -3$' got || { cat got; exit 1; }

# What is read from a file ends in zeros where it does, in JSON too.
cat >d.c <<'END'
#include <stdio.h>
int main (void) {
  char b[3];
  return fread (b, 1, 3, stdin) == 3 && b[2] ? 1 : 0;
}
END
"$REPRISE" run -q --store none --sym-stdin=3 d.c >got
"$REPRISE" tests show --json >got
grep -q '"value": "\\\\0\\\\0\\\\0"' got || { cat got; exit 1; }

# The first error of each place is shown with letters, however many came before.
cat >late.c <<'EOF'
#include <string.h>
int main (int argc, char **argv) {
  char key[8];
  static const char names[4];
  if (argc < 2 || !strchr (argv[1], '='))
    return 1;
  size_t n = (size_t) (strchr (argv[1], '=') - argv[1]);
  for (int i = 0; argv[1][n + 1] && i < 50; i++)
    if (argv[1][n + 1] == 'A' + i)
      return names[4 + i]; /* often */
  memcpy (key, argv[1], n);
  key[n] = 0;
  return key[0] == 'x';
}
EOF
"$REPRISE" run --store none --no-confirm --sym-args=1:1:10 late.c >text || [ $? = 1 ]
grep -q 'arg00="aaaaaaaaa="' text && grep -q 'arg00="aaaaaaaa=' text || { cat text; exit 1; }

# Where not all inputs fit into the line, those that matter come first.
cat >many.c <<'EOF'
#include <stdlib.h>
int f (int a, int b, int c, int d, int e, int g, int h, int k) {
  if (k == 77)
    abort ();
  return a + b + c + d + e + g + h;
}
EOF
"$REPRISE" run --store none --no-confirm many.c:f >text || [ $? = 1 ]
grep -q 'test 1: k=77 a=0 b=0 c=0 d=0 e=0 and 2 more' text || { cat text; exit 1; }

# What a pointer points to is called otherwise than the pointer itself.
cat >behind.c <<'EOF'
#include <stdlib.h>
int f (int **p) {
  if (p && *p && **p == 3) {
    **p = 4;
    return 1;
  }
  return 0;
}
EOF
"$REPRISE" run -q --store none --buffer-size=4 -o behind behind.c:f
"$REPRISE" tests list behind >text
grep -q ' p\[0\]=3  returns 1; sets \*p\[0\] = 4$' text &&
  grep -q ' p\[0\]=NULL  returns 0$' text && grep -q ' p=NULL  returns 0$' text || { cat text; exit 1; }

# What lies behind a member or a global has the type of its pointer.
cat >made.c <<'EOF'
#include <stdlib.h>
struct buf { int *v; char *name; struct buf *next; double *d; unsigned char *raw; };
int *numbers;
void fill (struct buf *b) {
  if (!(b->v = malloc (8)) || !(b->d = malloc (8)) || !(b->raw = malloc (2)) || !(b->name = malloc (3)) ||
      !(b->next = calloc (1, sizeof *b)) || !(numbers = malloc (8)))
    return;
  b->v[0] = 65, b->v[1] = 66, *b->d = 1.5, b->raw[0] = 200, b->raw[1] = 1, b->name[0] = 'a', b->name[1] = 0;
  numbers[0] = 67, numbers[1] = 0, b->next->v = b->v;
}
EOF
"$REPRISE" run -q --store none -o made made.c:fill || [ $? = 1 ]
"$REPRISE" tests show made >text
grep -qF '.v = &{65, 66}, .name = "a", .next = &{.v = object 0' text && grep -qF '.d = &1.5, .raw = &{200, 1}}' text &&
  grep -qF 'sets numbers = &{67}' text || { cat text; exit 1; }
