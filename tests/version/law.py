"""The law of incremental runs: after any edit, a run that carries over what it
can ends with the paths, errors and covered lines of a run from scratch, and its tests
have the outcomes that the program has now.
"""
import collections
import json
import pathlib
import re
import struct
import subprocess


class Reader:
    """The packing of suites: docs/formats/suite.md."""

    def __init__(self, data):
        self.data, self.at = data, 0

    def number(self):
        n = shift = 0
        while True:
            byte = self.data[self.at]
            self.at += 1
            n |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                return n

    def raw(self, n):
        self.at += n
        return self.data[self.at - n:self.at]

    def text(self):
        res = self.raw(self.number())
        self.at += 1
        return res.decode(errors="replace")


    def option(self):
        return self.text() if self.number() else None

    def place(self):
        return self.text(), self.text(), self.number()

    def places(self):
        return tuple(self.place() for _ in range(self.number()))

    def cause(self):
        """The reason; texts and values may be those of the input."""
        reason = self.number()
        for _ in range(2):
            self.number(), self.option(), self.number()
        return reason

    def end(self):
        """What of it must not depend on how it was found."""
        kind, _ = self.number(), self.number()  # and the status, which may
        if kind == 1:
            return (kind,)
        fault, limit, at = self.number(), self.number(), self.place()
        reason, suffix = self.cause(), self.option()
        origin, flags, name = self.number(), self.number(), self.option()
        for _ in range(3):  # size, access, offset
            self.number()
        related, calls = self.places(), self.places()
        identity = self.number(), self.number()
        is_guessed = flags & 4  # values decide which object it is
        told = () if is_guessed else (reason, origin, name, related)
        return kind, fault, limit, at, suffix, calls, identity, told


def read_suite(path):
    """All tests: what must not depend on how they were found, counted; how many
    have the values of another one."""
    data = pathlib.Path(path).read_bytes()
    at, tests, numbers, values = 8, [], [], set()
    while at < len(data):
        size, _ = struct.unpack_from("<II", data, at)
        record = Reader(data[at + 8:at + 8 + size])
        number = record.number() if at > 8 else 0
        if number:  # 0: an outcome
            record.number()
            end = record.end()
            tests.append((record.raw(16), end))
            values.add(record.data[record.at:])
            numbers.append(number)
        at += 8 + size
    assert len(set(numbers)) == len(numbers), "numbers of tests repeat"
    return collections.Counter(tests), len(tests) - len(values)


def read_lcov(path, is_exact):
    """Lines, functions and branches. Which side of a decision inside an expression
    a test takes depends on its values (ADR 0064): unless each decision is a path
    of its own, those of lines that have such are not compared."""
    text = path.read_text() if path.exists() else ""
    if is_exact:
        return text.splitlines()
    source = re.search(r"^SF:(.*)$", text, re.M)
    lines = pathlib.Path(source[1]).read_text().splitlines() if source else []
    is_open = [bool(re.search(r"[?]|&&|[|][|]", line)) for line in lines]
    rows = []
    for row in text.splitlines():
        found = re.match(r"BRDA:(\d+),", row)
        at = int(found[1]) - 1 if found else 0
        if found and (at >= len(lines) or any(is_open[max(at - 2, 0):at + 2])):
            row = row.rpartition(",")[0]
        rows.append("" if row.startswith("BRH:") else row)
    return rows


def command(reprise, source, store, out, options=(), arguments=()):
    return [reprise, "run", "--json", "--store", str(store), "-o", str(out),
            f"--lcov={out}.lcov", *options, str(source), *arguments]


def read(text, out, options=()):
    """The report of such a command, with its tests and covered lines; None if
    the run was refused: an edit need not compile."""
    try:
        report = json.loads(text)
    except json.JSONDecodeError:
        return None
    if "error" in report:
        return None
    suite = read_suite(pathlib.Path(out) / "suite")
    report["suite"], report["repeated"] = suite
    report["lcov"] = read_lcov(pathlib.Path(f"{out}.lcov"),
                               "--keep-branches" in options)
    return report


def run(reprise, source, store, out, options=(), arguments=()):
    pathlib.Path(f"{out}.lcov").unlink(missing_ok=True)
    done = subprocess.run(
        command(reprise, source, store, out, options, arguments),
        capture_output=True, text=True, timeout=1800)
    return read(done.stdout, out, options), done.stderr


def facts(report):
    return {
        "paths": {k: v for k, v in report["paths"].items() if k != "carried"},
        "errors": sorted((e["kind"], e["file"], e["line"], e["function"],
                          e["paths"]) for e in report["errors"]),
        "coverage": (report["coverage"]["lines"],
                     report["coverage"]["branches"]["total"]),
        "lcov": report["lcov"],
        "verdict": report["verdict"],
        "lost": sorted((l["reason"], l["file"], l["line"], l["function"],
                        l["count"]) for l in report["lost"]),
        "tests": report["suite"],
    }


def differences(got, want):
    a, b = facts(got), facts(want)
    res = []
    if got["repeated"] and not want["repeated"]:
        res.append(f"{got['repeated']} tests have the values of others")
    for key in b:
        if a[key] == b[key]:
            continue
        if key == "lcov":
            res.append("lcov: " + str([x for x in zip(a[key], b[key])
                                       if x[0] != x[1]][:3]))
            continue
        if key == "tests":
            res.append(f"tests: {len(list((a[key] - b[key]).elements()))} too "
                       f"many, {len(list((b[key] - a[key]).elements()))} missing"
                       f", as {list((a[key] - b[key]).elements())[:1]} instead "
                       f"of {list((b[key] - a[key]).elements())[:1]}")
        else:
            res.append(f"{key}: {a[key]} instead of {b[key]}")
    return res


def wrong_outcomes(reprise, out):
    """Each test is executed again: does it answer as the suite says?"""
    done = subprocess.run([reprise, "tests", "replay", "--no-native", str(out)],
                          capture_output=True, text=True, timeout=1800)
    return [] if not done.returncode else ["outcomes: " + done.stdout
                                           + done.stderr]


def given_as(source, text):
    """A line "// entry: F" runs that function."""
    entry = re.search(r"^// entry: (\w+)$", text, re.M)
    return f"{source}:{entry.group(1)}" if entry else source


def check(reprise, folder, before, after, options=()):
    """Texts of two versions. Gives (what is wrong, report of the second)."""
    source, store, out = folder / "x.c", folder / "store", folder / "out"
    subprocess.run(["rm", "-rf", str(store)], check=True)
    source.write_text(before)
    first, why = run(reprise, given_as(source, after), store, out, options)
    if first is None:
        return None, why
    wrong, reports = go_on(reprise, folder, after, options)
    return wrong, ((first, *reports) if isinstance(reports, tuple) else reports)


def go_on(reprise, folder, after, options=()):
    """One more version, behind those that 'check' and this have run."""
    source, store, out = folder / "x.c", folder / "store", folder / "out"
    given = given_as(source, after)
    source.write_text(after)
    got, why = run(reprise, given, store, out, options)
    want, _ = run(reprise, given, "none", folder / "scratch", options)
    if want is None or got is None:
        return (None if want is None and got is None else [why]), why
    if want["ended"] != "done":
        return None, want["ended"]
    wrong = differences(got, want)
    if not re.search(r"^// replay: no", after, re.M):
        wrong += wrong_outcomes(reprise, out)
    return wrong, (got, want)
