# example-resnet.sh <bin> <examples> <scratch> <folder of the program>
#
# examples/02-resnet gives the same checksum with profiling off and on; each of its 68 modules is a row of the tree with one
# call, named and nested as the program's own named_modules() says; the table has the calls of each class, the library's, too.
# The same weights and images in Python have the same operators: rows by input shapes, calls, FLOPs and bytes of the CPU of torch.profiler.
# 77 (skipped) where libtorch is not installed.
set -eu
bin=$1 examples=$2 scratch=$3/02-resnet programs=$4
rm -rf "$scratch" && mkdir -p "$scratch" && cd "$scratch"
autoscope=$bin/autoscope
check="python3 $examples/../test/checker/check_modules.py $autoscope resnet.autoscope"

status=0
"$examples/02-resnet/build" "$bin/autoscope-clang++" "$programs" || status=$?
[ $status -eq 0 ] || exit $status

"$programs/resnet" >off.txt
AUTOSCOPE_OUTPUT=resnet.autoscope "$programs/resnet" >on.txt
cat on.txt
diff off.txt on.txt
grep -q '^scores: 5 x 1000, checksum' on.txt

"$programs/resnet" --modules >modules.txt
"$autoscope" tree resnet.autoscope
[ "$(wc -l <modules.txt)" = 68 ] || { echo "the program does not have 68 modules"; exit 1; }
$check --modules modules.txt --calls 1

# That the comparison can fail: a module too many, one too few, another name, another class, another count.
sed '$p;$s/fc/fc2/' modules.txt >more.txt
sed /avgpool/d modules.txt >fewer.txt
sed 's/layer3\.1\.bn2/layer3.1.bn3/' modules.txt >renamed.txt
sed '/maxpool/s/MaxPool2d/AvgPool2d/' modules.txt >other.txt
for wrong in more fewer renamed other; do
  if $check --modules $wrong.txt --calls 1; then echo "no difference was found in $wrong.txt"; exit 1; fi
done
if $check --modules modules.txt --calls 2; then echo "2 calls were found"; exit 1; fi

"$autoscope" report --group-by function resnet.autoscope >table.txt
cat table.txt
calls() { grep "$1" table.txt | grep -q " $2 *$" || { echo "$1 was not called $2 times"; exit 1; }; }
calls ResNet18Impl::forward 1
calls BasicBlockImpl::forward 8
calls Conv2dImpl::forward 20
calls MaxPool2dImpl::forward 1

# Its operators, without another build: torch's FLOPs, counted once, below the modules that run them.
AUTOSCOPE_OPERATORS=1 AUTOSCOPE_FLOPS=1 AUTOSCOPE_OUTPUT=operators.autoscope "$programs/resnet" >operators.txt
diff off.txt operators.txt
"$autoscope" report operators.autoscope --limit -1 >table.txt
"$autoscope" tree operators.autoscope >tree.txt
"$autoscope" convert operators.autoscope operators.json
python3 "$examples/../test/checker/check_trace.py" --agrees-with table.txt --agrees-with-tree tree.txt --modules 68 operators.json
python3 - <<'END'
import collections, json
flops, calls, outside = collections.Counter(), collections.Counter(), []
for event in json.load(open("operators.json"))["traceEvents"]:
    if event["ph"] == "X" and event["name"].startswith("aten::"):
        flops[event["name"]] += event["args"].get("flops", 0)
        calls[event["name"]] += 1
        if event["name"] == "aten::conv2d" and not event["args"]["Module Hierarchy"].startswith("ResNet18."):
            outside.append(event)
print({name: count for name, count in flops.items() if count})
assert flops["aten::conv2d"] == 18135613440 and flops["aten::addmm"] == 5120000, flops
assert not flops["aten::convolution"] + flops["aten::_convolution"] and not outside
assert calls["aten::conv2d"] == calls["aten::batch_norm"] == 20 and calls["aten::relu"] == 17, calls
END

# Beside torch.profiler in Python.
golden=$examples/../test/golden/torch-1.13/resnet18.json
beside() { # beside <reference>
  python3 "$examples/../test/checker/check_operators.py" formula.json "$1" --module ResNet18 \
    --checksum "$(sed 's/.*checksum //' formula.txt)"
}
AUTOSCOPE_OPERATORS=1 AUTOSCOPE_FLOPS=1 AUTOSCOPE_SHAPES=1 AUTOSCOPE_MEMORY=1 AUTOSCOPE_OUTPUT=formula.autoscope "$programs/resnet" --formula >formula.txt
"$autoscope" convert formula.autoscope formula.json
beside "$golden" | tee beside.txt
grep -q 'aten::conv2d 18135613440' beside.txt

# That this comparison can fail: a row of another name, one too few, another shape, a call more, a FLOP less, another result,
# 2 % more memory of an operator with and without what it calls, bytes where torch has none.
sed 's/aten::mean/aten::means/' "$golden" >renamed.json
sed '/aten::mean"/d' "$golden" >fewer.json
sed '/aten::mean"/s/512, 7, 7/512, 8, 7/' "$golden" >shape.json
sed '/aten::mean"/s/"calls": 1/"calls": 2/' "$golden" >calls.json
sed 's/"flops": 5120000/"flops": 5119999/' "$golden" >flops.json
sed 's/"checksum": 3/"checksum": 4/' "$golden" >result.json
sed '/aten::conv2d"/s/"cpu_memory": 16056320/"cpu_memory": 16377446/' "$golden" >memory.json
sed '/aten::mean"/s/"self_cpu_memory": 10240/"self_cpu_memory": 10445/' "$golden" >self.json
sed '/aten::mean"/s/"self_cpu_memory": 10240/"self_cpu_memory": 0/' "$golden" >none.json
for wrong in renamed fewer shape calls flops result memory self none; do
  if cmp -s "$golden" $wrong.json; then echo "$wrong.json is the reference"; exit 1; fi
  if beside $wrong.json; then echo "no difference was found in $wrong.json"; exit 1; fi
done
