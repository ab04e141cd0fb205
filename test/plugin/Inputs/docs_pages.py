"""Makes docs/diagnostics.md and docs/compile-options.md from the plugin's .def files.

docs_pages.py ROOT          prints nothing and fails when a page is not what the tables say
docs_pages.py ROOT --write  writes the pages
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


def options_page(root):
    with open(root + "/plugin/options/Options.def", encoding="utf-8") as file:
        text = file.read()
    rows = []
    for kind, arguments in re.findall(r'^OPTION_(FLAG|VALUE)\(((?:[^"()]|"(?:[^"\\]|\\.)*")*)\)', text, re.M):
        strings = re.findall(r'"((?:[^"\\]|\\.)*)"', arguments)
        name = strings[0] + ("=" + strings[1] if kind == "VALUE" else "")
        rows.append(("`%s`" % name, "".join(strings[2 if kind == "VALUE" else 1:])))
    if not rows:
        sys.exit("no options found in Options.def")
    return """# Options of the plugin

Given to the compiler as `-fplugin-arg-autoscope-OPTION`, one flag each. Without any, annotated functions and the `forward` of torch
modules are instrumented. Made from `plugin/options/Options.def` by `test/plugin/Inputs/docs_pages.py`.

%s
A wrong option fails the compile with a message that names it.

## Rules

`include=` and `exclude=` take a comma-separated list of globs; a comma inside brackets belongs to a name. A glob is matched with the whole
qualified name (`net::Box<int>::get`) and with the name including parameter types (`net::Box<int>::get(int)`); after `file:` with a
path, from any component on (`file:src/*` matches `/home/me/src/a.cpp`). `*` is any text, also `::` and `/`; `?` one character, `[a-z]`
one of a set, `[]` itself, a backslash quotes.

Options and filter files are one sequence of rules: the last rule that matches a function decides, also against an attribute
`scope`. Only `autoscope::ignore` is stronger. A filter file holds one rule a line, `include GLOB` or `exclude GLOB`; `#` starts a
comment line.

## What would be instrumented?

    clang++ -fplugin=.../autoscope.so -fplugin-arg-autoscope-all -fplugin-arg-autoscope-list=- -fsyntax-only a.cpp

prints one line per site, `FILE:LINE: KIND NAME`, the same on every run. `list=FILE` writes every function definition with the
reason where it is not instrumented; `remarks` reports the same while compiling.
""" % table("option | meaning", rows)


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

All messages go through the compiler: they have file and line, and begin with `autoscope:`. `-Werror` and `-Wno-error` make errors of
the warnings, or not; `-w` silences them. They belong to no warning group, so `-Wno-...` cannot choose one. The tables are made from `plugin/support/Diagnostics.def` and `plugin/select/SkipReasons.def` by `test/plugin/Inputs/docs_pages.py`.

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
attribute, or by an `include` rule without wildcards) gives a warning, every other a remark. What the user chose comes first: an `exclude` rule, or `ignore` beside `scope`, takes a function
back without a warning that it is not instrumented, but an `include` rule that names an ignored function warns.

%s""" % (
        sections["Error"],
        sections["Warning"],
        sections["Remark"],
        table("reason | text", [(name, text) for name, _, text in reasons]),
    )
    for name, content in (("diagnostics.md", page), ("compile-options.md", options_page(root))):
        path = root + "/docs/" + name
        if "--write" in sys.argv:
            with open(path, "w", encoding="utf-8") as file:
                file.write(content)
            continue
        with open(path, encoding="utf-8") as file:
            if file.read() != content:
                sys.exit("docs/%s is not what the .def files say; write it with --write" % name)


main()
