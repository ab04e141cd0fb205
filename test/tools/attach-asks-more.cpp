// A profile that a tool attached ends with its connection, whatever else was asked on it meanwhile.
// RUN: rm -rf %t.d && mkdir %t.d && cd %t.d
// RUN: %autoscope_clangxx %s -o app
// RUN: sh %S/Inputs/beside.sh ./app '%python %S/Inputs/ask-while-attached.py autoscope/$pid.control; while %autoscope status $pid | grep -q ": recording"; do sleep 0.05; done; %autoscope status $pid; touch exit' | FileCheck %s
#include "Inputs/works-until-told.h"

int main() {
  workUntilTold();
}
// CHECK:      autoscope/1 ok
// CHECK-NEXT: autoscope/1 ok
// CHECK-NEXT: autoscope/1 error
// CHECK-NEXT: autoscope/1 error
// CHECK-NEXT: autoscope/1 error
// CHECK-NEXT: process {{[0-9]+}} (app): not recording
