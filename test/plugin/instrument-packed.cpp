// Under -fpack-struct the run time's own words stay aligned, and no name of the header meets a user's macro.
// RUN: %tracexx -std=c++17 -fpack-struct=1 -Dstack=1+ -Ddepth=2+ %arg-all -S -emit-llvm -Xclang -disable-llvm-passes %s -o - | FileCheck %s
// CHECK: @{{.*}}__autoscope_site = internal global {{.*}}, align 8
// CHECK: alloca %struct.__autoscope_guard, align 4
int f() { return 1; }
