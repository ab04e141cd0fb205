"""break-modules.py GOOD.json <check_trace command>: breaks what a good trace says of modules, each thing alone, and prints
what the checker says to it."""
import copy
import re
import subprocess
import sys

# Lines of events, so that times keep their digits.
lines = open(sys.argv[1]).read().split("\n")
find = lambda *texts: next(i for i, line in enumerate(lines) if all(text in line for text in texts))
inner, outer = find("nn.Module: Layer_", '"Net.one"'), find("nn.Module: Net_")
function, helper, other = find('"Layer::forward(int)"', '"Net.one"'), find('"outside()"'), find("Layer_", '"Net.two"')


def change(line, pattern, replacement):
    changed = copy.copy(lines)
    changed[line], count = re.subn(pattern, replacement, changed[line])
    assert count == 1, (lines[line], pattern)
    return changed


variants = {
    "as it was": lines,
    "scope in another module": change(function, r'"Net\.one"', '"Net.two"'),
    "scope without its module": change(function, r'"Module Hierarchy": "[^"]*", ', ""),
    "scope in no module": change(helper, r'"External id": (\d+)', r'"External id": \1, "Module Hierarchy": "Net"'),
    "row without hierarchy": change(inner, r'"Module Hierarchy": "[^"]*", ', ""),
    "row without parent": change(inner, r'"Python parent id": \d+, ', ""),
    "row not below its parent": change(inner, r'"Net\.one"', '"one"'),
    "call twice": change(inner, r'"Net\.one"', '"Net"'),
    "id of another": change(other, r'"Python module id": \d+', re.search(r'"Python module id": \d+', lines[outer])[0]),
    "name of another": change(other, r"Layer_\d", "Layer_7"),
}
for name, broken in variants.items():
    with open("broken.json", "w") as file:
        file.write("\n".join(broken))
    result = subprocess.run(sys.argv[2:] + ["broken.json"], capture_output=True, text=True)
    print("%s: status %d: %s" % (name, result.returncode, (result.stdout + result.stderr).split("\n")[0]))
