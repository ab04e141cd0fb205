"""Keeps docs/diagnostics.md and docs/compile-options.md to the plugin's .def files.

docs_pages.py ROOT          prints nothing, and fails when a page is not what the tables say
docs_pages.py ROOT --write  writes diagnostics.md, which is made from the tables; compile-options.md is written by hand
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


def check_options(root):
    """Each option has a heading with its syntax and an indented example of its flag, in the order of the table."""
    with open(root + "/plugin/options/Options.def", encoding="utf-8") as file:
        text = file.read()
    options = []
    for kind, arguments in re.findall(r'^OPTION_(FLAG|VALUE)\(((?:[^"()]|"(?:[^"\\]|\\.)*")*)\)', text, re.M):
        strings = re.findall(r'"((?:[^"\\]|\\.)*)"', arguments)
        options.append(strings[0] + ("=" + strings[1] if kind == "VALUE" else ""))
    if not options:
        sys.exit("no options found in Options.def")
    with open(root + "/docs/compile-options.md", encoding="utf-8") as file:
        sections = re.findall(r"^### `([^`]+)`\n(.*?)(?=^##|\Z)", file.read(), re.M | re.S)
    if [heading for heading, _ in sections] != options:
        sys.exit("the headings of docs/compile-options.md are not the options of Options.def: %s" % ", ".join(options))
    for heading, content in sections:
        flag = "-fplugin-arg-autoscope-" + heading.partition("=")[0] + ("=" if "=" in heading else "")
        if not re.search("^    .*" + flag, content, re.M):
            sys.exit("docs/compile-options.md has no example of " + heading)


def main():
    root = sys.argv[1]
    messages = list(entries(root + "/plugin/support/Diagnostics.def", ["DIAGNOSTIC"]))
    reasons = list(entries(root + "/plugin/select/SkipReasons.def", ["SKIP_CHOICE", "SKIP_OBSTACLE"]))
    calls = list(entries(root + "/plugin/calls/CallSkips.def", ["CALL_SKIP"]))
    if not messages or not reasons or not calls:
        sys.exit("no entries found in the .def files")
    sections = {
        level: table("id | message", [(name, "`%s`" % text) for name, at, text in messages if at == level])
        for level in ("Error", "Warning", "Remark")
    }
    page = """# Diagnostics of the plugin

All messages go through the compiler: they have file and line, and begin with `autoscope:`. `-Werror` and `-Wno-error` make errors of
the warnings, or not; `-w` silences them. They belong to no warning group, so `-Wno-...` cannot choose one. The tables are made from `plugin/support/Diagnostics.def`, `plugin/select/SkipReasons.def` and `plugin/calls/CallSkips.def` by `test/plugin/Inputs/docs_pages.py`.

Two messages come before the compiler starts, from the loader and from an implementation that is loaded into another LLVM:
`autoscope: error: this compiler runs LLVM X, and DIR has no plugin for it` and
`autoscope: error: built for LLVM X, running in LLVM Y`. Both end the compile.

## Errors: the compile fails

%s
## Warnings: what you asked for by name did not happen

%s
`NoMethod` is for classes that no other derives from which has such a method. A class in a header may be the base of those in other units: it is
warned of if it is `final` or one of its methods seems to be meant, and else is the remark `NoMethodHere`.

## Remarks: with the option `remarks`

%s
## Why a function is not instrumented

The reason in `'f' is not instrumented: ...`, and by its name in the field `reason` of `list=FILE`. A function that you named (by an
attribute, or by an `include` rule without wildcards) gives a warning, every other a remark. What the user chose comes first: an `exclude` rule, or `ignore` beside `scope`, takes a function
back without a warning that it is not instrumented, but an `include` rule that names an ignored function warns.

%s
## Why a call has no scope

The reason in `this call of 'f' has no scope`: the call of a module's method whose body has no scope in this unit either.

%s""" % (
        sections["Error"],
        sections["Warning"],
        sections["Remark"],
        table("reason | text", [(name, text) for name, _, text in reasons]),
        table("reason | text", [(name, text) for name, _, text in calls]),
    )
    check_options(root)
    path = root + "/docs/diagnostics.md"
    if "--write" in sys.argv:
        with open(path, "w", encoding="utf-8") as file:
            file.write(page)
        return
    with open(path, encoding="utf-8") as file:
        if file.read() != page:
            sys.exit("docs/diagnostics.md is not what the .def files say; write it with --write")


main()
