#!/bin/bash
# libtorch2.sh [<folder with torch/ and nvidia/>]: the programs of examples/ and the torch tests of test/runtime against PyPI's
# libtorch 2.x, and their module trees compared with those of the libtorch of the main build. See README.md.
#
# TORCH_VERSION chooses the wheel, AUTOSCOPE_BUILD another main build tree than build/, which tools/check has built.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
main=${AUTOSCOPE_BUILD:-$root/build}
version=${TORCH_VERSION:-2.8.0}
work=$root/build/interop-$version
site=${1:-$work/site}
mkdir -p "$work"

install() { python3 -m pip install --quiet --no-deps --only-binary :all: --target "$site" "$@"; }
if [ ! -d "$site/torch/lib" ]; then
  echo "== torch $version by pip"
  install "torch==$version"
fi
# The library for the CPU is linked to these two of CUDA's all the same; no GPU and no driver is needed to load them.
for package in nvidia-cuda-runtime nvidia-cuda-cupti; do
  required=$(sed -n "s/^Requires-Dist: \($package-cu[0-9]*==[0-9.]*\).*/\1/p" "$site"/torch-*.dist-info/METADATA 2>/dev/null | head -1)
  [ -z "$required" ] || [ -d "$site/nvidia/$(echo "${package#nvidia-}" | tr - _)" ] || install "$required"
done
sed -n "s/^__version__ = /== libtorch /p" "$site/torch/version.py"

# Only the bridge and what records operators are compiled against one libtorch. They lie beside the run time, so there is
# a second folder with all three.
build() { cmake --build "$1" --parallel 2 --target "$2" >"$work/build.log" || { tail -50 "$work/build.log"; exit 1; }; }
cmake -S "$root" -B "$work/bridge" -G Ninja -DCMAKE_BUILD_TYPE=RelWithDebInfo "-DAUTOSCOPE_TORCH_PREFIX=$site/torch/include" >"$work/cmake.log"
build "$work/bridge" autoscope_torch
build "$work/bridge" autoscope_torch_operators
build "$main" autoscope_product
mkdir -p "$work/lib"
cp "$main/lib/libautoscope.so" "$work/bridge"/lib/libautoscope-torch*.so "$work/lib"

echo "== torch tests of test/runtime"
lit=$(sed -n 's/^AUTOSCOPE_LIT:.*=//p' "$main/CMakeCache.txt")
LD_LIBRARY_PATH=$work/lib "$lit" -v "-Dtorch=$site/torch/include" --filter '/torch-' "$main/test/runtime"

failed=0
autoscope=$main/bin/autoscope
check() { python3 "$root/test/checker/check_modules.py" "$autoscope" "$@"; }
for example in 02-resnet 09-models; do
  "$root/examples/$example/build" "$main/bin/autoscope-clang++" "$main/examples" >"$work/example.log" 2>&1 || { cat "$work/example.log"; exit 1; }
  TORCH_PREFIX=$site/torch "$root/examples/$example/build" "$main/bin/autoscope-clang++" "$work/examples" >"$work/example.log" 2>&1 ||
    { cat "$work/example.log"; exit 1; }
done

# compare <name> <program> [argument]: run by both libtorches, each with its bridge.
compare() {
  local name=$1 program=$2
  shift 2
  for side in main work; do
    local of=$work/$name.$side programs=$work/examples lib=$work/lib
    [ $side = work ] || { programs=$main/examples; lib=$main/lib; }
    LD_LIBRARY_PATH=$lib AUTOSCOPE_OUTPUT=$of.autoscope "$programs/$program" "$@" >"$of.out"
    "$programs/$program" "$@" --modules >"$of.modules"
    check "$of.autoscope" --tree >"$of.tree"
  done
  echo "== $name: $(cat "$work/$name.main.out") | $(cat "$work/$name.work.out")"
  diff "$work/$name.main.modules" "$work/$name.work.modules" || failed=1
  if diff "$work/$name.main.tree" "$work/$name.work.tree"; then
    echo "   same tree, $(wc -l <"$work/$name.work.tree") rows"
  else
    failed=1
  fi
}
compare resnet resnet
for model in transformer language-model unet; do
  compare $model models $model
done
check "$work/resnet.work.autoscope" --modules "$work/resnet.work.modules" --calls 1 || failed=1

# The bridge of the other libtorch must refuse, since it would read modules by the wrong layout.
refused() {
  LD_LIBRARY_PATH=$1 AUTOSCOPE_OUTPUT=$work/refused.autoscope "$2" 2>"$work/refused.txt" >/dev/null
  grep -h 'torch modules have no names: .* another libtorch' "$work/refused.txt" || { echo "the bridge in $1 was not refused"; failed=1; }
}
refused "$main/lib" "$work/examples/resnet"
refused "$work/lib" "$main/examples/resnet"
[ $failed -eq 0 ] && echo "== libtorch $version: same trees"
exit $failed
