"""break-trace.py GOOD.json <check_trace command>: breaks a good trace in each way that some viewer cannot bear, and
prints what the checker says to it."""
import copy
import json
import subprocess
import sys

text = open(sys.argv[1]).read()
good = json.loads(text)
scopes = [i for i, event in enumerate(good["traceEvents"]) if event["ph"] == "X"]


def dumps(trace):
    # Times keep their three decimals: the scopes of the good trace last a few microseconds at most.
    def times(event):
        for key in ("ts", "dur"):
            if isinstance(event.get(key), float):
                event[key] = "@%.3f@" % event[key]
        return event
    trace["traceEvents"] = [times(event) for event in trace["traceEvents"]]
    return json.dumps(trace).replace('"@', "").replace('@"', "")


def change(path, value, drop=False):
    trace = copy.deepcopy(good)
    place = trace
    for key in path[:-1]:
        place = place[key]
    if drop:
        del place[path[-1]]
    else:
        place[path[-1]] = value
    return dumps(trace)


last, first = scopes[0], scopes[-1]
event = lambda i, *keys: ["traceEvents", i, *keys]
ts = lambda i: good["traceEvents"][i]["ts"]
variants = {
    "as it was": dumps(copy.deepcopy(good)),
    "not strict": text.replace('"schemaVersion": 1', '"schemaVersion": NaN'),
    "twice": text.replace('"schemaVersion": 1', '"schemaVersion": 1, "schemaVersion": 1'),
    "truncated": text[:-30],
    "rank is text": change(["distributedInfo", "rank"], "0"),
    "no blank": text.replace('"rank": ', '"rank":'),
    "no category": change(event(first, "cat"), None, drop=True),
    "no name": change(event(first, "name"), None, drop=True),
    "no duration": change(event(first, "dur"), None, drop=True),
    "zero duration": change(event(first, "dur"), 0.0),
    "huge tid": change(event(first, "tid"), 2**40),
    "unnamed row": change(event(first, "tid"), 3),
    "same id": change(event(first, "args", "External id"), good["traceEvents"][last]["args"]["External id"]),
    "step": change(event(first, "name"), "ProfilerStepWarm"),
}
# Arguments as torch writes them.
args = {"Input Dims": [[5, 3], [], [[2], [4, 4]]], "Input type": ["float", "Scalar", "TensorList"], "flops": 15}
for name, wrong in {
    "arguments": {},
    "no types": {"Input type": None},
    "fewer types": {"Input type": ["float"]},
    "bad type": {"Input type": ["float", None, ""]},
    "bad shape": {"Input Dims": [[5, "x"], [], []]},
    "flat shapes": {"Input Dims": [5, 3, 4]},
    "flops": {"flops": -2},
}.items():
    members = {**good["traceEvents"][first]["args"], **args, **wrong}
    variants[name] = change(event(first, "args"), {key: value for key, value in members.items() if value is not None})
# Two neighbours that overlap by half of the later one.
trace = copy.deepcopy(good)
trace["traceEvents"][last]["dur"] = 10.0
trace["traceEvents"][scopes[1]].update(ts=ts(last) - 5.0, dur=10.0)
variants["overlap"] = dumps(trace)

for name, broken in variants.items():
    with open("broken.json", "w") as file:
        file.write(broken)
    result = subprocess.run(sys.argv[2:] + ["broken.json"], capture_output=True, text=True)
    print("%s: status %d: %s" % (name, result.returncode, (result.stdout + result.stderr).split("\n")[0]))
