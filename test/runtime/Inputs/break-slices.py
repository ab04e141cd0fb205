"""break-slices.py GOOD.json <check_trace command>: breaks what links the slices of a coroutine, and prints what the
checker says to each."""
import copy
import decimal
import json
import subprocess
import sys

text = open(sys.argv[1]).read()
good = json.loads(text, parse_float=decimal.Decimal)
travels = [e for e in good["traceEvents"] if e["ph"] == "X" and e["name"].startswith("travels")]
at = {e["args"]["Slice"]: good["traceEvents"].index(e) for e in travels}


class Times(json.JSONEncoder):
    def default(self, value):
        return "@%s@" % value  # keeps its three decimals


def variant(change):
    trace = copy.deepcopy(good)
    change(trace["traceEvents"])
    return json.dumps(trace, cls=Times).replace('"@', "").replace('@"', "")


def same_slice(events):
    events[at[2]]["args"]["Slice"] = 1


def at_once(events):
    events[at[0]]["dur"] = events[at[1]]["ts"] - events[at[0]]["ts"] + 1
    for event in events:  # the row must stay nested
        if event["ph"] == "X" and event["tid"] == events[at[0]]["tid"] and event["ts"] > events[at[0]]["ts"]:
            event["dur"] = decimal.Decimal("0.001")


def no_arrow(events):
    del events[at[1] + 1]


def elsewhere(events):
    events[at[1] + 1]["ts"] += 1


def two_starts(events):
    events[at[1] + 1]["ph"] = "s"


print_order = [("as it was", lambda events: None), ("slice twice", same_slice), ("slices at once", at_once),
               ("no arrow", no_arrow), ("arrow elsewhere", elsewhere), ("two starts", two_starts)]
for name, change in print_order:
    with open("broken.json", "w") as file:
        file.write(variant(change))
    result = subprocess.run(sys.argv[2:] + ["broken.json"], capture_output=True, text=True)
    lines = (result.stdout + result.stderr).splitlines()
    wanted = [line for line in lines if "coroutine" in line or "flow" in line] or lines
    print("%s: status %d: %s" % (name, result.returncode, wanted[0] if wanted else ""))
