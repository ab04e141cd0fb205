# real-googletest.sh <clang++> <autoscope-clang++> <autoscope> <trace checker> <compare-runs.sh>
#
# Builds GoogleTest's sources and its own tests twice by their own CMake project, plain and with every function
# instrumented, and compares each test's run.
set -eu
plain=$1 wrapper=$2 autoscope=$3 checker=$4 compare=$5
sources=/usr/src/googletest/googletest
if [ ! -f $sources/CMakeLists.txt ]; then
  echo "no GoogleTest sources: Debian's package is googletest"
  exit 1
fi
# One of each kind: exceptions, death tests that fork, threads, type lists, no RTTI, output of every printer.
tests="gtest_unittest gtest_no_rtti_unittest googletest-printers-test googletest-port-test googletest-param-test-test
  gtest-typed-test_test googletest-listener-test googletest-death-test-test gtest-death-test_ex_catch_test gtest_stress_test
  gtest_repeat_test gtest_environment_test gtest-unittest-api_test gtest_throw_on_failure_ex_test gtest_premature_exit_test"

for kind in plain instrumented; do
  if [ $kind = plain ]; then
    compiler=$plain flags=
  else
    compiler=$wrapper flags="-fplugin-arg-autoscope-all -fplugin-arg-autoscope-min-statements=0"
  fi
  cmake -G Ninja -S $sources -B $kind -DCMAKE_CXX_COMPILER="$compiler" -DCMAKE_CXX_FLAGS="$flags" -Dgtest_build_tests=ON \
    -DGOOGLETEST_VERSION=1.12.1 >$kind.configure.log 2>&1 || { tail -20 $kind.configure.log; exit 1; }
  cmake --build $kind --target $tests >$kind.build.log 2>&1 || { tail -40 $kind.build.log; exit 1; }
done
# The same warnings, if any.
grep -h 'warning:' plain.build.log | sort -u >plain.warnings || true
grep -h 'warning:' instrumented.build.log | sort -u >instrumented.warnings || true
diff plain.warnings instrumented.warnings || { echo "instrumenting changes the warnings"; exit 1; }

# Times, addresses, process ids and the path of the program differ from run to run. While a profile is recorded GoogleTest
# counts one thread more, our writer's, and says so before each death test. Its death tests of style "threadsafe" make a
# process by a raw clone, which goes on in the ring of its parent until it calls exec (docs/limits.md): now and then it
# takes scopes from the parent's stack, which is said.
common='/^autoscope: lost [0-9]* scopes* that ended on another thread or stack/d; /^\[WARNING\].*Death tests use fork/d; /^$/d; s/[0-9]\+ ms\b/N ms/g; s/0x[0-9a-f]\+/0xN/g; s/process [0-9]\+/process N/g; s/\(plain\|instrumented\)\/[^ ]*/PROGRAM/g'
failed=0
for test in $tests; do
  MASK=$common
  # Its threads race for the streams, with or without us: only the verdicts are the same at every run.
  [ $test = gtest_stress_test ] && MASK="/\\[ *OK \\]\\|\\[ *PASSED \\]\\|FAILED\\|^exit status/!d; $common"
  export MASK
  sh "$compare" "plain/$test" "instrumented/$test" "$autoscope" "$checker" || failed=1
done
exit $failed
