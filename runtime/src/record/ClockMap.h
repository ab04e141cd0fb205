// Ticks of the recording clock to integer nanoseconds, by calibration points taken while recording.
//
// Every reader of a session uses one ClockMap, so that a table and a trace of it sum the same integers. The map is
// monotone (a later tick is never an earlier nanosecond), piecewise linear between the points and extended with the
// slope of the first and the last piece. Never fails: with fewer than two usable points a tick counts as a nanosecond.
#pragma once

#include "record/Format.h"

#include <vector>

namespace autoscope::record {

class ClockMap {
public:
  ClockMap() : ClockMap(std::vector<ClockPoint>{}) {}
  // In any order; points that would make the map step backwards, and points too close to the one before to give a
  // slope, are left out.
  explicit ClockMap(std::vector<ClockPoint> points);

  // CLOCK_MONOTONIC nanoseconds. Remembers the piece that was used last, as neighbouring records share it; therefore
  // one thread at a time.
  uint64_t toNs(uint64_t ticks) const {
    const Piece &piece = pieces_[recent_];
    if (ticks - piece.ticks < piece.length)
      return piece.ns + scale(ticks - piece.ticks, piece.factor);
    return toNsSlow(ticks);
  }

  bool calibrated() const { return calibrated_; }
  // Pieces with a slope that no clock has, or far from the others': a damaged file, or a machine that was suspended.
  size_t oddPieces() const;

private:
  __extension__ typedef unsigned __int128 Wide;
  static constexpr unsigned factorBits = 48;

  struct Piece {
    uint64_t ticks, ns;  // where the piece begins
    uint64_t length;     // in ticks; the last one is endless
    uint64_t factor;     // nanoseconds per tick, times 2^factorBits, rounded down so that no piece overshoots the next
  };

  static uint64_t scale(uint64_t ticks, uint64_t factor) {
    return static_cast<uint64_t>(static_cast<Wide>(ticks) * factor >> factorBits);
  }
  uint64_t toNsSlow(uint64_t ticks) const;

  std::vector<Piece> pieces_;  // never empty
  mutable size_t recent_ = 0;
  bool calibrated_ = false;
};

}  // namespace autoscope::record
