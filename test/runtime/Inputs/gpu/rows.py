"""Prints name, calls and device times in whole microseconds of each row that has any."""
import json
import sys

for row in sorted(json.load(open(sys.argv[1])), key=lambda row: row["key"]):
    if row.get("device_time_total_ns"):
        print("%s: %d, self %.0f us of %.0f us%s" % (row["key"], row["count"], row["self_device_time_total_ns"] / 1e3,
                                                row["device_time_total_ns"] / 1e3, ", CPU 0" if row["cpu_time_total_ns"] == 0 else ""))
