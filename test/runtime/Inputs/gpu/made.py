"""Adds up what a trace has of the GPU and what the program's output says was lost."""
import json
import re
import sys

there = json.load(open(sys.argv[1]))["metadata"]["gpu_records"]
lost = re.search(r"lost (\d+) records of the GPU", open(sys.argv[2]).read())
assert 0 < there < 40000 and lost, "nothing was lost, or all"
print("40000 records were made and %d are there or counted" % (there + int(lost.group(1))))
