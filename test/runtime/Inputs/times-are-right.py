# times-are-right.py TRACE: the scopes before, across and after come in this order, sleep their 20 ms and no minute, and are
# of the last hour.
import json
import sys
import time

trace = json.load(open(sys.argv[1]))
base = trace["baseTimeNanoseconds"] / 1e9
scopes = [e for name in ("before", "across", "after") for e in trace["traceEvents"] if e.get("ph") == "X" and e["name"].startswith(name + "(")]
assert len(scopes) == 3, scopes
end = 0
for scope in scopes:
    assert scope["ts"] >= end, scope
    assert 20e3 <= scope["dur"] < 60e6, scope
    end = scope["ts"] + scope["dur"]
    assert 0 <= time.time() - (base + scope["ts"] / 1e6) < 3600, scope
print("right")
