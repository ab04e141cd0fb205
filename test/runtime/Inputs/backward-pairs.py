"""The training step of torch-backward-arrows.cpp under torch.profiler: prints which operator leads to which node of the backward
pass, sorted. Debian's torch writes no arrows, so Kineto's rule is applied to its events: of those with one sequence number on the
thread that a node names, the last before the node; the first node takes it."""
import warnings

import torch
from torch.profiler import ProfilerActivity, profile

warnings.simplefilter("ignore")
images = torch.ones(2, 3, 8, 8)
kernel, bias = torch.ones(4, 3, 3, 3, requires_grad=True), torch.ones(4, requires_grad=True)
weight, offset = torch.ones(144, 5, requires_grad=True), torch.ones(5, requires_grad=True)


def forward():
    return torch.addmm(offset, torch.conv2d(images, kernel, bias).relu().flatten(1), weight).sum()


def work():
    for _ in range(2):
        forward().backward()
    loss = forward()
    loss.backward(retain_graph=True)
    loss.backward()
    with torch.no_grad():
        forward()


work()  # makes what is made once
with profile(activities=[ProfilerActivity.CPU]) as made:
    work()
forwards, pairs = {}, []
for event in made.profiler.kineto_results.events():  # by start, those around first
    if event.sequence_nr() < 0:
        continue
    if event.fwd_thread_id():
        forward_name = forwards.pop((event.fwd_thread_id(), event.sequence_nr()), None)
        if forward_name:
            pairs.append("%s -> %s" % (forward_name, event.name()))
    else:
        forwards[event.start_thread_id(), event.sequence_nr()] = event.name()
print("\n".join(sorted(pairs)))
