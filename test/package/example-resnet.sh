# example-resnet.sh <bin> <examples> <scratch> <folder of the program>
#
# examples/02-resnet gives the same checksum with profiling off and on; the table has a row per user module's forward and
# the tree each block by its path with its calls; table and trace agree. 77 (skipped) where libtorch is not installed.
set -eu
bin=$1 examples=$2 scratch=$3/02-resnet programs=$4
rm -rf "$scratch" && mkdir -p "$scratch" && cd "$scratch"
autoscope=$bin/autoscope

status=0
"$examples/02-resnet/build" "$bin/autoscope-clang++" "$programs" || status=$?
[ $status -eq 0 ] || exit $status

"$programs/resnet" >off.txt
AUTOSCOPE_OUTPUT=resnet.autoscope "$programs/resnet" >on.txt
cat on.txt
diff off.txt on.txt
grep -q '^scores: 5 x 1000, checksum' on.txt

"$autoscope" report resnet.autoscope >table.txt
"$autoscope" tree resnet.autoscope >tree.txt
cat table.txt tree.txt
for row in 'ResNet18Impl::forward' 'BasicBlockImpl::forward'; do
  grep -q "$row" table.txt || { echo "no row $row"; exit 1; }
done
grep 'BasicBlockImpl::forward' table.txt | grep -q ' 8 *$' || { echo "BasicBlockImpl::forward was not called 8 times"; exit 1; }
# Two blocks below each of the four layers, called once each, and the one root.
tr -s ' ' <tree.txt | sed 's/ *[0-9.]*[mun]*s .*//; s/^-.*//' | grep -v '^Module' | grep . >shape.txt
cat >expected.txt <<'TXT'
ResNet18 ResNet18 1
 layer1 Sequential - - - -
 layer1.0 BasicBlock 1
 layer1.1 BasicBlock 1
 layer2 Sequential - - - -
 layer2.0 BasicBlock 1
 layer2.1 BasicBlock 1
 layer3 Sequential - - - -
 layer3.0 BasicBlock 1
 layer3.1 BasicBlock 1
 layer4 Sequential - - - -
 layer4.0 BasicBlock 1
 layer4.1 BasicBlock 1
TXT
diff expected.txt shape.txt
