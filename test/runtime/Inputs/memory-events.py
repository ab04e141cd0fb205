"""memory-events.py TRACE.json SIZES.json RAW.json.gz: checks the [memory] events of a trace of one thread against each other and
against two files of export_memory_timeline, and prints how many there are of each device."""
import collections
import gzip
import json
import sys

events = json.load(open(sys.argv[1]))["traceEvents"]
memory = sorted((e for e in events if e["ph"] == "i" and e["name"] == "[memory]"), key=lambda e: e["ts"])
cpu = [e["args"] for e in memory if e["args"]["Device Type"] == 0]
live, total = {}, cpu[0]["Total Allocated"] - cpu[0]["Bytes"]
for event in cpu:
    total += event["Bytes"]
    assert event["Total Allocated"] == total and event["Total Reserved"] == 0 and event["Device Id"] == -1, event
    if event["Bytes"] > 0:
        assert event["Addr"] not in live, event
        live[event["Addr"]] = event["Bytes"]
    else:
        assert live.pop(event["Addr"]) == -event["Bytes"], event
assert sum(e["args"].get("Self CPU Mem", 0) for e in events if e["ph"] == "X") == sum(e["Bytes"] for e in cpu) == sum(live.values())
raw = json.load(gzip.open(sys.argv[3]))
assert [row[2] for row in raw] == [e["Bytes"] for e in cpu], raw
assert all(row[1] == (2 if row[2] > 0 else 4) and row[3] == 7 for row in raw) and raw == sorted(raw, key=lambda row: row[0])
times, sizes = json.load(open(sys.argv[2]))
assert len(times) == len(sizes) and all(len(row) == 9 and not any(row[:8]) for row in sizes) and times == sorted(set(times))
assert sizes[-1][8] == sum(live.values()) and max(row[8] for row in sizes) <= max(
    sum(row[2] for row in raw[:i + 1]) for i in range(len(raw)))
assert times[0] == raw[0][0] // 1000
for kind, number in sorted(collections.Counter(e["args"]["Device Type"] for e in memory).items()):
    print("device type %d: %d" % (kind, number))
