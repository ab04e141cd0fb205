#!/usr/bin/env python3
"""Checks the arrows of the design: who may include whom.

Reads the #include "..." and <autoscope/...> lines of our sources. A folder may include itself and what ARROWS gives it;
anything else is an error that names the line. Also checks that no source outside ClangCompat tests a version of LLVM,
and that the policy includes no Clang header.
"""
import os
import re
import sys

# folder -> folders it may include besides itself
ARROWS = {
    "plugin/support": [],
    "plugin/options": ["plugin/support", "runtime/src/filter"],
    "plugin/select": ["plugin/options", "runtime/src/filter", "plugin/support", "plugin/site"],
    "plugin/site": ["plugin/support"],
    "plugin/insert": ["plugin/site", "plugin/support"],
    "plugin/classes": ["plugin/insert", "plugin/site", "plugin/support"],
    "plugin/calls": ["plugin/select", "plugin/insert", "plugin/options", "plugin/site", "plugin/support"],
    "plugin/shapes": ["plugin/insert", "plugin/site", "plugin/support"],
    "plugin/frontend": ["plugin/select", "plugin/insert", "plugin/shapes", "plugin/calls", "plugin/classes", "plugin/site", "plugin/options", "plugin/support"],
    "plugin/loader": ["plugin/support"],
    "runtime/include": [],
    # One language of rules for both sides; includes nothing but the C++ library.
    "runtime/src/filter": [],
    "runtime/src/hot": ["runtime/include"],
    "runtime/src/config": ["runtime/include"],
    "runtime/src/record": ["runtime/include"],
    "runtime/src/control": ["runtime/src/collect", "runtime/src/hot", "runtime/src/config", "runtime/include"],
    "runtime/src/collect": ["runtime/src/hot", "runtime/src/config", "runtime/src/record", "runtime/include"],
    "runtime/src/sources": ["runtime/src/hot", "runtime/src/collect", "runtime/src/config", "runtime/src/record", "runtime/include"],
    "runtime/src/model": ["runtime/src/record", "runtime/include"],
    "runtime/src/report": ["runtime/src/model", "runtime/src/record", "runtime/include"],
    "runtime/src/results": ["runtime/src/model", "runtime/src/report", "runtime/src/record", "runtime/src/config", "runtime/include"],
    # The root object.
    "runtime/src": ["runtime/src/hot", "runtime/src/collect", "runtime/src/control", "runtime/src/sources", "runtime/src/config",
                    "runtime/src/filter", "runtime/src/record", "runtime/src/model", "runtime/src/report", "runtime/src/results", "runtime/include"],
    "tools": ["runtime/src/control", "runtime/src/report", "runtime/src/model", "runtime/src/record", "runtime/src/config", "runtime/src/filter", "runtime/include",
              "plugin/select", "plugin/site", "plugin/options", "plugin/support"],
}
# The hot path knows the contract and the format of what it writes, nothing else of the record folder.
EXTRA_FILES = {
    "runtime/src/hot": ["runtime/src/record/Format.h", "runtime/src/record/LossCauses.def"],
}
# Policy takes plain structs: these files and what they include stay free of Clang.
FREE_OF_CLANG = re.compile(r"plugin/(select/(SelectionPolicy|FunctionFacts|SkipReasons)|calls/CallSkips|site/SiteDescriptor|options/\w+)\.|runtime/src/filter/")
VERSION_TEST = re.compile(r"#\s*(?:el)?if.*\b(?:C?LANG|LLVM)_VERSION_(?:MAJOR|MINOR)")
INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]')
SOURCES = (".h", ".hpp", ".cpp", ".def", ".c")


def folder_of(path):
    """The longest key of ARROWS that `path` lies in, or None."""
    best = None
    for folder in ARROWS:
        if path.startswith(folder + "/") and (best is None or len(folder) > len(best)):
            best = folder
    return best


def resolve(root, including, name):
    """The repository's file that an include names, or None for somebody else's header."""
    bases = [os.path.dirname(including), "", "plugin", "runtime/src", "runtime/include", "runtime", "tools", "tools/autoscope",
             folder_of(including) or ""]
    for base in bases:
        path = os.path.normpath(os.path.join(base, name))
        if not path.startswith("..") and os.path.isfile(os.path.join(root, path)):
            return path
    return None


def errors_of(root, path):
    folder = folder_of(path)
    with open(os.path.join(root, path), encoding="utf-8") as file:
        for number, line in enumerate(file, 1):
            where = "%s:%d" % (path, number)
            if VERSION_TEST.search(line) and "ClangCompat" not in path and path.startswith("plugin/"):
                yield "%s: tests an LLVM version; only plugin/support/ClangCompat may" % where
            match = INCLUDE.match(line)
            if not match:
                continue
            bracket, name = match.groups()
            if FREE_OF_CLANG.match(path) and name.startswith(("clang/", "llvm/")):
                yield "%s: policy includes %s; it must stay free of Clang" % (where, name)
            if bracket == "<" and not name.startswith("autoscope/"):
                continue
            target = resolve(root, path, name)
            if target is None:
                continue
            if target.startswith("test/"):
                yield "%s: includes %s; nothing includes test" % (where, target)
                continue
            to = folder_of(target)
            if to is None or to == folder or to in ARROWS.get(folder, []) or target in EXTRA_FILES.get(folder, []):
                continue
            yield "%s: %s includes %s; the design has no such arrow" % (where, folder, to)


def main():
    root = os.path.abspath(sys.argv[1] if len(sys.argv) > 1 else ".")
    checked, errors = 0, []
    for top in ("plugin", "runtime", "tools"):
        for base, _, names in os.walk(os.path.join(root, top)):
            for name in sorted(names):
                if name.endswith(SOURCES):
                    path = os.path.relpath(os.path.join(base, name), root)
                    if folder_of(path) is None:
                        errors.append("%s: lies in no folder that the design knows" % path)
                    errors += errors_of(root, path)
                    checked += 1
    for error in errors:
        print(error, file=sys.stderr)
    print("layering: %d files, %d errors" % (checked, len(errors)))
    return 1 if errors or not checked else 0


if __name__ == "__main__":
    sys.exit(main())
