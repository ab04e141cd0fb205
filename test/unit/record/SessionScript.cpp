#include "SessionScript.h"

#include <fstream>
#include <gtest/gtest.h>
#include <iterator>
#include <sys/stat.h>
#include <unistd.h>

namespace autoscope::test {

using record::Escape;

std::string siteText(const std::string &name, const std::string &file, unsigned line, const std::string &flags,
                     const std::string &moduleType, const std::string &qualifiedName) {
  const std::string s = "\x1f";
  return "A1" + s + (moduleType.empty() ? "function" : "module") + s + flags + s + std::to_string(line) + s + file + s +
         name + s + (qualifiedName.empty() ? name : qualifiedName) + s + moduleType + s;
}

ScriptThread &ScriptThread::enter(uint32_t site, uint64_t at) {
  open_.emplace_back();
  open_.back().site = site;
  open_.back().start = at;
  return *this;
}

ScriptThread &ScriptThread::openSlice(uint64_t call, uint32_t number) {
  open_.back().slice = {call, number, false};
  return *this;
}

ScriptThread &ScriptThread::openModule(uint32_t path) {
  open_.back().path = path;
  return *this;
}

ScriptThread &ScriptThread::openMemory(int64_t cpu, int64_t device) {
  open_.back().memory = cpu;
  open_.back().deviceMemory = device;
  return *this;
}

ScriptThread &ScriptThread::openHeap(int64_t net, const record::HeapUse &heap) {
  open_.back().memory = net;
  open_.back().heap = heap;
  return *this;
}

ScriptThread &ScriptThread::sample(uint64_t at, int64_t value, record::Counter counter) {
  auto high = [](uint32_t count, Escape kind) {
    return uint64_t{count} << 32 | static_cast<uint64_t>(kind) << 22 | record::escapeSite;
  };
  word(at).word(high(static_cast<uint32_t>(counter), Escape::Sample));
  return word(static_cast<uint64_t>(value)).word(high(0, Escape::Sample2));
}

ScriptThread &ScriptThread::word(uint64_t raw) {
  chunks_.back().push_back(raw);
  return *this;
}

ScriptThread &ScriptThread::allocation(uint64_t at, uint64_t address, int64_t bytes, int64_t allocated,
                                       int64_t reserved, uint32_t device) {
  const uint64_t words[][2] = {{at, device},
                               {address, static_cast<uint64_t>(reserved) & 0xffffffff},
                               {static_cast<uint64_t>(bytes), static_cast<uint64_t>(reserved) >> 32},
                               {static_cast<uint64_t>(allocated), 0}};
  auto kind = static_cast<uint64_t>(Escape::Allocation);
  for (const auto &each : words)
    word(each[0]).word(each[1] << 32 | kind++ << 22 | record::escapeSite);
  return *this;
}

ScriptThread &ScriptThread::leave(uint64_t at, const Extras &extras) {
  auto escape = [this](Escape kind, uint64_t low, uint64_t high) {
    word(low).word(high << 32 | static_cast<uint64_t>(kind) << 22 | record::escapeSite);
  };
  Open scope = open_.back();
  open_.pop_back();
  uint64_t depth = open_.size(), duration = at - scope.start;
  if (extras.flags)
    escape(Escape::Flags, extras.flags, 0);
  if (extras.path)
    escape(Escape::Path, extras.path, 0);
  if (extras.args)
    escape(Escape::Args, extras.args, 0);
  if (extras.flops)
    escape(Escape::Flops, extras.flops, 0);
  if (extras.sequence)
    escape(Escape::Sequence, extras.sequence, 0);
  if (extras.memory)
    escape(Escape::Memory, static_cast<uint64_t>(*extras.memory), extras.heap ? extras.heap->allocations : 0);
  if (extras.heap) {
    escape(Escape::Allocated, extras.heap->allocated, extras.heap->frees);
    escape(Escape::Peak, extras.heap->peak, 0);
  }
  if (extras.deviceMemory)
    escape(Escape::DeviceMemory, static_cast<uint64_t>(*extras.deviceMemory), 0);
  if (extras.coroutine.call)
    escape(Escape::Coroutine, extras.coroutine.call | (extras.coroutine.suspended ? record::sliceSuspended : 0),
           extras.coroutine.number);
  if (extras.longForm || duration >> 32) {
    escape(Escape::Long, duration, scope.site);
    escape(Escape::Long2, scope.start, depth);
  } else {
    word(scope.start).word(duration << 32 | depth << 22 | scope.site);
  }
  return *this;
}

ScriptThread &ScriptThread::scope(uint32_t site, uint64_t from, uint64_t to, const Extras &extras) {
  return enter(site, from).leave(to, extras);
}

ScriptThread &ScriptThread::step(uint32_t site, uint64_t from, uint64_t to, uint64_t depth, uint64_t flags) {
  word(flags | record::scopeIsStep).word(static_cast<uint64_t>(Escape::Flags) << 22 | record::escapeSite);
  return word(from).word((to - from) << 32 | depth << 22 | site);
}

ScriptThread &ScriptThread::nextChunk() {
  chunks_.emplace_back();
  return *this;
}

SessionScript::SessionScript() {
  header_.pid = 4242;
  header_.sessionNumber = 1;
  header_.start = {1000, 1000, epochNs + 1000};
}

uint32_t SessionScript::site(const std::string &text) {
  sites_.push_back(text);
  return static_cast<uint32_t>(sites_.size());
}

uint32_t SessionScript::path(uint32_t parent, const std::string &name, const std::string &type) {
  paths_.push_back({parent, name, type});
  return static_cast<uint32_t>(paths_.size());
}

uint32_t SessionScript::string(const std::string &text) {
  strings_.push_back(text);
  return static_cast<uint32_t>(strings_.size());
}

ScriptThread &SessionScript::thread(uint32_t uid, uint32_t tid, const std::string &name) {
  Named &named = threads_[uid];
  if (tid)
    named.tid = tid;
  if (!name.empty())
    named.name = name;
  return named.thread;
}

std::string SessionScript::write(const std::string &name) {
  std::string file = temporaryPath(name);
  record::SessionWriter writer(file, header_);
  for (size_t i = 0; i < sites_.size(); ++i)
    writer.site(static_cast<uint32_t>(i + 1), sites_[i]);
  for (size_t i = 0; i < paths_.size(); ++i)
    writer.path(static_cast<uint32_t>(i + 1), paths_[i].parent, paths_[i].name, paths_[i].type);
  for (size_t i = 0; i < strings_.size(); ++i)
    writer.string(static_cast<uint32_t>(i + 1), strings_[i]);
  for (const auto &[uid, named] : threads_) {
    if (named.tid)
      writer.thread(uid, {named.tid, 1000, named.name});
    uint32_t sequence = 0;
    for (const std::vector<uint64_t> &chunk : named.thread.chunks_)
      writer.chunk(uid, sequence++, chunk.data(), chunk.size());
    uint32_t depth = 0;
    for (const ScriptThread::Open &open : named.thread.open_) {
      record::OpenScope scope;
      scope.start = open.start;
      scope.site = open.site;
      scope.depth = depth++;
      scope.path = open.path;
      scope.coroutine = open.slice;
      scope.memoryBytes = open.memory;
      scope.deviceMemoryBytes = open.deviceMemory;
      scope.heap = open.heap;
      writer.openScope(uid, scope);
    }
  }
  if (!activities_.empty())
    writer.activities({activities_.data(), activities_.data() + activities_.size()});
  for (const auto &[cause, count] : losses_)
    writer.loss(cause, count);
  for (const record::ThrottledSite &site : throttled_)
    writer.throttled(site);
  for (const auto &[uid, memory] : threadMemory_)
    writer.threadMemory(uid, memory);
  if (processMemory_)
    writer.processMemory(*processMemory_);
  for (const record::LiveBlocks &blocks : liveBlocks_)
    writer.liveBlocks(blocks);
  for (const auto &[key, value] : infos_)
    writer.info(key, value);
  writer.clock(header_.start);
  writer.clock({2'000'000'000, 2'000'000'000, epochNs + 2'000'000'000});
  writer.window(window_);
  EXPECT_EQ(writer.finish(), "");
  return file;
}

std::unique_ptr<record::SessionReader> SessionScript::open() {
  std::string error;
  auto session = record::SessionReader::open(write(), error);
  EXPECT_EQ(error, "");
  return session;
}

std::string temporaryPath(const std::string &name) {
  const auto *test = testing::UnitTest::GetInstance()->current_test_info();
  std::string folder = testing::TempDir() + "autoscope-" + std::to_string(getpid());
  mkdir(folder.c_str(), 0700);
  return folder + "/" + test->test_suite_name() + "." + test->name() + "." + name;
}

std::string readAll(const std::string &path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

void writeAll(const std::string &path, const std::string &bytes) {
  std::ofstream(path, std::ios::binary) << bytes;
}

}  // namespace autoscope::test
