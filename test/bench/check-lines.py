#!/usr/bin/env python3
"""check-lines.py <autoscope-bench>: a quick run measures every line of the budget, loses no scope and says what it cannot measure.

Nothing here depends on how fast the machine is.
"""
import os
import subprocess
import sys
import tempfile

# What is measured; the number's bounds where it does not depend on time.
EXPECTED = {
    "first start in the process": None,
    "stop after 1000 scopes, median": None,
    "enabled scope, streaming to disk": None,
    "bytes per scope on disk": (16, 16.2),
    "disabled scope, above the bare call": None,
    "scope that AUTOSCOPE_FILTER leaves out, above the bare call": None,
    "fib(18), every call a scope": None,
    "two threads, against one alone (in place of the floor)": None,
    "two threads, first": None,
    "two threads, second": None,
    "module path, cached, above a plain scope": None,
    "malloc and free of 24 bytes, plain": None,
    "more with libautoscope-memory.so, nothing recorded": None,
    "more with the heap counted, in a scope": None,
    "the same outside of all scopes": None,
    "the same in a scope, with the table of blocks": None,
    "an empty process, without the run time, start to exit": None,
    "the same with the run time, not recorded, start to exit": None,
    "the same recorded, session on /dev/shm, start to exit": None,
    "the same recorded, session in the directory, start to exit": None,
    "finished scopes lost on SIGKILL": (0, 0),
    "finished scopes shown twice after it": (0, 0),
    "open scopes not shown after it": (0, 0),
    "table of 0.2 M scopes, by wall time (budget: 10 M)": None,
    "table of 0.2 M scopes, by CPU time (budget: 10 M)": None,
    "table of 0.2 M: memory more than for a tenth": (-16, 16),
    "Kineto JSON to /dev/null, by wall time": None,
    "Kineto JSON to /dev/null, by CPU time": None,
    "Kineto JSON: memory more than for a tenth": (-16, 16),
    "session to session, by wall time": None,
    "session to session, by CPU time": None,
    "session to session: memory more than for a tenth": (-16, 16),
}
# Measured, or said that this build cannot.
OPTIONAL = ["operator of libtorch, recorded", "flight recorder: enabled scope", "scope that a snapshot rule watches", "throttled scope, above the bare call",
            "memory counting, per malloc and free"]


def main():
    bench = sys.argv[1]
    errors = []
    with tempfile.TemporaryDirectory(prefix="autoscope-bench-") as folder:
        table = os.path.join(folder, "lines.tsv")
        run = subprocess.run([bench, "--quick", "--lines", table, folder], capture_output=True, text=True, timeout=300)
        print(run.stdout + run.stderr)
        # The run time's own sentences, of scopes that it throttles, are none of the benchmark's.
        if run.returncode or "autoscope-bench:" in run.stderr:
            errors.append("it ended with status %d and the messages above" % run.returncode)
        with open(table, encoding="utf-8") as file:
            lines = [line.rstrip("\n").split("\t") for line in file]
        left = set(os.listdir(folder)) - {"lines.tsv"}
        if left:
            errors.append("it leaves " + ", ".join(sorted(left)))
    values = {line[0]: (float(line[1]), line[2]) for line in lines}
    for what, bounds in EXPECTED.items():
        value, unit = values.get(what, (0, "n/a"))
        if unit == "n/a":
            errors.append("no line '%s'" % what)
        elif bounds and not bounds[0] <= value <= bounds[1]:
            errors.append("'%s' is %g" % (what, value))
    for what in OPTIONAL:
        if not any(name.startswith(what) for name in values):
            errors.append("nothing is said of '%s'" % what)
    wrong = subprocess.run([bench, "--only", "kill,speed"], capture_output=True, text=True)
    if wrong.returncode != 2 or not wrong.stderr.startswith("autoscope-bench: no part is called 'speed'; there are start "):
        errors.append("an unknown part: status %d, %s" % (wrong.returncode, wrong.stderr))
    for error in errors:
        print("check-lines: " + error, file=sys.stderr)
    return 1 if errors else 0


if __name__ == "__main__":
    sys.exit(main())
