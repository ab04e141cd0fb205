// Modules by step and one step alone, in Kineto's form, by the module in the table, and what does not fit together is said.
// RUN: rm -rf %t.d && mkdir %t.d && cd %t.d && %autoscope_clangxx -O1 -pthread %s -o app
// RUN: env AUTOSCOPE_OUTPUT=s.autoscope ./app
// A step is a call of the outermost module: five of Net, one of Eval.
// RUN: %autoscope tree s.autoscope --by-step | FileCheck --strict-whitespace --check-prefix=BY-STEP %s
// RUN: %autoscope tree s.autoscope --by-step --step-function train_step | FileCheck --strict-whitespace --check-prefix=BY-FUNCTION %s
// With any of the namespaces and classes around it, and with or without parameters: the same steps.
// RUN: %autoscope tree s.autoscope --by-step --step-function 'train_step(Net &, int)' | FileCheck --strict-whitespace --check-prefix=BY-FUNCTION %s
// RUN: %autoscope tree s.autoscope --by-step --step-function 'app::train_step(Net&,int)' | FileCheck --strict-whitespace --check-prefix=BY-FUNCTION %s
// RUN: %autoscope tree s.autoscope --by-step --step-function Inner::forward --sort name | FileCheck --strict-whitespace --check-prefix=BY-METHOD %s
// RUN: %autoscope tree s.autoscope --step 2 --step-function 'app::train_step' | FileCheck --strict-whitespace --check-prefix=ONE %s
// RUN: %autoscope tree s.autoscope --step 4 --sort name --depth 1 | FileCheck --strict-whitespace --check-prefix=LAST %s
// RUN: not %autoscope tree s.autoscope --step 5 2>&1 | FileCheck --check-prefix=BEYOND %s
// RUN: not %autoscope tree s.autoscope --by-step --step-function test_step 2>&1 | FileCheck --check-prefix=NO-STEP %s
// RUN: not %autoscope tree s.autoscope --by-step --step-function 'net::train_step(int)' 2>&1 | FileCheck --check-prefix=NEAR %s
// RUN: not %autoscope tree s.autoscope --by-step --step-function 'Other::forward' 2>&1 | FileCheck --check-prefix=NEAR-MANY %s
// RUN: not %autoscope tree s.autoscope --step-function train_step 2>&1 | FileCheck --check-prefix=ALONE %s
// RUN: not %autoscope tree s.autoscope --by-step --calls 2>&1 | FileCheck --check-prefix=CALLS %s
// RUN: %autoscope tree s.autoscope --module-names kineto | FileCheck --strict-whitespace --check-prefix=KINETO %s
// RUN: %autoscope convert s.autoscope k.json --module-names=kineto && FileCheck --check-prefix=JSON --input-file=k.json %s
// RUN: %autoscope convert s.autoscope k.folded --module-names=kineto && FileCheck --check-prefix=FOLDED --input-file=k.folded %s
// RUN: not %autoscope tree s.autoscope --module-names torch 2>&1 | FileCheck --check-prefix=FORM %s
// RUN: %autoscope run --group-by-module -- ./app | FileCheck --check-prefix=OF-RUN %s
// `run` has what `tree` has.
// RUN: %autoscope run --tree --by-step --step-function train_step -- ./app | FileCheck --strict-whitespace --check-prefix=BY-FUNCTION %s
// RUN: not %autoscope run --tree --by-step --step-function test_step -- ./app 2>&1 | FileCheck --check-prefix=NO-STEP %s
// RUN: %autoscope run --tree --module-names kineto --sort name -o r.json -- ./app | FileCheck --check-prefix=SORTED %s
// RUN: FileCheck --check-prefix=JSON --input-file=r.json %s
// By the name in the module above, cut where that is asked for.
// RUN: %autoscope tree s.autoscope --local-names | FileCheck --strict-whitespace --check-prefix=LOCAL %s
// RUN: %autoscope tree s.autoscope --name-width 15 | FileCheck --strict-whitespace --check-prefix=NARROW %s
// RUN: not %autoscope convert s.autoscope t.json --group-by-module 2>&1 | FileCheck --check-prefix=NO-TABLE %s
// RUN: not %autoscope convert s.autoscope t.txt --no-modules 2>&1 | FileCheck --check-prefix=NO-ROWS %s
// A reader that goes away, as head does, is not worth a word.
// RUN: %python -c "import os, subprocess as s, sys; r, w = os.pipe(); os.close(r); a = s.run(sys.argv[1:], stdout=w, stderr=s.PIPE); sys.exit(a.stderr.decode() or a.returncode != 1)" %autoscope tree s.autoscope
// RUN: %python -c "import os, subprocess as s, sys; r, w = os.pipe(); os.close(r); a = s.run(sys.argv[1:], stdout=w, stderr=s.PIPE); sys.exit(a.stderr.decode() or a.returncode != 1)" %autoscope convert s.autoscope - --format kineto
// RUN: %python -c "import os, subprocess as s, sys; r, w = os.pipe(); os.close(r); a = s.run(sys.argv[1:], stdout=w, stderr=s.PIPE); sys.exit(a.stderr.decode() or a.returncode)" %autoscope run -- ./app
// A session without modules has neither column nor frames, and no steps.
// RUN: env AUTOSCOPE_OUTPUT=plain.autoscope ./app plain
// RUN: %autoscope report plain.autoscope --group-by-module | FileCheck --check-prefix=PLAIN --implicit-check-not=Module %s
// RUN: not %autoscope tree plain.autoscope --by-step 2>&1 | FileCheck --check-prefix=NO-MODULE %s
// RUN: %autoscope tree plain.autoscope --by-step --step-function outside | FileCheck --check-prefix=NONE-RAN %s
struct [[autoscope::module]] Layer {
  int forward(int x) { return x + 1; }
};
struct [[autoscope::module]] Net {
  Layer one, two;
  int forward(int x) { return step(one.forward(x)); }
  [[autoscope::scope]] int step(int x) { return x % 2 ? x : two.forward(two.forward(x)); }
};
struct [[autoscope::module]] Eval {
  Net net;
  int forward(int x) { return net.forward(x); }
};
[[autoscope::scope]] void outside() {}

namespace app {
struct [[autoscope::module]] Inner {
  int forward(int x) { return generic(x); }
  template <class T> [[autoscope::scope]] int generic(T x) { return layer_of_the_inner.forward(x); }
  Layer layer_of_the_inner;
};
[[autoscope::scope]] void train_step(Net &net, int n) {
  outside();
  for (int i = 0; i < n; ++i)
    net.forward(i);
}
}  // namespace app

int main(int count, char **) {
  if (count > 1) {
    outside();
    return 0;
  }
  Net net;
  app::train_step(net, 1);
  app::train_step(net, 2);
  Eval().forward(0);
  app::train_step(net, 2);
  app::Inner().forward(1);
}

// Net runs two in the steps whose argument was odd.
// BY-STEP:      {{^Module +Type +# of Steps +# of Calls +CPU min +CPU median +CPU max +Slowest step$}}
// BY-STEP:      {{^Net +Net +5 +5 +[0-9.]+us +[0-9.]+us +[0-9.]+us +[0-4]$}}
// BY-STEP-NEXT: {{^  one +Layer +5 +5 }}
// BY-STEP-NEXT: {{^  two +Layer +2 +4 }}
// BY-STEP-NEXT: {{^Eval +Eval +1 +1 .* 0$}}
// BY-STEP-NEXT: {{^  net +Net +1 +1 }}
// BY-STEP:      {{^}}A step is a call of the outermost module; they are counted from 0

// BY-FUNCTION:      {{^Net +Net +3 +5 }}
// BY-FUNCTION-NEXT: {{^  one +Layer +3 +5 }}
// BY-FUNCTION-NEXT: {{^  two +Layer +2 +4 .* [12]$}}
// What ran outside the steps is in no column.
// BY-FUNCTION-NEXT: {{^-}}
// BY-FUNCTION:      {{^A step is an outermost call of .*train_step.*; they are counted from 0$}}
// BY-FUNCTION-NEXT: {{^3 steps: [0-9.]+us min, [0-9.]+us median, [0-9.]+us max \(step [0-2]\)$}}
// BY-FUNCTION-NEXT: {{^Not shown: 5 modules that ran in no finished step$}}

// ONE:      {{^Net +Net +2 }}
// ONE-NEXT: {{^  one +Layer +2 }}
// ONE-NEXT: {{^  two +Layer +2 }}
// ONE-NEXT: {{^-}}
// ONE-NEXT: {{^Step 2 only; a step is an outermost call of app::train_step, counted from 0; this one took [0-9.]+us$}}

// LAST:      {{^Net +Net +1 +[0-9.]+us +100.00% }}
// LAST-NEXT: {{^-}}
// BEYOND:  autoscope: there is no step 5: they are counted from 0 to 4
// BY-METHOD: {{^Inner +Inner +1 +1 }}
// BY-METHOD-NOT: {{^Net}}
// NO-STEP: autoscope: no step: no function called test_step ran; `autoscope report` lists what did
// NEAR:    autoscope: no step: no function called net::train_step(int) ran; what did: app::train_step(Net &, int)
// NEAR-MANY: no function called Other::forward ran; what did: {{[A-Za-z:]+}}::forward(int), {{[A-Za-z:]+}}::forward(int), {{[A-Za-z:]+}}::forward(int) and 1 more
// ALONE:   autoscope: --step-function says what a step is: add --by-step or --step N
// CALLS:   --calls excludes --by-step

// KINETO:      {{^TOP\(Net\)::forward +5 }}
// KINETO-NEXT: {{^  one\(Layer\)::forward +5 }}
// KINETO-NEXT: {{^  two\(Layer\)::forward +4 }}
// KINETO-NEXT: {{^TOP\(Eval\)::forward +1 }}
// KINETO:      {{^TOP\(Inner\)::forward +1 }}
// JSON-DAG: "name": "Layer::forward(int)",{{.*}} "Module Hierarchy": "TOP(Net)::forward.SELF(Net)::step.two(Layer)::forward"
// JSON-DAG: "name": "Layer::forward(int)",{{.*}} "Module Hierarchy": "TOP(Inner)::forward.SELF(Inner)::generic.layer_of_the_inner(Layer)::forward"
// JSON-DAG: "name": "Net::step(int)",{{.*}} "Module Hierarchy": "TOP(Eval)::forward.net(Net)::forward.SELF(Net)::step"
// FOLDED: app::train_step(Net_&,_int);TOP(Net)::forward;Net::forward(int);Net::step(int);two(Layer)::forward;Layer::forward(int) {{[0-9]+$}}
// FORM: unknown form 'torch'; valid ones are path, kineto

// OF-RUN-DAG: {{^ +Name .*# of Calls  Module *$}}
// OF-RUN-DAG: {{^ +Layer::forward\(int\) .* 4  Net.two *$}}
// SORTED: TOP(Eval)::forward
// SORTED: TOP(Inner)::forward
// SORTED: TOP(Net)::forward
// LOCAL:      {{^Eval +Eval +1 }}
// LOCAL-NEXT: {{^  net +Net +1 }}
// LOCAL-NEXT: {{^    one +Layer +1 }}
// NARROW: {{^Inner +Inner +1 }}
// NARROW: {{^  \.\.\._the_inner  Layer +1 }}
// NO-TABLE: autoscope: --group-by-module is for tables
// NO-ROWS:  autoscope: --no-modules is for traces and stacks

// PLAIN:     outside()
// NO-MODULE: autoscope: no module was entered, so there is no step: --step-function NAME says what is one
// NONE-RAN:  No module was entered
