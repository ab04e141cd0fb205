// The calls of a session as torch.profiler counts them: what averages and events are both made of.
//
// Visits the scopes of each thread in ScopeWalk's order and tells a sink of them. An operator (a scope without a place
// in a source, not named by the user) whose only callee is the same operator is one call with it: torch's dispatcher
// calls some twice. That is known only when the outer one has been left, so a call is handed over when it is decided:
//   enter(Call &)            before its callees; the sink may set `item`
//   leave(Call &)            after its callees, in the reverse order of enter()
//   keep(const Call &)       once for each call that counts, after its leave(), with its final sums
//   merge(const Call &, Call &outer)   instead of keep(): it is one with `outer`, which has got its self time already
// A step that overlaps calls (ScopeWalk.h) is handed over behind them, a call without callees and without self time.
// One thread; cannot fail but for memory.
#pragma once

#include "model/CallNames.h"
#include "model/CallStacks.h"
#include "model/DeviceTimes.h"
#include "model/HeapTotals.h"
#include "model/ModuleStack.h"
#include "model/ScopeWalk.h"

#include <cstdint>
#include <vector>

namespace autoscope::model {

struct Call {
  Scope scope;
  uint32_t row = 0;    // of CallNames
  uint32_t place = 0;  // of ModuleStack; 0: in no module
  uint32_t stack = 0;  // of CallStacks; 0: none, or not asked for
  uint32_t item = 0;   // the sink's, as the next two
  uint64_t insideNs = 0;
  Usage insideUsage;
  uint64_t selfNs = 0;           // less its direct callees
  Usage usage;                   // with its callees
  Usage selfUsage;               // its own
  HeapTotals selfHeap;           // the same
  const Call *around = nullptr;  // in enter() only
};

class CallWalk {
public:
  struct Options {
    bool stacks = false;
    GroupBy functions = GroupBy::Overload;
    ModuleNames moduleNames = ModuleNames::Path;
    const DeviceWork *devices = nullptr;  // must live on; null: none
  };

  CallWalk(const record::SessionReader &session, const Options &options)
      : session_(session), names_(session.names(), options.functions), stacks_(names_),
        modules_(session.names(), options.moduleNames), devices_(options.devices), withStacks_(options.stacks) {}

  const CallNames &names() const { return names_; }
  CallStacks &stacks() { return stacks_; }
  const ModuleStack &modules() const { return modules_; }

  // `number`: of the thread in the session.
  template <class Sink> void run(size_t number, Sink &sink) {
    std::vector<Scope> beside;
    DeviceTimes devices(devices_, number);
    ScopeWalk(session_, session_.threads()[number])
        .run([&](const Scope &scope) { visit(devices.with(scope), sink); },
             [&](const Scope &scope) { beside.push_back(scope); });
    leaveTo(0, sink);
    for (const Scope &scope : beside)  // now, when they are no recursion of a step that is being visited
      visitBeside(scope, sink);
  }

private:
  struct Frame {
    Call call;
    uint64_t callees = 0;
    bool isPending = false;  // the only callee so far may be one with this call
    Call pending;
  };

  bool mayMerge(const Frame &outer, const Call &call) const {
    return outer.callees == 1 && outer.call.row == call.row && names_.isOperator(call.scope.site);
  }

  template <class Sink> void visit(const Scope &scope, Sink &sink) {
    leaveTo(scope.level, sink);
    Call call;
    call.scope = scope;
    call.row = names_.rowOf(scope.site);
    call.place = modules_.enter(scope).place;
    call.selfNs = scope.durationNs();
    call.selfUsage = call.usage = scope.usage;
    call.selfHeap = HeapTotals(scope.heap);
    uint32_t stackAround = 0;
    if (!open_.empty()) {
      Frame &outer = open_.back();
      outer.call.selfNs -= scope.durationNs();
      call.around = &outer.call;
      stackAround = outer.call.stack;
      if (++outer.callees == 2 && outer.isPending) {
        outer.isPending = false;
        sink.keep(static_cast<const Call &>(outer.pending));
      }
    }
    if (withStacks_)
      call.stack = stacks_.enter(stackAround, scope.site);
    sink.enter(call);
    call.around = nullptr;
    open_.push_back({call, 0, false, {}});
  }

  template <class Sink> void visitBeside(const Scope &scope, Sink &sink) {
    Call call;
    call.scope = scope;
    call.row = names_.rowOf(scope.site);
    if (withStacks_)
      call.stack = stacks_.enter(0, scope.site);
    sink.enter(call);
    sink.leave(call);
    sink.keep(static_cast<const Call &>(call));
  }

  template <class Sink> void leaveTo(size_t level, Sink &sink) {
    for (; open_.size() > level; open_.pop_back()) {
      Frame &frame = open_.back();
      if (frame.isPending) {
        frame.call.selfNs += frame.pending.selfNs;
        frame.call.selfUsage += frame.pending.selfUsage;
        frame.call.selfHeap += frame.pending.selfHeap;
        sink.merge(static_cast<const Call &>(frame.pending), frame.call);
      }
      sink.leave(frame.call);
      Frame *outer = open_.size() < 2 ? nullptr : &open_[open_.size() - 2];
      if (outer)
        outer->call.usage += frame.call.usage;
      if (outer && mayMerge(*outer, frame.call)) {
        outer->isPending = true;
        outer->pending = frame.call;
      } else {
        sink.keep(static_cast<const Call &>(frame.call));
      }
    }
  }

  const record::SessionReader &session_;
  CallNames names_;
  CallStacks stacks_;
  ModuleStack modules_;
  const DeviceWork *const devices_;
  const bool withStacks_;
  std::vector<Frame> open_;
};

}  // namespace autoscope::model
