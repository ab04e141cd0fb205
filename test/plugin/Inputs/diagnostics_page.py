"""Fills the tables of docs/diagnostics.md from the plugin's .def files.

diagnostics_page.py ROOT          prints nothing and fails when the page is not what the tables say
diagnostics_page.py ROOT --write  writes the page
"""
import re
import sys


def entries(path, macros):
    with open(path, encoding="utf-8") as file:
        text = file.read()
    pattern = r'^(?:%s)\((\w+),\s*(?:(\w+),\s*)?((?:"(?:[^"\\]|\\.)*"\s*)+)\)' % "|".join(macros)
    for name, level, strings in re.findall(pattern, text, re.M):
        yield name, level, "".join(re.findall(r'"((?:[^"\\]|\\.)*)"', strings))


def table(title, rows):
    return "| %s |\n|---|---|\n" % title + "".join("| %s | %s |\n" % row for row in rows)


def main():
    root = sys.argv[1]
    messages = list(entries(root + "/plugin/support/Diagnostics.def", ["DIAGNOSTIC"]))
    reasons = list(entries(root + "/plugin/select/SkipReasons.def", ["SKIP_CHOICE", "SKIP_OBSTACLE"]))
    if not messages or not reasons:
        sys.exit("no entries found in the .def files")
    sections = {
        level: table("id | message", [(name, "`%s`" % text) for name, at, text in messages if at == level])
        for level in ("Error", "Warning", "Remark")
    }
    page = """# Diagnostics of the plugin

All messages go through the compiler: they have file and line, obey `-Werror`, and begin with `autoscope:`. The tables are made
from `plugin/support/Diagnostics.def` and `plugin/select/SkipReasons.def` by `test/plugin/Inputs/diagnostics_page.py`.

Two messages come before the compiler starts, from the loader and from an implementation that is loaded into another LLVM:
`autoscope: error: this compiler runs LLVM X, and DIR has no plugin for it` and
`autoscope: error: built for LLVM X, running in LLVM Y`. Both end the compile.

## Errors: the compile fails

%s
## Warnings: what you asked for by name did not happen

%s
## Remarks: with the option `remarks`

%s
## Why a function is not instrumented

The reason in `'f' is not instrumented: ...`, and by its name in the field `reason` of `list=FILE`. A function that you named (by an
attribute, or by an `include` rule without wildcards) gives a warning, every other a remark. What the user chose comes first.

%s""" % (
        sections["Error"],
        sections["Warning"],
        sections["Remark"],
        table("reason | text", [(name, text) for name, _, text in reasons]),
    )
    path = root + "/docs/diagnostics.md"
    if "--write" in sys.argv:
        with open(path, "w", encoding="utf-8") as file:
            file.write(page)
        return
    with open(path, encoding="utf-8") as file:
        if file.read() != page:
            sys.exit("docs/diagnostics.md is not what the .def files say; write it with --write")


main()
