"""Programs of the corpus with changes that nobody thought of.

Constants, operators, types, names and whole lines of a file are replaced, one
to three in each function that has its turn; what does not compile is as before.
"""
import random
import re
import subprocess

TOKEN = re.compile(r"""
    "(?:\\.|[^"\\])*" | '(?:\\.|[^'\\])*' | /\*.*?\*/ |
    (?P<number>\b(?:0x[0-9a-fA-F]+|\d+)[uUlL]*\b(?!\.)) |
    (?P<type>\b(?:unsigned\ char|unsigned\ int|unsigned\ short|unsigned\ long|
      signed\ char|unsigned|char|short|int|long|size_t|[ui](?:8|16|32|64))\b) |
    (?P<name>\b[a-zA-Z_]\w*\b) |
    (?P<operator><<=|>>=|<<|>>|<=|>=|==|!=|&&|\|\||\+\+|--|->|[-+*/%&|^]=|
      [-+*/%&|^<>!~])
    """, re.X | re.S)

TYPES = ["char", "unsigned char", "signed char", "short", "unsigned short",
         "int", "unsigned", "long", "unsigned long", "size_t"]
OPERATORS = [["<", "<=", ">", ">=", "==", "!="],
             ["+", "-", "*", "/", "%", "&", "|", "^", "<<", ">>"],
             ["&&", "||"], ["++", "--"],
             ["+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>="],
             ["!", "~", "-"]]
NUMBERS = ["0", "1", "2", "3", "7", "8", "16", "31", "32", "63", "64", "127",
           "128", "255", "256", "-1", "0x7fffffff", "0x80000000u", "65536"]
KEYWORDS = set("if else for while do return switch case default break goto "
               "continue sizeof struct union enum static const volatile void "
               "typedef TEST TEST2 extern inline double float".split())


def other_number(token, rng):
    digits = token.rstrip("uUlL")
    value = int(digits, 16 if digits.startswith("0x") else 10)
    return str(rng.choice([value + 1, max(value - 1, 0), value * 2, value // 2,
                           f"(-{value})", rng.choice(NUMBERS)]))


def changed_token(body, rng):
    tokens = [m for m in TOKEN.finditer(body) if m.lastgroup]
    names = sorted({m[0] for m in tokens if m.lastgroup == "name"} - KEYWORDS)
    kind = rng.choice(["number", "number", "operator", "operator", "type",
                       "name"])
    places = [m for m in tokens if m.lastgroup == kind
              and m[0] not in KEYWORDS and m[0] != "->"]
    if not places:
        return body
    m = rng.choice(places)
    if kind == "number":
        new = other_number(m[0], rng)
    elif kind == "type":
        new = rng.choice(TYPES)
    elif kind == "name":
        new = rng.choice(names)
    else:
        new = rng.choice(next(g for g in OPERATORS if m[0] in g))
    return body[:m.start()] + new + body[m.end():]


def changed_line(body, rng):
    """A statement less, twice, or before the one above it."""
    lines = body.split("\n")
    places = [i for i, text in enumerate(lines)
              if i > 0 and text.rstrip().endswith(";")]
    if not places:
        return body
    i = rng.choice(places)
    how = rng.randrange(4)
    if how == 0:
        lines[i] = ""
    elif how == 1:
        lines[i] += lines[i]
    elif how == 2 and i - 1 in places:
        lines[i - 1], lines[i] = lines[i], lines[i - 1]
    elif len(places) > 1:  # somewhere else
        k = rng.choice(places)
        lines[k] += lines[i]
        if k != i:
            lines[i] = ""
    return "\n".join(lines)


def functions_of(text):
    """Pieces of a file: those with an odd index are functions."""
    return re.split(r"(?ms)^((?:static|TEST2?)\b[^;{]*\{$.*?^\})", text)


def changed_function(function, rng):
    head, brace, body = function.partition("{")
    for _ in range(rng.choice([1, 1, 2, 3])):
        body = rng.choice([changed_token] * 3 + [changed_line])(body, rng)
    return head + brace + body


def compiles(text, command, path):
    path.write_text(text)
    return not subprocess.run([*command, "-fsyntax-only", str(path)],
                              capture_output=True).returncode


def mutate(text, seed, command, path):
    """The file with most of its tests changed."""
    rng = random.Random(seed)
    pieces = functions_of(text)
    for i in range(1, len(pieces), 2):
        is_test = pieces[i].startswith("TEST")
        if rng.random() > (0.9 if is_test else 0.08):
            continue
        for _ in range(4):
            old = pieces[i]
            pieces[i] = changed_function(old, rng)
            if pieces[i] != old and compiles("".join(pieces), command, path):
                break
            pieces[i] = old
    return "".join(pieces)
