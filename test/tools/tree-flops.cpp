// A module has the FLOPs of all that ran in it and below; a function that says its own says them for what it calls, too.
// RUN: %autoscope_clangxx -std=c++17 -O1 %s -o %t.app
// RUN: %autoscope run --flops --tree --sort flops -o %t.autoscope -- %t.app | FileCheck --strict-whitespace %s
// RUN: %autoscope tree %t.autoscope --step 1 | FileCheck --check-prefix=STEP %s
// RUN: %autoscope tree %t.autoscope --calls | FileCheck --check-prefix=CALLS %s
// Where none were recorded there is no column.
// RUN: %autoscope run --tree -- %t.app | FileCheck --check-prefix=NONE --implicit-check-not=FLOPs %s
[[autoscope::scope, autoscope::flops(2000000 * n)]] int multiply(int n) { return n; }
[[autoscope::scope, autoscope::flops(50000000)]] int whole(int n) { return multiply(n) + multiply(n); }

struct [[autoscope::module]] Small {
  int forward(int n) { return multiply(n); }
};
struct [[autoscope::module]] Large {
  int forward(int n) { return whole(n); }
};
struct [[autoscope::module]] Net {
  Small small;
  Large large;
  int forward(int n) { return multiply(1) + small.forward(n) + large.forward(n); }
};

int main() {
  Net net;
  return net.forward(1) + net.forward(3) == 0;
}
// CHECK: {{^Module +Type .*  Total MFLOPs$}}
// CHECK: {{^Net +Net .*  +112\.000$}}
// CHECK: {{^  large +Large .* +100\.000$}}
// CHECK: {{^  small +Small .* +8\.000$}}
// STEP: {{^Net .* 58\.000$}}
// STEP: {{^  small .* 6\.000$}}
// STEP: {{^  large .* 50\.000$}}
// CALLS: {{^Net::forward\(int\) .* --$}}
// CALLS: {{^  multiply\(int\) .* 4\.000$}}
// CALLS: {{^    whole\(int\) .* 100\.000$}}
// NONE: Net
