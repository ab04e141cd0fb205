#include <autoscope/profile.h>
#include <autoscope/record_function.h>
#include <iostream>
#include <string>

static void train_step(int i) {
  autoscope::record_function block("batch " + std::to_string(i % 2));
}

int main() {
  autoscope::options wanted;
  wanted.schedule = autoscope::schedule(/*wait=*/1, /*warmup=*/1, /*active=*/3, /*repeat=*/2);
  wanted.on_trace_ready = [](autoscope::profile &p) {
    std::cout << p.key_averages().table() << '\n';
    p.export_chrome_trace("trace-" + std::to_string(p.step_num()) + ".json.gz");
  };
  autoscope::profile p(wanted);
  for (int i = 0; i < 10; ++i) {
    train_step(i);
    p.step();
  }
}
