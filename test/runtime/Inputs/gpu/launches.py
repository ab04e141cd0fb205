"""Says of each row of a device in a trace by which call and in which scope it was launched, in order of launch."""
import itertools
import json
import sys

events = json.load(open(sys.argv[1]))["traceEvents"]
rows = [event for event in events if event["ph"] == "X"]
scopes = {row["args"]["External id"]: row for row in rows if row["cat"] in ("cpu_op", "user_annotation")}
calls = {row["args"]["correlation"]: row for row in rows if row["cat"] in ("cuda_runtime", "cuda_driver")}
starts = {event["id"] for event in events if event["ph"] == "s" and event["cat"] == "ac2g"}


def scope_of(row):
    number = row["args"].get("External id")
    if number is None:
        return "no scope"
    scope = scopes[number]
    assert scope["ts"] <= row["ts"] <= scope["ts"] + scope["dur"] or row["cat"] in ("kernel", "gpu_memcpy", "gpu_memset")
    return scope["name"]


lines = []
launched = set()
for row in sorted((r for r in rows if r["cat"] in ("kernel", "gpu_memcpy", "gpu_memset")),
                  key=lambda r: (r["args"]["correlation"], r["ts"])):
    call = calls[row["args"]["correlation"]]
    launched.add(row["args"]["correlation"])
    assert row["ts"] >= call["ts"], "a kernel before its launch"
    assert row["args"]["correlation"] in starts, "no arrow"
    assert row["args"].get("External id") == call["args"].get("External id")
    assert row["pid"] == row["args"]["device"] and row["tid"] == row["args"]["stream"]
    lines.append("%d stream %d: %s by %s in %s" % (row["pid"], row["tid"], row["name"], call["name"], scope_of(call)))
for line, same in itertools.groupby(lines):
    times = len(list(same))
    print(("%d times " % times if times > 1 else "") + line)
rest = [row for correlation, row in calls.items() if correlation not in launched]
print("waits: " + ", ".join("%s in %s" % (r["name"], scope_of(r)) for r in rest if "Synchronize" in r["name"]))
print("calls without device work: " +
      ", ".join(sorted("%s in %s" % (r["name"], scope_of(r)) for r in rest if "Synchronize" not in r["name"])))
