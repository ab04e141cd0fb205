// Gives each module scope its path: where the object sits in the module that is running it.
//
// A child of a torch module gets the name it is registered under, with the containers in between ("layer1", "0"); a
// module that a member leads to that member's (Readings); any other "Type@n", the n-th object of that type seen below
// that path. The outermost module is named by its class. Called by the thread that enters the scope, marked busy, when
// its cache (hot/PathCache) has no answer. Names are checked again, without a lock, in each call of the parent, because
// objects die and addresses return.
#pragma once

#include "hot/PathCache.h"
#include "hot/ThreadSlot.h"
#include "sources/torch/Bridge.h"

#include <atomic>
#include <map>
#include <mutex>
#include <string>
#include <string_view>
#include <tuple>

namespace autoscope::modules {

struct Listener {
  void *self;
  void (*newPath)(void *self, uint32_t id, uint32_t parent, std::string_view name, std::string_view type);
  void (*problem)(void *self, const std::string &sentence);
  void (*nameLost)(void *self);  // a torch module's name, for want of a bridge
};

class ModulePaths {
public:
  void setListener(const Listener &listener) { listener_ = listener; }

  // 0: no path (out of memory).
  uint32_t pathOf(hot::ThreadSlot &slot, __autoscope_site &site, const void *object, const void *base) noexcept;
  void threadEnds() noexcept;

  void lockForFork() noexcept { mutex_.lock(); }
  void unlockAfterFork() noexcept { mutex_.unlock(); }
  // In the child of a fork: who was opening the bridge is not there, and need not be waited for.
  void abandonInChild() noexcept {
    if (bridgeStage_ == Stage::Opening)
      bridgeIsLate_ = true;
  }

private:
  struct Child;
  struct Route;
  struct ThreadCache;

  uint32_t findPath(hot::ThreadSlot &slot, const __autoscope_site &site, const void *object, const void *base);
  static bool recheck(hot::PathCache &cache, const hot::PathCache::Entry &entry, const record::OpenModule &running,
                      const void *torchModule);
  static void bodyBegins(hot::PathCache &cache, const hot::ThreadSlot &slot) noexcept;
  static bool isOwnFunction(const Child &child);
  static bool isStillUnknown(const Route &route, const void *parent, const ThreadCache &cache);
  bool stillNamed(const Child &child, Route &route, ThreadCache &cache) const;
  uint32_t resolve(const Child &child, Route &route, ThreadCache &cache);
  uint32_t torchPath(const Child &child, Route &route, uint32_t &steps);
  uint32_t memberPath(const Child &child, Route &route, ThreadCache &cache, uint32_t &steps);
  uint32_t otherPath(const Child &child);
  uint32_t numberedPath(const Child &child, const std::string &type);
  std::string typeOf(const Child &child);
  uint32_t intern(uint32_t parent, const std::string &name, const std::string &type);
  const torch_bridge::Functions *bridge() const { return bridge_.load(std::memory_order_acquire); }
  void openBridge();

  Listener listener_ = {};
  std::mutex mutex_;  // guards what follows
  std::map<std::tuple<uint32_t, std::string, std::string>, uint32_t> paths_;
  std::map<std::tuple<uint32_t, std::string, const void *>, uint32_t> ordinals_;
  std::map<std::pair<uint32_t, std::string>, uint32_t> siblings_;
  uint32_t lastPath_ = 0;
  std::atomic<const torch_bridge::Functions *> bridge_{nullptr};
  enum class Stage { Closed, Opening, Tried };
  std::atomic<Stage> bridgeStage_{Stage::Closed};
  std::atomic<bool> bridgeIsLate_{false};  // whoever opens it has been waited for in vain
};

}  // namespace autoscope::modules
