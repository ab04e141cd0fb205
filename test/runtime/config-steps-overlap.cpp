// A function that begins in one step and ends in another keeps its time, its callees and the paths of its modules: no scope ends
// with a step. The step stands beside, with no callees. One that lies in the tree of calls is in it.
// RUN: %autoscope_clangxx -std=c++17 -O1 %s -o %t
// RUN: env AUTOSCOPE_OUTPUT=%t.autoscope AUTOSCOPE_STEP_FUNCTION=train_step AUTOSCOPE_SCHEDULE=wait=1,active=7,repeat=1 %t
// RUN: %autoscope dump --stable %t.1.autoscope | FileCheck %s --match-full-lines --strict-whitespace
// RUN: %autoscope report --format csv %t.1.autoscope | %python %S/Inputs/steps-overlap.py
// RUN: %autoscope convert %t.1.autoscope %t.json && %check_trace %t.json && FileCheck --check-prefix=TRACE --input-file=%t.json %s
#include <unistd.h>

struct [[autoscope::module]] Layer {
  void forward() { asm volatile(""); }
};

struct [[autoscope::module]] Trainer {
  Layer layer;
  [[autoscope::scope]] static void validate() { usleep(20000); }
  void forward();
};

[[autoscope::scope]] void train_step(Layer &layer) {
  layer.forward();
  usleep(2000);
}

void Trainer::forward() {
  for (int i = 0; i < 3; ++i)
    train_step(layer);
  validate();
}

int main() {
  Trainer trainer;
  for (int epoch = 0; epoch < 3; ++epoch)
    trainer.forward();
}
// The first epoch began before what is recorded.
//      CHECK:thread main
// CHECK-NEXT:  ProfilerStep#1
// CHECK-NEXT:    train_step(Layer &)
// CHECK-NEXT:      Layer::forward() [Layer]
// CHECK-NEXT:  train_step(Layer &)
// CHECK-NEXT:    Layer::forward() [Layer]
// CHECK-NEXT:  Trainer::validate()
// CHECK-NEXT:  Trainer::forward() [Trainer]
// CHECK-NEXT:    ProfilerStep#3
// CHECK-NEXT:      train_step(Layer &)
// CHECK-NEXT:        Layer::forward() [Trainer.layer]
// CHECK-NEXT:    ProfilerStep#4
// CHECK-NEXT:      train_step(Layer &)
// CHECK-NEXT:        Layer::forward() [Trainer.layer]
// CHECK-NEXT:    train_step(Layer &)
// CHECK-NEXT:      Layer::forward() [Trainer.layer]
// CHECK-NEXT:    Trainer::validate()
// CHECK-NEXT:  Trainer::forward() [Trainer] (open)
// CHECK-NEXT:    ProfilerStep#6
// CHECK-NEXT:      train_step(Layer &)
// CHECK-NEXT:        Layer::forward() [Trainer.layer]
// CHECK-NEXT:    ProfilerStep#7
// CHECK-NEXT:      train_step(Layer &)
// CHECK-NEXT:        Layer::forward() [Trainer.layer]
// CHECK-NEXT:  ProfilerStep#2
// CHECK-NEXT:  ProfilerStep#5
// TRACE-NOT: longjmp
// TRACE: "name":{{ ?}}"thread_name"{{.*}}steps that overlap calls
