// The C++ of docs/coming-from-torch-profiler.md, which test/runtime/coming-from-torch.cpp compiles and runs.
#include <autoscope/profile.h>
#include <autoscope/record_function.h>
#include <iostream>
#include <string>
#include <vector>

using Vector = std::vector<float>;

struct [[autoscope::module]] Linear {
  Linear(size_t inputs, size_t outputs) : inputs(inputs), weights(inputs * outputs, 0.5f) {}
  [[autoscope::flops(2.0 * weights.size())]] Vector forward(const Vector &x) {
    Vector y(weights.size() / inputs);
    for (size_t i = 0; i < weights.size(); ++i)
      y[i / inputs] += weights[i] * x[i % inputs];
    return y;
  }
  size_t inputs;
  Vector weights;
};

struct [[autoscope::module]] Net {
  Vector forward(const Vector &x) { return second.forward(first.forward(x)); }
  Linear first{64, 32}, second{32, 8};
};

static Vector inputs(64, 1.0f);

static void quick_table(Net &net) {
  autoscope::profile prof;
  {
    autoscope::record_function block("model_inference");
    net.forward(inputs);
  }
  prof.stop();
  autoscope::table_options rows;
  rows.sort_by = "cpu_time_total";
  rows.row_limit = 10;
  std::cout << prof.key_averages().table(rows);
}

static void by_input_shape(Net &net) {
  autoscope::options wanted;
  wanted.record_shapes = true;
  autoscope::profile prof(wanted);
  net.forward(inputs);
  prof.stop();
  std::cout << prof.key_averages(/*group_by_input_shape=*/true).table();
}

static void flops(Net &net) {
  autoscope::options wanted;
  wanted.with_flops = true;
  autoscope::profile prof(wanted);
  net.forward(inputs);
  prof.stop();
  std::cout << prof.key_averages().table();
}

static void chrome_trace(Net &net) {
  autoscope::profile prof;
  net.forward(inputs);
  prof.stop();
  prof.export_chrome_trace("trace.json");
}

static void stacks(Net &net) {
  autoscope::options wanted;
  wanted.with_stack = true;
  autoscope::profile prof(wanted);
  net.forward(inputs);
  prof.stop();
  std::cout << prof.key_averages(/*group_by_input_shape=*/false, /*group_by_stack_n=*/5).table();
  prof.export_stacks("profiler_stacks.txt", "self_cpu_time_total");
}

static void modules(Net &net) {
  autoscope::profile prof;
  net.forward(inputs);
  prof.stop();
  autoscope::key_averages_options by;
  by.group_by_module = true;
  for (const autoscope::FunctionEventAvg &row : prof.key_averages(by))
    std::cout << row.key << " in " << row.module << '\n';
}

static void schedule_with_handler(Net &net) {
  autoscope::options wanted;
  wanted.schedule = autoscope::schedule(/*wait=*/1, /*warmup=*/1, /*active=*/2);
  wanted.on_trace_ready = [](autoscope::profile &p) {
    autoscope::table_options rows;
    rows.sort_by = "self_cpu_time_total";
    rows.row_limit = 10;
    std::cout << p.key_averages().table(rows);
    p.export_chrome_trace("trace_" + std::to_string(p.step_num()) + ".json");
  };
  autoscope::profile prof(wanted);
  for (int idx = 0; idx < 8; ++idx) {
    net.forward(inputs);
    prof.step();
  }
}

static void tensorboard(Net &net) {
  autoscope::options wanted;
  wanted.schedule = autoscope::schedule(/*wait=*/1, /*warmup=*/1, /*active=*/3, /*repeat=*/1);
  wanted.on_trace_ready = autoscope::tensorboard_trace_handler("./log/net");
  autoscope::profile prof(wanted);
  for (int idx = 0; idx < 6; ++idx) {
    net.forward(inputs);
    prof.step();
  }
}

static void per_rank(Net &net) {
  autoscope::profile prof("profile_%r.json");  // written when the block ends
  net.forward(inputs);
}

static void events(Net &net) {
  autoscope::profile prof;
  net.forward(inputs);
  prof.stop();
  for (const autoscope::FunctionEvent &event : prof.events())
    if (!event.cpu_parent)
      std::cout << event.name << " took " << event.cpu_time_total() << "us\n";
  std::cout << prof.key_averages().to_csv();
}

int main(int, char **argv) {
  Net net;
  struct {
    const char *name;
    void (*run)(Net &);
  } const all[] = {{"quick_table", quick_table},   {"by_input_shape", by_input_shape},
                   {"flops", flops},               {"chrome_trace", chrome_trace},
                   {"stacks", stacks},             {"modules", modules},
                   {"schedule", schedule_with_handler}, {"tensorboard", tensorboard},
                   {"per_rank", per_rank},         {"events", events}};
  for (const auto &each : all)
    if (std::string(argv[1]) == each.name)
      each.run(net);
}
