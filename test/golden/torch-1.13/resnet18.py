#!/usr/bin/env python3
"""Prints what torch.profiler tells of the operators of one ResNet18: resnet18.json.

    python3 resnet18.py > resnet18.json      python3 resnet18.py --check resnet18.json

Run with torch 1.13 (Debian's python3-torch; no torchvision is needed). The net, its weights and its input are those of
`examples/02-resnet/main.cpp --formula`: whoever changes one changes both. Of each row of key_averages(), by input shapes,
all but the times: calls, FLOPs, bytes allocated on the CPU; and the checksum of the scores, to see that the same was computed.
The check exits with 77 where there is no torch. Torch finds the operator of an allocation by time, and on a busy machine misses
it now and then: what a run tells otherwise is printed, and one of five has to agree.
"""
import collections
import json
import sys
import warnings

try:
    import torch
    from torch import nn
    from torch.profiler import ProfilerActivity, profile
except ImportError:
    sys.exit(77)


def convolution(into, out, kernel, stride):
    return nn.Conv2d(into, out, kernel, stride, padding=kernel // 2, bias=False)


class Linear(nn.Linear):
    def forward(self, x):
        return torch.addmm(self.bias, x, self.weight.t())  # as the Linear of C++ does, with no aten::linear around it


class BasicBlock(nn.Module):
    def __init__(self, into, out, stride):
        super().__init__()
        self.conv1, self.bn1 = convolution(into, out, 3, stride), nn.BatchNorm2d(out)
        self.relu = nn.ReLU()
        self.conv2, self.bn2 = convolution(out, out, 3, 1), nn.BatchNorm2d(out)
        self.downsample = None
        if stride != 1 or into != out:
            self.downsample = nn.Sequential(convolution(into, out, 1, stride), nn.BatchNorm2d(out))

    def forward(self, x):
        shortcut = x if self.downsample is None else self.downsample(x)
        out = self.relu(self.bn1(self.conv1(x)))
        out = self.bn2(self.conv2(out))
        return torch.relu(out + shortcut)


def stage(into, out, stride):
    return nn.Sequential(BasicBlock(into, out, stride), BasicBlock(out, out, 1))


class ResNet18(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv1, self.bn1, self.relu = convolution(3, 64, 7, 2), nn.BatchNorm2d(64), nn.ReLU()
        self.maxpool = nn.MaxPool2d(3, stride=2, padding=1)
        self.layer1, self.layer2 = stage(64, 64, 1), stage(64, 128, 2)
        self.layer3, self.layer4 = stage(128, 256, 2), stage(256, 512, 2)
        self.avgpool, self.fc = nn.AdaptiveAvgPool2d((1, 1)), Linear(512, 1000)

    def forward(self, images):
        x = self.maxpool(self.relu(self.bn1(self.conv1(images))))
        x = self.layer4(self.layer3(self.layer2(self.layer1(x))))
        return self.fc(self.avgpool(x).flatten(1))


def fill(tensor, number):
    """Numbers in [0, 1) that look random, by integers alone."""
    tensor.copy_((torch.arange(tensor.numel()) * 7919 + number * 101).remainder(1009).div(1009).view_as(tensor))


def prepare(net):
    for number, parameter in enumerate(net.parameters()):
        fill(parameter, number)
        if parameter.dim() > 1:
            parameter.sub_(0.5).mul_(5 / (parameter.numel() / parameter.size(0)) ** 0.5)
    for number, buffer in enumerate(net.buffers()):
        if buffer.is_floating_point():
            fill(buffer, number)
            buffer.add_(0.5)


def memory_of(made):
    """Bytes of each operator, with and without those that it calls, by the tree of the profiler. Its table looks for them
    by microseconds, and has those at the ends of an operator now here and now there: aten::empty differs by 4 %."""
    rows = collections.defaultdict(lambda: [0, 0])

    def visit(event):
        kind, fields = event.tag.name, event.extra_fields
        if kind == "Allocation":
            return fields.alloc_size
        own = sum(visit(child) for child in event.children if child.tag.name == "Allocation")
        total = own + sum(visit(child) for child in event.children if child.tag.name != "Allocation")
        if kind == "TorchOp":
            shapes = [[] if dims is None else dims for dims in fields.inputs.shapes]
            for index, bytes_ in enumerate((total, own)):
                rows[event.name, str(shapes)][index] += bytes_
        return total

    for root in made.profiler.kineto_results.experimental_event_tree():
        visit(root)
    return rows


def run():
    with torch.no_grad():
        net = ResNet18()
        prepare(net)
        net.eval()
        images = torch.empty(5, 3, 224, 224)
        fill(images, 0)
        images.sub_(0.5)
        with profile(activities=[ProfilerActivity.CPU], record_shapes=True, with_flops=True, profile_memory=True) as made:
            scores = net(images)
    memory = memory_of(made)
    rows = []
    for row in made.key_averages(group_by_input_shape=True):
        if row.key.startswith("aten::"):
            total, own = memory[row.key, str(row.input_shapes)]
            rows.append({"name": row.key, "shapes": row.input_shapes, "calls": row.count, "flops": row.flops,
                         "cpu_memory": total, "self_cpu_memory": own})
    rows.sort(key=lambda row: (row["name"], str(row["shapes"])))
    return {"torch": torch.__version__.split("a")[0], "checksum": round(scores.abs().sum().item(), 3), "rows": rows}


def differences(made, committed):
    lines = []
    if abs(made["checksum"] / committed["checksum"] - 1) > 1e-3:
        lines.append("checksum %s, committed %s" % (made["checksum"], committed["checksum"]))
    lines += ["made:      %s" % json.dumps(row) for row in made["rows"] if row not in committed["rows"]]
    lines += ["committed: %s" % json.dumps(row) for row in committed["rows"] if row not in made["rows"]]
    return lines


def text(made):
    rows = ",\n".join(json.dumps(row) for row in made["rows"])
    return '{"torch": %s, "checksum": %s, "rows": [\n%s\n]}\n' % (json.dumps(made["torch"]), made["checksum"], rows)


def check(path):
    with open(path) as file:
        committed = json.load(file)
    for _ in range(5):
        made = run()
        lines = differences(made, committed)
        if not lines:
            print("%d rows as committed" % len(made["rows"]))
            return
        print("\n".join(lines))
    sys.exit("%s is not what this torch tells" % path)


def main():
    warnings.simplefilter("ignore")
    if len(sys.argv) == 3 and sys.argv[1] == "--check":
        check(sys.argv[2])
    else:
        sys.stdout.write(text(run()))


main()
