// Names with quotes, backslashes, control characters and bytes that are no UTF-8 make valid traces, stacks and tables
// (G27, G34), also where the locale has a decimal comma (G28).
// RUN: %autoscope_clangxx -Wno-invalid-source-encoding %s -o %t
// RUN: env AUTOSCOPE_OUTPUT=%t.autoscope LC_ALL=de_DE.UTF-8 %t
// RUN: env LC_ALL=de_DE.UTF-8 %autoscope convert %t.autoscope %t.json
// RUN: %autoscope report --name-width 0 %t.autoscope >%t.txt
// RUN: %check_trace %t.json --scopes 5 --agrees-with %t.txt
// RUN: %python -c "import json, sys; [print(ascii(e['name'])) for e in json.load(open(sys.argv[1]))['traceEvents'] if e['ph'] == 'X']" %t.json | FileCheck %s
// RUN: %autoscope convert %t.autoscope %t.stacks
// RUN: FileCheck --check-prefix=STACKS --input-file=%t.stacks %s
// RUN: %autoscope sites --json %t | %python -c "import json, sys; assert len(json.load(sys.stdin)) == 5"
[[autoscope::scope]] long double operator""_kg(long double x) { return x; }
[[autoscope::scope("say \"hi\" \\ there")]] void quotes() {}
[[autoscope::scope("tab\tand\nline \001")]] void controls() {}
[[autoscope::scope("a;b 12")]] void separators() {}
[[autoscope::scope("ProfilerStepper")]] void step() {}

int main() {
  1.5_kg;
  quotes();
  controls();
  separators();
  step();
}
// Latest first.
// CHECK:      '::ProfilerStepper'
// CHECK-NEXT: 'a;b 12'
// CHECK-NEXT: 'tab\tand\nline \x01'
// CHECK-NEXT: 'say "hi" \\ there'
// CHECK-NEXT: operator""{{ ?}}_kg(long double)

// STACKS-DAG: {{^}}a_b_12 {{[0-9]+$}}
// STACKS-DAG: {{^}}tab_and_line_{{.*}} {{[0-9]+$}}
