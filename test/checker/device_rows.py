"""The rows of devices in a trace: kernels, copies and sets, the calls of CUDA that started them, and the arrows between.

A row of a device lies in the process of its ordinal and the thread of its stream, and has the correlation of its call and
the External id of the call's scope, which runs on the call's thread and around its beginning. Each has an arrow, from
its call to it; both ends stand right behind the row that they belong to.
"""

DEVICE = {"kernel", "gpu_memcpy", "gpu_memset"}
CALLS = {"cuda_runtime", "cuda_driver"}


class Arrows:
    def __init__(self, error):
        self.error = error
        self.starts, self.ends = {}, {}  # id -> event of the row
        self.row = None

    def add(self, where, event, before):
        # Several arrows of one row follow each other.
        if before.get("ph") == "X":
            self.row = before
        wanted, known = (CALLS, self.starts) if event["ph"] == "s" else (DEVICE, self.ends)
        row = self.row or {}
        same = all(getattr(event.get(key), "ns", event.get(key)) == getattr(row.get(key), "ns", row.get(key))
                   for key in ("pid", "tid", "ts"))
        if not same or row.get("cat") not in wanted or event["ph"] not in "sf" or event["name"] != "ac2g":
            self.error("%s: the arrow is not behind its row" % where)
        elif event["id"] in known:
            self.error("%s: arrow %r has this end twice" % (where, event["id"]))
        elif (event.get("bp") == "e") != (event["ph"] == "f"):
            self.error("%s has bp %r" % (where, event.get("bp")))
        else:
            known[event["id"]] = row


def check(rows, arrows, error):
    calls, scopes, device = {}, {}, []
    for (pid, tid), events in rows.items():
        for start, end, _, event in events:
            args = event.get("args", {})
            if event.get("cat") in CALLS:
                if not isinstance(args.get("correlation"), int) or args["correlation"] in calls:
                    error("%s has correlation %r" % (event["name"], args.get("correlation")))
                calls[args.get("correlation")] = (start, (pid, tid), event)
            elif event.get("cat") in DEVICE:
                device.append((start, event))
                if pid != args.get("device") or tid != args.get("stream") or tid <= 0:
                    error("%s of device %r, stream %r lies in row (%d, %d)" %
                          (event["name"], args.get("device"), args.get("stream"), pid, tid))
            elif "External id" in args:
                scopes[args["External id"]] = (start, end, (pid, tid))
    for start, row, event in calls.values():
        identity = event["args"].get("External id")
        if identity is None:
            continue
        if identity not in scopes:
            error("%s has External id %r, which no scope has" % (event["name"], identity))
        elif scopes[identity][2] != row or not scopes[identity][0] <= start <= scopes[identity][1]:
            error("%s does not begin in the scope of its External id %d" % (event["name"], identity))
    ended = {}
    for identity, event in arrows.ends.items():
        ended[id(event)] = identity
        if identity not in arrows.starts:
            error("arrow %r ends and never begins" % identity)
    for identity in arrows.starts.keys() - arrows.ends.keys():
        error("arrow %r begins and never ends" % identity)
    for start, event in device:
        call = calls.get(event["args"].get("correlation"))
        if call is None:  # launched before the trace began
            if "External id" in event["args"] or id(event) in ended:
                error("%s has a scope or an arrow, and no call" % event["name"])
            continue
        if start < call[0]:
            error("%s begins before its call" % event["name"])
        if event["args"].get("External id") != call[2]["args"].get("External id"):
            error("%s has another External id than its call" % event["name"])
        if arrows.starts.get(ended.get(id(event))) is not call[2]:
            error("%s has no arrow from its call" % event["name"])
