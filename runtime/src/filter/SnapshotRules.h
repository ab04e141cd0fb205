// AUTOSCOPE_SNAPSHOT_WHEN: which scopes, if they take too long, are worth a snapshot.
//
//   GLOB > 5ms; GLOB > 250 us
//
// Pure text; read once, then asked by any thread. A mistake is one clause that says what is wrong.
#pragma once

#include "filter/Glob.h"

#include <atomic>
#include <cstdint>
#include <memory>

namespace autoscope::filter {

struct SnapshotRule {
  Glob glob;
  uint64_t ns;
  std::string text;
};

class SnapshotRules {
public:
  static constexpr uint32_t most = 100;

  // Empty, or what is wrong.
  std::string read(std::string_view text);
  bool empty() const { return rules_.empty(); }
  // The number of the first rule for a function of these names, from 1; 0: none.
  uint32_t ruleFor(std::string_view qualifiedName, std::string_view name) const;
  const SnapshotRule &rule(uint32_t number) const { return rules_[number - 1]; }
  // Rules whose globs are of no function that was asked for so far.
  std::vector<std::string> unmatched() const;

private:
  std::vector<SnapshotRule> rules_;
  std::unique_ptr<std::atomic<bool>[]> matched_;  // of each rule
};

}  // namespace autoscope::filter
