# Own bytes of fills() and empties(), and at least so many outside of scopes.
import json
import sys

own = {row["key"].split("(")[0]: row["self_cpu_memory_usage"] for row in json.load(sys.stdin)}
took, gave, outside = map(int, sys.argv[1:])
assert (own["fills"], own["empties"]) == (took, gave), own
assert own["[memory]"] >= outside, own
