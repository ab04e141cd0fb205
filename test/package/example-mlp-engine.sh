# example-mlp-engine.sh <bin> <examples> <scratch>
#
# examples/03-mlp-engine prints the same with profiling off and on and without the plugin, and each of its layers shows by the
# field that holds it.
set -eu
bin=$1 examples=$2 scratch=$3/03-mlp-engine source=$2/03-mlp-engine
rm -rf "$scratch" && mkdir -p "$scratch" && cd "$scratch"

for options in -O0 "-O2 -std=c++20"; do
  "$bin/autoscope-clang++" -std=c++17 $options -Wall -Wextra -Werror "$source/main.cpp" "$source/engine.cpp" -o engine
  ./engine >off.txt
  cat >expected.txt <<'TXT'
input 0: parity 0.558, size 0.186
input 1: parity 0.536, size 0.216
input 2: parity 0.529, size 0.226
TXT
  diff expected.txt off.txt
  AUTOSCOPE_OUTPUT=engine.autoscope ./engine | diff expected.txt -
  python3 "$examples/../test/checker/check_modules.py" "$bin/autoscope" engine.autoscope --tree >tree.txt
  diff "$source/expected-modules.txt" tree.txt
done
g++ -std=c++17 -Wall -Wextra -Werror -idirafter "$bin/../include" "$source/main.cpp" "$source/engine.cpp" -o engine-gcc
./engine-gcc | diff expected.txt -
