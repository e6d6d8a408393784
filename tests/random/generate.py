"""Random C programs over few small inputs, in one source that has two lives.

Compiled with -DNATIVE it runs itself on every input and prints one line for
each; run by us it does the same for one input per path. A line is

    I<inputs> T<decisions> =<hash of all variables>      or   !<fault>

Every decision leaves a mark of its own (two letters), so that two inputs take
the same path exactly when they leave the same marks. What may be a fault is
alone in a statement with a mark before it; the native side checks it first.
"""
import random

TYPES = ["u8", "i8", "u16", "i16", "u32", "i32", "u64", "i64"]
WIDTH = {t: int(t[1:]) for t in TYPES}
PRELUDE = """
#include <stdlib.h>
#include <string.h>
typedef unsigned char u8;
typedef signed char i8;
typedef unsigned short u16;
typedef short i16;
typedef unsigned int u32;
typedef int i32;
typedef unsigned long u64;
typedef long i64;

#ifdef NATIVE
#include <setjmp.h>
#include <stdio.h>
static char line[1 << 16];
static unsigned length;
static jmp_buf end;
static void put (const char *s, unsigned n) {
  if (length + n < sizeof line) {
    memcpy (line + length, s, n);
    length += n;
  }
}
static void fault (const char *kind) {
  put ("!", 1);
  put (kind, strlen (kind));
  longjmp (end, 1);
}
static i64 inside (i64 i, i64 n) {
  if (i < 0 || i >= n)
    fault ("out_of_bounds");
  return i;
}
#define AT(array, i, n) array[inside (i, n)]
#define DIVIDE(to, type, a, op, b, by_minus_one)                           \\
  do {                                                                     \\
    type x_ = (a), y_ = (b);                                               \\
    if (y_ == 0)                                                           \\
      fault ("division_by_zero");                                          \\
    if ((type) -1 < 0 && y_ == (type) -1 && sizeof (type) >= 4 &&          \\
        x_ == (type) (1ul << (8 * sizeof (type) - 1)))                     \\
      fault ("signed_overflow");                                           \\
    if ((type) -1 < 0 && y_ == (type) -1)                                  \\
      to = (by_minus_one);                                                 \\
    else                                                                   \\
      to = x_ op y_;                                                       \\
  } while (0)
#define SHIFT(to, type, a, op, b, w)                                       \\
  do {                                                                     \\
    type x_ = (a);                                                         \\
    u32 y_ = (b);                                                          \\
    if (y_ >= w)                                                           \\
      fault ("overshift");                                                 \\
    to = x_ op y_;                                                         \\
  } while (0)
#define GOOD(p) ((p) ? (void) 0 : fault ("null_pointer"))
#define ASSERT(c) ((c) ? (void) 0 : fault ("assertion"))
#define ABORT() fault ("abort")
#else
#include <klee/klee.h>
#include <unistd.h>
static void put (const char *s, unsigned n) { write (1, s, n); }
#define AT(array, i, n) array[i]
#define DIVIDE(to, type, a, op, b, by_minus_one)                           \\
  do {                                                                     \\
    type x_ = (a), y_ = (b);                                               \\
    to = x_ op y_;                                                         \\
  } while (0)
#define SHIFT(to, type, a, op, b, w)                                       \\
  do {                                                                     \\
    type x_ = (a);                                                         \\
    u32 y_ = (b);                                                          \\
    to = x_ op y_;                                                         \\
  } while (0)
#define GOOD(p) ((void) 0)
#define ASSERT(c) klee_assert (c)
#define ABORT() abort ()
#endif

static void put_number (u64 v) {
  char text[16];
  for (int i = 0; i < 16; i++)
    text[i] = 'a' + (v >> (60 - 4 * i) & 15);
  put (text, 16);
}
#define T(mark) put (mark, 2)
"""


class Generator:
    def __init__(self, seed):
        self.random = random.Random(seed)
        self.lines = []
        self.indent = 1
        self.marks = 0
        self.fresh = 0
        self.loops = 0
        self.names = []      # (text, type): what can be assigned
        self.readable = []   # (text, type): loop counters too
        self.arrays = []     # (name, type, size)
        self.functions = []  # (name, parameter types, result type)
        self.in_function = False
        self.budget = self.random.randint(16, 45)
        self.has_faults = self.random.random() < 0.5

    # Small things.

    def chance(self, p):
        return self.random.random() < p

    def pick(self, things):
        return self.random.choice(things)

    def emit(self, text):
        self.lines.append("  " * self.indent + text)

    def mark(self):
        n = self.marks
        self.marks += 1
        return f'T ("{chr(65 + n // 26 % 26)}{chr(97 + n % 26)}")'

    def name(self, prefix):
        self.fresh += 1
        return f"{prefix}{self.fresh}"

    # Expressions: text of a value of type t.

    def constant(self, t):
        w = WIDTH[t]
        n = self.pick([0, 1, 2, 3, 5, 7, 10, 15, 16, 100, 127, 128, 255,
                       self.random.randrange(1 << 16),
                       self.random.randrange(1 << 62), (1 << w) - 1,
                       1 << (w - 1)])
        return f"({t}) {n}ul" if n < 1 << 64 else f"({t}) -1"

    def leaf(self, t):
        if self.chance(0.2):
            return self.constant(t)
        if self.arrays and self.chance(0.15):
            name, _, size = self.pick(self.arrays)
            return f"({t}) {name}[{self.random.randrange(size)}]"
        return f"({t}) {self.pick(self.readable)[0]}"

    def binary(self, depth, t):
        a = self.pick(TYPES)
        op = self.pick("+ - + - & | ^ *".split())
        return f"({t}) ({self.expr(depth, a)} {op} {self.expr(depth, a)})"

    def condition(self, depth):
        a = self.pick(TYPES)
        op = self.pick("< <= > >= == !=".split())
        if op in "==!=" and self.chance(0.5):
            mask = self.pick([1, 3, 6, 12])
            return (f"({self.expr(depth, a)} & {mask}) {op} "
                    f"{self.random.randrange(4)}")
        return f"{self.expr(depth, a)} {op} {self.expr(depth, a)}"

    def shift(self, depth, t):
        a = self.pick(TYPES)
        op = self.pick(["<<", ">>"])
        return (f"({t}) ({self.expr(depth, a)} {op} "
                f"({self.expr(depth, 'u8')} & {WIDTH[a] - 1}))")

    def quotient(self, depth, t):
        op = self.pick("/%")
        a = self.pick(TYPES)
        if a[0] == "u" and self.chance(0.5):
            return (f"({t}) ({self.expr(depth, a)} {op} "
                    f"({a}) ({self.expr(depth, a)} | 1))")
        return (f"({t}) ({self.expr(depth, a)} {op} "
                f"({a}) {self.pick([2, 3, 4, 7, 10, 16, 100])})")

    def element(self, depth, t):
        name, _, size = self.pick(self.arrays)
        return f"({t}) {name}[{self.expr(depth, 'u8')} & {size - 1}]"

    def either(self, depth, t):
        c = self.condition(depth)
        return (f"({t}) ({c} ? ({self.mark()}, {self.expr(depth, t)}) : "
                f"({self.mark()}, {self.expr(depth, t)}))")

    def call(self, depth, t):
        name, params, _ = self.pick(self.functions)
        args = ", ".join(self.expr(depth, p) for p in params)
        return f"({t}) {name} ({args})"

    def builtin(self, depth, t):
        """Functions of the compiler, for intrinsics of LLVM."""
        x, y = self.expr(depth, "u32"), self.expr(depth, "u64")
        return self.pick([
            f"({t}) __builtin_popcount ({x})",
            f"({t}) __builtin_popcountll ({y})",
            f"({t}) __builtin_clz ({x} | 1)",
            f"({t}) __builtin_ctzll ({y} | 1ul << 63)",
            f"({t}) __builtin_ffs ({x})",
            f"({t}) __builtin_bswap32 ({x})",
            f"({t}) __builtin_bswap64 ({y})",
            f"({t}) __builtin_bswap16 ({x})",
            f"({t}) __builtin_bitreverse8 ({x})",
            f"({t}) __builtin_rotateleft32 ({x}, {self.expr(depth, 'u32')})",
            f"({t}) __builtin_rotateright8 ({x}, {self.expr(depth, 'u8')})",
            f"({t}) __builtin_parity ({x})",
        ])

    def overflow(self, depth, t):
        a = self.pick(TYPES)
        op = self.pick(["add", "sub", "mul"])
        what = self.pick(["r_ ^ o_", "o_", "r_"])
        return (f"({t}) ({{ {a} r_; _Bool o_ = __builtin_{op}_overflow ("
                f"{self.expr(depth, self.pick(TYPES))}, "
                f"{self.expr(depth, a)}, &r_); {what}; }})")

    def wide(self, depth, t):
        sign = self.pick(["", "unsigned "])
        op = self.pick(["+", "-", "*", "^", "|"])
        a, b = self.pick(TYPES), self.pick(TYPES)
        return (f"({t}) ((({sign}__int128) {self.expr(depth, a)} {op} "
                f"({sign}__int128) {self.expr(depth, b)}) >> "
                f"{self.pick([0, 1, 8, 40, 63, 64, 70])})")

    def punned(self, depth, t):
        a = self.pick(["u8", "i8", "u16", "i16", "u32", "i32"])
        n = 64 // WIDTH[a]
        return (f"({t}) ((union {{ u64 w_; {a} p_[{n}]; }}) "
                f"{{.w_ = {self.expr(depth, 'u64')}}}).p_["
                f"{self.expr(depth, 'u8')} & {n - 1}]")

    def rare(self, depth, t):
        return self.pick([self.builtin, self.overflow, self.wide,
                          self.punned])(depth, t)

    def expr(self, depth, t):
        if depth == 0:
            return self.leaf(t)
        depth -= 1
        if self.chance(0.08):
            return self.rare(depth, t)
        n = self.random.randrange(20)
        if n < 5:
            return self.leaf(t)
        if n < 10:
            return self.binary(depth, t)
        if n < 12:
            return f"({t}) ({self.condition(depth)})"
        if n == 12:
            return f"({t}) {self.pick('~-!')}{self.expr(depth, t)}"
        if n == 13:
            return self.shift(depth, t)
        if n == 14:
            return self.quotient(depth, t)
        if n < 18 and self.arrays:
            return self.element(depth, t)
        if n == 18:
            return self.either(depth, t)
        if n == 19 and self.functions and not self.in_function:
            return self.call(depth, t)
        return self.binary(depth, t)

    # Statements.

    def assign(self):
        name, t = self.pick(self.names)
        if self.chance(0.3):
            op = self.pick(["+=", "-=", "^=", "|=", "&="])
            self.emit(f"{name} {op} {self.expr(2, t)};")
        else:
            self.emit(f"{name} = {self.expr(3, t)};")

    def store(self):
        name, t, size = self.pick(self.arrays)
        self.emit(f"{name}[{self.expr(2, 'u8')} & {size - 1}] = "
                  f"{self.expr(2, t)};")

    def body(self, depth, first=None):
        self.indent += 1
        if first:
            self.emit(first)
        for _ in range(self.random.randint(1, 3)):
            self.statement(depth)
        self.indent -= 1

    def branch(self, depth):
        self.emit(f"if ({self.condition(2)}) {{")
        self.body(depth, self.mark() + ";")
        self.emit("} else {")
        self.indent += 1
        self.emit(self.mark() + ";")
        self.indent -= 1
        if self.chance(0.5):
            self.body(depth)
        self.emit("}")

    def switch(self, depth):
        mask = self.pick([3, 7, 15])
        labels = self.random.sample(range(mask + 1), self.random.randint(2, 4))
        self.emit(f"switch ({self.expr(2, self.pick(TYPES))} & {mask}) {{")
        while labels:
            for _ in range(self.random.randint(1, 2)):
                if labels:
                    self.emit(f"case {labels.pop()}:")
            self.body(depth, self.mark() + ";")
            if self.chance(0.8):
                self.emit("  break;")
        if self.chance(0.7):
            self.emit("default:")
            self.body(0, self.mark() + ";")
        else:
            self.emit("default:")
            self.emit(f"  {self.mark()};")
        self.emit("}")

    def loop(self, depth):
        i = self.name("c")
        if self.chance(0.5):
            limit = str(self.random.randint(1, 4))
        else:
            limit = f"({self.expr(1, 'u8')} & {self.pick([1, 3])})"
            n = self.name("n")
            self.emit(f"u8 {n} = {limit};")
            limit = n
        self.emit(f"for (u32 {i} = 0; {i} < {limit}; {i}++) {{")
        self.loops += 1
        self.readable.append((i, "u32"))
        self.body(depth, self.mark() + ";")
        self.readable.pop()
        if self.chance(0.3):
            self.emit(f"  if ({self.condition(1)}) {{")
            self.emit(f"    {self.mark()};")
            self.emit(f"    {self.pick(['break', 'continue'])};")
            self.emit("  } else")
            self.emit(f"    {self.mark()};")
        self.loops -= 1
        self.emit("}")
        self.emit(self.mark() + ";")

    def copy(self):
        same = [(a, b) for a in self.arrays for b in self.arrays
                if a[0] != b[0]]
        if not same:
            return self.store()
        a, b = self.pick(same)
        most = min(a[2] * WIDTH[a[1]], b[2] * WIDTH[b[1]]) // 8
        n = self.random.randint(1, most)
        what = self.pick(["memcpy", "memmove"])
        self.emit(f"{what} ({a[0]}, {b[0]}, {n});")
        return None

    def copy_some(self):
        """A length that is an input: told by the marks of a loop before."""
        large = [a for a in self.arrays if a[2] * WIDTH[a[1]] >= 32]
        if not large:
            return self.store()
        name, t, size = self.pick(large)
        n, i = self.name("n"), self.name("c")
        self.emit(f"u8 {n} = {self.expr(1, 'u8')} & 3;")
        self.emit(f"for (u32 {i} = 0; {i} < {n}; {i}++)")
        self.emit(f"  {self.mark()};")
        self.emit(self.mark() + ";")
        most = size - (24 + WIDTH[t] - 1) // WIDTH[t]
        source = f"({name} + {self.random.randint(0, most)})"
        if self.chance(0.5):
            self.emit(f"memset ({name}, {self.expr(1, 'u8')}, {n});")
        else:
            self.emit(f"memmove ({name}, {source}, {n});")
        return None

    def pointer(self):
        """One pointer to several objects; told by marks afterwards."""
        t = self.pick(TYPES)
        same = [n for n, u in self.names if u == t and "." not in n]
        if len(same) < 2:
            return self.assign()
        p, k = self.name("p"), self.name("k")
        chosen = self.random.sample(same, 2)
        self.emit(f"{t} *{p}[2] = {{&{chosen[0]}, &{chosen[1]}}};")
        self.emit(f"u8 {k} = {self.expr(1, 'u8')} & 1;")
        self.emit(f"*{p}[{k}] {self.pick(['=', '+=', '^='])} "
                  f"{self.expr(1, t)};")
        self.emit(f"if ({k})")
        self.emit(f"  {self.mark()};")
        self.emit("else")
        self.emit(f"  {self.mark()};")
        return None

    def inner_pointer(self):
        name, t, size = self.pick(self.arrays)
        p = self.name("p")
        self.emit(f"{t} *{p} = {name} + ({self.expr(2, 'u8')} & {size // 2});")
        self.emit(f"{p}[{self.random.randrange(size // 2)}] "
                  f"{self.pick(['=', '+=', '-='])} {self.expr(2, t)};")

    def function_pointer(self):
        alike = [f for f in self.functions
                 if f[1:3] == self.functions[0][1:3]]
        if self.in_function or len(alike) < 2:
            return self.assign()
        p = self.name("f")
        name, t = self.pick(self.names)
        params = alike[0][1]
        self.emit(f"{alike[0][2]} (*{p}[2]) ({', '.join(params)}) = "
                  f"{{{alike[0][0]}, {alike[1][0]}}};")
        args = ", ".join(self.expr(1, a) for a in params)
        self.emit(f"{name} = ({t}) {p}[{self.expr(1, 'u8')} & 1] ({args});")
        return None

    def records(self):
        """An array of structures, one chosen by an input."""
        r, q = self.name("r"), self.name("q")
        n = self.pick([2, 3, 4, 5])
        self.emit(f"struct s {r}[{n}];")
        self.emit(f"memset ({r}, {self.pick([0, 1, 255])}, sizeof {r});")
        field, t = self.pick(self.fields)
        self.emit(f"struct s *{q} = &{r}[{self.expr(2, 'u8')} % {n}];")
        self.emit(f"{q}->{field[3:]} = {self.expr(2, t)};")
        self.emit(f"{r}[{self.expr(1, 'u8')} % {n}] = {self.pick(['s1', 's2'])}"
                  ";")
        self.emit(f"s2 = *{q};")
        name, u = self.pick(self.names)
        self.emit(f"{name} = ({u}) {r}[{self.expr(1, 'u8')} % {n}]."
                  f"{field[3:]} + ({u}) ({q} - {r});")

    def heap(self):
        """Lives from here to the end of the block; used by an index."""
        h, t = self.name("h"), self.pick(TYPES)
        n = self.pick([2, 4, 8])
        self.emit(f"{t} *{h} = calloc ({n}, sizeof ({t}));")
        for _ in range(2):
            self.emit(f"{h}[{self.expr(2, 'u8')} & {n - 1}] "
                      f"{self.pick(['=', '+=', '|='])} {self.expr(2, t)};")
        name, u = self.pick(self.names)
        self.emit(f"{name} = ({u}) {h}[{self.expr(1, 'u8')} & {n - 1}];")
        self.emit(f"free ({h});")

    def matrix(self):
        m, t = self.name("m"), self.pick(TYPES)
        rows, columns = self.pick([2, 3, 4]), self.pick([2, 3, 5])
        i = self.name("c")
        self.emit(f"{t} {m}[{rows}][{columns}];")
        self.emit(f"for (u32 {i} = 0; {i} < {rows * columns}; {i}++)")
        self.emit(f"  {m}[{i} / {columns}][{i} % {columns}] = "
                  f"({t}) ({i} * {self.expr(1, t)});")
        self.emit(f"{m}[{self.expr(2, 'u8')} % {rows}]"
                  f"[{self.expr(1, 'u8')} % {columns}] = {self.expr(2, t)};")
        name, u = self.pick(self.names)
        self.emit(f"{name} ^= ({u}) {m}[{self.expr(1, 'u8')} % {rows}]"
                  f"[{self.expr(1, 'u8')} % {columns}];")

    def odd_bytes(self):
        """Words at places that are no multiple of their size."""
        array, a, size = self.pick(self.arrays)
        bytes_there = size * WIDTH[a] // 8
        t = self.pick([t for t in TYPES if WIDTH[t] // 8 <= bytes_there])
        room = bytes_there - WIDTH[t] // 8 + 1
        v, o = self.name("v"), self.name("o")
        self.emit(f"{t} {v};")
        self.emit(f"u8 {o} = {self.expr(1, 'u8')} % {room};")
        self.emit(f"memcpy (&{v}, (char *) {array} + {o}, sizeof {v});")
        self.emit(f"{v} += {self.expr(1, t)};")
        self.emit(f"memcpy ((char *) {array} + {o}, &{v}, sizeof {v});")

    def down(self, depth):
        """A loop that tests at its end, and a jump out of it."""
        n, out = self.name("n"), self.name("out")
        self.emit(f"u8 {n} = {self.expr(1, 'u8')} & 3;")
        self.emit("do {")
        self.body(depth, self.mark() + ";")
        self.emit(f"  if ({self.condition(1)}) {{")
        self.emit(f"    {self.mark()};")
        self.emit(f"    goto {out};")
        self.emit("  }")
        self.emit(f"  {self.mark()};")
        self.emit(f"}} while ({n}-- > 1);")
        self.emit(self.mark() + ";")
        self.emit(f"{out}:;")

    def struct_copy(self):
        self.emit(self.pick(["s2 = s1;", "s1 = s2;", "s1 = turned (s2);"]))

    def fault(self):
        self.emit(self.mark() + ";")
        n = self.random.randrange(7)
        name, t = self.pick(self.names)
        if n < 2:
            by = self.expr(2, t)
            value = self.expr(1, t)
            op = self.pick("/%")
            other = f"({t}) (0 - x_)" if op == "/" else "0"
            self.emit(f"DIVIDE ({name}, {t}, {value}, {op}, {by}, {other});")
        elif n < 4:
            array, a, size = self.pick(self.arrays)
            i = self.expr(2, self.pick(["u8", "i8"]))
            if self.chance(0.5):
                i = f"{i} % {size + 1}"
            element = f"AT ({array}, ({i}), {size})"
            if self.chance(0.5):
                self.emit(f"{name} = ({t}) {element};")
            else:
                self.emit(f"{element} = {self.expr(1, a)};")
        elif n == 4:
            a = self.pick(["u32", "i32", "u64", "i64"])
            most = self.pick([15, 63, 255])
            self.emit(f"SHIFT ({name}, {a}, {self.expr(1, a)}, "
                      f"{self.pick(['<<', '>>'])}, "
                      f"{self.expr(1, 'u8')} & {most}, {WIDTH[a]});")
        elif n == 5:
            self.emit(f"ASSERT ({self.condition(2)});")
        else:
            p = self.name("p")
            self.emit(f"{t} {self.name('v')} = 0, "
                      f"*{p} = {self.condition(1)} ? ({self.mark()}, "
                      f"({t} *) 0) : ({self.mark()}, &v{self.fresh});")
            self.emit(f"GOOD ({p});")
            self.emit(f"{name} = *{p};")

    def statement(self, depth):
        if self.budget <= 0:
            return self.assign()
        self.budget -= 1
        if self.has_faults and self.chance(0.12):
            return self.fault()
        kinds = [self.assign] * 3 + [self.store] * 2 + [self.copy]
        kinds += [self.inner_pointer, self.matrix, self.odd_bytes, self.heap]
        if not self.in_function:
            kinds += [self.pointer, self.copy_some, self.struct_copy]
            kinds += [self.records]
            if self.functions:
                kinds += [self.function_pointer]
        if depth > 0:
            kinds += [lambda: self.branch(depth - 1)] * 5
            kinds += [lambda: self.switch(depth - 1)] * 2
            kinds += [lambda: self.loop(depth - 1)] * 2
            kinds += [lambda: self.down(depth - 1)]
        return self.pick(kinds)()

    # Whole programs.

    def function(self):
        """All have the same type half of the time: pointers to them."""
        if self.functions and self.chance(0.7):
            params, result = self.functions[0][1:]
        else:
            params = [self.pick(TYPES) for _ in range(2)]
            result = self.pick(TYPES)
        name = self.name("f")
        self.in_function, saved = True, self.indent
        self.names = [("a", params[0]), ("b", params[1])]
        self.readable = list(self.names)
        self.lines.append(f"static {result} {name} ({params[0]} a, "
                          f"{params[1]} b) {{")
        self.emit(self.mark() + ";")
        self.budget += 3
        for _ in range(2):
            self.statement(1)
        self.emit(f"return {self.expr(1, result)};")
        self.lines.append("}\n")
        self.in_function, self.indent = False, saved
        self.functions.append((name, params, result))

    def globals(self):
        reset = []
        for _ in range(self.random.randint(1, 3)):
            name, t = self.name("g"), self.pick(TYPES)
            size = self.pick([2, 4, 8, 16])
            self.lines.append(f"static {t} {name}[{size}];")
            for i in range(size):
                reset.append(f"  {name}[{i}] = {self.constant(t)};")
            self.arrays.append((name, t, size))
        fields = []
        for i in range(4):
            t = self.pick(TYPES)
            bits = (f" : {self.random.randint(1, WIDTH[t])}"
                    if self.chance(0.5) else "")
            fields.append((f"m{i}", t, bits))
        text = " ".join(f"{t} {n}{b};" for n, t, b in fields)
        self.lines.append(f"struct s {{ {text} }};")
        self.lines.append("static struct s s1, s2;")
        self.lines.append(
            "static struct s turned (struct s s) { s.m0 = s.m1; "
            "s.m2 ^= s.m3; return s; }")
        reset.append("  memset (&s1, 0, sizeof s1);")
        reset.append("  memset (&s2, 0, sizeof s2);")
        self.fields = [(f"{s}.{n}", t) for s in ("s1", "s2")
                       for n, t, _ in fields]
        self.lines.append("static void reset (void) {")
        self.lines += reset
        self.lines.append("}\n")

    def inputs(self):
        """(type, first, how many): no more than 65536 inputs together."""
        shapes = self.pick([[8, 8], [8, 4, 4], [4, 4, 4], [4, 4, 4, 4],
                            [8, 4], [6, 6], [8]])
        found = []
        for bits in shapes:
            t = self.pick(TYPES)
            low = 0 if t[0] == "u" else -(1 << (bits - 1))
            found.append((t, low, 1 << bits))
        return found

    def test(self, inputs):
        params = ", ".join(f"{t} x{i}" for i, (t, _, _) in enumerate(inputs))
        self.lines.append(f"static void test ({params}) {{")
        for i in range(len(inputs)):
            self.emit(f"put_number (x{i});")
        self.emit('put ("T", 1);')
        self.emit("reset ();")
        self.names = [(f"x{i}", t) for i, (t, _, _) in enumerate(inputs)]
        self.readable = list(self.names)
        for i in range(3):
            t = self.pick(TYPES)
            self.emit(f"{t} y{i} = {self.expr(1, t)};")
            self.names.append((f"y{i}", t))
            self.readable.append(self.names[-1])
        self.names += self.fields
        self.readable = 3 * self.readable + self.fields
        for name, t in self.random.sample(self.fields, 4):
            self.emit(f"{name} = {self.expr(1, t)};")
        for name, t, size in self.arrays:
            self.emit(f"{name}[{self.random.randrange(size)}] = "
                      f"{self.expr(1, t)};")
        self.budget = max(self.budget, 10)
        for _ in range(self.random.randint(5, 10)):
            self.statement(3)
        self.emit("u64 hash = 0;")
        for name, _ in self.names:
            self.emit(f"hash = (hash << 5 | hash >> 59) ^ (u64) {name};")
        for name, _, size in self.arrays:
            self.emit(f"for (int i = 0; i < {size}; i++)")
            self.emit(f"  hash = (hash << 5 | hash >> 59) ^ (u64) {name}[i];")
        self.emit('put ("=", 1);')
        self.emit("put_number (hash);")
        self.lines.append("}\n")

    def main(self, inputs):
        out = self.lines
        out.append("#ifdef NATIVE\nint main (void) {")
        for i, (_, low, n) in enumerate(inputs):
            out.append(f"  for (i64 x{i} = {low}; x{i} < {low + n}; x{i}++)")
        args = ", ".join(f"x{i}" for i in range(len(inputs)))
        out.append(f"""  {{
    length = 0;
    if (!setjmp (end))
      test ({args});
    printf ("%.*s\\n", (int) length, line);
  }}
  return 0;
}}
#else
int main (void) {{""")
        for i, (t, low, n) in enumerate(inputs):
            out.append(f"  {t} x{i};")
            out.append(f'  klee_make_symbolic (&x{i}, sizeof x{i}, "x{i}");')
            out.append(f"  klee_assume ((i64) x{i} >= {low} & "
                       f"(i64) x{i} < {low + n});")
        out.append(f"  test ({args});\n  return 0;\n}}\n#endif")

    def program(self):
        self.globals()
        self.names = self.readable = []
        for _ in range(self.random.randint(0, 3)):
            self.function()
        inputs = self.inputs()
        self.test(inputs)
        self.main(inputs)
        return PRELUDE + "\n".join(self.lines) + "\n"


def generate(seed):
    return Generator(seed).program()
