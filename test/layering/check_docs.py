#!/usr/bin/env python3
"""Checks that code shown in Markdown is code that the tests run, and that links between our pages lead somewhere.

A fenced block under a line `<!-- file: PATH -->` must be PATH's text, or whole lines of it in a row. A C++ or CMake block
without such a line is an error: it would rot.
"""
import os
import re
import sys

FENCE = re.compile(r"^(?:<!-- file: (?P<file>\S+) -->\n)?```(?P<language>\w*)\n(?P<text>.*?)^```$", re.M | re.S)
LINK = re.compile(r"\]\((?!https?:|#)([^)#\s]+)")


def errors_of(root, page):
    with open(os.path.join(root, page), encoding="utf-8") as file:
        text = file.read()
    for match in FENCE.finditer(text):
        where = "%s:%d" % (page, text.count("\n", 0, match.start()) + 1)
        source = match.group("file")
        if source is None:
            if match.group("language") in ("cpp", "c++", "cmake"):
                yield "%s: a %s block that names no file" % (where, match.group("language"))
            continue
        if not os.path.isfile(os.path.join(root, source)):
            yield "%s: %s does not exist" % (where, source)
            continue
        with open(os.path.join(root, source), encoding="utf-8") as file:
            if ("\n" + match.group("text")) not in "\n" + file.read():
                yield "%s: differs from %s" % (where, source)
    for target in LINK.findall(FENCE.sub("", text)):  # a lambda looks like a link
        if not os.path.exists(os.path.join(root, os.path.dirname(page), target)):
            yield "%s: link to %s, which does not exist" % (page, target)


def main():
    root = os.path.abspath(sys.argv[1])
    pages = [name for name in sorted(os.listdir(root)) if name.endswith(".md")]
    for top in ("docs", "examples", "plugin", "runtime"):
        for base, _, names in os.walk(os.path.join(root, top)):
            pages += [os.path.relpath(os.path.join(base, name), root) for name in sorted(names) if name.endswith(".md")]
    errors = [error for page in pages for error in errors_of(root, page)]
    for error in errors:
        print(error, file=sys.stderr)
    print("docs: %d pages, %d errors" % (len(pages), len(errors)))
    return 1 if errors else 0


if __name__ == "__main__":
    sys.exit(main())
