# example-models.sh <bin> <examples> <scratch> <folder of the program>
#
# Each model of examples/09-models gives the same checksum with profiling off and on. Its module tree is the expected one, and
# has the names, classes and nesting of named_modules(), without what nothing calls: the containers ModuleList, which have no
# forward, and the projection of MultiheadAttention, which libtorch computes from its weights. 77 (skipped) without libtorch.
set -eu
bin=$1 examples=$2 scratch=$3/09-models programs=$4
rm -rf "$scratch" && mkdir -p "$scratch" && cd "$scratch"
check="python3 $examples/../test/checker/check_modules.py $bin/autoscope"

status=0
"$examples/09-models/build" "$bin/autoscope-clang++" "$programs" || status=$?
[ $status -eq 0 ] || exit $status

failed=0
for model in transformer language-model unet; do
  echo "== $model"
  "$programs/models" $model >off.txt
  AUTOSCOPE_OUTPUT=$model.autoscope "$programs/models" $model >on.txt
  diff off.txt on.txt
  grep -q '^checksum [0-9]' on.txt
  $check $model.autoscope --tree >tree.txt
  diff "$examples/09-models/expected-$model.txt" tree.txt || failed=1
  "$programs/models" $model --modules >modules.txt
  sed -n 's/ torch::nn::ModuleListImpl$//p; s/\.out_proj torch::nn::LinearImpl$/.out_proj/p' modules.txt >uncalled.txt
  $check $model.autoscope --modules modules.txt --uncalled uncalled.txt || failed=1
done
# The shared embedding is one object in two places.
"$bin/autoscope" report transformer.autoscope --group-by function | grep 'EmbeddingImpl::forward' | grep -q ' 2 *$' ||
  { echo "the shared embedding was not called twice"; failed=1; }
exit $failed
