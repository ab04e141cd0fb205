"""tensorboard-modules.py TRACE.json: prints the module view that TensorBoard's profiler plug-in makes of a trace, a line
for each module: name, number of occurrences, operators right below it, host time and own host time in us.

Runs the plug-in's own reader. What it takes from numpy and pandas it needs for GPU kernels only, so they are left out.
"""
import json
import logging
import sys
import types

for name in ("numpy", "pandas"):
    sys.modules[name] = types.ModuleType(name)

from torch_tb_profiler.profiler.data import RunProfileData
from torch_tb_profiler.profiler.module_op import aggegate_module_view


def show(modules, depth):
    for module in modules:
        print("%s%s x%d operators=%d host=%.3f self=%.3f" %
              ("  " * depth, module.name, module.occurences, module.operators, module.host_duration,
               module.self_host_duration))
        show(sorted(module.children, key=lambda child: child.id), depth + 1)


logging.disable(logging.INFO)  # warnings and errors of the reader are part of what it says
with open(sys.argv[1]) as file:
    profile = RunProfileData.from_json("worker", None, json.load(file))
modules = aggegate_module_view(profile.tid2tree, profile.events)
print("no module view" if not modules else "module view:")
show(modules or [], 0)
print("end")
