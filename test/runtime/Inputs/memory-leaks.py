# Rows of memory-leaks.cpp: what was freed on another thread is in a row of its own below the function that freed it.
import json
import sys

rows = {row["key"].split("(")[0]: row for row in json.load(sys.stdin)}
other = rows["[freed: of another thread]"]
assert other["frees"] >= 1 and other["self_cpu_memory_usage"] <= -1000, other
assert rows["gives"]["self_cpu_memory_usage"] == -1000 and rows["gives"]["frees"] == 1, rows["gives"]
assert rows["gives"]["cpu_memory_usage"] == -2000, rows["gives"]
assert rows["churns"]["self_cpu_memory_usage"] == 0, rows["churns"]
assert rows["churns"]["allocations"] == rows["churns"]["frees"] == 4 * (20 * 2000 + 1), rows["churns"]
assert rows["leaks"]["allocations"] == 5 and rows["leaks"]["frees"] == 0, rows["leaks"]
