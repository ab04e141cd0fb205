"""The `fwdbwd` arrows of a trace, from operators to the nodes of the backward pass that they made.

Each has two ends with one id, at the starts of two rows with one "Sequence number": the first has "Fwd thread id" 0, the
second the number of the first one's thread. Of the operators of that thread with that number the arrow starts at the
last before the node, and of the nodes it leads to the first: Kineto's rule. No node with such an operator lacks its own.
"""
import collections


class Arrows:
    def __init__(self, error):
        self.error = error
        self.ends = collections.defaultdict(dict)  # id -> phase -> (row, ns)

    def add(self, where, event, ns):
        phase = event["ph"]
        if event["name"] != event["cat"] or (event.get("bp") == "e") != (phase == "f"):
            self.error("%s has name %r and bp %r" % (where, event["name"], event.get("bp")))
        ends = self.ends[event.get("id")]
        if phase not in ("s", "f") or phase in ends or (phase == "f" and "s" not in ends):
            self.error("%s: arrow %r has phase %s after %s" % (where, event.get("id"), phase, list(ends)))
        ends[phase] = (event.get("pid"), event.get("tid")), ns

    def check(self, rows, some_left_out):
        """`rows`: as of the checker. Returns the pairs of events."""
        forward, backward = collections.defaultdict(list), collections.defaultdict(list)
        starts = collections.defaultdict(list)
        for row, scopes in rows.items():
            for start, _, _, event in scopes:
                args = event.get("args", {})
                thread, number = args.get("Fwd thread id"), args.get("Sequence number")
                if thread is not None and number is None:
                    self.error("%s has a Fwd thread id and no Sequence number" % event["name"])
                if thread is None:
                    continue
                starts[row, start].append(event)
                if thread:
                    backward[thread, number].append((start, row, event))
                else:
                    forward[row, number].append((start, row, event))
        pairs, threads = [], collections.defaultdict(set)
        for identity, ends in self.ends.items():
            if set(ends) != {"s", "f"}:
                self.error("arrow %r has no %s" % (identity, "end" if "s" in ends else "start"))
                continue
            found = [(a, b) for a in starts[ends["s"]] for b in starts[ends["f"]]
                     if a["args"]["Fwd thread id"] == 0 < b["args"]["Fwd thread id"] and
                     a["args"]["Sequence number"] == b["args"]["Sequence number"]]
            if not found:
                self.error("arrow %r is not between an operator and a node of its number" % identity)
                continue
            pairs.append(found[0])
            threads[found[0][1]["args"]["Fwd thread id"]].add(ends["s"][0])
        arrows = {(ends["s"], ends["f"]) for ends in self.ends.values() if len(ends) == 2}
        for (thread, number), nodes in backward.items():
            if len(threads[thread]) > 1:
                self.error("thread %d of forward operators has rows %s" % (thread, sorted(threads[thread])))
            for row in threads[thread]:
                start, node_row, node = min(nodes, key=lambda each: each[0])
                before = [each for each in forward[row, number] if each[0] <= start]
                if before and not some_left_out:
                    last = max(before, key=lambda each: each[0])
                    if ((row, last[0]), (node_row, start)) not in arrows:
                        self.error("no arrow from %s to %s" % (last[2]["name"], node["name"]))
        return pairs
