"""sum-stacks.py FILE: the values of collapsed stacks by their last frame, a line each, and their sum."""
import collections
import sys

sums = collections.Counter()
for line in open(sys.argv[1], encoding="utf-8"):
    stack, value = line.rstrip("\n").rsplit(" ", 1)
    sums[stack.rsplit(";", 1)[-1]] += int(value)
for frame, value in sorted(sums.items()):
    print(frame, value)
print("all", sum(sums.values()))
