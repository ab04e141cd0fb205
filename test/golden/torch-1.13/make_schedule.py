#!/usr/bin/env python3
"""Prints what torch's own schedule answers and what torch's own profile does by it: the lines of schedule.txt.

    python3 make_schedule.py > schedule.txt      python3 make_schedule.py --check schedule.txt

Run with torch 1.13 (Debian's python3-torch). Of a few schedules torch's recorder must have what is said here; for the lines
nothing is recorded, since only the order of things is asked for. A line:

    parameters | actions | at start and at each step | callbacks | at the end

parameters   wait,warmup,active,repeat,skip_first of torch's schedule; with a sixth, skip_first_wait, which 1.13 lacks, the
             answers are by the formula of later releases and marked `formula`; or `callable`: any sequence of answers
actions      of steps 0 to 20: N none, W warmup, R record, S record and save
at ...       W warns, T stops, C calls on_trace_ready, P prepares, S starts; . nothing
callbacks    of a run of 20 steps: step_num:the steps whose bodies ran while recording
at the end   for runs of 0 to 20 steps: what the end does, and the callback in it
The check exits with 77 where there is no torch.
"""
import itertools
import random
import sys
import warnings

try:
    import torch.profiler as reference
    from torch.profiler import record_function
except ImportError:
    sys.exit(77)

LETTERS = {"NONE": "N", "WARMUP": "W", "RECORD": "R", "RECORD_AND_SAVE": "S"}
ACTIONS = {letter: reference.ProfilerAction[name] for name, letter in LETTERS.items()}
STEPS = 20


class Watched(reference.profile):
    """torch's profile, whose three acts note that they were asked for."""

    def __init__(self, schedule):
        self.done, self.recording, self.window, self.callbacks = [], False, [], []
        super().__init__(activities=[reference.ProfilerActivity.CPU], schedule=schedule, on_trace_ready=Watched.ready)
        self.record_steps = False  # its steps would be real scopes

    def prepare_trace(self):
        self.done.append("P")

    def start_trace(self):
        self.done.append("S")
        self.recording, self.window = True, []

    def stop_trace(self):
        self.done.append("T")
        self.recording = False

    def ready(self):
        self.done.append("C")
        self.callbacks.append("%d:%s" % (self.step_num, ",".join(map(str, self.window))))

    def body(self, step):
        if self.recording:
            self.window.append(step)

    def taken(self):
        text, self.done = "".join(self.done) or ".", []
        return text


def run(schedule, steps):
    """What each of start(), step() ... and stop() did, and the callbacks before stop() and in it."""
    profile = Watched(schedule)
    lines = []

    def note(act):
        with warnings.catch_warnings(record=True) as warned:
            warnings.simplefilter("always")
            act()
        if any("Incorrect schedule" in str(one.message) for one in warned):
            profile.done.insert(0, "W")
        lines.append(profile.taken())

    note(profile.start)
    for step in range(steps):
        profile.body(step)
        note(profile.step)
    before = len(profile.callbacks)
    note(profile.stop)
    return lines, profile.callbacks[:before], profile.callbacks[before:]


def line(parameters, schedule):
    actions = "".join(LETTERS[schedule(step).name] for step in range(STEPS + 1))
    during, callbacks, _ = run(schedule, STEPS)
    ends = []
    for steps in range(STEPS + 1):
        lines, _, last = run(schedule, steps)
        ends.append("/".join([lines[-1]] + last))
    return " | ".join([parameters, actions, " ".join(during[:-1]), " ".join(callbacks) or ".", " ".join(ends)])


def later(wait, warmup, active, repeat, skip_first, skip_first_wait):
    """The formula of releases with skip_first_wait."""
    def answer(step):
        if step < skip_first:
            return ACTIONS["N"]
        step -= skip_first
        if skip_first_wait != 0:
            step += wait
        steps = wait + warmup + active
        if repeat > 0 and step / steps >= repeat:
            return ACTIONS["N"]
        step %= steps
        if step < wait:
            return ACTIONS["N"]
        if step < wait + warmup:
            return ACTIONS["W"]
        return ACTIONS["R"] if step < steps - 1 else ACTIONS["S"]
    return answer


def lines():
    warnings.simplefilter("ignore")
    for wait, warmup, active, repeat, skip in itertools.product((0, 1, 2), (0, 1, 2), (1, 3), (0, 1, 2), (0, 2)):
        yield line("%d,%d,%d,%d,%d" % (wait, warmup, active, repeat, skip),
                   reference.schedule(wait=wait, warmup=warmup, active=active, repeat=repeat, skip_first=skip))
    for wait, warmup, active, repeat, skip in itertools.product((0, 1, 2), (0, 1), (1, 3), (0, 2), (0, 2)):
        yield line("%d,%d,%d,%d,%d,1 formula" % (wait, warmup, active, repeat, skip),
                   later(wait, warmup, active, repeat, skip, 1))
    chance = random.Random(6)
    for _ in range(60):
        sequence = [ACTIONS[chance.choice("NWRS")] for _ in range(STEPS + 1)]
        yield line("callable", lambda step, answers=sequence: answers[step])


def check_real_runs():
    """That torch's own recorder has in each window what Watched says, for a few schedules."""
    for arguments in ((1, 1, 3, 2, 0), (0, 0, 1, 0, 0), (1, 0, 2, 0, 1), (0, 2, 1, 1, 0), (2, 1, 1, 0, 2)):
        schedule = reference.schedule(**dict(zip(("wait", "warmup", "active", "repeat", "skip_first"), arguments)))
        windows = []

        def ready(profile):
            names = [event.name for event in profile.events() if event.name.startswith("body ")]
            windows.append("%d:%s" % (profile.step_num, ",".join(name[5:] for name in names)))

        with reference.profile(activities=[reference.ProfilerActivity.CPU], schedule=schedule, on_trace_ready=ready) as real:
            for step in range(12):
                with record_function("body %d" % step):
                    pass
                real.step()
        _, before, last = run(schedule, 12)
        if windows != before + last:
            sys.exit("torch recorded %s by %s, and %s was expected" % (windows, arguments, before + last))


def main():
    warnings.simplefilter("ignore")
    check_real_runs()
    made = "".join(text + "\n" for text in lines())
    if len(sys.argv) == 3 and sys.argv[1] == "--check":
        with open(sys.argv[2]) as file:
            if file.read() != made:
                sys.exit("%s is not what this torch does" % sys.argv[2])
        print("%d schedules as committed" % made.count("\n"))
    else:
        sys.stdout.write(made)


main()
