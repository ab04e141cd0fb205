"""What a stand-in for a tool was told: one tree for each thread, in the order in which they come, and what is wrong.

    emitted.py FILE [--registered]     --registered: the names that were registered, each with how often
"""
import collections
import sys

DOMAINS = {"autoscope": "", "program": " (the program's)"}
begun, stacks, numbers = collections.Counter(), {}, {}
trees, registered = collections.defaultdict(list), collections.Counter()
processes = {}
for line in open(sys.argv[1], encoding="utf-8"):
    process, thread, what, domain, name = line.rstrip("\n").split(" ", 4)
    if what == "register":
        registered[name] += 1
        continue
    number = processes.setdefault(process, len(processes) + 1)
    key = (number, numbers.setdefault((process, thread), len(numbers) + 1))
    stack = stacks.setdefault(key, [])
    mine = [at for at, (where, _) in enumerate(stack) if where == domain]
    if what == "begin":
        trees[key].append("  " * len(stack) + name + DOMAINS[domain])
        stack.append((domain, name))
    elif mine:
        stack.pop(mine[-1])
    else:
        trees[key].append("an end without a beginning" + DOMAINS[domain])
if "--registered" in sys.argv:
    for name, times in sorted(registered.items()):
        print(times, name)
    sys.exit()
for (process, thread), tree in trees.items():
    print("process %d thread %d" % (process, thread))
    for line in tree:
        print("  " + line)
    print("  still open:", ", ".join(name for _, name in stacks[process, thread]) or "none")
