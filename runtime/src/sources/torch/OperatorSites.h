// One site for each name that libtorch's operators run under, made when the name is first seen.
//
// of() is called by the thread that runs the operator, not marked busy: it takes no lock and allocates nothing for a
// known name. Operators that torch.profiler hides have a site that is filtered for good. A name is known for good, so a
// program that makes up names without end gets no site for those beyond the limit.
#pragma once

#include "autoscope/abi.h"
#include "sources/torch/OperatorHooks.h"

#include <atomic>
#include <mutex>
#include <string_view>

namespace autoscope::torch_operators {

class OperatorSites {
public:
  static constexpr size_t most = 1u << 15;

  // libtorch is told of its own operators by itself, and other tools by it (AUTOSCOPE_EMIT).
  enum class Emitted { No, Yes };
  explicit OperatorSites(Emitted emitted = Emitted::Yes) : emitted_(emitted) {}
  OperatorSites(const OperatorSites &) = delete;
  OperatorSites &operator=(const OperatorSites &) = delete;

  // Null: there are too many names, or no memory.
  __autoscope_site *of(std::string_view name, Kind kind) noexcept;

private:
  struct Entry;
  using Place = std::atomic<Entry *>;
  static constexpr size_t places = 2 * most;

  __autoscope_site *find(std::string_view name, Kind kind, uint64_t hash) const;
  __autoscope_site *add(std::string_view name, Kind kind, uint64_t hash) noexcept;

  const Emitted emitted_;
  std::atomic<Place *> table_ = {nullptr};
  std::mutex mutex_;  // held while an entry is added
  size_t count_ = 0;
};

}  // namespace autoscope::torch_operators
