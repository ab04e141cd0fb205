"""Says how many rows of devices of a trace begin behind their launches, how long they take, and how good the clock is."""
import json
import sys

trace = json.load(open(sys.argv[1]))
rows = [event for event in trace["traceEvents"] if event["ph"] == "X"]
calls = {row["args"]["correlation"]: row for row in rows if row["cat"] == "cuda_runtime"}
device = [row for row in rows if row["cat"] in ("kernel", "gpu_memcpy", "gpu_memset")]
behind = sum(row["ts"] >= calls[row["args"]["correlation"]]["ts"] for row in device)
residual = trace["metadata"]["gpu_clock_residual_ns"]
assert 0 < residual < 100000
print("%d activities behind their launches, of %.0f us; clocks known to less than 100 us" %
      (behind, sum(row["dur"] for row in device)))
