"""What a trace says of modules: rows for TensorBoard's module view, and the hierarchy of each scope. For check_trace.py.

`rows` are the scopes of each thread as (start, end, position, event), sorted, outer ones first."""


def without_functions(hierarchy):
    """The module that a Module Hierarchy in Kineto's form is of; a path as it is."""
    if not hierarchy.startswith("TOP("):
        return hierarchy
    parts = [part for part in hierarchy.split(".") if not part.startswith("SELF(")]
    return ".".join(part.rpartition("::")[0] or part for part in parts)


def type_of(event):
    """The type of a module row, which is named `nn.Module: Conv2d_3`."""
    return event["name"].partition(": ")[2].rpartition("_")[0]


def walk(rows):
    """Yields start, end and event of each scope with the stack of (end, event, hierarchy) of module rows around it."""
    for scopes in rows.values():
        stack = []
        for start, end, _, event in scopes:  # sorted by the caller
            while stack and stack[-1][0] <= start:
                stack.pop()
            yield start, end, event, stack
            if event.get("cat") == "python_function":
                stack.append((end, event, event.get("args", {}).get("Module Hierarchy")))


def check(rows, error):
    """Each scope names the module whose row is around it, each module row the one around that. Returns the rows' count."""
    names = {}
    modules = 0
    has_rows = any(event.get("cat") == "python_function" for scopes in rows.values() for *_, event in scopes)
    for start, end, event, stack in walk(rows):
        args = event.get("args", {})
        hierarchy = args.get("Module Hierarchy")
        around = stack[-1][2] if stack else None
        where = "%s at %d ns" % (event["name"], start)
        if event.get("cat") == "python_function":
            modules += 1
            if not isinstance(hierarchy, str) or not hierarchy:
                error("%s has Module Hierarchy %r" % (where, hierarchy))
                continue
            parent = stack[-1][1]["args"].get("Python id") if stack else None
            if args.get("Python parent id") != parent:
                error("%s has parent %r, but is inside %r" % (where, args.get("Python parent id"), parent))
            if around is not None and not hierarchy.startswith(around + "."):
                error("%s is %s, which is not below %s" % (where, hierarchy, around))
            # TensorBoard adds rows up by name and id. A place may have held modules of several classes.
            place = without_functions(hierarchy)
            held = "%s(%s)" % (place, type_of(event))
            for key, value in ((("id", args.get("Python module id")), (event["name"], place)),
                               (("place", held), (event["name"], args.get("Python module id")))):
                if names.setdefault(key, value) != value:
                    error("%s: module %s %s is both %s and %s" % (where, *key, names[key], value))
        elif event.get("cat") in ("cpu_op", "user_annotation") and has_rows:
            # SELF(...) comes behind the module's own place.
            if around is None and hierarchy is not None:
                error("%s has Module Hierarchy %s, but no module row is around it" % (where, hierarchy))
            elif around is not None and hierarchy != around and not str(hierarchy).startswith(around + ".SELF("):
                error("%s has Module Hierarchy %s, but is inside %s" % (where, hierarchy, around))
    return modules
