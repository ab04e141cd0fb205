# check-counts.sh COUNTS DUMP: the stable dump has as many calls of work() as COUNTS says, "BODIES ATTEMPTS JUMPS". A scope that a jump cut off
# between its entering and its body is an attempt only.
read -r bodies attempts jumps <"$1"
calls=$(awk '$1 == "work()" { n = 1; for (i = 2; i <= NF; ++i) if ($i ~ /^x[0-9]+$/) n = substr($i, 2); sum += n } END { print sum + 0 }' "$2")
echo "$calls calls, $bodies bodies, $attempts attempts, $jumps jumps"
test "$jumps" -ge 100 && test "$calls" -ge "$bodies" && test "$calls" -le "$attempts"
