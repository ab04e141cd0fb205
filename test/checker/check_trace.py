#!/usr/bin/env python3
"""Checks a trace more strictly than any viewer does.

    check_trace.py TRACE.json[.gz] [--agrees-with TABLE.txt] [--agrees-with-tree TREE.txt] [--scopes N] [--finished-only]
                   [--pairs]

Strict JSON without repeated keys; the keys that HTA, TensorBoard and Perfetto need; metadata before all else; scopes of
one thread nested or apart to the nanosecond; ids unique and resolved; the slices of a coroutine one after the other and
linked; arrows from operators to nodes of the backward pass as Kineto has them; times that survive being read as doubles; each scope in the module whose row is around it. With --agrees-with
also: calls and total time per name, or per name and module, are those of the table. With --agrees-with-tree: calls, total
and own time of each module are those of `autoscope tree`. Prints one line, or each error and exits 1; with --pairs before
that the names at both ends of each arrow, sorted.
"""
import argparse
import collections
import decimal
import gzip
import json
import re
import sys

sys.dont_write_bytecode = True  # not into the source tree
import backward_arrows
import call_arguments
import device_rows
import module_rows
import tables

FIRST_KEYS = ["schemaVersion", "deviceProperties", "distributedInfo"]
STEP = re.compile(r"ProfilerStep\s*#\s*\d+$")
CATEGORIES = {"cpu_op", "user_annotation", "python_function", "cuda_runtime", "cuda_driver", "kernel", "gpu_memcpy",
              "gpu_memset", "gpu_user_annotation", "overhead", "cuda_sync"}
MOST_ERRORS = 20


class Micros:
    """A number of the form digits.ddd, kept as integer nanoseconds beside its double."""
    __slots__ = ("ns", "double")

    def __init__(self, ns, double):
        self.ns = ns
        self.double = double


def parse_float(text):
    whole, dot, fraction = text.partition(".")
    if dot and len(fraction) == 3 and fraction.isdigit():
        ns = abs(int(whole)) * 1000 + int(fraction)
        return Micros(-ns if whole.startswith("-") else ns, float(text))
    return decimal.Decimal(text)


class Checker:
    def __init__(self):
        self.errors = []
        self.rows = collections.defaultdict(list)  # (pid, tid) -> [(start, end, position, event)]
        self.named_threads = {}
        self.flows = collections.defaultdict(dict)  # coroutine id -> {(pid, tid, ts): phase}
        self.arrows = backward_arrows.Arrows(self.error)
        self.scopes = 0
        self.device_arrows = device_rows.Arrows(self.error)

    def error(self, text):
        self.errors.append(text)

    # Structure

    def load(self, path):
        opener = gzip.open if path.endswith(".gz") else open
        with opener(path, "rb") as file:
            data = file.read()
        text = data.decode("utf-8")  # strict: raises on invalid bytes

        def unique(pairs):
            result = dict(pairs)
            if len(result) != len(pairs):
                raise ValueError("an object has a key twice: %s" % [key for key, _ in pairs])
            return result

        def refuse(name):
            raise ValueError("%s is no JSON" % name)

        trace = json.loads(text, parse_float=parse_float, parse_constant=refuse, object_pairs_hook=unique)
        return text, trace

    def check_top(self, text, trace):
        if not isinstance(trace, dict):
            self.error("the top level is no object")
            return
        keys = list(trace)
        if keys[:len(FIRST_KEYS)] != FIRST_KEYS:
            self.error("the first keys are %s, not %s" % (keys[:len(FIRST_KEYS)], FIRST_KEYS))
        if keys[-1:] != ["traceName"]:
            self.error("the last key is not traceName")
        for key in ("displayTimeUnit", "baseTimeNanoseconds", "traceEvents", "traceName"):
            if key not in trace:
                self.error("no top-level key %s" % key)
        if not is_int(trace.get("baseTimeNanoseconds")):
            self.error("baseTimeNanoseconds is no integer")
        rank = (trace.get("distributedInfo") or {}).get("rank")
        if not is_int(rank) or rank < 0:
            self.error("distributedInfo.rank is %r, not an integer" % (rank,))
        # HTA does not parse this, it searches the text.
        found = re.search(r'"rank":\s+(\d+)', text)
        if not found or int(found.group(1)) != rank:
            self.error("HTA's search for the rank in the text does not find it")

    # Events

    def check_events(self, events):
        metadata_over = False
        for position, event in enumerate(events):
            phase, name = event.get("ph"), event.get("name")
            where = "event %d (%s)" % (position, name)
            if not isinstance(phase, str) or not isinstance(name, str):
                self.error("%s has no ph or no name" % where)
                continue
            if phase == "M":
                if metadata_over:
                    self.error("%s: metadata after other events" % where)
                self.check_metadata(where, event)
                continue
            if position == 0:
                self.error("the first event is no metadata")
            metadata_over = True
            if name.startswith("ProfilerStep") and not STEP.match(name):
                self.error("%s: HTA stops at this name" % where)
            if phase == "X":
                self.check_scope(where, position, event)
            elif phase in ("s", "t", "f"):
                self.check_flow(where, event, events[position - 1])
            elif "ts" not in event:
                self.error("%s has no ts" % where)

    def check_metadata(self, where, event):
        if event["name"] == "thread_name":
            key = (event.get("pid"), event.get("tid"))
            if key in self.named_threads:
                self.error("%s: row %s is named twice" % (where, key))
            self.named_threads[key] = event.get("args", {}).get("name")

    def check_scope(self, where, position, event):
        if event.get("cat") not in CATEGORIES:
            self.error("%s has category %r" % (where, event.get("cat")))
        pid, tid = event.get("pid"), event.get("tid")
        if not is_int(pid) or not is_int(tid) or not 0 <= pid < 2**31 or not 0 <= tid < 2**31:
            self.error("%s has pid %r and tid %r" % (where, pid, tid))
        if "args" in event and not isinstance(event["args"], dict):
            self.error("%s has args that are no object" % where)
        else:
            call_arguments.check(where, event, self.error)
        start, duration = event.get("ts"), event.get("dur")
        if not isinstance(start, Micros) or not isinstance(duration, Micros):
            self.error("%s: ts or dur has not three decimals" % where)
            return
        if start.ns < 0 or duration.ns <= 0:
            self.error("%s has ts %d ns and dur %d ns" % (where, start.ns, duration.ns))
        for number in (start, duration):
            if round(number.double * 1000) != number.ns:
                self.error("%s: %d ns does not survive as a double" % (where, number.ns))
        self.scopes += 1
        self.rows[(pid, tid)].append((start.ns, start.ns + duration.ns, position, event))

    def check_flow(self, where, event, before):
        if event.get("cat") == "fwdbwd":
            self.arrows.add(where, event, event["ts"].ns if isinstance(event.get("ts"), Micros) else None)
            return
        if event.get("cat") == "ac2g":
            self.device_arrows.add(where, event, before)
            return
        # Viewers look for the slice by row and time, and take the latest that they know.
        keys = ("pid", "tid", "ts")
        place = [[value.ns if isinstance(value, Micros) else value for value in map(each.get, keys)]
                 for each in (event, before)]
        if before.get("ph") != "X" or place[0] != place[1] or before.get("args", {}).get("Coroutine") != event.get("id"):
            self.error("%s: the flow is not behind its slice" % where)
            return
        self.flows[event["id"]][tuple(place[0])] = event["ph"]

    # Relations

    def check_rows(self):
        for row, scopes in self.rows.items():
            if row not in self.named_threads:
                self.error("row %s has no thread_name" % (row,))
            # The order of equal intervals in the file says which one is outside.
            scopes.sort(key=lambda scope: (scope[0], -scope[1], scope[2]))
            stack = []
            for scope in scopes:
                while stack and stack[-1][1] <= scope[0]:
                    stack.pop()
                if stack and scope[1] > stack[-1][1]:
                    self.error("row %s: %s [%d, %d] overlaps %s [%d, %d]" %
                               (row, scope[3]["name"], scope[0], scope[1], stack[-1][3]["name"], stack[-1][0],
                                stack[-1][1]))
                    continue
                stack.append(scope)

    def check_ids(self):
        externals = set()
        modules = {}
        for scopes in self.rows.values():
            for start, end, _, event in scopes:
                args = event.get("args", {})
                if event.get("cat") in ("cpu_op", "user_annotation"):
                    external = args.get("External id")
                    if not is_int(external) or external <= 0 or external in externals:
                        self.error("%s has External id %r" % (event["name"], external))
                    externals.add(external)
                elif event.get("cat") == "python_function":
                    identity = args.get("Python id")
                    if not is_int(identity) or identity in modules:
                        self.error("%s has Python id %r" % (event["name"], identity))
                    if not is_int(args.get("Python module id")):
                        self.error("%s has no Python module id" % event["name"])
                    if not re.match(r"nn\.Module: .*_\d+$", event["name"], re.S):
                        self.error("module row is named %s" % event["name"])
                    modules[identity] = (start, end, event)
        for start, end, event in modules.values():
            parent = event["args"].get("Python parent id")
            if parent is None:
                continue
            if parent not in modules:
                self.error("%s has parent %r, which does not exist" % (event["name"], parent))
            elif not modules[parent][0] <= start <= end <= modules[parent][1]:
                self.error("%s is not inside its parent %s" % (event["name"], modules[parent][2]["name"]))

    def check_coroutines(self):
        calls = collections.defaultdict(list)
        for (pid, tid), scopes in self.rows.items():
            for start, end, _, event in scopes:
                args = event.get("args", {})
                if "Coroutine" in args or "Slice" in args:
                    calls[args.get("Coroutine")].append((args.get("Slice"), start, end, event["name"], (pid, tid, start)))
        for call, slices in calls.items():
            where = "coroutine %r" % call
            if not is_int(call) or call <= 0 or not all(is_int(number) and number >= 0 for number, *_ in slices):
                self.error("%s has slices %s" % (where, [number for number, *_ in slices]))
                continue
            slices.sort(key=lambda each: each[0])
            for before, after in zip(slices, slices[1:]):
                if before[0] == after[0]:
                    self.error("%s has slice %d twice" % (where, after[0]))
                if before[2] > after[1]:
                    self.error("%s: slice %d begins before slice %d ends" % (where, after[0], before[0]))
                if before[3] != after[3]:
                    self.error("%s is %s and %s" % (where, before[3], after[3]))
            flows = self.flows[call]
            phases = [flows.get(place, "") for *_, place in slices]
            number = slices[0][0]
            wanted = "s?" if number == 0 and len(slices) == 1 else ("s" if number == 0 else "[tf]") + "t*[tf]?"
            if not re.fullmatch(wanted, "".join(phases)) or (len(slices) > 1 and "" in phases):
                self.error("%s has flows %s" % (where, phases))

    def totals(self, by_module):
        """name, or name and module, -> [calls, total ns]; of nested scopes of one key only the outermost counts to the
        total. As in tables, steps are one key, and an operator whose only callee is the same operator is one call."""
        totals = collections.defaultdict(lambda: [0, 0])
        self.functions = 0
        for scopes in self.rows.values():
            stack, active = [], collections.Counter()

            def pop():
                _, name, callees = stack.pop()
                active[name] -= 1
                totals[name][0] -= callees == [(name, True)]

            for start, end, _, event in scopes:  # sorted by check_rows
                if event.get("cat") not in ("cpu_op", "user_annotation"):
                    continue
                while stack and stack[-1][0] <= start:
                    pop()
                name = "ProfilerStep*" if STEP.match(event["name"]) else event["name"]
                is_operator = event.get("cat") == "cpu_op" and "Source" not in event.get("args", {})
                if by_module:
                    name = (name, event.get("args", {}).get("Module Hierarchy", ""))
                self.functions += 1
                totals[name][0] += not event.get("args", {}).get("Slice")  # a coroutine's later slices are no calls
                if active[name] == 0:
                    totals[name][1] += end - start
                active[name] += 1
                if stack and len(stack[-1][2]) < 2:
                    stack[-1][2].append((name, is_operator))
                stack.append((end, name, []))
            while stack:
                pop()
        return totals

    def check_table(self, path):
        expected, by_module = tables.read_table(path)
        if not expected:
            self.error("%s holds no table" % path)
        totals = collections.defaultdict(lambda: [0, 0])
        for key, (calls, total) in self.totals(by_module).items():
            name, module = key if by_module else (key, "")
            # The trace puts these in front of names that HTA would stop at.
            name = name[2:] if name.startswith("::ProfilerStep") else name
            shown = totals[tables.printable(name), tables.printable(module)]
            shown[0] += calls
            shown[1] += total
        seen = set()
        for (name, module), (calls, total, slack) in expected.items():
            keys = [(name, module)]
            if keys[0] not in totals and (name.endswith("...") or module.startswith("...")):
                start = name[:-3] if name.endswith("...") else name
                end = module[3:] if module.startswith("...") else module
                keys = [key for key in totals if key[0].startswith(start) and key[1].endswith(end)]
            seen.update(keys)
            real_calls = sum(totals[key][0] for key in keys if key in totals)
            real_total = sum(totals[key][1] for key in keys if key in totals)
            where = name + (" in " + module if module else "")
            if real_calls != calls:
                self.error("%s: %d calls in the trace, %d in the table" % (where, real_calls, calls))
            if abs(real_total - total) > slack:
                self.error("%s: %d ns in the trace, %d in the table" % (where, real_total, total))
        for name, module in totals.keys() - seen:
            self.error("%s is not in the table" % (name + (" in " + module if module else "")))

    def check_tree(self, path):
        """The module rows add up to the tree: calls, time in them, and that less what is inside module rows below."""
        sums = collections.defaultdict(lambda: [0, 0, 0])
        for start, end, event, stack in module_rows.walk(self.rows):
            if event.get("cat") != "python_function":
                continue
            key = event["args"].get("Module Hierarchy"), module_rows.type_of(event)
            own = sums[key]
            own[0] += 1
            own[1] += end - start
            own[2] += end - start
            if stack:
                sums[stack[-1][2], module_rows.type_of(stack[-1][1])][2] -= end - start
        expected = tables.read_tree(path)
        if not expected:
            self.error("%s holds no tree" % path)
        for module in sums.keys() | expected.keys():
            if module not in sums or module not in expected:
                self.error("%s(%s) is not in the %s" % (*module, "trace" if module in expected else "tree"))
                continue
            for what, real, (value, slack) in zip(("calls", "ns", "ns of its own"), sums[module], expected[module]):
                if abs(real - value) > slack:
                    self.error("%s(%s): %d %s in the trace, %d in the tree" % (*module, real, what, value))


def is_int(value):
    return isinstance(value, int) and not isinstance(value, bool)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("trace")
    parser.add_argument("--agrees-with", metavar="TABLE", help="a table printed by `autoscope report --limit -1`")
    parser.add_argument("--agrees-with-tree", metavar="TREE", help="what `autoscope tree` printed")
    parser.add_argument("--modules", type=int, metavar="N", help="the trace must have exactly N module rows")
    parser.add_argument("--scopes", type=int, metavar="N", help="the trace must have exactly N function scopes; a"
                        " coroutine's slices are one each")
    parser.add_argument("--pairs", action="store_true", help="print what arrows lead from operators to nodes")
    parser.add_argument("--finished-only", action="store_true", help="no scope may be marked as still open")
    options = parser.parse_args()

    checker = Checker()
    try:
        text, trace = checker.load(options.trace)
    except (OSError, ValueError) as error:
        print("%s: %s" % (options.trace, error), file=sys.stderr)
        return 1
    checker.check_top(text, trace)
    events = trace.get("traceEvents") if isinstance(trace, dict) else None
    checker.check_events(events if isinstance(events, list) else [])
    checker.check_rows()
    checker.check_ids()
    modules = module_rows.check(checker.rows, checker.error)
    checker.check_coroutines()
    device_rows.check(checker.rows, checker.device_arrows, checker.error)
    pairs = checker.arrows.check(checker.rows, "backward_nodes_without_arrow" in trace)
    checker.totals(by_module=False)
    functions = checker.functions
    if options.scopes is not None and functions != options.scopes:
        checker.error("%d function scopes, not %d" % (functions, options.scopes))
    if options.modules not in (None, modules):
        checker.error("%d module rows, not %d" % (modules, options.modules))
    if options.finished_only:
        for scopes in checker.rows.values():
            for scope in scopes:
                if scope[3].get("args", {}).get("finished") == "false":
                    checker.error("%s is not finished" % scope[3]["name"])
    if options.agrees_with:
        checker.check_table(options.agrees_with)
    if options.agrees_with_tree:
        checker.check_tree(options.agrees_with_tree)

    for error in checker.errors[:MOST_ERRORS]:
        print("%s: %s" % (options.trace, error), file=sys.stderr)
    if len(checker.errors) > MOST_ERRORS:
        print("%s: and %d errors more" % (options.trace, len(checker.errors) - MOST_ERRORS), file=sys.stderr)
    if options.pairs:
        for line in sorted("%s -> %s" % (forward["name"], backward["name"]) for forward, backward in pairs):
            print(line)
    if not checker.errors:
        print("%s: ok, %d function scopes in %d rows" % (options.trace, functions, len(checker.rows)))
    return 1 if checker.errors else 0


if __name__ == "__main__":
    sys.exit(main())
