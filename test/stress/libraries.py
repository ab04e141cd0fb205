"""Programs over libraries that we did not write, with every function of them instrumented, against their plain twins.

    libraries.py --llvm PREFIX --plugin PLUGIN --stub FILE --work FOLDER [--levels 0,2] [--jobs N] [--no-account] PROGRAM...

For each program and optimisation level: the compiler's exit status and every diagnostic under -Weverything
and system headers taken for user code are the same byte for byte, so are the program's output and exit status, its scopes are balanced (the
stub speaks up otherwise), every changed body passes the plugin's own check, and list= accounts for each function that
runs (accounting.py). The program's first lines say what it needs; one whose library is not installed is named as left
out. Flags for all come after `--`: a sanitizer, say. --units compiles only: PROGRAMs are sources without such lines.
"""
import argparse
import concurrent.futures
import json
import os
import re
import shutil
import subprocess
import sys
import time

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import accounting  # noqa: E402

ALL = ["all", "system-headers", "min-statements=0", "verify"]
NOISY = ["-Weverything", "--no-system-header-prefix=", "-ferror-limit=0", "-fno-color-diagnostics"]
# LLVM 16 prints the notes of this one in the order of addresses: differently each time, also without the plugin.
UNSTABLE = {16: ["-Wno-unsafe-buffer-usage"]}
ALIVE_S = 120


class Failure(Exception):
    pass


def header(path):
    """The `// Key: value` lines at the top of a program; clang-format may have broken them."""
    values, key = {}, None
    with open(path, encoding="utf-8") as text:
        for line in text:
            match = re.match(r"// (?:(\w+): )?(.*)", line)
            if not match:
                break
            key = match.group(1) or key
            values[key] = (values.get(key, "") + " " + match.group(2)).strip()
    return values


def llvm_flags(prefix):
    def ask(*arguments):
        return subprocess.run([prefix + "/bin/llvm-config", *arguments], check=True, capture_output=True, text=True).stdout.split()

    return ["-isystem", *ask("--includedir"), "-D_GNU_SOURCE", "-std=c++17", "-fno-rtti"], ask("--ldflags", "--libs", "--link-shared")


def run(command, folder, log, **more):
    with open(os.path.join(folder, log), "wb") as stream:
        return subprocess.run(command, cwd=folder, stdin=subprocess.DEVNULL, stdout=stream, stderr=stream, **more).returncode


def first_difference(folder, one, two):
    shown = subprocess.run(["diff", one, two], cwd=folder, capture_output=True, text=True, errors="replace").stdout
    return "\n".join(line[:300] for line in shown.splitlines()[:12])


def same(folder, one, two, what):
    with open(os.path.join(folder, one), "rb") as a, open(os.path.join(folder, two), "rb") as b:
        if a.read() != b.read():
            raise Failure("%s differ:\n%s" % (what, first_difference(folder, one, two)))


class Program:
    def __init__(self, path, options, flags):
        self.path, self.options = os.path.abspath(path), options
        self.keys = {} if options.units else header(path)
        self.name = os.path.splitext(os.path.basename(path))[0]
        if options.units:
            self.name = os.path.basename(os.path.dirname(self.path)) + "-" + self.name
        self.compiler = options.llvm + "/bin/clang++"
        self.given = flags
        self.flags, self.link = flags + self.keys.get("Flags", "").split(), self.keys.get("Link", "").split()

    def left_out(self):
        """Why this program cannot be tried here, or None."""
        at_least = int(self.keys.get("Clang", "0"))
        if at_least > self.options.major:
            return "needs clang %d" % at_least
        if self.options.major > int(self.keys.get("Until", "99")):
            return "its headers do not compile with clang %d" % self.options.major
        if "LLVM" in self.keys:
            if not shutil.which(self.options.llvm + "/bin/llvm-config"):
                return "no llvm-config"
            compile_flags, link_flags = llvm_flags(self.options.llvm)
            self.flags, self.link = self.flags + compile_flags, self.link + link_flags
        needs = "".join("#if !__has_include(<%s>)\n#error\n#endif\n" % name for name in self.keys.get("Needs", "").split())
        probe = subprocess.run([self.compiler, *self.flags, "-E", "-x", "c++", "-"], input=needs, capture_output=True, text=True)
        return "not installed: " + self.keys["Package"] if probe.returncode else None

    def compile(self, folder, level):
        """Compiles both ways; whether there is a program to run."""
        account = self.options.account and level == "0"
        base = [self.compiler, *NOISY, *UNSTABLE.get(self.options.major, []), *self.flags, "-O" + level, self.path]
        plugin = ["-fplugin=" + self.options.plugin] + ["-fplugin-arg-autoscope-" + option for option in ALL]
        plain_out = ["-S", "-emit-llvm", "-gline-tables-only", "-o", "plain.ll"] if account else ["-c", "-o", "plain.o"]
        list_to = ["-fplugin-arg-autoscope-list=" + os.path.join(folder, "list.json")] if account else []
        plain = run(base + plain_out, folder, "plain.log")
        scoped = run(base + plugin + list_to + ["-c", "-o", "scoped.o"], folder, "scoped.log")
        if plain:
            raise Failure("does not compile without the plugin either:\n" + tail(folder, "plain.log", "error:"))
        if scoped:
            raise Failure("exit status %d of the instrumenting compile:\n%s" % (scoped, tail(folder, "scoped.log", "error:|Stack dump|#[0-9]+ ")))
        same(folder, "plain.log", "scoped.log", "diagnostics")
        if not account:
            return ""
        total, missing = accounting.unaccounted(os.path.join(folder, "plain.ll"), os.path.join(folder, "list.json"), folder)
        with open(os.path.join(folder, "list.json"), encoding="utf-8") as text:
            instrumented = sum(entry["instrumented"] for entry in json.load(text)["functions"])
        if missing:
            raise Failure("%d places of functions that list= does not account for:\n%s" % (len(missing), "\n".join(missing[:15])))
        if not self.options.units:
            if not total or not instrumented:
                raise Failure("nothing was instrumented")
            if run([self.compiler, "-w", "-O0", "-c", "plain.ll", "-o", "plain.o"], folder, "ir.log"):
                raise Failure("the IR does not assemble:\n" + tail(folder, "ir.log", "."))
        return ", %d functions, %d instances with a scope" % (total, instrumented)

    def execute(self, folder):
        for kind, extra in (("plain", []), ("scoped", [self.options.stub_object])):
            command = [self.compiler, *self.given, kind + ".o", *extra, "-o", kind, "-pthread", *self.link]
            if run(command, folder, kind + ".link"):
                raise Failure("does not link (%s):\n%s" % (kind, tail(folder, kind + ".link", ".")))
            try:
                environment = {**os.environ, "AUTOSCOPE_STUB_QUIET": "1"}
                # By one name, since programs print theirs.
                if os.path.exists(os.path.join(folder, "program")):
                    os.unlink(os.path.join(folder, "program"))
                os.link(os.path.join(folder, kind), os.path.join(folder, "program"))
                status = run(["./program", *self.keys.get("Arguments", "").split()], folder, kind + ".out", timeout=ALIVE_S, env=environment)
            except subprocess.TimeoutExpired:
                status = "none: it ran longer than %d s" % ALIVE_S
            with open(os.path.join(folder, kind + ".out"), "a", encoding="utf-8") as stream:
                stream.write("exit status %s\n" % status)
        if os.path.getsize(os.path.join(folder, "plain.out")) < 30:
            raise Failure("the plain program prints nothing:\n" + tail(folder, "plain.out", "."))
        same(folder, "plain.out", "scoped.out", "the program's outputs")

    def attempt(self, level):
        """(verdict, line to print)"""
        label = "%s -O%s" % (self.name, level)
        folder = os.path.join(self.options.work, self.name + ".O" + level)
        shutil.rmtree(folder, ignore_errors=True)
        os.makedirs(folder)
        started = time.monotonic()
        try:
            counts = self.compile(folder, level)
            if not self.options.units:
                self.execute(folder)
        except Failure as failure:
            return False, "FAIL  %s: %s" % (label, failure)
        except Exception as error:  # a broken harness is a failure that names the program
            return False, "FAIL  %s: %r" % (label, error)
        if not self.options.keep:
            shutil.rmtree(folder)
        return True, "same  %s%s (%.0f s)" % (label, counts, time.monotonic() - started)


def tail(folder, log, pattern):
    with open(os.path.join(folder, log), encoding="utf-8", errors="replace") as text:
        lines = [line.rstrip()[:300] for line in text if re.search(pattern, line)]
    return "\n".join(lines[:15])


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--llvm", required=True)
    parser.add_argument("--plugin", required=True)
    parser.add_argument("--stub")
    parser.add_argument("--work", required=True)
    parser.add_argument("--levels", default="0,2")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--units", action="store_true", help="compile only")
    parser.add_argument("--no-account", dest="account", action="store_false")
    parser.add_argument("--keep", action="store_true", help="keep the work folders of what passes")
    arguments, flags = sys.argv[1:], []
    if "--" in arguments:
        arguments, flags = arguments[: arguments.index("--")], arguments[arguments.index("--") + 1 :]
    parser.add_argument("programs", nargs="+")
    options = parser.parse_args(arguments)
    options.work = os.path.abspath(options.work)
    os.makedirs(options.work, exist_ok=True)
    version = subprocess.run([options.llvm + "/bin/clang++", "-dumpversion"], check=True, capture_output=True, text=True).stdout
    options.major = int(version.split(".")[0])
    if not options.units:
        options.stub_object = os.path.join(options.work, "stub.o")
        stub = [options.llvm + "/bin/clang++", "-fplugin=" + options.plugin, *flags, "-O1", "-c", "-x", "c++", os.path.abspath(options.stub)]
        if run(stub + ["-o", options.stub_object], options.work, "stub.log"):
            sys.exit("the stub does not compile:\n" + tail(options.work, "stub.log", "."))

    attempts, failed, passed = [], 0, 0
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for path in options.programs:
            program = Program(path, options, flags)
            reason = program.left_out()
            if reason:
                print("left out  %s (%s)" % (program.keys.get("Library", program.name), reason), flush=True)
                continue
            attempts += [pool.submit(program.attempt, level) for level in options.levels.split(",")]
        for attempt in concurrent.futures.as_completed(attempts):
            good, line = attempt.result()
            print(line, flush=True)
            passed, failed = passed + good, failed + (not good)
    print("%d the same, %d not" % (passed, failed))
    sys.exit(1 if failed or not passed else 0)


if __name__ == "__main__":
    main()
