"""Which functions of a unit that run are missing from the plugin's list=.

What runs is read from the IR of a plain compile (with -gline-tables-only and no optimisation), which shares no code
with the plugin: every function defined there that a place in the source names, except the compiler's own (flagged
artificial: implicit members, lambdas' invokers, initialisers of globals; or without a place: thunks). A constructor's or
destructor's variants are one function, and so are the parts of a coroutine. Each place must have at least as many concrete entries in the list.
"""
import collections
import json
import os
import re

DEFINE = re.compile(r'^define .*?@("[^"]*"|[^\s("]+)\(')
PLACE = re.compile(r" !dbg !(\d+)\b")
SUBPROGRAM = re.compile(r"^!(\d+) = distinct !DISubprogram\((.*)\)$")
FILE = re.compile(r'^!(\d+) = !DIFile\(filename: "([^"]*)", directory: "([^"]*)"')
VARIANT = re.compile(r"(CI|C|D)[0-5](?=E|I|B)")
PART_OF_COROUTINE = re.compile(r"\.(resume|destroy|cleanup)$")
CONCRETE_ONLY = {"Dependent", "Deleted"}


def _place(base, name):
    return os.path.abspath(os.path.join(base, name))


def functions_that_run(ir, folder):
    """{(file, line): {symbol without its variant: name}}"""
    files, subprograms, definitions = {}, {}, []
    with open(ir, encoding="utf-8", errors="surrogateescape") as text:
        for line in text:
            if line.startswith("define "):
                symbol, place = DEFINE.match(line), PLACE.search(line)
                if not symbol:
                    raise ValueError("not understood: " + line[:300])
                if place:
                    definitions.append((symbol.group(1).strip('"'), place.group(1)))
            elif line.startswith("!"):
                match = SUBPROGRAM.match(line)
                if match:
                    subprograms[match.group(1)] = match.group(2)
                    continue
                match = FILE.match(line)
                if match:
                    files[match.group(1)] = _place(os.path.join(folder, match.group(3)), match.group(2))
    run = collections.defaultdict(dict)
    for symbol, number in definitions:
        text = subprograms[number]
        if "DIFlagArtificial" in text:
            continue
        name = re.search(r'name: "([^"]*)"', text)
        line = re.search(r"\bline: (\d+)", text)
        file = re.search(r"\bfile: !(\d+)", text)
        if not line or not file:
            continue
        run[files[file.group(1)], int(line.group(1))][VARIANT.sub(r"\1*", PART_OF_COROUTINE.sub("", symbol))] = name.group(1) if name else "?"
    return run


def unaccounted(ir, listing, folder):
    """(number of functions that run, lines that say which are missing from the list)"""
    with open(listing, encoding="utf-8") as text:
        entries = json.load(text)["functions"]
    listed = collections.Counter()
    for entry in entries:
        if not entry["instrumented"] and not entry["reason"]:
            return 0, ["an entry has neither a scope nor a reason: %s" % entry]
        if entry.get("reason") not in CONCRETE_ONLY:
            listed[_place(folder, entry["file"]), entry["line"]] += 1
    missing, total = [], 0
    for place, functions in sorted(functions_that_run(ir, folder).items()):
        total += len(functions)
        if len(functions) > listed[place]:
            examples = ", ".join(sorted("%s %s" % (name, symbol) for symbol, name in functions.items())[:3])
            missing.append("%s:%d: %d run, %d listed: %s" % (*place, len(functions), listed[place], examples))
    return total, missing
