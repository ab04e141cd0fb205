#!/usr/bin/env python3
"""Compares the module tree of a session with what the program says about itself.

    check_modules.py AUTOSCOPE SESSION --tree                     prints "PATH TYPE CALLS" of each row of `autoscope tree`
    check_modules.py AUTOSCOPE SESSION --modules FILE [options]   compares with named_modules()

FILE has a line "PATH CLASS" per module, as the program prints it. Each of these modules must be a row of the tree, with
its class and calls (--calls: how many), and there must be no other row. --uncalled FILE names, one a line, those that the program never
calls: they may be rows without calls, or no rows. In the dump each module scope must lie in the scope of the nearest module
above it that runs at all, and must have been entered as often as the tree says. Exits with 1 and says each difference.
"""
import argparse
import collections
import re
import subprocess
import sys


def output_of(*command):
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, encoding="utf-8").stdout


def columns_of(rule):
    return [match.span() for match in re.finditer(r"-+", rule)]


def tree_rows(text):
    """(path, type, calls) of each row, calls None where the module never ran itself, in the tree's order."""
    lines = text.splitlines()
    rules = [n for n, line in enumerate(lines) if re.fullmatch(r"-[- ]*", line)]
    columns = columns_of(lines[rules[0]])

    def cells(line):
        return [line[start:end].rstrip() if end is not None else line[start:].rstrip()
                for (start, _), (end, _) in zip(columns, [(c[0], 0) for c in columns[1:]] + [(None, 0)])]

    heads = [head.strip() for head in cells(lines[rules[0] + 1])]
    module, kind, calls = heads.index("Module"), heads.index("Type"), heads.index("# of Calls")
    root = ""
    for line in lines[rules[1] + 1:rules[2]]:
        row = cells(line)
        name = row[module].strip()
        if not row[module].startswith(" "):
            root = name
            path = name
        else:
            path = root + "." + name
        count = row[calls].strip()
        yield path, row[kind].strip(), None if count == "-" else int(count)


def dump_scopes(text):
    """(path, path of the nearest module scope around it or None, times) of each module scope that is a call of the module.
    A line ends with " xN" where N like it follow each other."""
    stack = []
    for line in text.splitlines():
        depth = (len(line) - len(line.lstrip(" "))) // 2
        del stack[depth:]
        match = re.fullmatch(r"(.*?)(?: x(\d+))?", line)
        times = int(match.group(2) or 1) * (stack[-1][1] if stack else 1)
        found = depth and re.search(r" \[((?:[^][]|\[[^][]*\])*)\]$", match.group(1))
        path = found.group(1) if found else None
        around = next((other for other, _ in reversed(stack) if other), None)
        stack.append((path, times))
        if path and path != around:
            yield path, around, times


def short_type(name):
    """As autoscope shows a torch class: without namespaces and `Impl`."""
    name = re.sub(r"\b\w+::", "", name)
    return re.sub(r"Impl\b", "", name)


def nearest(path, known):
    while "." in path:
        path = path.rpartition(".")[0]
        if path in known:
            return path
    return None


def differences(rows, scopes, modules, uncalled, calls):
    tree = {path: (kind, count) for path, kind, count in rows}
    if len(tree) != len(rows):
        yield "the tree has a path twice"
    for path, name in modules.items():
        kind, count = tree.get(path, (None, None))
        if path in uncalled:
            if count:
                yield "%s: called, which it should not be" % path
            continue
        if kind is None:
            yield "%s: not in the tree" % path
            continue
        if kind != short_type(name):
            yield "%s: %s in the tree, %s in the program" % (path, kind, short_type(name))
        if not count or calls and count != calls:
            yield "%s: %s calls in the tree, %s in the program" % (path, count, calls or "some")
    for path in tree:
        if path not in modules:
            yield "%s: not in the program" % path
    entered = collections.Counter()
    for path, _, times in scopes:
        entered[path] += times
    for path, (_, count) in tree.items():
        if (count or 0) != entered[path]:
            yield "%s: %s calls in the tree, %d scopes in the dump" % (path, count, entered[path])
    for path, around, _ in scopes:
        if around != nearest(path, entered):
            yield "%s: lies in %s" % (path, around)
    if uncalled - set(modules):
        yield "--uncalled names what the program does not have: %s" % " ".join(sorted(uncalled - set(modules)))


def lines_of(path):
    with open(path, encoding="utf-8") as file:
        return [line.strip() for line in file if line.strip()]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("autoscope")
    parser.add_argument("session")
    parser.add_argument("--tree", action="store_true")
    parser.add_argument("--modules")
    parser.add_argument("--uncalled")
    parser.add_argument("--calls", type=int)
    options = parser.parse_args()
    rows = list(tree_rows(output_of(options.autoscope, "tree", options.session)))
    if options.tree:
        for path, kind, calls in rows:
            print(path, kind, "-" if calls is None else calls)
        return 0
    modules = dict(line.split(" ", 1) for line in lines_of(options.modules))
    uncalled = set(lines_of(options.uncalled)) if options.uncalled else set()
    scopes = list(dump_scopes(output_of(options.autoscope, "dump", "--stable", options.session)))
    errors = list(differences(rows, scopes, modules, uncalled, options.calls))
    for error in errors:
        print(error, file=sys.stderr)
    print("modules: %d in the program, %d called, %d scopes, %d differences"
          % (len(modules), len(modules) - len(uncalled), sum(times for _, _, times in scopes), len(errors)))
    return 1 if errors else 0


if __name__ == "__main__":
    sys.exit(main())
