#!/usr/bin/env python3
"""check-peers.py <build> <prefix of LLVM>: a quick comparison has a row for each tool, counts what each keeps of a run and of a killed one, and says which tool is not installed.

Nothing here depends on how fast the machine is.
"""
import os
import re
import subprocess
import sys

PEERS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "peers")


def compare(build, llvm, tools, path=None):
    environment = dict(os.environ, **({"PATH": path} if path else {}))
    run = subprocess.run([sys.executable, PEERS, "--build", build, "--llvm", llvm, "--quick", "--only", tools], text=True,
                         capture_output=True, timeout=300, env=environment)
    print(run.stdout + run.stderr)
    rows = [[cell.strip() for cell in line.strip("|\n").split("|")] for line in run.stdout.splitlines() if line.startswith("|")]
    return run, rows[2:]


def main():
    build, llvm = sys.argv[1:]
    errors = []

    run, rows = compare(build, llvm, "stored,autoscope,autoscope-flight,hooks")
    if run.returncode or [row[0].split(",")[0] for row in rows] != [
            "two time stamps and a record of 16 bytes in warm memory", "**autoscope**", "**autoscope**", "`-finstrument-functions`"]:
        errors.append("status %d, or other rows than the four asked for" % run.returncode)
    else:
        stored, ours, flight, hooks = rows
        for row in rows:
            if not all(re.fullmatch(r"\d+\.\d+", cell) for cell in row[1:5]):
                errors.append("no times: %s" % row)
        # Of a stream and of a shared mapping everything is there, after a kill, too; of a ring in memory all is gone.
        for row in ours, flight:
            if row[8:] != ["all", "0"] or not 16 <= float(row[6]) <= 16.2:
                errors.append("autoscope loses scopes, or takes another size: %s" % row)
        if hooks[8:] != ["all", "all"]:
            errors.append("the ring in memory: %s" % hooks)
        if stored[5:] != [""] * 5:
            errors.append("a tool without output has some: %s" % stored)

    run, rows = compare(build, llvm, "uftrace", path="/nonexistent")
    if run.returncode or rows[0][1:] != ["n/a"] * 9 or "Not measured: uftrace: uftrace is not installed." not in run.stdout:
        errors.append("a tool that is not installed is not said")

    run, _ = compare(build, llvm, "gprof")
    if run.returncode != 2 or "no tool is called gprof; there are stored, autoscope," not in run.stderr:
        errors.append("an unknown tool: status %d" % run.returncode)

    for error in errors:
        print("check-peers: " + error, file=sys.stderr)
    return 1 if errors else 0


if __name__ == "__main__":
    sys.exit(main())
