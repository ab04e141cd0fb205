# compare-runs.sh <plain program> <instrumented program> <autoscope> <trace checker> [arguments]
#
# Same standard output, standard error and exit status with profiling off and on; and a trace of which the checker finds
# every scope closed and nested. MASK, a sed script, hides what differs between any two runs.
plain=$1 instrumented=$2 autoscope=$3 checker=$4
shift 4
mask=${MASK:-}
name=$(basename "$plain")

run() { # <label> <program> [arguments]
  label=$1
  shift
  "$@" >"$name.$label.out" 2>"$name.$label.err" </dev/null
  echo "exit status $?" >>"$name.$label.out"
  sed -i "$mask" "$name.$label.out" "$name.$label.err"
}
run plain "$plain" "$@"
run off "$instrumented" "$@"
AUTOSCOPE_OUTPUT=$PWD/$name.json
export AUTOSCOPE_OUTPUT
run on "$instrumented" "$@"
unset AUTOSCOPE_OUTPUT

for label in off on; do
  for stream in out err; do
    diff "$name.plain.$stream" "$name.$label.$stream" >"$name.diff" || {
      echo "$name: $stream differs with profiling $label:"
      head -20 "$name.diff"
      exit 1
    }
  done
done
$checker "$name.json" || {
  echo "$name: its trace is not right"
  exit 1
}
