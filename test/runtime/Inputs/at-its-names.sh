# at-its-names.sh <autoscope> <program>: what else may stand at a name that the run time or a tool opens. Each line of the
# output names the case; a program or tool that hangs says "status 124".
autoscope=$1 program=$2
try() {
  echo "== $1"
  shift
  timeout 30 "$@"
  echo "status $?"
}
make() { # <kind> <name>
  case $1 in
  pipe) mkfifo "$2" ;;
  socket) python3 -c 'import socket, sys; socket.socket(socket.AF_UNIX).bind(sys.argv[1])' "$2" ;;
  link) ln -s "$PWD/victim" "$2" ;;
  esac
}
echo "somebody's" >victim
for kind in pipe socket link; do
  make $kind $kind.autoscope.part
  try "$kind part" env AUTOSCOPE_OUTPUT=$kind.autoscope $program
  make $kind $kind-r.autoscope.ring
  try "$kind ring" env AUTOSCOPE_OUTPUT=$kind-r.autoscope $program
  make $kind $kind-s.autoscope
  try "$kind session" env AUTOSCOPE_OUTPUT=$kind-s.autoscope $program
  make $kind $kind.filter
  try "$kind filter" env AUTOSCOPE_FILTER=$kind.filter AUTOSCOPE_REPORT=table $program
  for command in report recover; do
    try "$kind $command" $autoscope $command $kind.autoscope
  done
done
mkfifo product.json
try "pipe product" env AUTOSCOPE_OUTPUT=product.json $program
mkfifo read.txt
cat read.txt >read &
try "read product" env AUTOSCOPE_OUTPUT=read.txt $program
wait
grep -c '# of Calls' read
mkdir temporary
# The name of a report's session is known to who knows the process.
for kind in pipe link; do
  for end in .autoscope.part .autoscope.ring .autoscope .autoscope.report; do
    try "$kind temporary$end" env TMPDIR=$PWD/temporary AUTOSCOPE_REPORT=table sh -c \
      'test $1 = pipe && mkfifo "$TMPDIR/autoscope-$$$2" || ln -s "$PWD/victim" "$TMPDIR/autoscope-$$$2"; exec $3' - $kind $end $program
    rm -f temporary/*.part temporary/*.report
  done
  try "$kind product's temporary" sh -c \
    'test $1 = pipe && mkfifo "$PWD/t.json.tmp.$$" || ln -s "$PWD/victim" "$PWD/t.json.tmp.$$"; AUTOSCOPE_OUTPUT=t.json exec $2' - $kind $program
  grep -c traceEvents t.json && rm t.json
done
ls -A temporary
cat victim
