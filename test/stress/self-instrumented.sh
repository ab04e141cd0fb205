#!/bin/bash
# The product on itself: the command-line tool, the libraries behind it and the compiler plugin, every function of them with a
# scope, pass the tests of the product.
#
#   test/stress/self-instrumented.sh <build tree> [tools] [plugin]     (both, when none is named)
#
# The build tree holds the plugin and the run time that instrument; the instrumented copy is built in <build tree>/self, by the
# clang that the plugin is for. Its own run time is not built: it cannot time itself. Half an hour of two cores.
set -euo pipefail
source_dir=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
build=$(cd "$1" && pwd)
shift
parts=${*:-tools plugin}
value() { sed -n "s/^config\\.$1 = \"\\?\\([^\")]*\\)\"\\?.*/\\1/p" "$build/test/lit.site.cfg.py"; }
llvm=$(value autoscope_llvm_prefix)
major=$(sed -n 's/^config.autoscope_llvm = int("\(.*\)")/\1/p' "$build/test/lit.site.cfg.py")
lit=$(sed -n 's/^AUTOSCOPE_LIT:[A-Z]*=//p' "$build/CMakeCache.txt")
self=$build/self
plugin="-fplugin=$build/lib/autoscope.so"
for option in all min-statements=0 verify; do
  plugin="$plugin -fplugin-arg-autoscope-$option"
done
link="-L$build/lib -lautoscope -Wl,-rpath,$build/lib"

cmake -S "$source_dir" -B "$self" -G Ninja -DCMAKE_BUILD_TYPE=RelWithDebInfo -DAUTOSCOPE_LLVM="$major" \
  -DCMAKE_C_COMPILER="$llvm/bin/clang" -DCMAKE_CXX_COMPILER="$llvm/bin/clang++" -DCMAKE_CXX_FLAGS="$plugin" \
  -DCMAKE_CXX_FLAGS_RELWITHDEBINFO="-O1 -DNDEBUG" \
  -DCMAKE_EXE_LINKER_FLAGS="$link" -DCMAKE_MODULE_LINKER_FLAGS="$link" >"$build/self.configure.log" ||
  { tail -20 "$build/self.configure.log"; exit 1; }

# The sites of an object say how much of it is under test.
sites() { "$build/bin/autoscope" sites "$1" 2>/dev/null | wc -l; }

if [[ $parts == *tools* ]]; then
  units="unit_filter unit_record unit_model unit_report unit_tools"
  present=
  for unit in $units; do
    ninja -C "$self" -t query "$unit" >/dev/null 2>&1 && present="$present $unit"
  done
  # shellcheck disable=SC2086
  ninja -C "$self" ${JOBS:+-j$JOBS} autoscope_cli $present
  echo "== the tool has $(sites "$self/bin/autoscope") sites"
  for unit in $present; do
    program=$(find "$self/test/unit" -name "$unit" -type f -perm -u+x)
    echo "== $unit, not recording and recording"
    "$program" --gtest_brief=1
    AUTOSCOPE_OUTPUT=$self/$unit.json "$program" --gtest_brief=1
    "$build/bin/autoscope" report "$self/$unit.json" >"$self/$unit.txt" 2>&1 || true
    python3 "$source_dir/test/checker/check_trace.py" "$self/$unit.json"
  done
  echo "== the suites of the tool and the run time, by the instrumented tool"
  "$lit" -sv "-Dautoscope=$self/bin/autoscope" "$build/test/tools" "$build/test/runtime"
fi
if [[ $parts == *plugin* ]]; then
  ninja -C "$self" ${JOBS:+-j$JOBS} autoscope_plugin autoscope_loader
  echo "== the plugin has $(sites "$self/lib/autoscope-llvm$major.so") sites"
  echo "== the suite of the plugin, by the instrumented plugin"
  "$lit" -sv "-Dplugin=$self/lib/autoscope.so" "$build/test/plugin"
fi
echo "== passed: $parts"
