"""Small tests made at random, of the same kinds as those of corpus/.

Values that may not be initialised are used only in ways of which MemorySanitizer
knows exactly which bits depend on them (docs/adr/0049). An index may be wrong by
a few elements only: what AddressSanitizer puts around objects is not larger than
that.
"""
import random

TYPES = ["u8", "i8", "u16", "i16", "u32", "i32", "u64", "i64"]
SIZE = {t: int(t[1:]) // 8 for t in TYPES}
CORNERS = ["0", "1", "-1", "2", "7", "100", "127", "255", "SHRT_MIN",
           "INT_MAX", "INT_MIN", "LONG_MIN", "LONG_MAX", "0x80000000u"]


class Maker:
    def __init__(self, seed, number, is_strict):
        self.random = random.Random(f"{seed} {number}")
        self.is_strict = is_strict  # overflow is an error
        self.lines = []
        self.names = ["x"]
        self.fresh = 0

    def pick(self, things):
        return self.random.choice(things)

    def chance(self, p):
        return self.random.random() < p

    def name(self, prefix):
        self.fresh += 1
        return f"{prefix}{self.fresh}"

    def emit(self, text):
        self.lines.append("  " + text)

    def value(self):
        return self.pick(self.names + [self.pick(CORNERS)])

    def small(self, most):
        """From 0 up to, but not including, a power of two."""
        shift = self.pick(["", f" >> {self.random.randint(1, 5)}"])
        return f"({self.pick(self.names)}{shift} & {most - 1})"

    def expression(self, t):
        a, b = self.value(), self.value()
        wide = self.pick(["u32", "u64"] if not self.is_strict
                         else ["i32", "i64"])
        n = self.random.randrange(6)
        if n == 0:
            return f"({t}) {a}"
        if n == 1:
            if self.is_strict:  # clang folds constants, and overflows
                a = self.pick(self.names)
            return f"({t}) (({wide}) {a} {self.pick('+-*')} ({wide}) {b})"
        if n == 2:
            return f"({t}) ({a} {self.pick('&|^')} {b})"
        if n == 3:
            return f"({t}) ({a} {self.pick(['<', '==', '>='])} {b})"
        if n == 4:
            return f"({t}) ({a} >> {self.small(8)})"
        return f"({t}) ({a} > {b} ? {a} : {b})"

    def declare(self):
        t, v = self.pick(TYPES), self.name("v")
        self.emit(f"{t} {v} = {self.expression(t)};")
        self.names.append(v)

    def divide(self):
        t = self.pick(["i32", "i64", "u32", "u64", "i16", "i8"])
        v = self.name("q")
        by = self.pick([f"({t}) ({self.pick(self.names)} - "
                        f"{self.random.randrange(20)})",
                        f"({t}) (i8) {self.pick(self.names)}"])
        self.emit(f"{t} {v} = ({t}) {self.value()};")
        self.emit(f"{v} = {v} {self.pick('/%')} {by};")
        self.names.append(v)

    def shift(self):
        t, v = self.pick(["i32", "u32", "i64", "u64", "u8"]), self.name("s")
        most = self.pick([32, 64, 64, 128])
        self.emit(f"{t} {v} = ({t}) ({self.value()} & 0xffff);")
        self.emit(f"{v} = {v} {self.pick(['<<', '>>'])} {self.small(most)};")
        self.names.append(v)

    def array(self):
        t, a, n = self.pick(TYPES), self.name("a"), self.pick([3, 4, 5, 7, 8])
        past = max(1, 16 // SIZE[t])
        values = ", ".join(str(self.random.randrange(100)) for _ in range(n))
        self.emit(f"{t} {a}[{n}] = {{{values}}};")
        most = 4 if n < 4 else 8
        while most * 2 <= n + past and self.chance(0.5):
            most *= 2
        low = self.pick([0, 0, 0, 1])
        index = f"{self.small(most)} - {low}"
        if self.chance(0.5):
            self.emit(f"{a}[{index}] = {self.expression(t)};")
        self.emit(f"out ({a}[{index}]);")

    def heap(self):
        p, n = self.name("p"), self.pick([1, 4, 6, 8])
        size = self.pick([str(n), f"{self.small(8)} + 1"])
        self.emit(f"u8 *{p} = calloc ({size}, 1);")
        self.emit(f"{p}[{self.small(8)}] = {self.expression('u8')};")
        if self.chance(0.3):
            self.emit(f"{p} = realloc ({p}, {self.small(8)} + 1);")
            self.emit(f"out ({p}[0]);")
        if self.chance(0.25):
            self.emit(f"if ({self.condition()})\n    free ({p});")
        if self.chance(0.5):
            self.emit(f"out ({p}[{self.small(2)}]);")
        wrong = self.pick(["", "", "", f" + ({self.condition()})"])
        self.emit(f"free ({p}{wrong});")

    def use(self, value, t="u8"):
        """A value of type t that may not be set."""
        bits, unsigned = 8 * SIZE[t], t.replace("i", "u")
        mask = self.pick(["1", "15", "-1", "0x80", f"({t}) {self.value()}"])
        self.emit(self.pick([
            f"out ({value});",
            f"out ({value} & {mask});",
            f"out (({unsigned}) {value} >> {self.random.randrange(bits)});",
            f"if ({value} == {self.pick(CORNERS[:8])})\n    out (1);",
            f"if ({value} & {mask})\n    out (2);",
            f"out (made_table[{value} & 3]);",
            f"out (1000 / ({value} | 1));",
            f"switch ({value}) {{\n  case 0:\n    out (3);\n    break;\n"
            "  case 1:\n    out (4);\n  }"]))

    def unset_heap(self):
        p, q = self.name("p"), self.name("q")
        size = self.pick(["8", "16", f"{self.small(8)} + 8"])
        self.emit(f"u8 *{p} = malloc ({size});")
        for _ in range(self.random.randint(1, 3)):
            self.emit(self.pick([
                f"memset ({p}, {self.value()}, {self.small(8)});",
                f"{p}[{self.small(8)}] = {self.value()};",
                f"memcpy ({p} + {self.small(4)}, &{self.pick(self.names)}, 1);",
                f"for (u32 i = 0; i < {self.small(8)}; i++)\n    {p}[i] = i;",
                f"strcpy ((char *) {p}, \"abc\" + {self.small(4)});",
                f"*(u16 *) ({p} + {self.small(4)}) = {self.value()};",
                f"memmove ({p} + {self.small(4)}, {p} + {self.small(4)}, "
                f"{self.small(4)});"]))
        if self.chance(0.4):
            self.emit(f"{p} = realloc ({p}, {self.small(8)} + 8);")
        if self.chance(0.3):
            self.emit(f"u8 {q}[8];\n  memcpy ({q}, {p}, 8);\n"
                      f"  memcpy ({p}, {q}, {self.small(8)});")
        self.use(f"{p}[{self.small(8)}]")
        if self.chance(0.3):
            self.use(f"*(u32 *) ({p} + {self.small(4)})", "u32")
        if self.chance(0.2):
            self.emit(f"out (strnlen ((char *) {p}, {self.small(8)}));")
        if self.chance(0.2):
            self.emit(f"out (!memcmp ({p}, \"abcdefg\", {self.small(8)}));")
        self.emit(f"free ({p});")

    def unset_variable(self):
        t, v = self.pick(TYPES), self.name("n")
        self.emit(f"{t} {v};\n  if ({self.condition()})\n"
                  f"    {v} = {self.expression(t)};")
        if self.chance(0.3):
            self.emit(f"if ({self.condition()})\n    {v} = made_same ({v});")
        if self.chance(0.3):
            self.emit(f"{v} {self.pick('&|^')}= ({t}) {self.value()};")
        self.use(v, t)

    def unset_struct(self):
        s, c = self.name("s"), self.name("s")
        a = self.random.randint(1, 15)
        self.emit(f"struct {{ u8 a; u32 b; u16 c : {a}, d : {16 - a}; "
                  f"u64 e; }} {s}, {c};")
        for field in "abcde":
            if self.chance(0.6):
                self.emit(f"{s}.{field} = {self.value()};")
            elif self.chance(0.5):
                self.emit(f"if ({self.condition()})\n"
                          f"    {s}.{field} = {self.value()};")
        if self.chance(0.5):
            self.emit(f"{c} = {s};")
        else:
            self.emit(f"memcpy (&{c}, &{s}, {self.small(16)});")
        for _ in range(2):
            field = self.pick("abcde")
            t = {"a": "u8", "b": "u32", "e": "u64"}.get(field, "u8")
            self.use(f"{self.pick([s, c])}.{field}", t)

    def unset_array(self):
        t, a = self.pick(TYPES), self.name("a")
        self.emit(f"{t} {a}[8];")
        self.emit(f"for (u32 i = {self.small(2)}; i < {self.small(8)}; i++)\n"
                  f"    {a}[i] = {self.value()};")
        if self.chance(0.5):
            self.emit(f"{a}[{self.small(8)}] = {a}[{self.small(8)}];")
        self.use(f"{a}[{self.small(8)}]", t)

    def condition(self):
        op = self.pick(["==", "<", ">"])
        return f"{self.pick(self.names)} {op} {self.pick(CORNERS[:8])}"

    def copy(self):
        a = self.name("c")
        self.emit(f'u8 {a}[32] = "0123456789abcdefghijklm";')
        function = self.pick(["memcpy", "memcpy", "memmove"])
        self.emit(f"{function} ({a} + {self.small(8)}, {a} + {self.small(16)}, "
                  f"{self.small(8)});")
        self.emit(f"out ({a}[{self.small(16)}]);")

    def text(self):
        s, t = self.name("s"), self.name("t")
        self.emit(f"char {s}[8] = {{'a', 'b', {self.pick(self.names)}, 'c', "
                  f"{self.pick(self.names)} & 1, 'd', 0}};")
        self.emit(f"char {t}[{self.pick([3, 5, 8, 16])}] = {{0}};")
        self.emit(self.pick([
            f"strcpy ({t}, {s} + {self.small(4)});",
            f"strcat ({t}, {s});",
            f"strncpy ({t}, {s}, {self.small(8)});",
            f"memcpy ({t}, {s}, {self.small(8)});",
            f"memset ({t}, {self.value()}, {self.small(8)});"]))
        self.emit(self.pick([f"out ({t}[0]);", f"out (strlen ({s}));",
                             f"out (strcmp ({s}, {t}) > 0);"]))

    def switch(self):
        self.emit(f"switch ({self.small(8)}) {{")
        for k in sorted(self.random.sample(range(8), 3)):
            self.emit(f"case {k}:")
            self.emit(self.pick([
                f"  out ({k});", f"  out ({self.expression('i32')});",
                "  return 5;", f"  out (10 / {self.pick(self.names)});"]))
            if self.chance(0.7):
                self.emit("  break;")
        self.emit("default:\n    out (99);\n  }")

    def loop(self):
        i, v = self.name("i"), self.name("w")
        self.emit(f"u32 {v} = {self.expression('u32')};")
        self.emit(f"for (u32 {i} = 0; {i} < {self.small(4)}; {i}++)")
        self.emit(f"  {v} = {v} * 3 + {i};")
        self.names.append(v)

    def pointer(self):
        v, p = self.name("v"), self.name("p")
        self.emit(f"i32 {v} = {self.expression('i32')};")
        self.emit(f"i32 *{p} = {self.condition()} ? NULL : &{v};")
        if self.chance(0.5):
            self.emit(f"if ({p})\n    *{p} = 3;")
        else:
            self.emit(f"out (*{p});")
        self.names.append(v)

    def fields(self):
        s = self.name("f")
        a, b = self.random.randint(1, 31), self.random.randint(1, 31)
        self.emit(f"struct {{ u32 a : {a}; int b : {b}; u8 c; }} {s} = "
                  f"{{{self.value()}, {self.value()}, {self.value()}}};")
        self.emit(f"{s}.{self.pick('abc')} {self.pick(['=', '^=', '|='])} "
                  f"{self.pick(self.names)};")
        self.emit(f"out ({s}.a + {s}.c);\n  out ({s}.b);")

    def call(self):
        v = self.name("r")
        which = self.pick(["made_first", "made_second", "made_third"])
        self.emit(f"i32 {v} = {which} ({self.pick(self.names)} & 63);")
        self.names.append(v)

    def function_pointer(self):
        f = self.name("f")
        fourth = self.pick(["made_first", "NULL"])
        self.emit(f"int (*{f}[4]) (int) = {{made_first, made_second, "
                  f"made_third, {fourth}}};")
        self.emit(f"out ({f}[{self.small(4)}] ({self.small(16)}));")

    def jump(self):
        out = self.name("out")
        self.emit(f"if ({self.condition()})\n    goto {out};")
        self.emit(f"out ({self.pick(self.names)});")
        self.emit(f"{out}:;")

    def absolute(self):
        self.emit(self.pick([
            f"out (abs ((i32) {self.value()}));",
            f"out (labs ((i64) {self.value()}));"]))

    def make(self, number):
        two = self.chance(0.3)
        if two:
            self.names.append("y")
            head = f"TEST2 (made_{number}, 16, 16) {{"
        else:
            head = f"TEST (made_{number}) {{"
        kinds = [self.declare] * 3 + [
            self.divide, self.shift, self.array, self.array, self.heap,
            self.copy, self.text, self.switch, self.loop, self.pointer,
            self.fields, self.call, self.function_pointer, self.jump,
            self.absolute, self.unset_heap, self.unset_variable,
            self.unset_struct, self.unset_array]
        for _ in range(self.random.randint(3, 7)):
            self.pick(kinds)()
        for n in self.names:
            self.emit(f"out ({n});")
        return [head, *self.lines, "  return 0;", "}"]


HELPERS = """#include "brute.h"

static int made_first (int n) { return n % 7 ? n * 3 : 1; }
static int made_second (int n) { return n < 2 ? n : made_second (n - 2) + 1; }
static int made_third (int n) {
  int a[4] = {5, 6, 7, 8};
  return n < 60 ? a[n & 3] : a[n - 60];
}
static u64 made_same (u64 n) { return n; }
static const u8 made_table[4] = {3, 1, 4, 1};
"""


def generate(seed):
    """The text of a file with ten tests."""
    is_strict = seed % 3 == 0
    lines = ["// options: --check-overflow"] if is_strict else []
    lines += HELPERS.splitlines()
    for number in range(10):
        lines += Maker(seed, number, is_strict).make(number)
    return "\n".join(lines) + "\n"
