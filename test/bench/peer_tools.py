"""The tools that test/bench/peers measures: how the program of each is made, switched on and read. One class a tool, one row."""
import os
import re
import resource
import shutil
import subprocess
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
PROGRAMS = os.path.join(HERE, "peer-programs")


class Missing(Exception):
    """What is not installed, in a sentence."""


class Failed(Exception):
    """A command of an installed tool that did not do what it should."""


def run(command, environment=None, output=None, status=0, folder=None):
    """Standard output and wall seconds of a command; in a folder of its own where it may leave files, as -pg does."""
    start = time.monotonic()
    process = subprocess.run(command, env=dict(os.environ, **(environment or {})), text=True, cwd=folder, stdout=subprocess.PIPE,
                             stderr=subprocess.PIPE)
    seconds = time.monotonic() - start
    if process.returncode != status:
        raise Failed("%s ended with status %d: %s" % (" ".join(command), process.returncode, process.stderr.strip()[-500:]))
    if output:
        with open(output, "w", encoding="utf-8") as file:
            file.write(process.stdout)
    return process.stdout, seconds


def children_cpu():
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def folder_bytes(folder, pattern):
    return sum(os.path.getsize(os.path.join(base, name)) for base, _, names in os.walk(folder) for name in names
               if re.search(pattern, name))


def trace_scopes(path):
    """Complete scopes of the timed function in a trace of Chrome's format, read as text: it may be large."""
    begun, ended, complete = 0, 0, 0
    with open(path, encoding="utf-8", errors="replace") as file:
        while True:
            text = file.read(1 << 24)
            if not text:
                break
            text += file.readline()
            complete += len(re.findall(r'"ph" ?: ?"X"', text))
            begun += len(re.findall(r'"ph" ?: ?"B"', text))
            ended += len(re.findall(r'"ph" ?: ?"E"', text))
    return complete + min(begun, ended)


class Tool:
    """One row: how its program is made and run. Folders are fresh for each run."""
    name = label = ""
    header, sources, flags, libraries = "", [], [], []
    operations = 1_000_000  # a slice
    slices = 21
    environment = {}
    stream = None     # pattern of the files that the scopes are in; None: they stay in memory
    other_process = False  # that records
    killed = [-9]     # the status of a run that kills itself
    in_memory = None  # bytes a scope there, where that is known

    def __init__(self, settings):
        self.settings = settings

    def check(self):
        """Raises Missing."""

    def compiler(self):
        return [self.settings.clang]

    def build(self, folder, extra=(), name=None):
        program = os.path.join(folder, name or self.name)
        # Measure.cpp, Main.cpp and the functions to compare with must not be timed.
        plain = [self.settings.clang, "-std=c++17", "-O2", "-c"]
        objects = []
        for source in ("../Measure.cpp", "Main.cpp", "Plain.cpp", "Floor.cpp"):
            target = os.path.join(folder, os.path.basename(source) + ".o")
            if not os.path.exists(target):
                run([*plain, os.path.join(PROGRAMS, source), "-o", target])
            objects.append(target)
        for source in self.sources:
            target = program + "." + source + ".o"
            run([*plain, *self.plain_flags(), *extra, os.path.join(PROGRAMS, source), "-o", target])
            objects.append(target)
        subject = program + ".Subject.cpp.o"
        run([*self.compiler(), "-std=c++17", "-O2", "-c", *self.flags, "-include", os.path.join(PROGRAMS, self.header),
             os.path.join(PROGRAMS, "Subject.cpp"), "-o", subject])
        run([*self.compiler(), *self.flags, subject, *objects, *self.libraries, "-o", program])
        return program

    def plain_flags(self):
        return []

    def command(self, program, arguments, folder):
        """The command that runs the program switched on."""
        return [program, *arguments, folder]

    def to_trace(self, program, folder):
        """Makes folder/trace.json of what the run left; seconds."""
        return 0.0

    def survivors(self, program, folder):
        """Scopes of a killed run that its files give."""
        return 0

    def count(self, program, folder):
        return trace_scopes(os.path.join(folder, "trace.json"))

    # What is measured.
    def programs(self, folder):
        """For timing, and for a million scopes."""
        program = self.build(folder)
        return program, program

    def measure(self, scratch):
        row = {}
        timed, counted = self.programs(scratch)
        settings = self.settings
        operations = max(1000, int(self.operations * settings.scale))
        slices = 3 if settings.quick else self.slices
        if self.has_off:
            out, _ = run([timed, "off", str(operations * 4), str(slices)], folder=scratch)
            numbers = out.split()
            row["off"] = float(numbers[0]) - float(numbers[1])
        with self.fresh(scratch) as folder:
            before = children_cpu()
            out, _ = run(self.command(timed, ["on", str(operations), str(slices)], folder), self.environment, folder=folder)
            cpu = children_cpu() - before
            lines = [[float(n) for n in line.split()] for line in out.splitlines() if re.match(r"[0-9. ]+$", line)]
            row["on"], row["floor"], row["ratio"], row["least"], row["most"] = lines[0]
            row["fib"] = lines[1][2]
            scopes, thread, process = lines[2]
            # The tool's threads; and its processes, which do little else.
            row["helpers"] = (process - thread + (cpu - process if self.other_process else 0)) / scopes * 1e9
        if not self.has_output:
            return row
        scopes = settings.scopes
        with self.fresh(scratch) as folder:
            out, _ = run(self.command(counted, ["run", str(scopes)], folder), self.environment, folder=folder)
            seconds, memory = (float(n) for n in [l for l in out.splitlines() if re.match(r"[0-9. ]+$", l)][-1].split())
            if self.stream:
                row["bytes"] = folder_bytes(folder, self.stream) / scopes
            else:
                row["memory"] = self.in_memory or memory / scopes
            row["trace"] = seconds + self.to_trace(counted, folder)
            row["counted"] = self.count(counted, folder)
        with self.fresh(scratch) as folder:
            process = subprocess.run(self.command(counted, ["kill", str(scopes)], folder), stdout=subprocess.DEVNULL, cwd=folder,
                                     env=dict(os.environ, **self.environment), stderr=subprocess.PIPE, text=True)
            if process.returncode not in self.killed:
                raise Failed("the killed program ended with status %d: %s" % (process.returncode, process.stderr[-500:]))
            row["lost"] = scopes - min(self.survivors(counted, folder), scopes)
        return row

    has_off = has_output = True

    def fresh(self, scratch):
        return tempfile.TemporaryDirectory(prefix=self.name + "-", dir=scratch)


class Stored(Tool):
    name, label = "stored", "two time stamps and a record of 16 bytes in warm memory, kept nowhere"
    header, sources = "StoredScope.h", ["Stored.cpp"]
    has_off = has_output = False


class Hooks(Tool):
    name, label = "hooks", "`-finstrument-functions`, our hooks: two events into a ring of 1 MiB"
    header, sources, flags = "HooksScope.h", ["Hooks.cpp"], ["-finstrument-functions"]
    in_memory = 32

    # A ring that stays in the cache, and one that holds all.
    def programs(self, folder):
        return (self.build(folder, ["-DPEER_RING_EVENTS=65536"], "hooks-timed"),
                self.build(folder, ["-DPEER_RING_EVENTS=2097152"], "hooks-counted"))


class XRay(Tool):
    header, sources = "XRayScope.h", ["XRay.cpp"]
    flags = ["-fxray-instrument", "-fxray-instruction-threshold=1", "-fxray-modes=xray-fdr,xray-basic"]
    operations = 200_000

    def check(self):
        run_time = os.path.join(self.settings.llvm, "lib/clang")
        if not any("xray" in name for _, _, names in os.walk(run_time) for name in names if name.endswith(".a")):
            raise Missing("libclang-rt of %s, which has XRay's run time, is not installed" % self.settings.llvm)
        if not os.path.exists(os.path.join(self.settings.llvm, "bin/llvm-xray")):
            raise Missing("llvm-xray is not installed")

    def log(self, folder):
        logs = [name for name in os.listdir(folder) if name.startswith("xray-log.")]
        return os.path.join(folder, logs[0]) if logs else None

    def to_trace(self, program, folder):
        return run([os.path.join(self.settings.llvm, "bin/llvm-xray"), "convert", "-f", "trace_event", "-symbolize",
                    "-instr_map=" + program, self.log(folder), "-o", os.path.join(folder, "trace.json")])[1]

    def survivors(self, program, folder):
        if not self.log(folder):
            return 0
        try:
            self.to_trace(program, folder)
        except Failed:
            return 0
        return self.count(program, folder)


class XRayFdr(XRay):
    name, label = "xray-fdr", "LLVM XRay, flight data recorder of 64 MiB"
    environment = {"PEER_XRAY_MODE": "xray-fdr"}
    stream = r"^xray-log\."


class XRayBasic(XRay):
    name, label = "xray-basic", "LLVM XRay, basic mode"
    environment = {"PEER_XRAY_MODE": "xray-basic"}
    stream = r"^xray-log\."


class Uftrace(Tool):
    name, label = "uftrace", "uftrace, `-pg`"
    header, sources, flags = "HooksScope.h", ["Uftrace.cpp"], ["-pg"]
    operations = 200_000
    stream = r"\.dat$"
    other_process = True
    killed = [2]  # it says itself what became of the program

    def check(self):
        if not shutil.which("uftrace"):
            raise Missing("uftrace is not installed")

    def command(self, program, arguments, folder):
        return ["uftrace", "record", "--no-libcall", "--no-event", "--no-pager", "-d", os.path.join(folder, "data"), program,
                *arguments, folder]

    def to_trace(self, program, folder):
        return run(["uftrace", "dump", "--chrome", "--no-pager", "-d", os.path.join(folder, "data")],
                   output=os.path.join(folder, "trace.json"))[1]

    def survivors(self, program, folder):
        try:
            self.to_trace(program, folder)
        except Failed:
            return 0
        return self.count(program, folder)


class Torch(Tool):
    name, label = "torch", "libtorch, `RECORD_USER_SCOPE`, profiler"
    header, sources = "TorchScope.h", ["Torch.cpp"]
    libraries = ["-ltorch_cpu", "-lc10"]
    operations, slices = 50_000, 11
    environment = {"PEER_TORCH": "kineto"}

    def __init__(self, settings):
        super().__init__(settings)
        with open(os.path.join(settings.build, "CMakeCache.txt"), encoding="utf-8") as cache:
            match = re.search(r"^AUTOSCOPE_TORCH_PREFIX:\w+=(.*)$", cache.read(), re.M)
        self.prefix = match.group(1) if match else "/usr/include"
        include = ["-isystem", self.prefix, "-isystem", os.path.join(self.prefix, "torch/csrc/api/include")]
        self.flags = [] if self.prefix == "/usr/include" else include
        if self.prefix != "/usr/include":
            library = os.path.normpath(os.path.join(self.prefix, "../lib"))
            self.libraries = ["-L" + library, "-Wl,-rpath," + library, *self.libraries]

    def plain_flags(self):
        return self.flags

    def check(self):
        if not os.path.exists(os.path.join(self.prefix, "ATen/record_function.h")):
            raise Missing("libtorch-dev is not installed")

    def count(self, program, folder):
        return None  # no file is made of it: see TorchLegacy


class TorchLegacy(Torch):
    name, label = "torch-legacy", "libtorch, the same, legacy profiler `RecordProfile`"
    environment = {"PEER_TORCH": "legacy"}
    has_off = False

    def count(self, program, folder):
        return trace_scopes(os.path.join(folder, "trace.json"))


class Autoscope(Tool):
    name, label = "autoscope", "**autoscope**, streaming to disk"
    header, sources = "AutoscopeScope.h", ["Autoscope.cpp"]
    stream = r"\.autoscope$"

    def compiler(self):
        return [os.path.join(self.settings.build, "bin/autoscope-clang++")]

    def plain_flags(self):
        return ["-I", os.path.join(ROOT, "runtime/include")]

    def tool(self):
        return os.path.join(self.settings.build, "bin/autoscope")

    def check(self):
        for path in (self.compiler()[0], self.tool()):
            if not os.path.exists(path):
                raise Missing("%s is not built" % path)

    def to_trace(self, program, folder):
        return run([self.tool(), "convert", os.path.join(folder, "session.autoscope"), os.path.join(folder, "trace.json")])[1]

    def calls(self, folder):
        out, _ = run([self.tool(), "report", os.path.join(folder, "session.autoscope")])
        match = re.search(r"^ *peer::leaf\(long\).* (\d+) *$", out, re.M)
        return int(match.group(1)) if match else 0

    def count(self, program, folder):
        return self.calls(folder)

    def survivors(self, program, folder):
        run([self.tool(), "recover", os.path.join(folder, "session.autoscope")])
        return self.calls(folder)


class AutoscopeFlight(Autoscope):
    name, label = "autoscope-flight", "**autoscope**, flight recorder of 64 MiB"
    environment = {"AUTOSCOPE_OVERFLOW": "newest"}
    has_off = False


TOOLS = [Stored, Autoscope, AutoscopeFlight, Hooks, Uftrace, XRayFdr, XRayBasic, Torch, TorchLegacy]
