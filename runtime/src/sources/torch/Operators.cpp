#include "sources/torch/Operators.h"

#include "hot/MemoryNotes.h"
#include "hot/ThreadState.h"
#include "hot/Upcalls.h"
#include "sources/torch/BridgeLoader.h"
#include "sources/torch/OperatorSites.h"

#include <cstring>
#include <dlfcn.h>
#include <exception>
#include <link.h>

// In a program under AddressSanitizer, locals of some units are not on the stack, and their guards lie anywhere.
extern "C" void __asan_init() __attribute__((weak));

namespace autoscope::torch_operators {

namespace {

constexpr const char *consequence = "operators are not recorded";

const Hooks *hooks = nullptr;  // set before Stage::Open

OperatorSites &sites() {
  static auto *sites = new OperatorSites(OperatorSites::Emitted::No);
  return *sites;
}

// The scope in which torch's engine runs a node has the node's number in torch.profiler, too, and the arrow of a trace
// leads to it. It has begun before, with no number that libtorch tells.
void noteAround(const Operator &node) noexcept {
  constexpr std::string_view engine = "autograd::engine::evaluate_function: ";
  char name[512];
  if (engine.size() + node.nameLength > sizeof name)
    return;
  memcpy(name, engine.data(), engine.size());
  memcpy(name + engine.size(), node.name, node.nameLength);
  if (__autoscope_site *site = sites().of({name, engine.size() + node.nameLength}, Kind::Operator))
    hot::noteSequence(*site, record::packSequence(node.sequence));
}

void begin(const Operator &started) noexcept {
  if (hot::isInterrupting())
    return hot::turnAway();
  __autoscope_site *site = sites().of({started.name, started.nameLength}, started.kind);
  if (!site)
    return hot::upcall::lose(record::LossCause::NoRoomForName, 1);
  if (started.sequence.isBackward)
    noteAround(started);
  if (!hot::enterForeign(*site, {started.place.address, __asan_init ? 0 : started.place.stack}))
    return;
  if (started.arguments.describe)
    hot::noteArguments(*site, started.arguments);
  if (started.flops)
    __autoscope_flops(site, static_cast<double>(started.flops));
  if (started.sequence.number)
    hot::noteSequence(*site, record::packSequence(started.sequence));
}

// As torch.profiler calls it. No scope of the program's: neither has it a place in a source.
__autoscope_site outside = __AUTOSCOPE_FUNCTION_SITE("A1\037function\037\0370\037\037[memory]\037[memory]\037\037");

unsigned char counting = 0;  // Host::countsMemory

void memory(const Allocation &told) noexcept {
  if (__atomic_load_n(&counting, __ATOMIC_RELAXED))
    Operators::totals().add(told);
  if (!(__atomic_load_n(&__autoscope_enabled, __ATOMIC_RELAXED) & __autoscope_records_memory))
    return;
  hot::Place place = {told.frame & ~3u, __asan_init ? 0 : told.frame};
  hot::noteTensor(
      outside, place,
      {told.address, told.bytes, told.totalAllocated, told.totalReserved, told.deviceType, told.deviceIndex});
}

std::atomic<bool> memoryTaken{false};

void memoryIsTaken() noexcept {
  if (__atomic_load_n(&counting, __ATOMIC_RELAXED))
    Operators::totals().missed();
  if (!memoryTaken.load(std::memory_order_relaxed))
    memoryTaken.store(true, std::memory_order_relaxed);
}

const Host host = {&__autoscope_enabled,
                   &counting,
                   begin,
                   hot::leaveForeign,
                   __autoscope_shape_open,
                   __autoscope_shape_size,
                   __autoscope_shape_close,
                   __autoscope_shape_type,
                   __autoscope_shape_scalar_type,
                   memory,
                   memoryIsTaken};

int isLibtorch(dl_phdr_info *library, size_t, void *) {
  const char *slash = strrchr(library->dlpi_name, '/');
  const char *name = slash ? slash + 1 : library->dlpi_name;
  return strncmp(name, "libtorch.so", 11) == 0 || strncmp(name, "libtorch_cpu.so", 15) == 0;
}

}  // namespace

bool libtorchIsThere() noexcept {
  return dl_iterate_phdr(isLibtorch, nullptr) != 0;
}

bool Operators::open() noexcept {
  Stage stage = Stage::Closed;
  if (!stage_.compare_exchange_strong(stage, Stage::Opening, std::memory_order_acquire))
    return stage == Stage::Open;
  if (!libtorchIsThere()) {
    stage_.store(Stage::Closed, std::memory_order_release);
    return false;
  }
  try {
    problem_ = load();
  } catch (const std::exception &failure) {
    hooks = nullptr;
  }
  stage_.store(hooks ? Stage::Open : Stage::Failed, std::memory_order_release);
  return hooks;
}

std::string Operators::load() {
  torch_bridge::Loaded bridge = torch_bridge::load(consequence, hooksLibrary);
  if (!bridge.functions)
    return bridge.problem;
  torch_bridge::Opened opened = torch_bridge::openBeside(hooksLibrary);
  if (!opened.library)
    return std::string(consequence) + ": " + opened.problem;
  using Entry = const Hooks *(*)();
  auto entry = reinterpret_cast<Entry>(dlsym(opened.library, hooksSymbol));
  const Hooks *found = entry ? entry() : nullptr;
  if (!found || found->version != hooksVersion)
    return std::string(consequence) + ": " + opened.path + " is of another version of autoscope";
  if (const char *difference = found->difference())
    return std::string(consequence) + ": " + opened.path + " " + difference;
  hooks = found;
  return {};
}

std::string Operators::problem() const {
  return stage_.load(std::memory_order_acquire) == Stage::Failed ? problem_ : std::string();
}

const emit::BackEnd *Operators::emission() const {
  return isOpen() ? hooks->emission : nullptr;
}

void Operators::start(const Extras &extras) noexcept {
  if (isOpen() && !installed_)
    installed_ = hooks->install(host, extras);
}

void Operators::stop() noexcept {
  if (installed_)
    hooks->remove();
  installed_ = false;
}

bool Operators::countMemory() noexcept {
  if (!isOpen())
    return countsMemory_;
  if (!countsMemory_) {
    countsMemory_ = hooks->watchMemory(host);
    __atomic_store_n(&counting, static_cast<unsigned char>(countsMemory_), __ATOMIC_RELAXED);
  }
  if (countsMemory_)
    hooks->watchMemoryOfThread(host);
  return countsMemory_;
}

// Never destroyed: libtorch frees to the end.
TensorTotals &Operators::totals() noexcept {
  static auto *totals = new TensorTotals;
  return *totals;
}

bool Operators::memoryWasTaken() noexcept {
  return memoryTaken.exchange(false, std::memory_order_relaxed);
}

}  // namespace autoscope::torch_operators
