"""Checks a trace of trace-stub.cpp over library-modules.cpp, from stdin: each call that the library prints has one scope
of its own, and nothing else is in it. With a number: so many calls have none."""
import sys

classes = {"conv": "ConvImpl", "norm": "NormImpl", "wide": "NormImpl"}
lines = [line.strip() for line in sys.stdin]
calls, bare = 0, 0
for at, line in enumerate(lines):
    name = classes.get(line.split(" ")[0]) if line else None
    if not name:
        continue
    calls += 1
    before, after = lines[at - 1], lines[at + 1 : at + 2]
    inside = before.startswith("> torch::nn::" + name + "::forward") and " call]" in before and after == ["<"]
    if not inside:
        bare += 1
        print("no scope, or more than one: line %d: %s" % (at + 1, line))
    elif at > 1 and lines[at - 2].startswith("> torch::nn::" + name):
        sys.exit("two scopes for one call: line %d: %s" % (at + 1, line))
expected = int(sys.argv[1]) if len(sys.argv) > 1 else 0
print("%d calls, %d without a scope" % (calls, bare))
sys.exit(0 if calls and bare == expected else 1)
