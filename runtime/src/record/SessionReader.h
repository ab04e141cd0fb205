// A recorded session, finished or left behind by a killed process, ready to be read thread by thread.
//
// The first step of every report, in the recorded process at its exit or in the command-line tool. Opening checks all
// structure and names; records stay in the mapped file and are decoded in place (Records.h), so that memory does not
// grow with the session. What cannot be read ends in one sentence; what was lost is counted. Not thread-safe: one
// reader, one thread.
#pragma once

#include "record/ClockMap.h"
#include "record/Damage.h"
#include "record/MappedFile.h"
#include "record/MetaLog.h"
#include "record/Records.h"
#include "record/RingView.h"

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace autoscope::record {

struct Thread {
  uint32_t uid = 0;
  uint32_t tid = 0;  // of the kernel; 0: unknown
  std::string_view name;
  std::vector<Piece> pieces;      // in order of time
  std::vector<ChunkCopy> chunks;  // the chunks that the pieces are of
  std::vector<OpenScope> open;    // outermost first
  uint64_t openUntil = 0;         // ticks: their end; 0: that of the window
};

constexpr const char *partSuffix = ".part";  // S.part is S while it is recorded, and after a kill

// The recorder holds a lock on its stream S.part for as long as it writes.
bool isBeingRecorded(const std::string &part);

class SessionReader {
public:
  // `path` is S, or S.part; where only S.part exists, S finds it. Or the core of a process, which holds the ring or
  // names it; then the stream is read, too, if it is where the process left it. Null: `error` is one sentence.
  static std::unique_ptr<SessionReader> open(const std::string &path, std::string &error);

  // Of a finished session everything is mapped by now: it can be read on without a descriptor.
  void closeDescriptor() {
    if (finished_)
      file_.closeDescriptor();
  }

  const std::string &path() const { return path_; }  // the file that was read
  bool finished() const { return finished_; }        // false: put together from stream and ring
  bool recording() const { return recording_; }      // its process still holds the stream
  bool copied() const;                               // by a reader or into a core, while its process went on
  bool killed() const;                               // the process ended without closing it, also if finished later
  bool hasRing() const { return haveRing_; }         // without it an unfinished session has no names
  bool isBlank() const { return blank_; }            // an empty stream of a process that was just starting
  const FileHeader &header() const { return header_; }
  const MetaLog &names() const { return names_; }
  const ClockMap &clock() const { return clock_; }
  const std::vector<ClockPoint> &clockPoints() const { return clockPoints_; }
  // What to add to the clock's nanoseconds for nanoseconds since the epoch, as the clocks stood at the start.
  int64_t realtimeOffsetNs() const {
    return static_cast<int64_t>(header_.start.realtimeNs - header_.start.monotonicNs);
  }
  // In ticks. Records that start before the window are of an earlier session.
  const Window &window() const { return window_; }
  // Of a flight recorder, in ticks: all scopes that ended from then on are there, of earlier ones only some. 0: all
  // are.
  uint64_t keptFrom() const { return keptFrom_; }
  // In ticks: all scopes that ended before are there; of later ones not all could be written. 0: all are.
  uint64_t writtenUntil() const { return writtenUntil_; }
  std::optional<uint64_t> writtenNs() const;                                             // the same, since the start
  const std::vector<Thread> &threads() const { return threads_; }                        // by uid
  const std::vector<std::pair<LossCause, uint64_t>> &losses() const { return losses_; }  // counts above zero
  // Runs of activities of devices (Activity.h), as they were written.
  const std::vector<Piece> &activities() const { return activities_; }
  const Damage &damage() const { return damage_; }
  const std::vector<std::string> &warnings() const { return warnings_; }  // sentences
  uint64_t recordBytes() const { return recordBytes_; }

private:
  explicit SessionReader(std::string path) : path_(std::move(path)) {}

  std::string readSession(const std::string &file);
  std::string readCore();
  std::string readEmptyPart(const std::string &file);
  std::string readHeader();
  std::string readSections();
  uint64_t dropDamagedEnd();
  void readRing();
  bool ringIsOfSession() const;
  void takeRing();
  void keepMoments();
  void assembleThreads();
  void countMissingChunks(const ChunkCopy *before, const ChunkCopy &copy);
  void assembleWindow();
  void assembleLosses();
  void assembleDamage();

  std::string path_;
  MappedFile file_;
  RingView ring_;
  bool finished_ = false, recording_ = false, copied_ = false, haveRing_ = false, blank_ = false;
  FileHeader header_{};
  MetaLog names_;
  std::vector<ClockPoint> clockPoints_;
  ClockMap clock_;
  Window window_;
  uint64_t keptFrom_ = 0, writtenUntil_ = 0;
  bool tailIsCut_ = false;  // what is after the last whole section is the beginning of one, as a kill leaves it
  uint64_t chunkGaps_ = 0;  // in the numbers of the threads' chunks, whatever the reason
  std::vector<ChunkCopy> copies_;
  std::vector<Thread> threads_;
  std::vector<Piece> activities_;
  std::vector<std::pair<LossCause, uint64_t>> losses_;
  Damage damage_;
  std::vector<std::string> warnings_;
  uint64_t recordBytes_ = 0;
};

}  // namespace autoscope::record
