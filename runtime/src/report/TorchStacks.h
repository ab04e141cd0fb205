// torch.profiler's export_stacks: one line for each event, frames from the root, and a whole number of microseconds.
#pragma once
