# The lit configuration of every suite: which files are tests, and what they may call.
#
# Suites are run through <build>/test/lit.site.cfg.py, which knows the build tree. All paths that a test uses are
# substitutions made here, so a test says nothing about where things are.
import glob
import os
import resource
import shutil

import lit.formats

config.name = "autoscope"
config.test_format = lit.formats.ShTest(execute_external=True)
config.suffixes = [".cpp", ".c", ".test"]
config.excludes = ["Inputs", "unit", "bench", "fuzz", "layering", "checker"]

if not hasattr(config, "autoscope_build"):
    lit_config.fatal("run lit on a folder of a build tree: lit build/test/plugin")

source = config.autoscope_source
build = config.autoscope_build
llvm = config.autoscope_llvm_prefix
python = config.autoscope_python
config.test_source_root = os.path.join(source, "test")
config.test_exec_root = os.path.join(build, "test")


def llvm_prefix(major):
    return llvm if major == config.autoscope_llvm else "/usr/lib/llvm-%d" % major


# Every LLVM we support, for the tests that cross them; `llvm-N-installed` says that clang N can be run.
MAJORS = range(14, 23)
installed = [n for n in MAJORS if os.access(llvm_prefix(n) + "/bin/clang++", os.X_OK)]

config.available_features.add("llvm-%d" % config.autoscope_llvm)
for major in MAJORS:
    if config.autoscope_llvm >= major:
        config.available_features.add("llvm-ge-%d" % major)
for major in installed:
    config.available_features.add("llvm-%d-installed" % major)
# For what is slow and asks nothing of the compiler: once is enough for the matrix.
if config.autoscope_llvm == 19:
    config.available_features.add("default-llvm")
# Programs that some tests need and setup-packages.txt does not promise.
for program in ("ccache", "ld.lld", "clangd-14", "clang-tidy-14", "clang-tidy-19", "clangd-19"):
    if shutil.which(program):
        config.available_features.add(program)
# For programs with sanitizers of their own over a plain run time.
if glob.glob(llvm + "/lib/clang/*/lib/*/libclang_rt.msan*") and not config.autoscope_sanitize:
    config.available_features.add("sanitizers")
if glob.glob(llvm + "/lib/clang/*/lib/*/libclang_rt.profile*"):
    config.available_features.add("profile-runtime")
if os.path.isdir("/usr/include/eigen3"):
    config.available_features.add("eigen")
if os.path.exists(llvm + "/include/c++/v1/vector"):
    config.available_features.add("libcxx")
allocators = ("libjemalloc.so.2", "libtcmalloc_minimal.so.4", "libmimalloc.so.2")
if all(glob.glob("/usr/lib/*/" + library) for library in allocators) and not config.autoscope_sanitize:
    config.available_features.add("other-allocators")
# Any LLVM's OpenMP library serves the code of all: its interface is older than them.
openmp = sorted(glob.glob(llvm + "/lib/libomp.so")) + sorted(glob.glob("/usr/lib/llvm-*/lib/libomp.so"))
if openmp:
    config.available_features.add("openmp")
# What a test needs to mount folders of its own, and to move files between two file systems.
if shutil.which("unshare") and os.system("unshare -rm true 2>/dev/null") == 0:
    config.available_features.add("private-mounts")
if os.access("/dev/shm", os.W_OK) and os.stat("/dev/shm").st_dev != os.stat(build).st_dev:
    config.available_features.add("shared-memory-folder")
if os.geteuid() == 0 and shutil.which("setpriv"):
    config.available_features.add("root")
if config.autoscope_long_tests:
    config.available_features.add("long-tests")
# A crash leaves a core where the test can find it: in the working directory.
try:
    with open("/proc/sys/kernel/core_pattern") as pattern:
        if pattern.read().startswith("core") and resource.getrlimit(resource.RLIMIT_CORE)[1] != 0:
            config.available_features.add("core-files")
except OSError:
    pass
# Hours on two cores: lit --param all-libraries=1
if lit_config.params.get("all-libraries"):
    config.available_features.add("all-libraries")
if config.autoscope_have_torch:
    config.available_features.add("torch")
# What tells NVTX's tools of scopes, and headers for a tool that a test makes.
if os.path.exists(build + "/lib/libautoscope-nvtx.so"):
    config.available_features.add("nvtx")
# The live reference for golden data. Its import takes seconds, so only its place is looked for.
if glob.glob("/usr/lib/python3/dist-packages/torch/profiler/__init__.py"):
    config.available_features.add("python-torch")
# The reader of TensorBoard's profiler plug-in, which tools/setup installs.
readers = [folder for tree in (build, source + "/build")
           for folder in glob.glob(tree + "/venv/lib/python3*/site-packages")
           if os.path.isdir(folder + "/torch_tb_profiler")]
if readers:
    config.available_features.add("torch-tb-profiler")

# What a program over libtorch needs: Debian's, that of AUTOSCOPE_TORCH_PREFIX (a wheel's include folder), or that of
# lit -Dtorch=PREFIX, for test/interop/libtorch2.sh, which sets LD_LIBRARY_PATH to a run time with another bridge.
torch = lit_config.params.get("torch", config.autoscope_torch_prefix)
torch_flags = "-isystem %s/torch/csrc/api/include" % torch
if torch != "/usr/include":
    libraries = os.path.normpath(torch + "/../lib")
    torch_flags += " -isystem {0} -L{1} -Wl,-rpath,{1}".format(torch, libraries)
torch_flags += " -ltorch_cpu -lc10"

# With a sanitized run time every program is sanitized alike, and every report ends it. `sanitized`, `asan` and `tsan` are for
# the tests that cannot: UNSUPPORTED, with the reason.
sanitize = c_links = ""
if config.autoscope_sanitize:
    sanitize = " -g -fsanitize=%s -fno-sanitize-recover=all" % config.autoscope_sanitize
    config.available_features.add("sanitized")
    config.available_features.add("tsan" if config.autoscope_sanitize == "thread" else "asan")
    # Our library wants what of UBSan is for C++.
    c_links = " -fsanitize-link-c++-runtime -lstdc++ -Wno-unused-command-line-argument"

# Another copy of the plugin or the tool than the build's, for test/stress/self-instrumented.sh: lit -Dplugin=FILE.
plugin = lit_config.params.get("plugin", build + "/lib/autoscope.so")
tool = lit_config.params.get("autoscope", build + "/bin/autoscope")
checker = source + "/test/checker/check_trace.py"
# Longest name first: lit replaces in this order, and `%clang` is a prefix of others.
config.substitutions = [(a, b) for a, b in config.substitutions if a not in ("%python",)]
config.substitutions += [
    (r"%autoscope_clangxx\b", build + "/bin/autoscope-clang++" + sanitize),
    (r"%autoscope_clang\b", build + "/bin/autoscope-clang" + sanitize),
    (r"%autoscope\b(?![-_.])", tool),
]
for major in installed:
    config.substitutions.append((r"%%clangxx-%d\b" % major, llvm_prefix(major) + "/bin/clang++"))
config.substitutions += [
    (r"%clangxx\b(?!-\d)", llvm + "/bin/clang++" + sanitize),
    (r"%clang\b(?!-\d)", llvm + "/bin/clang" + sanitize + c_links),
    (r"%host_cxx\b", config.autoscope_host_cxx),
    # What makes <coroutine> of libstdc++ usable, behind a -std; LLVM 14 has its coroutines under another flag.
    (r"%coroutines\b", "-fcoroutines-ts -D__cpp_impl_coroutine=201902L" if config.autoscope_llvm == 14 else ""),
    # What a test of a plain run time adds to sanitize its program; in a sanitized tree all have the tree's sanitizer.
    (r"%address_sanitizer\b", "" if sanitize else "-fsanitize=address,undefined -fno-sanitize-recover=all"),
    (r"%sanitizers\b", sanitize.replace(" -g", "")),  # by what lays out types itself
    # How some tests open libraries beside other ways: RTLD_DEEPBIND, which a sanitizer refuses.
    (r"%deep\b", "" if sanitize else "deep"),
    (r"%plugin_flags\b", "-fplugin=" + plugin),
    (r"%implementation\b", build + "/lib/autoscope-llvm%d.so" % config.autoscope_llvm),
    (r"%plugin\b", plugin),
    (r"%build\b", build),
    (r"%source\b", source),
    (r"%cmake\b", config.autoscope_cmake),
    (r"%python\b", python),
    (r"%tensorboard_modules\b",
     "env PYTHONPATH=%s %s %s/test/tools/Inputs/tensorboard-modules.py" % ("".join(readers[:1]), python, source)),
    (r"%tensorboard_memory\b",
     "env PYTHONPATH=%s %s %s/test/runtime/Inputs/tensorboard-memory.py" % ("".join(readers[:1]), python, source)),
    (r"%check_trace\b", "%s %s" % (python, checker)),
    (r"%installed_llvms\b", " ".join(str(n) for n in installed)),
    (r"%llvm_prefix\b", llvm),
    (r"%llvm\b", str(config.autoscope_llvm)),
    (r"%torch_flags\b", torch_flags),
    (r"%nvtx_flags\b", "-isystem " + config.autoscope_nvtx_prefix),
    (r"%openmp_flags\b", "-fopenmp -L{0} -Wl,-rpath,{0}".format(os.path.dirname("".join(openmp[:1])))),
]

# FileCheck, not and split-file by their plain names, from the LLVM of the build.
config.environment["PATH"] = os.pathsep.join([llvm + "/bin", os.environ.get("PATH", "/usr/bin:/bin")])
config.environment["AUTOSCOPE_LLVM"] = str(config.autoscope_llvm)
config.environment["LC_ALL"] = "C.UTF-8"
for name in ("HOME", "CCACHE_DIR", "ASAN_OPTIONS", "TSAN_OPTIONS", "UBSAN_OPTIONS"):
    if name in os.environ:
        config.environment[name] = os.environ[name]
if "torch" in lit_config.params and "LD_LIBRARY_PATH" in os.environ:
    config.environment["LD_LIBRARY_PATH"] = os.environ["LD_LIBRARY_PATH"]
for name, options in (
        # A process may hold several copies of the run time, which are sanitized here.
        ("ASAN_OPTIONS", "detect_odr_violation=0"),
        # The children of programs with threads go on and start threads, too, which ThreadSanitizer allows when told.
        ("TSAN_OPTIONS", "die_after_fork=0")):
    if config.autoscope_sanitize:
        # A core is there where one is asked for. What the caller says comes last, and counts.
        config.environment[name] = options + ":disable_coredump=0:" + config.environment.get(name, "")
# A test that starts a profile says so itself.
for name in [n for n in os.environ if n.startswith("AUTOSCOPE_")]:
    if name != "AUTOSCOPE_LLVM":
        config.environment.pop(name, None)
