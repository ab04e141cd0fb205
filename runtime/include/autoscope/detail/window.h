#if defined(__clang__)
#pragma clang system_header
#elif defined(__GNUC__)
#pragma GCC system_header
#endif
// The parts that autoscope::profile is made of: its claim on the process, one recorded window, what traces are told.
// C++17.
#ifndef AUTOSCOPE_DETAIL_WINDOW_H
#define AUTOSCOPE_DETAIL_WINDOW_H

#include "autoscope/abi.h"
#include "autoscope/detail/handles.h"

#include <algorithm>
#include <chrono>
#include <string>
#include <utility>
#include <vector>

namespace autoscope {
namespace detail {

// Sentences that are said once in a process: numbers of autoscope_say.
enum Sentence : unsigned { noWarmup = 1, cutWindow, vainWarmup, noCpu };

// One profile at a time, from start to stop.
class Claim {
public:
  Claim() = default;
  explicit Claim(const void *owner) {
    if (const char *refusal = autoscope_claim(owner))
      throw already_running(refusal);
    owner_ = owner;
  }
  Claim(Claim &&other) noexcept : owner_(std::exchange(other.owner_, nullptr)) {}
  Claim &operator=(Claim &&other) noexcept {
    std::swap(owner_, other.owner_);
    return *this;
  }
  ~Claim() {
    if (owner_)
      autoscope_release(owner_);
  }

private:
  const void *owner_ = nullptr;
};

// Sets `to` to the microseconds of its life.
class Stopwatch {
public:
  explicit Stopwatch(double &to) : to_(to) {}
  ~Stopwatch() { to_ = std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - begin_).count(); }
  Stopwatch(const Stopwatch &) = delete;
  Stopwatch &operator=(const Stopwatch &) = delete;

private:
  double &to_;
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
};

// Members of a trace beside its own: names and JSON.
class Metadata {
public:
  void set(const std::string &name, std::string json) {
    static const char *const own[] = {"schemaVersion", "deviceProperties", "distributedInfo", "host_name",
                                      "metadata",      "traceEvents",      "displayTimeUnit", "baseTimeNanoseconds",
                                      "traceName"};
    if (std::find(std::begin(own), std::end(own), name) != std::end(own))
      throw usage_error("metadata cannot be called " + name + ", which is the trace's own");
    for (auto &[known, value] : members_)
      if (known == name) {
        value = std::move(json);
        return;
      }
    members_.emplace_back(name, std::move(json));
  }
  std::vector<autoscope_metadata> plain() const {
    std::vector<autoscope_metadata> all;
    for (const auto &[name, json] : members_)
      all.push_back({name.c_str(), json.c_str()});
    return all;
  }

private:
  std::vector<std::pair<std::string, std::string>> members_;
};

struct WindowWish {
  std::string output, report, overflow;
  unsigned buffer, recorded;
};

// One recording: a session of the run time, read back when it has ended. What cannot be written adds to `message`.
class Window {
public:
  bool isRecording() const { return number_ != 0; }

  // Throws usage_error for what cannot be in any window.
  void check(const WindowWish &wish) const {
    autoscope_options plain = {sizeof plain,        wish.buffer,           wish.output.c_str(),
                               wish.report.c_str(), wish.overflow.c_str(), wish.recorded};
    checked<int>([&](autoscope_failure *failure) { return autoscope_options_check(&plain, failure); });
  }

  // Throws already_running or error.
  void start(const WindowWish &wish) {
    char *product = nullptr;
    session_ = textOf(
        [&](autoscope_failure *failure) { return autoscope_session_for(wish.output.c_str(), &product, failure); });
    product_ = taken(product);
    report_ = wish.report;
    std::string pattern;
    for (char c : session_)
      pattern += c == '%' ? "%%" : std::string(1, c);
    autoscope_options plain = {sizeof plain, wish.buffer, pattern.c_str(), "", wish.overflow.c_str(), wish.recorded};
    number_ = checked<uint64_t>(
        [&](autoscope_failure *failure) { return autoscope_window_start(&plain, wish.output.c_str(), failure); });
  }

  // Throws error.
  void toggle(bool enable) const {
    checked<int>([&](autoscope_failure *failure) { return autoscope_window_toggle(number_, enable, failure); });
  }

  // In the child of a fork: it is the parent's.
  void abandon() { number_ = 0; }

  // Null: nothing was recorded.
  ResultHandle stop(const Metadata &metadata, bool withStacks, double &stopMicroseconds, double &openMicroseconds) {
    if (!number_)
      return nullptr;
    autoscope_failure failure = {};
    {
      Stopwatch watch(stopMicroseconds);
      if (!autoscope_window_stop(std::exchange(number_, 0), &failure))
        add(failure);
    }
    Stopwatch watch(openMicroseconds);
    bool isKept = product_ == session_ || (!produce(metadata) && !product_.empty());
    failure = {};
    ResultHandle result(autoscope_result_open(session_.c_str(), (isKept ? 0u : 1u) | (withStacks ? 2u : 0u), &failure),
                        autoscope_result_free);
    if (!result)
      add(failure);
    return result;
  }

  std::string message;

private:
  void add(const autoscope_failure &failure) {
    message += (message.empty() ? "" : "; ") + taken(failure.text);
    taken(failure.choices);
  }

  bool produce(const Metadata &metadata) {
    std::vector<autoscope_metadata> plain = metadata.plain();
    autoscope_product wanted = {};
    wanted.size = static_cast<unsigned>(sizeof wanted);
    wanted.session = session_.c_str();
    wanted.path = product_.empty() ? nullptr : product_.c_str();
    wanted.report = report_.c_str();
    wanted.metadata = plain.data();
    wanted.metadata_count = plain.size();
    autoscope_failure failure = {};
    bool isWritten = autoscope_produce(&wanted, &failure);
    if (!isWritten)
      add(failure);
    return isWritten;
  }

  std::string session_, product_, report_;
  uint64_t number_ = 0;  // of what is recorded; 0: nothing is
};

}  // namespace detail
}  // namespace autoscope

#endif
