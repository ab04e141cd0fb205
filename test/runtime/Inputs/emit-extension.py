"""Profiles calls of an extension's functions by torch.profiler, and prints what it knows of them."""
import ctypes
import sys

import torch
from torch.profiler import ProfilerActivity, profile, record_function

extension = ctypes.CDLL(sys.argv[1])
extension.work.restype = ctypes.c_double
extension.work(1)  # not profiled
with profile(activities=[ProfilerActivity.CPU]) as prof:
    with record_function("in Python"):
        for count in (2, 3):
            assert extension.work(count) == count
extension.work(1)
for row in sorted(prof.key_averages(), key=lambda row: row.key):
    if row.key in ("a block", "aten::ones", "in Python") or "(" in row.key:
        print(row.key, row.count)
