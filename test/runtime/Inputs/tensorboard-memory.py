"""tensorboard-memory.py TRACE.json: prints the memory view that TensorBoard's profiler plug-in makes of a trace: peak and number of
allocations of each device, and a line for each operator: what it allocated itself, and how often. As tensorboard-modules.py."""
import json
import logging
import sys
import types

for name in ("numpy", "pandas"):
    sys.modules[name] = types.ModuleType(name)

from torch_tb_profiler.profiler.data import RunProfileData
from torch_tb_profiler.profiler.memory_parser import MemoryMetrics

logging.disable(logging.INFO)
with open(sys.argv[1]) as file:
    profile = RunProfileData.from_json("worker", None, json.load(file))
snapshot = profile.memory_snapshot
for (kind, number), peak in snapshot.get_peak_memory().items():
    print("device %s %d: peak %d" % (kind.name, number, peak))
for device, operators in sorted(snapshot.get_memory_statistics(profile.tid2tree).items()):
    for name, numbers in sorted(operators.items()):
        print("%s %s: %d bytes in %d" % (device, name, numbers[MemoryMetrics.SelfAllocationSize],
                                         numbers[MemoryMetrics.SelfAllocationCount]))
print("end")
