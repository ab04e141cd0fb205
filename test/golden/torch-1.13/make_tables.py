#!/usr/bin/env python3
"""Prints tables of made-up rows by torch 1.13's own printer: the cases of tables.json.gz, which are all the tests need.

    python3 make_tables.py [--printer profiler_util.py] tables.json.gz           writes it anew
    python3 make_tables.py [--printer profiler_util.py] --check tables.json.gz   1: another printer or other rows

The printer is torch/autograd/profiler_util.py of Debian's python3-torch; torch itself is not imported, as the printer
wants nothing of it but two names. Without one, or with that of another release: 77. Rows are in whole nanoseconds and
bytes; torch gets them as microseconds, ns / 1000. Left out, as torch cannot print them or prints them wrongly: stacks
together with FLOPs (cells swapped), and device time without a device row or self time without any total (it stops).
"""
import argparse
import enum
import gzip
import importlib.util
import json
import os
import random
import sys
import types

CASES = 300
SORT_KEYS = ["cpu_time", "cuda_time", "cpu_time_total", "cuda_time_total", "cpu_memory_usage", "cuda_memory_usage",
             "self_cpu_memory_usage", "self_cuda_memory_usage", "self_cpu_time_total", "self_cuda_time_total", "count",
             "flops", "key"]
EDGES_NS = [0, 1, 999, 1000, 999499, 999999, 999999600, 1000000, 999999999, 1000000000, 1000000001]
EDGE_BYTES = [0, 1, 1023, 1024, 1025, 1048575, 1048576, 1073741823, 1073741824, 3 << 40]
EDGE_FLOPS = [1, 999, 1000, 999999, 10**6, 999999999, 10**9, 10**12, 999999999999999, 10**15, 10**18]
WORDS = ["aten::conv2d", "aten::mul", "ProfilerStep*", "net::Block::forward(Tensor const&)", "größe", "計算", "f", "main",
         "std::vector<std::string>::push_back", "🚀launch", "cudaLaunchKernel", "operator()"]


def load_printer(path):
    if path is None:
        found = importlib.util.find_spec("torch")
        if found is None or not found.submodule_search_locations:
            sys.exit(77)
        folder = found.submodule_search_locations[0]
        path = os.path.join(folder, "autograd", "profiler_util.py")
        with open(os.path.join(folder, "version.py")) as version:
            if "'1.13" not in version.read():
                sys.exit(77)

    class DeviceType(enum.Enum):
        CPU = 0
        CUDA = 1

    torch, autograd = types.ModuleType("torch"), types.ModuleType("torch.autograd")
    autograd.DeviceType = DeviceType
    torch.autograd, torch._C = autograd, types.SimpleNamespace(_demangle=lambda name: name)
    sys.modules.update({"torch": torch, "torch.autograd": autograd})
    spec = importlib.util.spec_from_file_location("profiler_util", path)
    printer = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(printer)
    return printer, DeviceType


class Cases:
    def __init__(self, seed):
        self.random = random.Random(seed)

    def chance(self, share):
        return self.random.random() < share

    def number(self, edges, most_power):
        if self.chance(0.2):
            return self.random.choice(edges)
        return int(10 ** self.random.uniform(0, most_power))

    def text(self):
        text = self.random.choice(WORDS)
        length = self.random.choice([None, None, None, 1, 21, 51, 52, 53, 54, 80])
        return text if length is None else (text + "<int, élan> abcdefgh" * 4)[:length]

    def shape(self):
        return [[self.random.choice([1, 3, 64, 224]) for _ in range(self.random.randrange(5))]
                for _ in range(self.random.choice([1, 1, 2, 3, 9]))]

    def frame(self):
        return f"{'dir/' * self.random.randrange(25)}a{self.random.randrange(99)}.cpp({self.random.randrange(999)}): {self.text()}"

    def row(self, with_):
        row = {"key": self.text(), "count": self.random.choice([1, 1, 2, 7, 100, 123456789])}
        total = 0 if with_["no_time"] else self.number(EDGES_NS, 12)
        row["cpu"] = total
        row["self_cpu"] = self.random.choice([0, total, self.random.randint(0, total)])
        if with_["shapes"]:
            row["shapes"] = [] if self.chance(0.1) else self.shape()
        if with_["stack"]:
            row["stack"] = [self.frame() for _ in range(self.random.choice([0, 1, 2, 5, 7]))]
        if with_["flops"] and self.chance(0.7):
            row["flops"] = self.number(EDGE_FLOPS, 18)
        if with_["device"]:
            row["device"] = self.number(EDGES_NS, 12)
            row["self_device"] = self.random.randint(0, row["device"])
            if self.chance(0.3):
                row["is_device"], row["cpu"], row["self_cpu"] = True, 0, 0
        if with_["memory"]:
            for name in ("cpu_memory", "self_cpu_memory", "device_memory", "self_device_memory"):
                on_device = "device" in name
                value = self.number(EDGE_BYTES, 13) if with_["device_memory"] or not on_device else 0
                row[name] = -value if self.chance(0.3) else value
        if self.chance(0.4):
            row["nested"] = True
        if with_["async"] and self.chance(0.3):
            row["async"] = True
        if with_["node"] and self.chance(0.5):
            row["node"] = self.random.randrange(8)
        return row

    def case(self):
        with_ = {name: self.chance(share) for name, share in [
            ("no_time", 0.03), ("shapes", 0.4), ("stack", 0.3), ("flops", 0.4), ("device", 0.3), ("memory", 0.4),
            ("device_memory", 0.5), ("async", 0.1), ("node", 0.1)]}
        with_["flops"] = with_["flops"] and not with_["stack"]
        rows = [self.row(with_) for _ in range(min(self.random.randint(1, 15), self.random.randint(1, 15)))]
        if with_["device"] and not any(row.get("is_device") and row["self_device"] for row in rows):
            rows[-1].update(is_device=True, cpu=0, self_cpu=0, device=self.number([5], 9), self_device=5)
        if not any(row["self_cpu"] for row in rows):
            for row in rows:
                row["cpu"] = row["self_cpu"] = 0
        options = {}
        if self.chance(0.7):
            options["sort_by"] = self.random.choice(SORT_KEYS)
        if self.chance(0.5):
            options["row_limit"] = self.random.choice([0, 1, 3, -1, 14])
        if self.chance(0.3):
            options["header"] = self.random.choice(["", "A run", "größe — " + "x" * 300])
        if self.chance(0.3):
            options["top_level_events_only"] = True
        for name, widths in [("max_src_column_width", [None, 3, 10, 40]), ("max_name_column_width", [None, 10, 24, 55]),
                             ("max_shapes_column_width", [None, 5, 30])]:
            if self.chance(0.4):
                options[name] = self.random.choice(widths)
        return rows, options


def table_of(printer, device_type, rows, options):
    events = []
    for row in rows:
        event = printer.FunctionEventAvg()
        event.key, event.count, event.node_id = row["key"], row["count"], row.get("node", -1)
        event.is_async, event.cpu_parent = row.get("async", False), object() if row.get("nested") else None
        event.cpu_time_total, event.self_cpu_time_total = row["cpu"] / 1000, row["self_cpu"] / 1000
        event.cuda_time_total, event.self_cuda_time_total = row.get("device", 0) / 1000, row.get("self_device", 0) / 1000
        event.cpu_memory_usage, event.self_cpu_memory_usage = row.get("cpu_memory", 0), row.get("self_cpu_memory", 0)
        event.cuda_memory_usage = row.get("device_memory", 0)
        event.self_cuda_memory_usage = row.get("self_device_memory", 0)
        event.input_shapes, event.stack = row.get("shapes", ""), row.get("stack", [])
        event.device_type = device_type.CUDA if row.get("is_device") else device_type.CPU
        event.flops = row.get("flops", 0)
        events.append(event)
    has_memory = any("cpu_memory" in row for row in rows)
    return printer.EventList(events, use_cuda=True, profile_memory=has_memory, with_flops=True).table(**options)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--printer")
    parser.add_argument("--check", action="store_true")
    parser.add_argument("file")
    arguments = parser.parse_args()
    printer, device_type = load_printer(arguments.printer)
    cases = Cases(1)
    lines = []
    for _ in range(CASES):
        rows, options = cases.case()
        table = table_of(printer, device_type, rows, options)
        lines.append(json.dumps({"rows": [dict(row, shapes=str(row["shapes"])) if "shapes" in row else row for row in rows],
                                 "options": options, "table": table}, ensure_ascii=False) + "\n")
    text = "".join(lines).encode()
    if not arguments.check:
        with open(arguments.file, "wb") as out:
            out.write(gzip.compress(text, 9, mtime=0))
        return
    with gzip.open(arguments.file) as golden:
        known = golden.read()
    if known != text:
        sys.exit(f"{arguments.file} is not what {arguments.printer or 'the installed torch'} prints now")
    print(f"{CASES} tables are as torch prints them")


if __name__ == "__main__":
    main()
