# link-copies.sh <folder of the libraries> "<compiler>" <autoscope> "<ways to open a library>": links MAIN.o, A.o and
# B.o of run-time-copies.cpp with the run time in every way, and runs each. In the folder of the objects.
lib=$1
clang=$2
autoscope=$3
hows=$4
run_time() {
  case $1 in
  shared) echo "-L$lib -Wl,-rpath,$lib -lautoscope" ;;
  static) echo "$lib/libautoscope.a -lz" ;;
  symbolic) echo "$lib/libautoscope.a -lz -Wl,-Bsymbolic" ;;
  hidden) echo "$lib/libautoscope.a -lz -Wl,--version-script=hide.map" ;;
  esac
}
count=0
# verdict <name> <scopes of each thread>: of the run that has just ended.
verdict() {
  if [ "$(ls out)" != p.autoscope ]; then
    echo "$1: failed: $(ls out | tr '\n' ' ')"
  elif [ "$($autoscope dump --stable out/p.autoscope | tr -s ' \n' ' ')" != "thread main $2 thread $2 " ]; then
    echo "$1: failed: $($autoscope dump --stable out/p.autoscope)"
  else
    count=$((count + 1))
  fi
}
for b in shared static symbolic hidden; do
  $clang -shared B.o $(run_time $b) -o libb-$b.so || exit 1
  for a in shared static hidden; do
    $clang -shared A.o ./libb-$b.so $(run_time $a) -Wl,-rpath,"$PWD" -o liba-$a-$b.so || exit 1
    for main in shared static; do
      $clang MAIN.o ./liba-$a-$b.so $(run_time $main) -Wl,-rpath,"$PWD" -o main || exit 1
      rm -rf out && mkdir out
      AUTOSCOPE_OUTPUT=out/p.autoscope ./main || echo "main $main, a $a, b $b: failed"
      verdict "main $main, a $a, b $b" "outer a x100 b x2"
    done
  done
done
for main in shared static; do
  $clang MAIN.o $(run_time $main) -o main || exit 1
  for b in static hidden; do
    for how in $hows; do
      rm -rf out && mkdir out
      AUTOSCOPE_OUTPUT=out/p.autoscope ./main ./libb-$b.so $how || echo "main $main, $how b $b: failed"
      verdict "main $main, $how b $b" "outer b x100"
    done
  done
done
echo "$count combinations recorded everything, each in one trace"
