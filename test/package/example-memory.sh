# example-memory.sh <bin> <examples> <scratch>
#
# `autoscope run --leaks` of examples/04-memory names the leak and the peak that are planted there, by function, module and
# line; its README shows what is printed.
set -eu
bin=$1 examples=$2 scratch=$3/04-memory source=$2/04-memory
rm -rf "$scratch" && mkdir -p "$scratch" && cd "$scratch"
cp "$source/main.cpp" "$source/cache.h" .

leakAt=$(grep -n 'Answer \*Cache::put' main.cpp | cut -d: -f1)
peakAt=$(grep -n 'Widen::forward' main.cpp | cut -d: -f1)
for options in -O0 -O2; do
  "$bin/autoscope-clang++" -std=c++17 $options -Wall -Wextra -Werror main.cpp -o server
  "$bin/autoscope" run --leaks -o server.autoscope -- ./server >shown.txt
  grep -q '^100 questions answered$' shown.txt
  # The peak: the function's own row, and what ran when the process had most.
  grep -Eq 'serve::Widen::forward.* 8\.00 MB ' shown.txt
  grep -Eq "serve::Widen::forward\(.*\) \(.*main\.cpp:$peakAt\), in Model\.widen$" shown.txt
  # The leak: 100 answers of 56 bytes, and what is in them.
  grep -Eq "5\.47 KB +100 +serve::Cache::put\(.*main\.cpp:$leakAt " shown.txt
  grep -Eq '7\.03 KB +100 +serve::Layer::forward\(.* Model\.head  main\.cpp:' shown.txt
  "$bin/autoscope" report --leaks server.autoscope | grep -q '^Live at the end: '
done
# The README shows these numbers and places.
for line in $(grep -Eo 'main\.cpp:[0-9]+' "$source/README.md" | sort -u); do
  grep -q "$line" shown.txt || { echo "the README shows $line, which is not printed" >&2; exit 1; }
done
for number in '8\.00 MB' '7\.03 KB +100' '5\.47 KB +100'; do
  grep -Eq "$number" "$source/README.md" && grep -Eq "$number" shown.txt
done
