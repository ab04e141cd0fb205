// Snapshots of a flight recorder: their names and outputs.
#include "Runtime.h"

#include "Message.h"
#include "RootLock.h"
#include "config/OutputPath.h"
#include "hot/SiteFlags.h"
#include "hot/StepScopes.h"
#include "hot/ThreadState.h"
#include "output/Output.h"

#include <exception>
#include <unistd.h>

namespace autoscope {

std::string Runtime::nextSnapshotName() {
  std::string base = product_.empty() ? folder_ + "/autoscope-" + std::to_string(getpid()) : product_;
  std::string tag = "snapshot-" + std::to_string(++snapshots_);
  std::string name = config::withTag(base, tag);
  return config::sessionOf(name.substr(0, name.rfind(tag) + tag.size()));
}

std::string Runtime::snapshot(const std::string &path) {
  hot::Busy busy;
  RootLock root(mutex_, busy.entered() && !isAbandoned());
  if (!root)
    return RootLock::refusal;
  try {
    config::ExpandedPath expanded = config::expandPath(path, config::currentPlaces());
    if (!expanded.error.empty())
      return "a snapshot cannot be named " + path + ": " + expanded.error;
    return snapshotLocked(expanded.path, "asked for by the program");
  } catch (const std::exception &failure) {
    return std::string("cannot write a snapshot: ") + failure.what();
  }
}

std::string Runtime::snapshotLocked(std::string &product, const std::string &reason) {
  if (!isRecording())
    return "no profile is being recorded";
  if (!product.empty() && !output::isKnownName(product))
    return "a snapshot cannot be named " + product + ": the name must end in " + output::knownEndings();
  if (product.empty())
    product = nextSnapshotName();
  char folder[4096];
  if (product[0] != '/' && getcwd(folder, sizeof folder))
    product = std::string(folder) + "/" + product;
  std::string session = config::sessionOf(product);
  std::string error = collector().takeSnapshot(session, reason);
  if (!error.empty() || session == product)
    return error;
  error = output::writeProduct(session, product, options_.disk);
  if (!error.empty())
    return error + "; the session is kept as " + session;
  unlink(session.c_str());
  return {};
}

uint32_t Runtime::ruleFor(const __autoscope_site &site) const noexcept {
  if (snapshotRules_.empty() && !hot::isSet(hot::watchesSteps))
    return 0;
  std::string_view qualifiedName = hot::infoField(site, hot::InfoField::QualifiedName);
  std::string_view name = hot::infoField(site, hot::InfoField::Name);
  uint32_t step = steps_.ruleFor(qualifiedName, name);
  return step ? step : snapshotRules_.ruleFor(qualifiedName, name);
}

// In a scope, perhaps in a signal handler: allocates nothing.
void Runtime::watchedScopeEnded(uint32_t rule, uint32_t site, uint64_t ticks) noexcept {
  double rate = collector().ticksPerNs();
  if (rate <= 0 || double(ticks) <= double(snapshotRules_.rule(rule).ns) * rate)
    return;
  using Request = collect::Collector::Request;
  bool isPossible = snapshotsByRule_.load(std::memory_order_relaxed) < snapshotLimit_.load(std::memory_order_relaxed);
  // Not those that end while the profile stops.
  if (isPossible ? collector().requestSnapshot({rule, site, ticks}) == Request::Missed : collector().isFlightRecorder())
    missedSnapshots_.fetch_add(1, std::memory_order_relaxed);
}

namespace {

std::string timeText(uint64_t ns) {
  const char *units[] = {"ns", "us", "ms", "s"};
  uint64_t scale = 1;
  size_t unit = 0;
  for (; unit < 3 && ns >= 1000 * scale; ++unit)
    scale *= 1000;
  uint64_t thousandths = uint64_t(double(ns) * 1000 / double(scale) + 0.5);  // rounded, as reports are
  std::string rest = std::to_string(thousandths % 1000);
  std::string text = std::to_string(thousandths / 1000);
  if (scale > 1)
    text += "." + std::string(3 - rest.size(), '0') + rest;
  return text + " " + units[unit];
}

// The name that tables show, in a site's text.
std::string nameIn(std::string_view text) {
  std::string copy(text);
  __autoscope_site site = {};
  site.__info = copy.c_str();
  return std::string(hot::infoField(site, hot::InfoField::Name));
}

// As it is kept: the folder of `autoscope run` goes with it.
std::string shown(const std::string &path) {
  size_t slash = path.rfind('/'), folder = slash == std::string::npos ? 0 : path.rfind('/', slash - 1) + 1;
  std::string_view name = std::string_view(path).substr(slash + 1);
  size_t number = name.rfind("snapshot-");
  if (path.compare(folder, 15, ".autoscope-run-") != 0 || number == std::string_view::npos)
    return path;
  return std::string(name.substr(number, name.rfind('.') - number)) +
         ", which `autoscope run` keeps when the program has ended";
}

}  // namespace

void Runtime::listenToSnapshots() {
  collector().setSnapshotListener(
      {this,
       [](void *self) {
         auto *runtime = static_cast<Runtime *>(self);
         ++runtime->snapshotsByRule_;
         return runtime->nextSnapshotName();
       },
       [](void *self, const collect::SnapshotTrigger &trigger, uint64_t ns, std::string_view siteText) {
         const filter::SnapshotRule &rule = static_cast<Runtime *>(self)->snapshotRules_.rule(trigger.rule);
         return nameIn(siteText) + " took " + timeText(ns) + " (" + rule.text + ")";
       },
       [](void *, const std::string &path, const std::string &reason, const std::string &error) {
         say(error.empty() ? "snapshot " + shown(path) + ": " + reason
                           : "a snapshot failed, since " + reason + ": " + error);
       }});
}

void Runtime::tellOfMissedSnapshots() {
  if (uint64_t missed = missedSnapshots_.exchange(0))
    say(std::to_string(missed) + (missed == 1 ? " more scope" : " more scopes") +
        " took longer than AUTOSCOPE_SNAPSHOT_WHEN allows, while a snapshot was being written or after the last of " +
        std::to_string(options_.snapshotLimit));
}

}  // namespace autoscope
