// autoscope status: whether a process is being profiled, and how that stands; without a process, which ones listen.
#include "Command.h"
#include "Control.h"

#include "record/LossText.h"
#include "report/Numbers.h"
#include "report/Utf8.h"

#include <chrono>
#include <ctime>

namespace autoscope::tool {

namespace {

// Groups of three, as in 1,234,567.
std::string grouped(uint64_t number) {
  std::string text = std::to_string(number);
  for (size_t i = text.size(); i > 3;) {
    i -= 3;
    text.insert(i, 1, ',');
  }
  return text;
}

std::string since(uint64_t realtimeNs) {
  auto seconds = static_cast<time_t>(realtimeNs / 1'000'000'000);
  tm parts = {};
  localtime_r(&seconds, &parts);
  char text[80] = "";
  snprintf(text, sizeof text, "%04d-%02d-%02d %02d:%02d:%02d", parts.tm_year + 1900, parts.tm_mon + 1, parts.tm_mday,
           parts.tm_hour, parts.tm_min, parts.tm_sec);
  auto now = std::chrono::system_clock::now().time_since_epoch();
  auto nowNs = static_cast<uint64_t>(std::chrono::duration_cast<std::chrono::nanoseconds>(now).count());
  double passed = nowNs > realtimeNs ? static_cast<double>(nowNs - realtimeNs) : 0;
  return std::string(text) + ", for " + report::formatTime(passed);
}

std::string stateOf(const control::Line &reply) {
  std::string state = reply.value("state");
  if (state == "off")
    return "not recording";
  if (state == "busy")
    return "starting or stopping a profile";
  return state;
}

std::string describe(const Control &control, const control::Line &reply) {
  std::string text = called(control.process()) + ": " + report::printable(stateOf(reply)) + "\n";
  auto line = [&text](const char *what, const std::string &value) {
    text += "  " + report::padRight(what, 9) + report::printable(value) + "\n";
  };
  if (reply.value("state") != "recording")
    return text;
  line("session", reply.value("session"));
  if (std::string product = reply.value("product"); !product.empty() && product != reply.value("session"))
    line("product", product);
  line("since", since(reply.number("since")));
  if (reply.find("scopes"))
    line("scopes", grouped(reply.number("scopes")));
  line("bytes", grouped(reply.number("bytes")));
  for (const auto &[key, value] : reply.fields) {
    if (key.rfind("loss.", 0) == 0)
      line("lost", record::counted(reply.number(key), record::lossText(record::LossCause(std::atoi(key.c_str() + 5)))));
    else if (key.rfind("AUTOSCOPE_", 0) == 0 && key != "AUTOSCOPE_CONTROL" && key != "AUTOSCOPE_OUTPUT")
      line("option", key + "=" + value);
  }
  return text;
}

int one(pid_t pid) {
  std::string error;
  std::unique_ptr<Control> control = Control::open(pid, error);
  if (!control)
    return fail(error);
  control::Line reply = control->ask({"status", {}}, error);
  return error.empty() ? print(describe(*control, reply)) : fail(error);
}

int all() {
  removeStaleFiles();
  std::string text;
  for (pid_t pid : processes()) {
    std::string error;
    std::unique_ptr<Control> control = Control::openIfListening(pid, error);
    if (!control) {
      text += error.empty() ? "" : error + "\n";
      continue;
    }
    control->setPatience(std::chrono::seconds(1));
    control::Line reply = control->ask({"status", {}}, error);
    text += error.empty() ? describe(*control, reply) : error + "\n";
  }
  if (text.empty())
    return fail("no process listens: AUTOSCOPE_CONTROL=1 in the environment of an instrumented program makes it");
  return print(text);
}

}  // namespace

void addStatusCommand(CLI::App &app, Invocation &invocation) {
  CLI::App *command = app.add_subcommand("status", "Say whether a process is being profiled, and how far");
  auto pid = std::make_shared<pid_t>(0);
  addPidOption(*command, *pid)->required(false);
  command->footer("Without PID: every process that listens.\n\nExample:\n  AUTOSCOPE_CONTROL=1 ./app &\n"
                  "  autoscope status $!");
  command->callback([pid, &invocation] { invocation.status = *pid ? one(*pid) : all(); });
}

}  // namespace autoscope::tool
