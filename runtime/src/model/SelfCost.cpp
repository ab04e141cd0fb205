#include "model/SelfCost.h"

#include "record/SessionInfo.h"

#include <charconv>

namespace autoscope::model {

namespace {

std::optional<uint64_t> numberOf(std::string_view text) {
  uint64_t value = 0;
  auto parsed = std::from_chars(text.data(), text.data() + text.size(), value);
  if (text.empty() || parsed.ec != std::errc() || parsed.ptr != text.data() + text.size())
    return std::nullopt;
  return value;
}

}  // namespace

SelfCost selfCostOf(const record::SessionReader &session) {
  // A scope of a millisecond is none of ours.
  constexpr uint64_t mostPs = 1'000'000'000;
  const record::MetaLog &names = session.names();
  SelfCost cost;
  std::optional<uint64_t> inner = numberOf(names.info(record::infoKey::scopeInner));
  std::optional<uint64_t> outer = numberOf(names.info(record::infoKey::scopeOuter));
  if (inner && outer && *inner <= *outer && *outer <= mostPs && session.clock().calibrated()) {
    // A thousandth of a tick is as many picoseconds as a tick is nanoseconds.
    uint64_t start = session.window().start, startNs = session.clock().toNs(start);
    uint64_t innerPs = session.clock().toNs(start + *inner) - startNs;
    uint64_t outerPs = session.clock().toNs(start + *outer) - startNs;
    if (innerPs <= outerPs && outerPs <= mostPs) {
      cost.innerPs = innerPs;
      cost.outerPs = outerPs;
    }
  }
  cost.startNs = numberOf(names.info(record::infoKey::startNs));
  cost.stopNs = numberOf(names.info(record::infoKey::stopNs));
  cost.writerNs = numberOf(names.info(record::infoKey::writerNs));
  return cost;
}

}  // namespace autoscope::model
