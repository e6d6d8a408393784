"""Pairs of small C functions of two bytes: one, and what an edit made of it.

A function is a tree that is printed in one of many styles. Two styles of one
tree are equivalent; a tree that was changed somewhere may not be. All but
divisions is defined on every input.
"""
import random

OPERATORS = {"+": "-", "-": "+", "*": "+", "&": "|", "|": "^", "^": "&"}
COMPARISONS = {"<": "<=", "<=": "<", "==": "!=", "!=": "==", ">": ">=",
               ">=": ">"}
NEGATED = {"<": ">=", "<=": ">", "==": "!=", "!=": "==", ">": "<=", ">=": "<"}
TURNED = {"<": ">", "<=": ">=", "==": "==", "!=": "!=", ">": "<", ">=": "<="}


class Maker:
    """Trees: tuples, the kind first."""

    def __init__(self, rng):
        self.rng = rng
        self.names = ["x", "y"]

    def leaf(self):
        if self.rng.random() < 0.6:
            return ("name", self.rng.choice(self.names))
        return ("number", self.rng.choice([0, 1, 2, 3, 5, 7, 16, 100, 255]))

    def value(self, depth=2):
        if not depth or self.rng.random() < 0.25:
            return self.leaf()
        if self.rng.random() < 0.12:
            op, a, b = (self.rng.choice("/%"), self.value(depth - 1),
                        self.value(depth - 1))
            # Compilers make anything of a constant that is divided by zero.
            return ("divide", op, a, b if "'name'" in str(b) else ("name", "y"))
        return ("binary", self.rng.choice("+-*&|^"), self.value(depth - 1),
                self.value(depth - 1))

    def condition(self, depth=1):
        if depth and self.rng.random() < 0.35:
            return (self.rng.choice(["and", "or"]), self.condition(depth - 1),
                    self.condition(depth - 1))
        return ("compare", self.rng.choice(list(COMPARISONS)), self.value(1),
                self.leaf())

    def statement(self, depth):
        kind = self.rng.random()
        if kind < 0.3 and depth:
            return ("if", self.condition(), self.block(depth - 1),
                    self.block(depth - 1))
        if kind < 0.4 and depth:
            return ("loop", self.rng.choice([2, 3, 4]), self.block(0))
        if kind < 0.5:
            return ("print", self.value(1))
        if kind < 0.6:
            return ("global", self.value())
        if kind < 0.68 and depth:
            return ("if", self.condition(), [("return", self.value(1))], [])
        return ("set", self.value())

    def block(self, depth):
        return [self.statement(depth) for _ in range(self.rng.randint(1, 3))]

    def function(self):
        self.names = ["x", "y", "r"]
        return [*self.block(2), ("return", ("name", "r"))]


def places(tree, path=()):
    """Where there is something to change."""
    if isinstance(tree, (list, tuple)):
        if isinstance(tree, tuple):
            yield path
        for i, part in enumerate(tree):
            yield from places(part, (*path, i))


def part_at(tree, path):
    for i in path:
        tree = tree[i]
    return tree


def replaced(tree, path, new):
    if not path:
        return new
    parts = list(tree)
    parts[path[0]] = replaced(parts[path[0]], path[1:], new)
    return parts if isinstance(tree, list) else tuple(parts)


def mutated(tree, rng):
    for _ in range(100):
        path = rng.choice(list(places(tree)))
        old = part_at(tree, path)
        new = change(old, rng)
        if new is not None and new != old:
            return replaced(tree, path, new)
    return tree


def change(node, rng):
    kind = node[0]
    if kind == "number":
        return ("number", max(0, node[1] + rng.choice([-2, -1, 1, 2])))
    if kind == "name":
        return ("name", rng.choice(["x", "y"]))
    if kind == "binary":
        return ("binary", OPERATORS[node[1]], *node[2:])
    if kind == "compare":
        return ("compare", rng.choice([COMPARISONS, NEGATED])[node[1]],
                *node[2:])
    if kind in ("and", "or"):
        return ("or" if kind == "and" else "and", *node[1:])
    if kind == "if":
        return ("if", node[1], node[3] or [("set", ("name", "r"))], node[2])
    if kind == "loop":
        return ("loop", node[1] + 1, node[2])
    if kind in ("set", "global", "print"):
        return rng.choice([("set", node[1]), ("global", node[1]), ("skip",)])
    return None


class Printer:
    """Text of a tree; a style decides which of several equal forms."""

    def __init__(self, rng, freedom):
        self.rng = rng
        self.freedom = freedom
        self.helpers = []
        self.fresh = 0
        self.is_traced = True

    def may(self):
        return self.rng.random() < self.freedom

    def value(self, n):
        kind = n[0]
        if kind == "name":
            return n[1]
        if kind == "number":
            return f"{n[1]}u"
        a, b = self.value(n[2]), self.value(n[3])
        if kind == "divide":
            return f"({a} {n[1]} {b})"
        op = n[1]
        if self.may():
            return self.other_value(op, a, b, n)
        return f"({a} {op} {b})"

    def other_value(self, op, a, b, n):
        if op == "*" and n[3] == ("number", 2):
            return f"({a} << 1)"
        if op == "-":
            return f"({a} + ~({b}) + 1u)"
        if op == "^":
            return f"(({a} | {b}) - ({a} & {b}))"
        if "/" in a + b or "%" in a + b:  # which of two comes first may matter
            return f"({a} {op} {b})"
        if op in "+&|" and self.rng.random() < 0.4:
            self.fresh += 1
            name = f"helper{self.fresh}"
            self.helpers.append(f"static unsigned {name} (unsigned a, unsigned "
                                f"b) {{ return a {op} b; }}")
            return f"{name} ({a}, {b})"
        return f"({b} {op} {a})"

    def condition(self, n):
        kind = n[0]
        if kind == "compare":
            a, b = self.value(n[2]), self.value(n[3])
            if self.may():
                return self.rng.choice([f"!({a} {NEGATED[n[1]]} {b})",
                                        f"({b} {TURNED[n[1]]} {a})"])
            return f"({a} {n[1]} {b})"
        a, b = self.condition(n[1]), self.condition(n[2])
        op, dual = ("&&", "||") if kind == "and" else ("||", "&&")
        if self.may():  # De Morgan
            return f"!(!{a} {dual} !{b})"
        return f"({a} {op} {b})"

    def lines(self, block, indent, number="0"):
        res = []
        for k, n in enumerate(block):
            res += self.statement(n, indent, f"{number}{k}")
        return res

    def statement(self, n, indent, number):
        pad = "  " * indent
        kind = n[0]
        if kind == "if":
            yes = [f"{pad}  T (1{number})", *self.lines(n[2], indent + 1,
                                                        number + "1")]
            no = [f"{pad}  T (2{number})", *self.lines(n[3], indent + 1,
                                                       number + "2")]
            if self.may():
                return [f"{pad}if (!{self.condition(n[1])}) {{", *no,
                        f"{pad}}} else {{", *yes, f"{pad}}}"]
            return [f"{pad}if ({self.condition(n[1])}) {{", *yes,
                    f"{pad}}} else {{", *no, f"{pad}}}"]
        if kind == "loop":
            if self.may():  # unrolled
                return sum((self.lines(n[2], indent, number)
                            for _ in range(n[1])), [])
            i = f"i{number}"
            return [f"{pad}for (int {i} = 0; {i} < {n[1]}; {i}++) {{",
                    *self.lines(n[2], indent + 1, number), f"{pad}}}"]
        if kind == "skip":
            return []
        v = self.value(n[1])
        return [{"set": f"{pad}r = {v};", "global": f"{pad}seen = {v};",
                 "print": f"{pad}show ({v});",
                 "return": f"{pad}return (int) ({v});"}[kind]]

    def text(self, tree):
        body = self.lines(tree, 1)
        return "\n".join(["#include \"diff.h\"", *self.helpers,
                          "int f (unsigned char x, unsigned char y) {",
                          "  unsigned r = 0;", *body, "}", ""])


def pair(seed, number):
    """(old, new, are they equivalent by construction?)"""
    rng = random.Random(f"{seed} {number}")
    tree = Maker(rng).function()
    plain = Printer(rng, 0).text(tree)
    kind = number % 4
    if kind == 0:
        return plain, Printer(rng, 0.5).text(tree), True
    other = mutated(tree, rng)
    if kind == 3:
        other = mutated(other, rng)
    freedom = 0.25 if kind == 2 else 0
    return plain, Printer(rng, freedom).text(other), False


# How the functions are called: a driver of each version, whose name is 'f' or
# this, and options. Members move, change their width, are not always written;
# parameters come, names change. What that does to the answer, brute force is
# told: 'mask' are the bits of the result that are kept, 'more' is a second value
# of each version (-1: never written), 'null' what they answer to a null pointer.
OUT = ("struct out { int r, z; };\nstruct out g (unsigned char x, unsigned char "
       "y) { struct out o; o.r = f (x, y); if (%s) o.z = 5; return o; }\n")
HEAP = ("#include <stdlib.h>\nint *g (unsigned char x, unsigned char y) {\n"
        "  int *p = malloc (2 * sizeof *p); p[0] = f (x, y); if (%s) p[1] = 5;\n"
        "  return p; }\n")
BITS = ("struct out { unsigned %s; };\nstruct out g (unsigned char x, unsigned "
        "char y) { struct out o = {.r = f (x, y)}; return o; }\n")
IN = ("struct in { %s; };\n"
      "int g (const struct in *p) { %sreturn f (p->x, p->y); }\n")
SHAPES = [
    ("", "", "f", "f", {}),
    (IN % ("unsigned char x, y", ""),
     IN % ("unsigned char y; int more; unsigned char x", ""), "g", "g", {}),
    ("int g (const unsigned char *p) { return f (p[0], p[1]); }\n",
     "int g (const unsigned char *p) { const unsigned char *q = p + 1;\n"
     "  return f (q[-1], *q); }\n", "g", "g", {"options": ["--buffer-size=2"]}),
    ("int g (unsigned char x, unsigned char y) { return f (x, y); }\n",
     "int g (unsigned char x, int more, unsigned char y) {\n"
     "  return more ? 0 : f (x, y); }\n", "g", "g",
     {"options": ["--defaults=more=0"]}),
    ("", "int renamed (unsigned char a, unsigned char b) { return f (a, b); }\n",
     "f", "renamed", {}),
    ("struct out { int r, z; };\nstruct out g (unsigned char x, unsigned char y)"
     " { struct out o = {f (x, y), 0}; return o; }\n",
     "struct out { int z, r; };\nstruct out g (unsigned char x, unsigned char y)"
     " { struct out o = {.r = f (x, y)}; return o; }\n", "g", "g", {}),
    (OUT % "x < 9", OUT % "x < 12", "g", "g",
     {"more": ("x < 9 ? 5 : -1", "x < 12 ? 5 : -1")}),
    (HEAP % "y < 9", HEAP % "y & 8", "g", "g",
     {"more": ("y < 9 ? 5 : -1", "y & 8 ? 5 : -1")}),
    (OUT % "x + y > 3", OUT % "!(x + y <= 3)", "g", "g",
     {"more": ("x + y > 3 ? 5 : -1", "x + y > 3 ? 5 : -1")}),
    (BITS % "r : 8, z : 3", BITS % "z : 3, r : 8", "g", "g", {"mask": 255}),
    (BITS % "r : 8, z : 3", BITS % "char z; unsigned r : 9", "g", "g",
     {"mask": (255, 511)}),
    (IN % ("unsigned char x, y", ""), IN % ("int y; short x", ""), "g", "g", {}),
    (IN % ("unsigned char x, y", ""),
     IN % ("unsigned char x, y", "if (!p) return -7; "), "g", "g",
     {"null": ("fault,", "-7,0,")}),
]


def shaped(number, old, new):
    """Both with their drivers: (old, new, names of what is compared, what brute
    force and options are)"""
    before, now, *names, how = SHAPES[number % len(SHAPES)]
    only = "#ifndef NATIVE\n%s#endif\n"
    return old + only % before, new + only % now, names, how
