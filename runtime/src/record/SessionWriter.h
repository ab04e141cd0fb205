// Writes a finished session file: what `autoscope recover` makes of a killed one, and what tests make up.
//
// Not the recorder: that one appends while the program runs and must survive a kill (collect/). This one goes by
// AtomicFile, so the file is complete when it appears. Call the parts in any order and finish() once.
#pragma once

#include "record/AtomicFile.h"
#include "record/MetaLog.h"
#include "record/SessionReader.h"

#include <string>
#include <string_view>
#include <vector>

namespace autoscope::record {

class SessionWriter {
public:
  SessionWriter(const std::string &path, const FileHeader &header);

  // `words` are records and their escapes, at most chunkWords - chunkHeaderWords of them.
  // As SessionReader has it.
  void activities(const Piece &run);
  void chunk(uint32_t threadUid, uint32_t sequence, const uint64_t *words, size_t count);

  void site(uint32_t id, std::string_view text);
  void path(uint32_t id, uint32_t parent, std::string_view name, std::string_view type);
  void thread(uint32_t uid, const ThreadName &thread);
  void string(uint32_t id, std::string_view text);
  void clock(const ClockPoint &point);
  void loss(LossCause cause, uint64_t count);
  void info(std::string_view key, std::string_view value);
  void openScope(uint32_t uid, const OpenScope &scope);
  void keptFrom(uint64_t ticks);
  void writtenUntil(uint32_t uid, uint64_t ticks);  // 0: of the session
  void window(const Window &window);
  void filteredFunctions(uint32_t count);
  void threadMemory(uint32_t uid, const MemoryLevel &memory);
  void processMemory(const MemoryLevel &memory);
  void liveBlocks(const LiveBlocks &blocks);
  void damage(const Damage &damage);
  void throttled(const ThrottledSite &site);

  // Empty, or one sentence.
  std::string finish();

private:
  class Entry;
  void section(SectionType type, const void *data, size_t bytes);

  AtomicFile file_;
  std::vector<char> meta_;
};

// A finished copy of `session` at `path`. Empty, or one sentence.
std::string writeFinished(const SessionReader &session, const std::string &path);

}  // namespace autoscope::record
