#include "results/Result.h"

#include "model/DeviceBusy.h"
#include "model/Events.h"
#include "model/Profile.h"
#include "report/KinetoJson.h"
#include "report/LossReport.h"
#include "report/MemoryTimeline.h"
#include "report/OutputStream.h"
#include "report/TorchOrder.h"
#include "report/TorchStacks.h"
#include "results/Text.h"

#include <algorithm>
#include <unistd.h>
#include <utility>

using namespace autoscope;
using namespace autoscope::results;

namespace {

std::string writeTrace(autoscope_result &result, const autoscope_export &wanted) {
  std::vector<std::pair<std::string, std::string>> members;
  members.reserve(wanted.metadata_count);
  for (size_t i = 0; i < wanted.metadata_count; ++i)
    members.emplace_back(wanted.metadata[i].name, wanted.metadata[i].json);
  report::KinetoOptions options;
  options.members = &members;
  report::OutputStream out(wanted.path);
  withSessions(result,
               [&](const auto &sessions) { report::writeKinetoJson(*sessions.back(), wanted.path, out, options); });
  return out.commit();
}

// False: there is no such metric.
bool knowsMetric(const autoscope_export &wanted, autoscope_failure *failure) {
  const std::vector<std::string> &metrics = report::stackMetrics();
  if (std::find(metrics.begin(), metrics.end(), wanted.metric) != metrics.end())
    return true;
  std::string choices;
  for (const std::string &metric : metrics)
    choices += metric + "\n";
  fail(failure, autoscope_bad_usage, report::unknownName("metric", wanted.metric, metrics), choices);
  return false;
}

std::string writeStacks(autoscope_result &result, const autoscope_export &wanted) {
  std::vector<model::Event> events;
  withSessions(result, [&](const auto &sessions) { events = model::eventsOf({sessions.back()}); });
  report::OutputStream out(wanted.path);
  std::string error = report::writeTorchStacks(events, wanted.metric, out);
  return error.empty() ? out.commit() : error;
}

// Empty, or why not; `failure` says of which kind.
std::string writeTimeline(autoscope_result &result, const autoscope_export &wanted, autoscope_failure_kind &kind) {
  std::string_view path = wanted.path;
  if (std::string error = report::whyNoTimeline(path); !error.empty()) {
    kind = autoscope_bad_usage;
    return error;
  }
  std::vector<report::DeviceAllocation> allocations;
  withSessions(result, [&](const auto &sessions) { allocations = report::allocationsOf(*sessions.back()); });
  if (std::string error = report::whyNothingOf(allocations, wanted.metric); !error.empty()) {
    kind = autoscope_was_not_recorded;
    return error;
  }
  report::OutputStream out(wanted.path);
  report::writeMemoryTimeline(allocations, wanted.metric, report::timelineFormOf(path), out);
  return out.commit();
}

}  // namespace

extern "C" {

autoscope_result *autoscope_result_open(const char *session, unsigned flags, autoscope_failure *failure) {
  return orFail(failure, [&]() -> autoscope_result * {
    auto window = std::make_shared<Window>();
    std::string error;
    window->session = record::SessionReader::open(session, error);
    if (!window->session) {
      fail(failure, autoscope_other_failure, error);
      return nullptr;
    }
    // By the same name another process may have recorded, of another namespace.
    if (window->session->header().pid != static_cast<uint32_t>(getpid())) {
      fail(failure, autoscope_other_failure, std::string(session) + " is a session of another process");
      return nullptr;
    }
    // A program may keep many, and those are its own descriptors.
    window->session->closeDescriptor();
    auto result = std::make_unique<autoscope_result>();
    result->windows.push_back(std::move(window));
    result->hasStacks = flags & 2;
    if (flags & 1)
      unlink(result->windows.back()->session->path().c_str());
    return result.release();
  });
}

autoscope_result *autoscope_result_join(autoscope_result *const *parts, size_t count, autoscope_failure *failure) {
  return orFail(failure, [&] {
    auto result = std::make_unique<autoscope_result>();
    for (size_t i = 0; i < count; ++i) {
      result->windows.insert(result->windows.end(), parts[i]->windows.begin(), parts[i]->windows.end());
      result->hasStacks |= parts[i]->hasStacks;
    }
    return result.release();
  });
}

void autoscope_result_free(autoscope_result *result) {
  delete result;
}

int autoscope_result_facts(autoscope_result *result, autoscope_facts *facts, autoscope_failure *failure) {
  return orFail(failure, [&] {
    withSessions(*result, [&](const auto &sessions) {
      facts->window_ns = facts->scopes = facts->lost_scopes = 0;
      model::ProfileOptions rows;
      rows.detail = model::Detail::Rows;
      for (const record::SessionReader *session : sessions) {
        model::Profile profile = model::buildProfile(*session, rows);
        facts->window_ns += profile.windowNs;
        facts->scopes += profile.scopes;
        facts->lost_scopes += report::lostScopes(profile.losses);
      }
    });
    return 1;
  });
}

int autoscope_result_steps(autoscope_result *result, autoscope_step *steps, size_t count, autoscope_failure *failure) {
  return orFail(failure, [&] {
    withSessions(*result, [&](const auto &sessions) {
      for (const record::SessionReader *session : sessions) {
        model::DeviceWork work(*session);
        if (!work.any())
          continue;
        model::DeviceBusy busy(work);
        const record::Window &window = session->window();
        uint64_t from = session->clock().toNs(window.start), until = session->clock().toNs(window.stop);
        for (autoscope_step *step = steps; step != steps + count; ++step) {
          uint64_t start = static_cast<uint64_t>(step->start_ns), wall = static_cast<uint64_t>(step->wall_ns);
          if (start >= from && start < until)
            step->device_busy_ns = static_cast<int64_t>(busy.nsWithin(start, start + wall));
        }
      }
    });
    return 1;
  });
}

int autoscope_result_export(autoscope_result *result, const autoscope_export *wanted, autoscope_failure *failure) {
  return orFail(failure, [&] {
    if (wanted->kind == 2 && !knowsMetric(*wanted, failure))
      return 0;
    autoscope_failure_kind kind = autoscope_other_failure;
    std::string error = wanted->kind == 3   ? writeTimeline(*result, *wanted, kind)
                        : wanted->kind == 2 ? writeStacks(*result, *wanted)
                                            : writeTrace(*result, *wanted);
    if (!error.empty())
      fail(failure, kind, error);
    return error.empty() ? 1 : 0;
  });
}

}  // extern "C"
