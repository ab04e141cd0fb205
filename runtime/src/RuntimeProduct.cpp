// What the root object asks of options before a session begins, and what it makes of one that has ended.
#include "Runtime.h"

#include "Message.h"
#include "collect/OwnTimes.h"
#include "output/Output.h"

#include <cerrno>
#include <climits>
#include <cstring>
#include <sys/stat.h>
#include <unistd.h>

namespace autoscope {

std::string workingDirectory() {
  char directory[PATH_MAX];
  return getcwd(directory, sizeof directory) ? directory : "";
}

std::string Runtime::productOf(const std::string &pattern, const config::Places &places, std::string &product) const {
  config::ExpandedPath expanded = config::expandPath(pattern, places);
  product = expanded.path;
  if (!expanded.error.empty())
    return "AUTOSCOPE_OUTPUT=" + pattern + " cannot be used: " + expanded.error;
  if (!product.empty() && !output::isKnownName(product))
    return "AUTOSCOPE_OUTPUT=" + pattern + " cannot be used: the name must end in " + output::knownEndings();
  if (!product.empty() && product[0] != '/' && !folder_.empty())
    product = folder_ + "/" + product;
  return {};
}

// Of AUTOSCOPE_OUTPUT_DIR, which is made: several ranks may be at it.
std::string Runtime::prepareOutput(const config::Options &options, std::string &product) const {
  std::string error = productOf(options.output, config::currentPlaces(), product);
  if (!error.empty() || options.outputDir.empty())
    return error;
  for (size_t end = 1; (end = product.find('/', end)) != std::string::npos; ++end) {
    std::string folder = product.substr(0, end);
    struct stat facts = {};
    if (mkdir(folder.c_str(), 0777) != 0 && (stat(folder.c_str(), &facts) != 0 || !S_ISDIR(facts.st_mode)))
      return "AUTOSCOPE_OUTPUT_DIR=" + options.outputDir + " cannot be used: " + folder +
             (errno == EEXIST ? " is no folder" : std::string(" cannot be made: ") + strerror(errno));
  }
  return {};
}

// At the first start of a profile, for good.
std::string Runtime::readRules(const config::Options &options) {
  if (!filterIsSet_ && !options.filter.empty())
    if (std::string error = filter_.read(options.filter); !error.empty())
      return "AUTOSCOPE_FILTER: " + error;
  if (std::string error = filterIsSet_ ? "" : snapshotRules_.read(options.snapshotWhen); !error.empty())
    return "AUTOSCOPE_SNAPSHOT_WHEN: " + error;
  if (!options.snapshotWhen.empty() && options.overflow != "newest")
    return "AUTOSCOPE_SNAPSHOT_WHEN needs a flight recorder, which AUTOSCOPE_OVERFLOW=newest makes";
  if (profiles_ == 0)
    for (const std::string &sentence : config::withoutEffect(options))
      say(sentence);
  filterIsSet_ = true;
  return {};
}

// The report comes last: it says how long the rest took.
std::string Runtime::produce(const collect::SessionResult &result) {
  std::string error;
  uint64_t began = collect::OwnTimes::now(), exportNs = 0;
  bool isSession = product_ == result.path, isKept = isSession;
  if (!product_.empty() && !isSession) {
    error = output::writeProduct(result.path, product_, options_.disk);
    exportNs = collect::OwnTimes::now() - began;
    isKept = !error.empty();
    if (isKept)
      error += "; the session is kept as " + result.path;
  }
  if (report_ != "none") {
    std::string failure = output::printReport(result.path, report_, exportNs);
    error = error.empty() ? failure : error;
  }
  if (!isKept)
    unlink(result.path.c_str());
  return error;
}

}  // namespace autoscope
