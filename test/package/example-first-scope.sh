# example-first-scope.sh <bin> <examples> <scratch>: examples/01-first-scope prints what it does, and its three calls show.
set -eu
bin=$1 examples=$2 scratch=$3/01-first-scope
rm -rf "$scratch" && mkdir -p "$scratch" && cd "$scratch"

"$bin/autoscope-clang++" -O2 -Wall -Wextra -Werror "$examples/01-first-scope/primes.cpp" -o primes
./primes >off.txt
cat >expected.txt <<'TXT'
25 primes below 100
168 primes below 1000
1229 primes below 10000
TXT
diff expected.txt off.txt

"$bin/autoscope" run -- ./primes >on.txt
cat on.txt
head -3 on.txt | diff expected.txt -
grep -q '^ *countPrimes(int) .* 3 *$' on.txt || { echo "no row of 3 calls of countPrimes(int)"; exit 1; }

# The attribute is empty for a compiler without the plugin.
g++ -O2 -Wall -Wextra -pedantic -Werror -idirafter "$bin/../include" "$examples/01-first-scope/primes.cpp" -o primes-gcc
./primes-gcc | diff expected.txt -
