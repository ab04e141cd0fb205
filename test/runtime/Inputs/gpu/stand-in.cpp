// A stand-in for libcupti.so.13 with a GPU behind it: it records what a test launches, in records of the length that a
// version of CUPTI has (STANDIN_KERNEL: 4 to 10, of CUpti_ActivityKernelN), in buffers that it asks for as CUPTI does,
// and completes them on a thread of its own. STANDIN_FAIL=function:code makes that function fail; STANDIN_BUFFER=bytes
// uses only so much of a buffer. Compiled with -DWITHOUT_TIMESTAMPS it is of a version that cannot be given a clock, with
// -DWITHOUT_ENABLE a library that is no CUPTI. Test code only.
#include "stand-in.h"

#include <atomic>
#include <condition_variable>
#include <cstdlib>
#include <algorithm>
#include <cstring>
#include <deque>
#include <map>
#include <mutex>
#include <set>
#include <string>
#include <sys/syscall.h>
#include <thread>
#include <time.h>
#include <unistd.h>
#include <vector>

namespace {

using Request = void (*)(uint8_t **, size_t *, size_t *);
using Complete = void (*)(void *, uint32_t, uint8_t *, size_t, size_t);

enum Kind : uint32_t {
  Memcpy = 1,
  Memset = 2,
  Runtime = 5,
  ConcurrentKernel = 10,
  Synchronization = 38,
  Memory = 49,
};

uint64_t ownTime() {
  timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return uint64_t(time.tv_sec) * 1000000000u + uint64_t(time.tv_nsec) + 5000000000u;  // an hour of its own
}

int resultOf(const char *function) {
  const char *fail = getenv("STANDIN_FAIL");
  size_t length = strlen(function);
  return fail && strncmp(fail, function, length) == 0 && fail[length] == ':' ? atoi(fail + length + 1) : 0;
}

uint32_t number(const char *variable, uint32_t otherwise) {
  const char *text = getenv(variable);
  return text ? uint32_t(strtoul(text, nullptr, 10)) : otherwise;
}

// What the launching thread writes; CUPTI's worker hands it on.
class Recorder {
public:
  Request request = nullptr;
  Complete complete = nullptr;
  uint64_t (*time)() = ownTime;
  bool kernelThreads = false;

  uint64_t now() const { return time(); }
  double ticksPerNs() {
    if (time == ownTime)
      return 1;
    static double rate = [this] {  // of the clock that we were given
      uint64_t ns = ownTime(), ticks = time();
      while (ownTime() < ns + 2000000)
        ;
      return double(time() - ticks) / double(ownTime() - ns);
    }();
    return rate;
  }
  bool takes(Kind kind) { return kinds.count(kind) != 0; }

  void add(const void *record, size_t bytes) {
    std::unique_lock<std::mutex> lock(mutex);
    if (!kinds.count(*static_cast<const uint32_t *>(record)))
      return;
    size_t most = number("STANDIN_BUFFER", 1u << 30);
    if (buffer && used + bytes > std::min(size, most))
      handOver();
    if (!buffer) {
      size_t mostRecords = 0;
      lock.unlock();
      uint8_t *fresh = nullptr;
      size_t freshSize = 0;
      request(&fresh, &freshSize, &mostRecords);
      lock.lock();
      buffer = fresh;
      size = freshSize;
      used = 0;
    }
    if (!buffer) {
      ++dropped;
      return;
    }
    memcpy(buffer + used, record, bytes);
    used += bytes;
  }
  void flush() {
    std::unique_lock<std::mutex> lock(mutex);
    if (buffer)
      handOver();
    idle.wait(lock, [this] { return full.empty() && !working; });
  }

  std::mutex mutex;
  std::set<uint32_t> kinds;
  size_t dropped = 0;

private:
  struct Full {
    uint8_t *buffer;
    size_t size, used;
  };
  void handOver() {
    full.push_back({buffer, size, used});
    buffer = nullptr;
    if (!started) {
      started = true;
      std::thread([this] { work(); }).detach();
    }
    filled.notify_one();
  }
  void work() {
    std::unique_lock<std::mutex> lock(mutex);
    for (;;) {
      filled.wait(lock, [this] { return !full.empty(); });
      Full next = full.front();
      full.pop_front();
      working = true;
      lock.unlock();
      complete(nullptr, 0, next.buffer, next.size, next.used);
      lock.lock();
      working = false;
      idle.notify_all();
    }
  }

  uint8_t *buffer = nullptr;
  size_t size = 0, used = 0;
  std::deque<Full> full;
  std::condition_variable filled, idle;
  bool started = false, working = false;
};

Recorder &recorder() {
  static auto *one = new Recorder;
  return *one;
}

std::atomic<uint32_t> lastCorrelation{100};

template <class Value> void put(std::vector<uint8_t> &record, size_t at, Value value) {
  memcpy(&record[at], &value, sizeof value);
}

// A call of the runtime that takes `ticks`, and what it starts.
struct Launch {
  uint32_t correlation = ++lastCorrelation;
  uint64_t start = recorder().now(), end = 0;

  void record(uint32_t callback) {
    end = recorder().now();
    std::vector<uint8_t> call(40);
    put(call, 0, Runtime);
    put(call, 4, callback);
    put(call, 8, start);
    put(call, 16, end);
    put(call, 24, uint32_t(getpid()));
    put(call, 28, recorder().kernelThreads ? uint32_t(syscall(SYS_gettid)) : uint32_t(pthread_self()));
    put(call, 32, correlation);
    recorder().add(call.data(), call.size());
  }
};

struct Stretch {
  uint64_t start, end;
};

// On a stream one thing begins when the one before has ended.
Stretch run(const Launch &launch, uint32_t device, uint32_t stream, uint64_t ns) {
  static std::mutex mutex;
  static std::map<std::pair<uint32_t, uint32_t>, uint64_t> busyUntil;
  auto ticks = [](uint64_t time) { return uint64_t(double(time) * recorder().ticksPerNs()); };
  std::lock_guard<std::mutex> lock(mutex);
  uint64_t &until = busyUntil[{device, stream}];
  uint64_t start = std::max(launch.end + ticks(2000), until + ticks(100));
  until = start + ticks(ns);
  return {start, until};
}

size_t kernelBytes() {
  constexpr size_t lengths[] = {144, 160, 168, 176, 200, 208, 216};
  return lengths[number("STANDIN_KERNEL", 10) - 4];
}

void recordKernel(const Launch &launch, const StandInKernel &kernel, uint32_t graph, uint64_t node) {
  Stretch stretch = run(launch, kernel.device, kernel.stream, kernel.ns);
  std::vector<uint8_t> record(kernelBytes());
  put(record, 0, ConcurrentKernel);
  put(record, 6, uint16_t(32));
  put(record, 16, stretch.start);
  put(record, 24, stretch.end);
  put(record, 40, kernel.device);
  put(record, 44, uint32_t(1));
  put(record, 48, kernel.stream);
  for (size_t i = 0; i < 3; ++i) {
    put(record, 52 + 4 * i, uint32_t(i == 0 ? 4 : 1));
    put(record, 64 + 4 * i, uint32_t(i == 0 ? 128 : 1));
  }
  put(record, 80, uint32_t(1024));
  put(record, 92, launch.correlation);
  put(record, 104, kernel.name);
  if (record.size() >= 176) {
    put(record, 144, node);
    put(record, 156, graph);
  }
  recorder().add(record.data(), record.size());
}

}  // namespace

extern "C" {

#define CUPTI __attribute__((visibility("default"))) int

CUPTI cuptiGetVersion(uint32_t *version) {
  *version = 130001;
  return 0;
}
CUPTI cuptiGetTimestamp(uint64_t *time) {
  *time = recorder().now();
  return resultOf("cuptiGetTimestamp");
}
CUPTI cuptiSubscribe(void **subscriber, void (*)(void *, int, uint32_t, const void *), void *) {
  *subscriber = subscriber;
  return resultOf("cuptiSubscribe");
}
CUPTI cuptiUnsubscribe(void *) { return 0; }
CUPTI cuptiActivityRegisterCallbacks(Request request, Complete complete) {
  recorder().request = request;
  recorder().complete = complete;
  return resultOf("cuptiActivityRegisterCallbacks");
}
#ifndef WITHOUT_TIMESTAMPS
CUPTI cuptiActivityRegisterTimestampCallback(uint64_t (*time)()) {
  int result = resultOf("cuptiActivityRegisterTimestampCallback");
  if (result == 0)
    recorder().time = time;
  return result;
}
#endif
CUPTI cuptiSetThreadIdType(int type) {
  int result = resultOf("cuptiSetThreadIdType");
  recorder().kernelThreads = result == 0 && type == 1;
  return result;
}
#ifndef WITHOUT_ENABLE
CUPTI cuptiActivityEnable(uint32_t kind) {
  int result = resultOf("cuptiActivityEnable");
  std::lock_guard<std::mutex> lock(recorder().mutex);
  if (result == 0)
    recorder().kinds.insert(kind);
  return result;
}
#endif
CUPTI cuptiActivityDisable(uint32_t kind) {
  std::lock_guard<std::mutex> lock(recorder().mutex);
  recorder().kinds.erase(kind);
  return 0;
}
CUPTI cuptiActivityFlushAll(uint32_t) {
  recorder().flush();
  return resultOf("cuptiActivityFlushAll");
}
CUPTI cuptiActivityGetNumDroppedRecords(void *, uint32_t, size_t *dropped) {
  std::lock_guard<std::mutex> lock(recorder().mutex);
  *dropped = recorder().dropped;
  recorder().dropped = 0;
  return 0;
}
CUPTI cuptiGetResultString(int result, const char **text) {
  *text = result == 39    ? "CUPTI_ERROR_MULTIPLE_SUBSCRIBERS_NOT_SUPPORTED"
          : result == 35  ? "CUPTI_ERROR_INSUFFICIENT_PRIVILEGES"
          : result == 999 ? "CUPTI_ERROR_UNKNOWN"
                          : "CUPTI_ERROR_OF_THE_STAND_IN";
  return 0;
}
CUPTI cuptiGetCallbackName(int, uint32_t callback, const char **name) {
  *name = callback == 211   ? "cudaLaunchKernel_v7000"
          : callback == 311 ? "cudaGraphLaunch_v10000"
          : callback == 41  ? "cudaMemcpyAsync_v3020"
          : callback == 51  ? "cudaMemsetAsync_v3020"
          : callback == 131 ? "cudaStreamSynchronize_v3020"
          : callback == 20  ? "cudaMalloc_v3020"
                            : "cudaFree_v3020";
  return 0;
}
CUPTI cuptiActivityGetNextRecord(uint8_t *buffer, size_t valid, void **record) {
  auto lengthOf = [](const uint8_t *at) -> size_t {
    switch (*reinterpret_cast<const uint32_t *>(at)) {
    case ConcurrentKernel:
      return kernelBytes();
    case Memcpy:
      return 96;
    case Memset:
      return 88;
    case Synchronization:
      return 56;
    case Memory:
      return 128;
    default:
      return 40;
    }
  };
  auto *at = static_cast<uint8_t *>(*record);
  at = at ? at + lengthOf(at) : buffer;
  if (at >= buffer + valid)
    return 12;
  *record = at;
  return 0;
}

#define DEVICE __attribute__((visibility("default")))

DEVICE uint32_t standInLaunch(const StandInKernel *kernel) {
  Launch launch;
  launch.record(211);
  recordKernel(launch, *kernel, 0, 0);
  return launch.correlation;
}
DEVICE uint32_t standInLaunchGraph(const StandInKernel *kernel, uint32_t nodes) {
  Launch launch;
  launch.record(311);
  for (uint32_t node = 0; node < nodes; ++node)
    recordKernel(launch, *kernel, 7, uint64_t{7} << 32 | node);
  return launch.correlation;
}
DEVICE uint32_t standInCopy(uint64_t bytes, uint32_t device, uint32_t stream, uint64_t ns) {
  Launch launch;
  launch.record(41);
  std::vector<uint8_t> record(96);
  put(record, 0, Memcpy);
  put(record, 4, uint8_t(1));
  put(record, 5, uint8_t(1));
  put(record, 6, uint8_t(3));
  put(record, 8, bytes);
  Stretch stretch = run(launch, device, stream, ns);
  put(record, 16, stretch.start);
  put(record, 24, stretch.end);
  put(record, 32, device);
  put(record, 36, uint32_t(1));
  put(record, 40, stream);
  put(record, 44, launch.correlation);
  recorder().add(record.data(), record.size());
  return launch.correlation;
}
DEVICE uint32_t standInSet(uint64_t bytes, uint32_t device, uint32_t stream, uint64_t ns) {
  Launch launch;
  launch.record(51);
  std::vector<uint8_t> record(88);
  put(record, 0, Memset);
  put(record, 8, bytes);
  Stretch stretch = run(launch, device, stream, ns);
  put(record, 16, stretch.start);
  put(record, 24, stretch.end);
  put(record, 32, device);
  put(record, 36, uint32_t(1));
  put(record, 40, stream);
  put(record, 44, launch.correlation);
  put(record, 50, uint16_t(3));
  recorder().add(record.data(), record.size());
  return launch.correlation;
}
DEVICE void standInMemory(uint64_t address, uint64_t bytes, int release) {
  Launch launch;
  launch.record(release ? 22 : 20);
  std::vector<uint8_t> record(128);
  put(record, 0, Memory);
  put(record, 4, uint32_t(release ? 2 : 1));
  put(record, 8, uint32_t(3));
  put(record, 12, launch.correlation);
  put(record, 16, address);
  put(record, 24, bytes);
  put(record, 32, launch.end);
  put(record, 48, uint32_t(getpid()));
  recorder().add(record.data(), record.size());
}
DEVICE void standInSynchronize(uint32_t stream, uint64_t ns) {
  Launch launch;
  timespec pause = {0, long(ns)};
  nanosleep(&pause, nullptr);
  launch.record(131);
  std::vector<uint8_t> record(56);
  put(record, 0, Synchronization);
  put(record, 4, uint32_t(3));
  put(record, 8, launch.start);
  put(record, 16, launch.end);
  put(record, 24, launch.correlation);
  put(record, 32, stream);
  recorder().add(record.data(), record.size());
}
DEVICE int standInEnabledKinds() {
  std::lock_guard<std::mutex> lock(recorder().mutex);
  return int(recorder().kinds.size());
}

}  // extern "C"
