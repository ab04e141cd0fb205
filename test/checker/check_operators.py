#!/usr/bin/env python3
"""Compares the operators of a trace with what torch.profiler told of the same work.

    check_operators.py TRACE.json REFERENCE.json --module NAME [--checksum NUMBER]

The reference is made by test/golden/torch-1.13/resnet18.py. Of the trace, the operators inside the module NAME count.
Same names with the same input shapes, and of each as many calls and FLOPs, and as many bytes of the CPU within 1 %, with
and without those of what it calls. Two rules of torch's: an operator whose only child has its own name is one call with
it, and a list of tensors has no shapes (torch 1.13). With --checksum: the number is the reference's, within a thousandth.
Prints one line, or each difference and exits 1.
"""
import argparse
import collections
import json
import sys

MOST_ERRORS = 20


class Node:
    def __init__(self, event):
        self.name, self.arguments = event["name"], event["args"]
        self.children = []

    def shapes(self):
        dims, types = self.arguments.get("Input Dims", []), self.arguments.get("Input type", [])
        return json.dumps([[] if kind == "TensorList" else dim for dim, kind in zip(dims, types)])

    def self_memory(self):
        return self.arguments.get("Self CPU Mem", 0)

    def memory(self):
        return self.self_memory() + sum(child.memory() for child in self.children)


def operators(trace, module):
    """The operators inside `module`, each with those that it called."""
    rows = collections.defaultdict(list)
    for event in trace["traceEvents"]:
        if event["ph"] == "X" and event["cat"] == "cpu_op":
            rows[event["tid"]].append(event)
    for row in rows.values():
        row.sort(key=lambda event: (event["ts"], -event["dur"], event["args"]["External id"]))
        open_ones = []
        for event in row:
            while open_ones and open_ones[-1][0] <= event["ts"]:
                open_ones.pop()
            node = Node(event)
            if open_ones:
                open_ones[-1][1].children.append(node)
            open_ones.append((event["ts"] + event["dur"], node))
            path = event["args"].get("Module Hierarchy", "")
            if event["name"].startswith("aten::") and (path + ".").startswith(module + "."):
                yield node


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("trace")
    parser.add_argument("reference")
    parser.add_argument("--module", required=True)
    parser.add_argument("--checksum", type=float)
    options = parser.parse_args()
    with open(options.reference) as file:
        reference = json.load(file)
    with open(options.trace) as file:
        nodes = list(operators(json.load(file), options.module))
    ours = collections.defaultdict(lambda: {"calls": 0, "flops": 0, "cpu_memory": 0, "self_cpu_memory": 0})
    for node in nodes:
        row = ours[node.name, node.shapes()]
        row["calls"] += len(node.children) != 1 or node.children[0].name != node.name
        row["flops"] += node.arguments.get("flops", 0)
        row["cpu_memory"] += node.memory()
        row["self_cpu_memory"] += node.self_memory()
    theirs = {(row["name"], json.dumps(row["shapes"])): row for row in reference["rows"]}
    errors = []
    for key in sorted(set(ours) | set(theirs)):
        if key not in ours or key not in theirs:
            errors.append("%s %s: only %s has it" % (*key, "torch" if key in theirs else "the trace"))
            continue
        for what in ("calls", "flops"):
            if ours[key][what] != theirs[key][what]:
                errors.append("%s %s: %d %s, torch has %d" % (*key, ours[key][what], what, theirs[key][what]))
        for what in ("cpu_memory", "self_cpu_memory"):
            if abs(ours[key][what] - theirs[key][what]) > abs(theirs[key][what]) / 100:
                errors.append("%s %s: %d bytes of %s, torch has %d" % (
                    *key, ours[key][what], what, theirs[key][what]))
    if options.checksum is not None and abs(options.checksum / reference["checksum"] - 1) > 1e-3:
        errors.append("the checksum is %s, torch's is %s" % (options.checksum, reference["checksum"]))
    for error in errors[:MOST_ERRORS]:
        print("error: " + error)
    if errors:
        sys.exit("%d differences" % len(errors))
    totals = {name: sum(row["flops"] for (of, _), row in ours.items() if of == name) for name, _ in ours}
    print("%d rows, %d calls as torch has them; %d bytes of their own; FLOPs: %s" % (
        len(ours), sum(row["calls"] for row in ours.values()), sum(row["self_cpu_memory"] for row in ours.values()),
        ", ".join("%s %d" % (name, flops) for name, flops in sorted(totals.items()) if flops)))


main()
