# expect-scope.sh <program> <scope> <autoscope>: running the program under `autoscope run` prints a table with that scope.
"$3" run -- "$1" >expect-scope.log 2>&1 || { cat expect-scope.log; exit 1; }
grep -qF "$2" expect-scope.log || { echo "no row $2 in:"; cat expect-scope.log; exit 1; }
