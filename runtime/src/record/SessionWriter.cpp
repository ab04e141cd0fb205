#include "record/SessionWriter.h"

#include "record/SessionInfo.h"

#include <cstring>

namespace autoscope::record {

// Appends one entry to the log: its header when it begins, its padding and its length when it ends.
class SessionWriter::Entry {
public:
  Entry(std::vector<char> &log, MetaKind kind) : log_(log), begin_(log.size()) { put(MetaEntry{kind, 0}); }
  Entry(const Entry &) = delete;
  Entry &operator=(const Entry &) = delete;
  ~Entry() {
    log_.resize((log_.size() + 7) & ~size_t{7});
    auto bytes = static_cast<uint32_t>(log_.size() - begin_);
    std::memcpy(log_.data() + begin_ + offsetof(MetaEntry, bytes), &bytes, sizeof(bytes));
  }

  template <class T> Entry &put(const T &value) {
    auto *bytes = reinterpret_cast<const char *>(&value);
    log_.insert(log_.end(), bytes, bytes + sizeof(value));
    return *this;
  }
  Entry &put32(uint32_t value) { return put(value); }
  Entry &put64(uint64_t value) { return put(value); }
  Entry &text(std::string_view text) {
    log_.insert(log_.end(), text.begin(), text.end());
    log_.push_back('\0');
    return *this;
  }

private:
  std::vector<char> &log_;
  size_t begin_;
};

SessionWriter::SessionWriter(const std::string &path, const FileHeader &header) : file_(path) {
  FileHeader copy = header;
  copy.magic = fileMagic;
  copy.version = formatVersion;
  copy.bytes = sizeof(FileHeader);
  file_.write(&copy, sizeof(copy));
}

void SessionWriter::section(SectionType type, const void *data, size_t bytes) {
  SectionHeader header{sectionMagic, type, sizeof(SectionHeader) + bytes};
  file_.write(&header, sizeof(header));
  file_.write(data, bytes);
}

void SessionWriter::chunk(uint32_t threadUid, uint32_t sequence, const uint64_t *words, size_t count) {
  ChunkHeader header{};
  header.section = {sectionMagic, SectionType::Chunk, sizeof(header) + count * sizeof(uint64_t)};
  header.threadUid = threadUid;
  header.sequence = sequence;
  header.words = static_cast<uint32_t>(chunkHeaderWords + count);
  header.state = ChunkState::Full;
  file_.write(&header, sizeof(header));
  file_.write(words, count * sizeof(uint64_t));
}

void SessionWriter::site(uint32_t id, std::string_view text) {
  Entry(meta_, MetaKind::Site).put32(id).put32(0).text(text);
}
void SessionWriter::path(uint32_t id, uint32_t parent, std::string_view name, std::string_view type) {
  Entry(meta_, MetaKind::Path).put32(id).put32(parent).text(name).text(type);
}
void SessionWriter::thread(uint32_t uid, const ThreadName &thread) {
  Entry(meta_, MetaKind::Thread).put32(uid).put32(thread.tid).put64(thread.startTicks).text(thread.name);
}
void SessionWriter::string(uint32_t id, std::string_view text) {
  Entry(meta_, MetaKind::String).put32(id).put32(0).text(text);
}
void SessionWriter::clock(const ClockPoint &point) {
  Entry(meta_, MetaKind::Clock).put(point);
}
void SessionWriter::loss(LossCause cause, uint64_t count) {
  Entry(meta_, MetaKind::Loss).put32(static_cast<uint32_t>(cause)).put32(0).put64(count);
}
void SessionWriter::info(std::string_view key, std::string_view value) {
  Entry(meta_, MetaKind::Info).text(key).text(value);
}
void SessionWriter::openScope(uint32_t uid, const OpenScope &scope) {
  if (scope.coroutine.call)
    Entry(meta_, MetaKind::OpenCoroutine)
        .put32(uid)
        .put32(scope.depth)
        .put64(scope.coroutine.call)
        .put32(scope.coroutine.number)
        .put32(0);
  Entry(meta_, MetaKind::OpenScope)
      .put32(uid)
      .put32(scope.depth)
      .put64(scope.start)
      .put32(scope.site)
      .put32(scope.path);
  auto note = [&](Escape kind, uint64_t value, bool isThere, uint32_t count = 0) {
    if (isThere)
      Entry(meta_, MetaKind::OpenNote).put32(uid).put32(static_cast<uint32_t>(kind)).put64(value).put64(count);
  };
  HeapUse heap = scope.heap.value_or(HeapUse());
  note(Escape::Args, scope.args, scope.args != 0);
  note(Escape::Flops, scope.flops, scope.flops != 0);
  note(Escape::Sequence, scope.sequence, scope.sequence != 0);
  note(Escape::Memory, static_cast<uint64_t>(scope.memoryBytes.value_or(0)), scope.memoryBytes.has_value(),
       heap.allocations);
  note(Escape::Allocated, heap.allocated, scope.heap.has_value(), heap.frees);
  note(Escape::Peak, heap.peak, scope.heap.has_value());
  note(Escape::DeviceMemory, static_cast<uint64_t>(scope.deviceMemoryBytes.value_or(0)),
       scope.deviceMemoryBytes.has_value());
}
void SessionWriter::activities(const Piece &run) {
  section(SectionType::Activity, run.begin, static_cast<size_t>(run.end - run.begin) * sizeof(uint64_t));
}

void SessionWriter::filteredFunctions(uint32_t count) {
  Entry(meta_, MetaKind::FilteredFunctions).put32(count).put32(0);
}

void SessionWriter::keptFrom(uint64_t ticks) {
  Entry(meta_, MetaKind::KeptFrom).put64(ticks);
}

void SessionWriter::writtenUntil(uint32_t uid, uint64_t ticks) {
  Entry(meta_, MetaKind::WrittenUntil).put32(uid).put32(0).put64(ticks);
}

void SessionWriter::threadMemory(uint32_t uid, const MemoryLevel &memory) {
  Entry(meta_, MetaKind::ThreadMemory)
      .put32(uid)
      .put32(0)
      .put(memory.level)
      .put(memory.highest)
      .put64(memory.scopeStart)
      .put64(memory.ticks);
}

void SessionWriter::processMemory(const MemoryLevel &memory) {
  Entry(meta_, MetaKind::ProcessMemory)
      .put(memory.level)
      .put(memory.highest)
      .put64(memory.ticks)
      .put32(memory.uid)
      .put32(0)
      .put64(memory.scopeStart);
}

void SessionWriter::liveBlocks(const LiveBlocks &blocks) {
  Entry(meta_, MetaKind::LiveBlocks).put(blocks);
}

void SessionWriter::damage(const Damage &damage) {
  damage.forEach([this](uint32_t number, uint64_t count, const char *, const char *) {
    Entry(meta_, MetaKind::Damage).put32(number).put32(0).put64(count);
  });
}

void SessionWriter::throttled(const ThrottledSite &site) {
  Entry(meta_, MetaKind::Throttled).put32(site.site).put32(0).put64(site.calls).put64(site.ticks);
}

void SessionWriter::window(const Window &window) {
  Entry(meta_, MetaKind::Window).put64(window.start).put64(window.stop);
}

std::string SessionWriter::finish() {
  section(SectionType::Meta, meta_.data(), meta_.size());
  section(SectionType::End, nullptr, 0);
  file_.commit();
  return file_.error();
}

std::string writeFinished(const SessionReader &session, const std::string &path) {
  SessionWriter writer(path, session.header());
  const MetaLog &names = session.names();
  for (const Thread &thread : session.threads()) {
    for (const ChunkCopy &chunk : thread.chunks)
      writer.chunk(chunk.threadUid, chunk.sequence, chunk.words + chunk.from, chunk.to - chunk.from);
    for (const OpenScope &scope : thread.open)
      writer.openScope(thread.uid, scope);
    if (thread.openUntil)
      writer.writtenUntil(thread.uid, thread.openUntil);
  }
  for (const Piece &run : session.activities())
    writer.activities(run);
  for (size_t i = 1; i < names.sites().size(); ++i)
    writer.site(names.sites()[i].id, names.sites()[i].text);
  for (size_t i = 1; i < names.paths().size(); ++i) {
    const ModulePath &module = names.paths()[i];
    writer.path(module.id, names.paths()[module.parent].id, module.name, module.type);
  }
  if (names.filteredFunctions())
    writer.filteredFunctions(names.filteredFunctions());
  for (const auto &[id, throttled] : names.throttled())
    writer.throttled(throttled);
  for (const auto &[uid, thread] : names.threads())
    writer.thread(uid, thread);
  for (const auto &[id, text] : names.strings())
    writer.string(id, text);
  for (const ClockPoint &point : session.clockPoints())
    writer.clock(point);
  for (const auto &[cause, count] : session.losses())
    writer.loss(cause, count);
  for (const auto &[key, value] : names.infos())
    writer.info(key, value);
  if (!session.finished())
    writer.info(infoKey::end, session.killed() ? infoKey::endsInKill : infoKey::endsInCopy);
  if (session.keptFrom())
    writer.keptFrom(session.keptFrom());
  if (session.writtenUntil())
    writer.writtenUntil(0, session.writtenUntil());
  for (const auto &[uid, memory] : names.threadMemory())
    writer.threadMemory(uid, memory);
  if (names.processMemory())
    writer.processMemory(*names.processMemory());
  for (const LiveBlocks &blocks : names.liveBlocks())
    writer.liveBlocks(blocks);
  writer.damage(session.damage());
  writer.window(session.window());
  return writer.finish();
}

}  // namespace autoscope::record
