// Table, tree, trace and stacks of one session say the same of its modules: which ran where, how often and how long; also
// with threads, a module called twice, a base's forward called by a derived one's, a place that held two classes, and in
// Kineto's form.
// RUN: rm -rf %t.d && mkdir %t.d && cd %t.d
// RUN: %autoscope_clangxx -O1 -pthread -fplugin-arg-autoscope-all -fplugin-arg-autoscope-min-statements=0 %s -o app
// RUN: env AUTOSCOPE_OUTPUT=s.autoscope ./app
// RUN: %autoscope convert s.autoscope s.json && %autoscope tree s.autoscope >tree.txt
// RUN: %autoscope report s.autoscope --limit -1 --name-width 0 >table.txt
// RUN: %autoscope report s.autoscope --limit -1 --name-width 0 --group-by-module >by-module.txt
// RUN: %check_trace s.json --agrees-with table.txt --agrees-with-tree tree.txt --modules 24 --finished-only
// RUN: %check_trace s.json --agrees-with by-module.txt
// RUN: %autoscope report s.autoscope --limit -1 --group-by-module >cut.txt && %check_trace s.json --agrees-with cut.txt
// RUN: FileCheck --strict-whitespace --check-prefix=TREE --input-file=tree.txt %s
// RUN: FileCheck --check-prefix=TABLE --input-file=by-module.txt %s
// What converts by the name of the file says the same as the commands.
// RUN: %autoscope convert s.autoscope by-module2.txt --group-by-module && %check_trace s.json --agrees-with by-module2.txt
// RUN: %autoscope convert s.autoscope tree2.txt --format tree && %check_trace s.json --agrees-with-tree tree2.txt
// Kineto's form: the same table, by its own names.
// RUN: %autoscope convert s.autoscope kineto.json --module-names kineto && %check_trace kineto.json --agrees-with table.txt --modules 24
// RUN: %autoscope report s.autoscope --limit -1 --name-width 0 --group-by-module --module-names kineto >kineto.txt
// RUN: %check_trace kineto.json --agrees-with kineto.txt
// RUN: not %check_trace kineto.json --agrees-with by-module.txt 2>&1 | FileCheck --check-prefix=OTHER %s
// Without module rows the scopes keep their hierarchies.
// RUN: %autoscope convert s.autoscope none.json --no-modules && %check_trace none.json --agrees-with by-module.txt --modules 0
// The self times of stacks are those of the table, with and without frames of modules, which have none of their own.
// RUN: %autoscope convert s.autoscope modules.stacks && %autoscope convert s.autoscope plain.stacks --no-modules
// RUN: %python %S/Inputs/sum-stacks.py modules.stacks >sums.txt && %python %S/Inputs/sum-stacks.py plain.stacks | diff sums.txt -
// RUN: FileCheck --check-prefix=STACKS --input-file=modules.stacks %s
// RUN: not grep -E ';(Net|two[(]Deep[)]);' plain.stacks
// The checker sees a count, a time and a name that differ.
// RUN: sed '/two/s/  6  /  7  /' tree.txt >wrong.txt && not %check_trace s.json --agrees-with-tree wrong.txt 2>&1 | FileCheck --check-prefix=COUNT %s
// RUN: sed 's/  two/  too/' tree.txt >wrong.txt && not %check_trace s.json --agrees-with-tree wrong.txt 2>&1 | FileCheck --check-prefix=NAME %s
// RUN: sed '/Layer::help/s/ 3  Net[.]one/ 4  Net.one/' by-module.txt >wrong.txt && not %check_trace s.json --agrees-with wrong.txt 2>&1 | FileCheck --check-prefix=BYMODULE %s
#include <memory>
#include <thread>
#include <vector>

struct [[autoscope::module]] Layer {
  virtual ~Layer() = default;
  virtual int forward(int x) { return help(x) + 1; }
  int help(int x) { return x * 2; }
};
struct [[autoscope::module]] Deep : Layer {
  int forward(int x) override { return Layer::forward(x) + 1; }
};
struct [[autoscope::module]] Net {
  Layer one;
  Deep two;
  int forward(int x) { return step(one.forward(x)); }
  int step(int x) { return two.forward(x) + two.forward(x); }
};
struct [[autoscope::module]] Swapped {
  std::unique_ptr<Layer> a{new Layer}, b{new Deep};
  int forward(int x) { return a->forward(x) + b->forward(x); }
};
static int outside(int x) { return x; }

int main() {
  Net net;
  outside(net.forward(1));
  std::vector<std::thread> threads;
  for (int i = 0; i < 2; ++i)
    threads.emplace_back([&net] { net.forward(2); });
  for (std::thread &thread : threads)
    thread.join();
  for (int i = 0; i < 3; ++i)
    net.one.forward(i);
  Swapped swapped;
  swapped.forward(1);
  std::swap(swapped.a, swapped.b);
  swapped.forward(1);
  std::vector<Layer> more(3);
  for (Layer &layer : more)
    layer.forward(1);
}

// TREE:      {{^Net +Net +3 }}
// TREE-NEXT: {{^  one +Layer +3 }}
// TREE-NEXT: {{^  two +Deep +6 }}
// TREE-NEXT: {{^Layer +Layer +6 }}
// TREE-NEXT: {{^Swapped +Swapped +2 }}
// TREE-NEXT: {{^  a +Layer +1 }}
// TREE-NEXT: {{^  b +Deep +1 }}
// TREE-NEXT: {{^  a +Deep +1 }}
// TREE-NEXT: {{^  b +Layer +1 }}
// TREE-NEXT: {{^-}}

// TABLE-DAG: {{^ +outside\(int\) .* 1 *$}}
// TABLE-DAG: {{^ +Net::step\(int\) .* 3  Net *$}}
// TABLE-DAG: {{^ +Layer::help\(int\) .* 3  Net.one *$}}
// TABLE-DAG: {{^ +Layer::help\(int\) .* 6  Net.two *$}}
// TABLE-DAG: {{^ +Layer::forward\(int\) .* 6  Net.two *$}}
// TABLE-DAG: {{^ +Layer::help\(int\) .* 6  Layer *$}}

// STACKS: main();Net;Net::forward(int);Net::step(int);two(Deep);Deep::forward(int);Layer::forward(int);Layer::help(int) {{[0-9]+$}}

// OTHER: Net::step(int) in Net: 0 calls in the trace, 3 in the table
// COUNT: Net.two(Deep): 6 calls in the trace, 7 in the tree
// NAME: Net.too(Deep) is not in the trace
// BYMODULE: Layer::help(int) in Net.one: 3 calls in the trace, 4 in the table
