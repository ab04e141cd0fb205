#include "RunTimeCopies.h"

#include "Message.h"
#include "RootLock.h"
#include "Runtime.h"
#include "autoscope/profile.h"
#include "hot/EnabledPage.h"
#include "hot/SiteFlags.h"
#include "hot/ThreadState.h"

#include <cstring>
#include <dlfcn.h>
#include <link.h>
#include <string>
#include <string_view>

AUTOSCOPE_OWN_OF(autoscope_start);
AUTOSCOPE_OWN_OF(autoscope_stop);
AUTOSCOPE_OWN_OF(autoscope_snapshot);
AUTOSCOPE_OWN_OF(autoscope_window_start);
AUTOSCOPE_OWN_OF(autoscope_window_stop);
AUTOSCOPE_OWN_OF(autoscope_window_toggle);

namespace autoscope {

namespace {

void follow(unsigned char *enabled) {
  Runtime::instance().letFollow(enabled, /*follows=*/true);
}

void unfollow(unsigned char *enabled) {
  Runtime::instance().letFollow(enabled, /*follows=*/false);
}

// A copy beyond them is not recorded, which nobody has.
unsigned char *followers[64] = {};

}  // namespace

}  // namespace autoscope

extern "C" {

__attribute__((visibility("default"))) autoscope::RunTimeCopy __autoscope_run_time = {
    sizeof(autoscope::RunTimeCopy),
    __AUTOSCOPE_ABI,
    autoscope::RunTimeCopy::ours,
    autoscope::RunTimeCopy::State::New,
    AUTOSCOPE_VERSION,
    &autoscope::hot::ownFunctions,
    autoscope::beginCopy,
    autoscope::follow,
    autoscope::unfollow,
    ownautoscope_start,
    ownautoscope_stop,
    ownautoscope_snapshot,
    ownautoscope_window_start,
    ownautoscope_window_stop,
    ownautoscope_window_toggle,
};

// The same object, also where the linker has bound the name above to another copy's.
extern
    __attribute__((alias("__autoscope_run_time"), visibility("hidden"))) autoscope::RunTimeCopy own__autoscope_run_time;
}

// The note: owner "autoscope", type 'R'; what it holds is the distance from there to the object.
__asm__(".pushsection .note.autoscope.run_time,\"a\",%note\n"
        ".balign 4\n"
        ".long 10, 4, 0x52\n"
        ".asciz \"autoscope\"\n"
        ".balign 4\n"
        ".long own__autoscope_run_time - .\n"
        ".popsection\n");

namespace autoscope {

namespace {

using State = RunTimeCopy::State;

RunTimeCopy &self = own__autoscope_run_time;
const RunTimeCopy *recording = nullptr;  // another copy
const char *whyRefused = nullptr;

// The bound name, as code of this library sees it.
const RunTimeCopy &bound() {
  const RunTimeCopy *copy = &__autoscope_run_time;
  __asm__("" : "+r"(copy));  // the compiler may not conclude that it is our own
  return *copy;
}

RunTimeCopy *copyOf(const char *notes, size_t bytes) {
  constexpr std::string_view owner("autoscope", sizeof "autoscope");
  constexpr size_t headBytes = 12;
  auto wordAt = [&](size_t at) {
    uint32_t word = 0;
    memcpy(&word, notes + at, sizeof word);
    return word;
  };
  auto padded = [](uint32_t length) { return (size_t{length} + 3) / 4 * 4; };
  for (size_t at = 0; bytes - at >= headBytes;) {
    size_t name = at + headBytes, content = name + padded(wordAt(at)), end = content + padded(wordAt(at + 4));
    if (end > bytes)
      return nullptr;
    if (wordAt(at + 8) == 0x52 && wordAt(at + 4) == 4 && std::string_view(notes + name, wordAt(at)) == owner)
      return reinterpret_cast<RunTimeCopy *>(reinterpret_cast<uintptr_t>(notes + content) +
                                             uintptr_t(intptr_t(int32_t(wordAt(content)))));
    at = end;
  }
  return nullptr;
}

// The copy that records; null: none does.
RunTimeCopy *find() {
  RunTimeCopy *found = nullptr;
  dl_iterate_phdr(
      [](dl_phdr_info *object, size_t, void *to) {
        for (int i = 0; i < object->dlpi_phnum; ++i) {
          const ElfW(Phdr) &segment = object->dlpi_phdr[i];
          if (segment.p_type != PT_NOTE)
            continue;
          // NOLINTNEXTLINE(performance-no-int-to-ptr)
          const auto *notes = reinterpret_cast<const char *>(object->dlpi_addr + segment.p_vaddr);
          RunTimeCopy *copy = copyOf(notes, segment.p_memsz);
          if (!copy || copy == &self || copy->state != State::Records)
            continue;
          *static_cast<RunTimeCopy **>(to) = copy;
          return 1;
        }
        return 0;
      },
      &found);
  return found;
}

bool isUnderstood(const RunTimeCopy &other) {
  return other.bytes >= sizeof(RunTimeCopy) && other.abi == self.abi && other.interface == self.interface &&
         other.functions->bytes >= sizeof(hot::Functions);
}

std::string placeOf(const RunTimeCopy &copy) {
  Dl_info info;
  return dladdr(&copy, &info) && info.dli_fname ? info.dli_fname : "the program";
}

std::string described(const RunTimeCopy &copy) {
  return "autoscope " + std::string(copy.version) + " (interface " + std::to_string(copy.abi) + "." +
         std::to_string(copy.interface) + ") of " + placeOf(copy);
}

void refuse(const RunTimeCopy &other) {
  self.state = State::Refused;
  say("two run times that do not understand each other are in this process: what is compiled for " + described(self) +
      " is not recorded, since " + described(other) + " was first");
  whyRefused = "a run time of another version of autoscope was first in this process";
}

void handOver(const RunTimeCopy &other) {
  self.state = State::HandsOver;
  recording = &other;
  hot::forwarded = other.functions;
  if (strcmp(other.version, self.version) != 0)
    say(described(other) + " also records what is compiled for " + described(self));
}

// Threads, guards and the writer refer to the copy that records to the end of the process. The program itself cannot be
// opened, nor closed.
void keepLoaded() {
  Dl_info info;
  if (dladdr(&self, &info) && info.dli_fname)
    dlopen(info.dli_fname, RTLD_LAZY | RTLD_NOLOAD | RTLD_NODELETE);
}

}  // namespace

void enableScopes(unsigned bits) noexcept {
  hot::claimEnabledPage();
  __atomic_store_n(&__autoscope_enabled, static_cast<unsigned char>(bits), __ATOMIC_RELEASE);
  for (unsigned char *follower : followers)
    if (follower)
      __atomic_store_n(follower, static_cast<unsigned char>(bits), __ATOMIC_RELEASE);
}

void setFollower(unsigned char *enabled, bool follows) noexcept {
  for (unsigned char *&follower : followers)
    if (follower == (follows ? nullptr : enabled)) {
      follower = follows ? enabled : nullptr;
      __atomic_store_n(enabled, follows ? __autoscope_enabled : 0, __ATOMIC_RELEASE);
      return;
    }
}

void beginCopy() noexcept {
  if (self.state != State::New)
    return;
  try {
    if (const RunTimeCopy &winner = bound(); &winner != &self) {
      if (!isUnderstood(winner))
        return refuse(winner);
      winner.begin();  // its own library's constructor may come later than code that is bound to it
      if (winner.state == State::Refused)
        self.state = State::Refused;
      else
        handOver(winner);
    } else if (RunTimeCopy *other = find()) {
      if (!isUnderstood(*other))
        return refuse(*other);
      handOver(*other);
      other->follow(&__autoscope_enabled);
    } else {
      self.state = State::Records;
      keepLoaded();
      Runtime::instance().startFromEnvironment();
    }
  } catch (const std::exception &) {
    self.state = State::Refused;
  }
}

void endCopy() noexcept {
  if (self.state == State::Records)
    Runtime::instance().finish();
  else if (self.state == State::HandsOver && recording && &bound() == &self)
    recording->unfollow(&__autoscope_enabled);
}

// What the root does for code that other versions or copies serve.
void Runtime::tellOfOldSite(const __autoscope_site &site) noexcept {
  if (toldOfOldSite_.exchange(true))
    return;
  try {
    say("function '" + std::string(hot::infoField(site, hot::InfoField::QualifiedName)) +
        "' and perhaps others were compiled by another version of autoscope, which this run time does not know: "
        "they are not recorded");
  } catch (const std::exception &) {
  }
}

void Runtime::letFollow(unsigned char *enabled, bool follows) noexcept {
  hot::Busy busy;
  RootLock root(mutex_, busy.entered() && !isAbandoned());
  if (root || !follows)  // what goes must not be written any more, whatever the lock
    setFollower(enabled, follows);
}

const RunTimeCopy *recordingCopy() noexcept {
  return recording;
}

const char *refusal() noexcept {
  return whyRefused;
}

}  // namespace autoscope
