#include "sources/emit/Emitter.h"

#include "config/Environment.h"
#include "hot/SiteFlags.h"
#include "hot/ThreadState.h"
#include "sources/torch/BridgeLoader.h"

#include <dlfcn.h>

namespace autoscope::emit {

namespace {

// Scopes of what a tool does are nobody's, and none of them is lost.
class OutOfSight {
public:
  OutOfSight() { hot::threadState.describing = true; }
  ~OutOfSight() { hot::threadState.describing = before_; }
  OutOfSight(const OutOfSight &) = delete;
  OutOfSight &operator=(const OutOfSight &) = delete;

private:
  const bool before_ = hot::threadState.describing;
};

}  // namespace

std::vector<std::string> Emitter::open(const config::EmitTools &tools, torch_operators::Operators &operators) {
  std::vector<std::string> sentences;
  auto note = [&sentences](std::string sentence) {
    if (!sentence.empty())
      sentences.push_back(std::move(sentence));
  };
  if (tools.nvtx)
    note(openLibrary("nvtx", "NVTX_INJECTION64_PATH", nvtxLibrary, nvtxSymbol));
  if (tools.itt)
    note(openLibrary("itt", "INTEL_LIBITTNOTIFY64", ittLibrary, ittSymbol));
  if (tools.torch) {
    if (operators.open())
      note(add(operators.emission()));
    else if (std::string problem = operators.problem(); !problem.empty())
      note("AUTOSCOPE_EMIT=torch has no effect, and " + problem);
  }
  return sentences;
}

// `variable`: by which the tool names what it wants to be loaded.
std::string Emitter::openLibrary(const char *tool, const char *variable, const char *library, const char *symbol) {
  const char *wanted = config::variable(variable);
  if (!wanted || !*wanted)
    return {};
  std::string consequence = std::string("AUTOSCOPE_EMIT=") + tool + " has no effect: ";
  torch_bridge::Opened opened = torch_bridge::openBeside(library);
  if (!opened.library)
    return consequence + opened.problem + " (the one for NVTX is built where its headers are)";
  auto entry = reinterpret_cast<Entry>(dlsym(opened.library, symbol));
  const BackEnd *found = entry ? entry() : nullptr;
  if (!found || found->version != backEndVersion)
    return consequence + opened.path + " is of another version of autoscope";
  std::string why = add(found);
  return why.empty() ? why : consequence + why;
}

std::string Emitter::add(const BackEnd *found) {
  const char *why = found ? found->open() : "";
  if (!why)
    backEnds_[count_++] = found;
  return why ? why : "";
}

uint32_t Emitter::begin(const __autoscope_site &site, uint32_t id) noexcept {
  OutOfSight outOfSight;
  std::string_view name = hot::infoField(site, hot::InfoField::Name);
  uint32_t told = 0;
  for (uint32_t i = 0; i < count_; ++i)
    if (backEnds_[i]->begin(id, name.data(), name.size()))
      told |= 1u << i;
  return told;
}

void Emitter::end(uint32_t tools) noexcept {
  OutOfSight outOfSight;
  for (uint32_t i = count_; i-- > 0;)
    if (tools >> i & 1)
      backEnds_[i]->end();
}

void Emitter::threadEnds() noexcept {
  for (uint32_t i = 0; i < count_; ++i)
    if (backEnds_[i]->threadEnds)
      backEnds_[i]->threadEnds();
}

}  // namespace autoscope::emit
