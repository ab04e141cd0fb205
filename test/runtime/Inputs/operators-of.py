"""Prints the operators of a trace, one a line, in order of their start, indented by how they nest in each other; each thread's behind
those of the threads that began before it. Functions of the program are left out: operators have no place in a source. With --backward:
the nodes of the backward pass, each with the innermost operator that has its sequence number."""
import json
import re
import sys

rows = {}
for event in json.load(open(sys.argv[1]))["traceEvents"]:
    if event["ph"] == "X" and event["cat"] in ("cpu_op", "user_annotation") and "Source" not in event["args"]:
        rows.setdefault(event["tid"], []).append((event["ts"], -event["dur"], event["args"]["External id"], event))
if sys.argv[2:] == ["--backward"]:
    forward = {}
    for start, _, _, event in sorted((each for row in rows.values() for each in row), key=lambda each: each[:3]):
        name, number = event["name"], event["args"].get("Sequence number")
        if re.fullmatch(r"\w+Backward\d", name):
            print(name, forward.get(number))
        elif "Backward" not in name and number is not None:
            forward[number] = name
    sys.exit()
for row in sorted(rows.values(), key=min):
    ends = []
    for start, _, _, event in sorted(row, key=lambda each: each[:3]):
        while ends and ends[-1] <= start:
            ends.pop()
        print("  " * len(ends) + event["name"])
        ends.append(start + event["dur"])
