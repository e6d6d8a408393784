#!/usr/bin/env python3
"""Is this SARIF 2.1.0? Checks what the standard (OASIS, 2020) demands of the
objects that we write: which properties there may be and must be, and of which
type they are. What is not in the tables below is refused.

    tests/sarif.py FILE...
"""
import json
import re
import sys

URI = re.compile(r"^[A-Za-z0-9._~:/?#\[\]@!$&'()*+,;=%-]+$")


def text(s):
    return isinstance(s, str)


def uri(s):
    return text(s) and URI.match(s) and not re.search("%(?![0-9A-F]{2})", s)


def flag(v):
    return isinstance(v, bool)


def whole(low):
    return lambda v: isinstance(v, int) and not flag(v) and v >= low


def one_of(*words):
    return lambda v: v in words


def bag(v):  # a property bag: anything
    return isinstance(v, dict)


def strings(v):
    return isinstance(v, dict) and v and all(map(text, v.values()))


# kind of object -> property -> type; "!": required. A type is a function, the
# name of a kind, or a list with the name of a kind.
KINDS = {
    "log": {"$schema": uri, "version!": one_of("2.1.0"), "runs!": ["run"]},
    "run": {"tool!": "tool", "invocations": ["invocation"],
            "results": ["result"],
            "columnKind": one_of("utf16CodeUnits", "unicodeCodePoints")},
    "tool": {"driver!": "component"},
    "component": {"name!": text, "version": text, "rules": ["rule"],
                  "informationUri": uri, "semanticVersion": text},
    "rule": {"id!": text, "name": text, "shortDescription": "message",
             "defaultConfiguration": "configuration"},
    "configuration": {"level": one_of("none", "note", "warning", "error")},
    "invocation": {"executionSuccessful!": flag, "exitCode": whole(-2**31),
                   "toolExecutionNotifications": ["notification"]},
    "notification": {"message!": "message", "level": one_of("note", "warning"),
                     "descriptor": "reference", "locations": ["location"]},
    "reference": {"id": text},
    "result": {"message!": "message", "ruleId": text, "ruleIndex": whole(-1),
               "level": one_of("none", "note", "warning", "error"),
               "locations": ["location"], "relatedLocations": ["location"],
               "partialFingerprints": strings, "stacks": ["stack"],
               "baselineState": one_of("new", "unchanged", "updated", "absent"),
               "properties": bag},
    "message": {"text!": text},
    "location": {"id": whole(-1), "message": "message",
                 "physicalLocation": "physical",
                 "logicalLocations": ["logical"]},
    "physical": {"artifactLocation": "artifact", "region": "region"},
    "artifact": {"uri": uri, "uriBaseId": text},
    "region": {"startLine": whole(1), "startColumn": whole(1)},
    "logical": {"name": text, "kind": text, "fullyQualifiedName": text},
    "stack": {"frames!": ["frame"], "message": "message"},
    "frame": {"location": "location"},
}


def check_value(value, want, where):
    if isinstance(want, list):
        if not isinstance(value, list):
            return [f"{where} is no array"]
        return [w for i, v in enumerate(value)
                for w in check_value(v, want[0], f"{where}[{i}]")]
    if isinstance(want, str):
        return check(value, want, where)
    return [] if want(value) else [f"{where} is {value!r}"]


def check(o, kind, where):
    if not isinstance(o, dict):
        return [f"{where} is no object"]
    known = {name.rstrip("!"): want for name, want in KINDS[kind].items()}
    wrong = [f"{where} has no {name[:-1]}" for name in KINDS[kind]
             if name.endswith("!") and name[:-1] not in o]
    for name, value in o.items():
        if name in known:
            wrong += check_value(value, known[name], f"{where}.{name}")
        else:
            wrong.append(f"{where} has {name}, which is none of {kind}")
    return wrong


def check_rules(log):
    """Indices agree with names."""
    for run in log["runs"]:
        rules = run["tool"]["driver"].get("rules", [])
        ids = [rule["id"] for rule in rules]
        if len(set(ids)) != len(ids):
            yield "rules repeat"
        for i, result in enumerate(run.get("results", [])):
            index = result.get("ruleIndex", -1)
            if index >= len(ids) or (index >= 0 and
                                     ids[index] != result.get("ruleId")):
                yield f"results[{i}]: rule {index} is not its rule"


def main(paths):
    is_wrong = False
    for path in paths:
        with open(path, encoding="utf-8") as f:
            log = json.load(f)
        wrong = check(log, "log", path)
        for line in wrong or check_rules(log):
            print(line)
            is_wrong = True
    return is_wrong


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
