# Path conditions in KQuery: an independent reader finds that the values of each
# test satisfy its own and not those of other paths.

cat >a.c <<'EOF'
#include <klee/klee.h>
#include <stdlib.h>
static const unsigned char crc[256] = {7, 1, 200, 4, 9, 77, 3, 8, 6, 90, 4, 2};
static int wide[64] = {3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8, 9, 7, 9, 3, 2, 3};
int main (void) {
  int a, b, t[16];
  short s;
  char word[12], N0;
  unsigned __int128 big;
  klee_make_symbolic (&a, sizeof a, "a");
  klee_make_symbolic (&s, sizeof s, "a");
  klee_make_symbolic (&b, sizeof b, "2 odd-name");
  klee_make_symbolic (word, sizeof word, "word");
  klee_make_symbolic (&N0, sizeof N0, "N0");
  klee_make_symbolic (&big, sizeof big, "array");
  klee_make_symbolic (t, sizeof t, "t");
  if (crc[(unsigned char) word[3]] > 50)
    return 1;
  if (wide[b & 63] + s == 12)
    return 2;
  t[a & 15] = b;
  if (t[s & 15] == 4711 && -a < b >> 3)
    return 3;
  if (a != 0 && b / a == 7 && b % a == 3)
    return 4;
  if (big >> 70 == 9 && (N0 ^ 5) > 17)
    return 5;
  for (int i = 0; i < 3; i++)
    if (word[i] != "key"[i])
      return 6;
  return *(short *) (word + 5) < s;
}
EOF
clang-19 -I "$ROOT/include" -emit-llvm -c -g -O0 -Xclang -disable-O0-optnone \
  a.c -o a.bc
"$REPRISE" klee --write-kqueries --write-smt2s --write-cvcs a.bc 2>err.txt
n=$(ls klee-last/*.ktest | wc -l)
[ "$n" -ge 9 ]
[ "$(ls klee-last/*.kquery | wc -l)" = "$n" ]
cmp -s klee-last/test000001.smt2 klee-last/test000001.cvc

cat >kquery.py <<'EOF'
import re, struct, sys
sys.setrecursionlimit (100000)

def inputs (path):
    f = open (path, "rb").read ()
    at = 5
    def number ():
        nonlocal at
        at += 4
        return struct.unpack (">I", f[at - 4:at])[0]
    def text ():
        nonlocal at
        n = number ()
        at += n
        return f[at - n:at]
    number ()
    for i in range (number ()):
        text ()
    number (), number ()
    return [(text ().decode (), text ()) for i in range (number ())]

class Query:
    def __init__ (self, path, values):
        text = open (path).read ()
        self.words = re.findall (r"->|[()\[\]:=@,]|[^\s()\[\]:=@,]+", text)
        self.at, self.values = 0, values
        self.arrays, self.labels = {}, {}

    def peek (self): return self.words[self.at]
    def next (self):
        self.at += 1
        return self.words[self.at - 1]
    def expect (self, word):
        got = self.next ()
        assert got == word, (word, got, self.at)

    def declaration (self):
        self.expect ("array")
        name = self.next ()
        assert re.fullmatch (r"[A-Za-z_][A-Za-z0-9_.]*", name), name
        self.expect ("[")
        size = int (self.next ())
        for word in "] : w32 -> w8 =".split ():
            self.expect (word)
        if self.peek () == "symbolic":
            self.next ()
            content = self.values[name]
        else:
            self.expect ("[")
            content = []
            while self.peek () != "]":
                content.append (int (self.next ()))
            self.next ()
        assert len (content) == size, name
        self.arrays[name] = dict (enumerate (content))

    def version (self):
        label = None
        if self.peek () != "[":
            label = self.next ()
            if self.peek () != ":":
                return self.arrays[label]
            self.next ()
        updates = []
        self.expect ("[")
        while self.peek () != "]":
            index, w = self.term ()
            assert w == 32
            self.expect ("=")
            value, w = self.term ()
            assert w == 8
            updates.append ((index, value))
            if self.peek () == ",":
                self.next ()
        self.next ()
        self.expect ("@")
        array = dict (self.version ())
        for index, value in reversed (updates):
            array[index] = value
        if label:
            assert label not in self.arrays
            self.arrays[label] = array
        return array

    def term (self):
        word = self.next ()
        if word in ("true", "false"):
            return int (word == "true"), 1
        if word != "(":
            if self.peek () != ":":
                return self.labels[word]
            self.next ()
            assert word not in self.labels
            self.labels[word] = self.term ()
            return self.labels[word]
        op = self.next ()
        if op[0] == "w":
            v = int (self.next ())
            self.expect (")")
            assert v >> int (op[1:]) == 0
            return v, int (op[1:])
        w = 1
        if re.fullmatch ("w[0-9]+", self.peek ()):
            w = int (self.next ()[1:])
        return self.apply (op, w)

    def apply (self, op, w):
        if op in ("Read", "ReadLSB"):
            index = int (self.next ()) if self.peek ().isdigit () \
                else self.term ()[0]
            array = self.version ()
            self.expect (")")
            assert w % 8 == 0 and (op == "ReadLSB" or w == 8)
            return sum (array[index + i] << 8 * i for i in range (w // 8)), w
        if op == "Extract":
            low = int (self.next ())
        args = []
        while self.peek () != ")":
            args.append (self.term ())
        self.next ()
        a, wa = args[0]
        if op == "Extract":
            assert low + w <= wa
            return a >> low & ((1 << w) - 1), w
        signed = lambda v, w: v - (v >> w - 1 << w)
        if op == "ZExt": return a, w
        if op == "SExt": return signed (a, wa) % (1 << w), w
        if op == "Not": return ~a % (1 << w), w
        if op == "Concat":
            assert sum (x[1] for x in args) == w
            for v, wv in args[1:]:
                a = a << wv | v
            return a, w
        if op == "Select":
            assert wa == 1 and args[1][1] == args[2][1] == w
            return args[1 if a else 2]
        b, wb = args[1]
        assert len (args) == 2 and wa == wb, op
        sa, sb = signed (a, wa), signed (b, wb)
        compare = {"Eq": a == b, "Ult": a < b, "Ule": a <= b, "Slt": sa < sb,
                   "Sle": sa <= sb}
        if op in compare:
            return int (compare[op]), 1
        assert w == wa, op
        if op[1:] in ("Div", "Rem") and b == 0: # as in SMT-LIB
            return {"UDiv": -1, "SDiv": 1 if sa < 0 else -1}.get (op, a) \
                % (1 << w), w
        if op == "SRem": v = abs (sa) % abs (sb) * (-1 if sa < 0 else 1)
        elif op == "SDiv":
            v = abs (sa) // abs (sb) * (-1 if (sa < 0) != (sb < 0) else 1)
        elif op == "UDiv": v = a // b
        elif op == "URem": v = a % b
        elif op == "Shl": v = a << b if b < w else 0
        elif op == "LShr": v = a >> b if b < w else 0
        elif op == "AShr": v = sa >> min (b, w)
        else:
            v = {"Add": a + b, "Sub": a - b, "Mul": a * b, "And": a & b,
                 "Or": a | b, "Xor": a ^ b}[op]
        return v % (1 << w), w

    def holds (self):
        while self.peek () == "array":
            self.declaration ()
        self.expect ("(")
        self.expect ("query")
        self.expect ("[")
        all = True
        while self.peek () != "]":
            v, w = self.term ()
            assert w == 1
            all &= bool (v)
        for word in "] false )".split ():
            self.expect (word)
        assert self.at == len (self.words)
        return all

names = {"2 odd-name": "_2_odd_name", "N0": "N0_", "array": "array_"}
paths = sys.argv[1:]
tests = []
for p in paths:
    values = {}
    for name, data in inputs (p.replace ("kquery", "ktest")):
        name = names.get (name, name)
        values[name + "_1" if name in values else name] = data
    tests.append (values)
for i, p in enumerate (paths): # its own values, and two of another path
    for k in i, i - 1, i - 9:
        assert Query (p, tests[k]).holds () == (i == k), (p, k)
EOF
python3 kquery.py klee-last/*.kquery

# An error has one unasked; floating point has no words there.
cat >b.c <<'EOF'
#include <assert.h>
#include <klee/klee.h>
int main (void) {
  double d;
  int a;
  klee_make_symbolic (&d, sizeof d, "d");
  klee_make_symbolic (&a, sizeof a, "a");
  assert (a != 4);
  if (d + 1.0 > 2.5)
    return 1;
  return 0;
}
EOF
clang-19 -I "$ROOT/include" -emit-llvm -c -g -O0 -Xclang -disable-O0-optnone \
  b.c -o b.bc
"$REPRISE" klee --write-kqueries b.bc 2>err.txt
[ "$(ls klee-last/*.kquery | wc -l)" = 1 ]
ls klee-last/*.assert.err >files.txt
[ "$(ls klee-last/*.smt2 | wc -l)" = 2 ]
grep -q '^KLEE: WARNING: .*\.smt2' err.txt
"$REPRISE" klee --incremental=off b.bc 2>err.txt
[ "$(ls klee-last/*.kquery | wc -l)" = 1 ]
