# Rows of memory-heap.cpp: what a thrown object takes comes and goes, and a scope's total is its own and its callees'.
import json
import sys

rows = {row["key"].split("(")[0]: row for row in json.load(sys.stdin)}
own = {name: row["self_cpu_memory_usage"] for name, row in rows.items()}
assert own["works"] + own["throwing"] == -2984, own
assert (own["takes"], own["gives"], own["grows"], own["jumps"]) == (4000, -4000, 2984, 0), own
assert rows["works"]["cpu_memory_usage"] == 0, rows["works"]
assert rows["throwing"]["cpu_memory_usage"] == own["throwing"] + 1000, rows["throwing"]
assert rows["jumps"]["cpu_memory_usage"] == 1000, rows["jumps"]
