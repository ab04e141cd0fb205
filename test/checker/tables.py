"""Reads the tables and trees that `autoscope` prints, for check_trace.py."""
import decimal
import re

UNITS = {"us": 1000, "ms": 1000 * 1000, "s": 1000 * 1000 * 1000}


def printable(name):
    """As tables show it: a control character would move the cursor."""
    return re.sub("[\x00-\x1f\x7f]", "\ufffd", name)


def cells_of(path):
    """The heading and the rows of the first table of a file, as lists of cells; indentation stays in the first cell."""
    with open(path, encoding="utf-8") as file:
        lines = file.read().split("\n")
    rules = [i for i, line in enumerate(lines) if re.match(r"-+  -", line)]
    if len(rules) < 3:
        return [], []
    columns = [(match.start(), match.end()) for match in re.finditer("-+", lines[rules[0]])]
    cells = lambda line: [line[begin:end].rstrip() if begin == 0 else line[begin:end].strip() for begin, end in columns]
    return cells(lines[rules[0] + 1]), [cells(line) for line in lines[rules[1] + 1:rules[2]]]


def read_time(text):
    """(ns, by how much it may be rounded)"""
    value, unit = re.fullmatch(r"([\d.]+)(us|ms|s)", text).groups()
    return int(decimal.Decimal(value) * UNITS[unit]), UNITS[unit] // 2000 + 1


def read_table(path):
    """(name, module) -> (calls, total ns, rounding slack in ns), and whether there is a module column; rows of one name
    are summed."""
    heading, lines = cells_of(path)
    rows = {}
    if not heading:
        return rows, False
    heading = [title.strip() for title in heading]
    name_at, total_at, calls_at = (heading.index(title) for title in ("Name", "CPU total", "# of Calls"))
    by_module = "Module" in heading
    for row in lines:
        key = (row[name_at].strip(), row[heading.index("Module")] if by_module else "")
        total, rounded = read_time(row[total_at])
        calls, before, slack = rows.get(key, (0, 0, 0))
        rows[key] = (calls + int(row[calls_at]), before + total, slack + rounded)
    return rows, by_module


def read_tree(path):
    """(Module Hierarchy, type) -> [(value, slack)] of calls, total and own ns; containers that were not called are left
    out."""
    heading, lines = cells_of(path)
    modules, roots = {}, ""
    for row in lines:
        name = row[0].strip()
        if not row[0].startswith(" "):
            roots = name
        path = name if not row[0].startswith(" ") else roots + "." + name
        numbers = dict(zip(heading[1:], row[1:]))
        if numbers["# of Calls"] == "-":
            continue
        key = path, numbers["Type"]
        modules[key] = [(int(numbers["# of Calls"]), 0), read_time(numbers["CPU total"]), read_time(numbers["Self CPU"])]
    return modules
