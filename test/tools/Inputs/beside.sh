# beside.sh PROGRAM COMMANDS: runs PROGRAM in the background, as a process that listens for `autoscope`, and beside it,
# once it has made the file `ready`, the shell COMMANDS, which find its id in $pid; then it is ended.
rm -f ready
AUTOSCOPE_CONTROL=${AUTOSCOPE_CONTROL-1} XDG_RUNTIME_DIR=$PWD $1 &
pid=$!
export pid XDG_RUNTIME_DIR=$PWD
while ! test -e ready; do
  sleep 0.05
  kill -0 $pid || exit 1
done
sh -c "$2"
status=$?
kill -9 $pid 2>/dev/null
exit $status
