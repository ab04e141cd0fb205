#include "collect/ThreadTable.h"

#include "hot/Clock.h"

#include <cerrno>
#include <cstdio>
#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

namespace autoscope::collect {

namespace {

void readOwnName(char (&name)[16]) {
  if (prctl(PR_GET_NAME, name) != 0)
    name[0] = 0;
}

// The kernel's name of any thread of this process; empty when it has ended.
void readName(uint32_t tid, char (&name)[16]) {
  char path[64];
  snprintf(path, sizeof path, "/proc/self/task/%u/comm", tid);
  name[0] = 0;
  int fd = open(path, O_RDONLY | O_CLOEXEC);
  if (fd < 0)
    return;
  ssize_t length = read(fd, name, sizeof name);
  close(fd);
  if (length < 0)
    length = 0;
  if (length > 0 && name[length - 1] == '\n')
    --length;
  name[length < 15 ? length : 15] = 0;
}

}  // namespace

hot::ThreadSlot *ThreadTable::claim() {
  uint32_t index = 0;
  while (index < record::slotCount && used_[index])
    ++index;
  if (index == record::slotCount)
    return nullptr;
  if (!reserved_[index]) {
    if (!ring_.reserveSlot(index))
      return nullptr;
    reserved_[index] = true;
  }
  used_[index] = true;
  ++live_;
  if (index >= highest_)
    highest_ = index + 1;

  hot::ThreadSlot &slot = ring_.slot(index);
  slot.setState(0);
  slot.header.base = reinterpret_cast<uint64_t>(ring_.words());
  slot.header.tid = uint32_t(syscall(SYS_gettid));
  slot.header.sequence = 0;
  slot.header.index = index;
  slot.header.memorySession = 0;
  slot.header.outsideCursor = 0;
  __atomic_store_n(&slot.header.innermostModule, 0, __ATOMIC_RELAXED);
  names_[index].text[0] = 0;
  // Last: from here on a reader of the ring believes the slot.
  __atomic_store_n(&slot.header.uid, ++lastUid_, __ATOMIC_RELEASE);
  readOwnName(names_[index].text);
  logName(slot);
  return &slot;
}

hot::ThreadSlot *ThreadTable::takeEnded() {
  // A look at all is some 100 µs, and a thread beyond the limit asks at each of its scopes.
  constexpr int64_t lookEvery = 100'000'000;
  timespec now = {};
  clock_gettime(CLOCK_MONOTONIC_COARSE, &now);
  int64_t time = int64_t(now.tv_sec) * 1'000'000'000 + now.tv_nsec;
  if (highest_ != record::slotCount || time < lastLook_ + lookEvery)
    return nullptr;
  for (uint32_t i = 0; i < highest_; ++i) {
    hot::ThreadSlot &slot = ring_.slot(i);
    uint32_t tid = slot.header.tid;
    if (!used_[i] || tid == 0 || syscall(SYS_tgkill, getpid(), tid, 0) == 0 || errno != ESRCH)
      continue;
    slot.header.tid = 0;
    return &slot;
  }
  lastLook_ = time;
  return nullptr;
}

void ThreadTable::giveBack(hot::ThreadSlot &slot) {
  if (slot.header.tid != 0) {
    char name[16];
    readOwnName(name);
    logNameIfChanged(slot, name);
  }
  __atomic_store_n(&slot.header.uid, 0, __ATOMIC_RELEASE);
  slot.setState(0);
  used_[slot.header.index] = false;
  --live_;
}

void ThreadTable::logChangedNames() {
  forEach([this](hot::ThreadSlot &slot) {
    char name[16];
    readName(slot.header.tid, name);
    logNameIfChanged(slot, name);
  });
}

void ThreadTable::logNameIfChanged(hot::ThreadSlot &slot, const char (&name)[16]) {
  char(&known)[16] = names_[slot.header.index].text;
  if (name[0] == 0 || strcmp(name, known) == 0)
    return;
  memcpy(known, name, sizeof known);
  logName(slot);
}

void ThreadTable::logName(hot::ThreadSlot &slot) {
  uint64_t start = hot::now();
  if (!log_.append(record::MetaKind::Thread, {slot.header.uid, slot.header.tid, &start, sizeof start},
                   {names_[slot.header.index].text}))
    __atomic_fetch_add(&ring_.header().losses[uint32_t(record::LossCause::TooManyNames)], 1, __ATOMIC_RELAXED);
}

}  // namespace autoscope::collect
