#include "record/ClockMap.h"

#include <algorithm>
#include <limits>

namespace autoscope::record {

namespace {
// Two readings of a clock pair are each uncertain by some 50 ns, so that a slope over less than this would be off by
// more than a promille.
constexpr uint64_t shortestPieceNs = 100'000;
constexpr uint64_t mostFactor = std::numeric_limits<uint64_t>::max();
// Half the range, so that a tick before the piece, whose distance wraps around, is not taken for one inside it.
constexpr uint64_t endless = uint64_t{1} << 63;
}  // namespace

ClockMap::ClockMap(std::vector<ClockPoint> points) {
  std::sort(points.begin(), points.end(), [](const ClockPoint &a, const ClockPoint &b) { return a.ticks < b.ticks; });
  std::vector<ClockPoint> kept;
  for (const ClockPoint &point : points) {
    if (kept.empty()) {
      kept.push_back(point);
      continue;
    }
    const ClockPoint &last = kept.back();
    if (point.ticks <= last.ticks || point.monotonicNs <= last.monotonicNs)
      continue;
    if (point.monotonicNs - last.monotonicNs >= shortestPieceNs)
      kept.push_back(point);
  }
  // All of the session within one short piece: an imprecise slope is better than none.
  if (kept.size() == 1 && points.back().ticks > kept[0].ticks && points.back().monotonicNs > kept[0].monotonicNs)
    kept.push_back(points.back());

  calibrated_ = kept.size() >= 2;
  for (size_t i = 0; i + 1 < kept.size(); ++i) {
    uint64_t ticks = kept[i + 1].ticks - kept[i].ticks;
    Wide factor = (static_cast<Wide>(kept[i + 1].monotonicNs - kept[i].monotonicNs) << factorBits) / ticks;
    // A nonsensical slope can only come from a damaged file; any factor that fits is as good as another.
    uint64_t bounded = factor > mostFactor ? mostFactor : static_cast<uint64_t>(factor);
    pieces_.push_back({kept[i].ticks, kept[i].monotonicNs, ticks, bounded});
  }
  if (pieces_.empty()) {
    uint64_t ticks = kept.empty() ? 0 : kept[0].ticks;
    pieces_.push_back({ticks, kept.empty() ? 0 : kept[0].monotonicNs, 0, uint64_t{1} << factorBits});
  }
  pieces_.back().length = endless;
}

size_t ClockMap::oddPieces() const {
  // From 10 MHz to 50 GHz.
  constexpr uint64_t one = uint64_t{1} << factorBits, least = one / 50, most = one * 100;
  std::vector<uint64_t> factors;
  factors.reserve(pieces_.size());
  for (const Piece &piece : pieces_)
    factors.push_back(piece.factor);
  auto middle = factors.begin() + static_cast<std::ptrdiff_t>(factors.size() / 2);
  std::nth_element(factors.begin(), middle, factors.end());
  uint64_t usual = std::min(std::max(*middle, least), most);
  return static_cast<size_t>(std::count_if(pieces_.begin(), pieces_.end(), [&](const Piece &piece) {
    return piece.factor < std::max(least, usual / 2) || piece.factor > std::min(most, usual * 2);
  }));
}

uint64_t ClockMap::toNsSlow(uint64_t ticks) const {
  const Piece &first = pieces_.front();
  if (ticks < first.ticks) {
    recent_ = 0;
    uint64_t before = scale(first.ticks - ticks, first.factor);
    return before > first.ns ? 0 : first.ns - before;
  }
  auto next = std::upper_bound(pieces_.begin(), pieces_.end(), ticks,
                               [](uint64_t value, const Piece &piece) { return value < piece.ticks; });
  recent_ = static_cast<size_t>(next - pieces_.begin()) - 1;
  const Piece &piece = pieces_[recent_];
  return piece.ns + scale(ticks - piece.ticks, piece.factor);
}

}  // namespace autoscope::record
