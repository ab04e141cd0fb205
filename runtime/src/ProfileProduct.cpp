// What an autoscope::profile needs of the root: where it records, and what is written when it stops.
#include "ProfileProduct.h"

#include "Message.h"
#include "autoscope/detail/results_abi.h"
#include "autoscope/profile.h"
#include "config/Environment.h"
#include "config/Options.h"
#include "config/OutputPath.h"
#include "output/Output.h"
#include "record/SessionReader.h"
#include "results/Text.h"

#include <algorithm>
#include <atomic>
#include <climits>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <unistd.h>
#include <utility>

using namespace autoscope;
using namespace autoscope::results;

namespace {

// Not even another container with the same process id and TMPDIR takes this name.
std::string sessionOfItsOwn() {
  static std::atomic<unsigned> number{0};
  const char *folder = config::variable("TMPDIR");
  timespec now = {};
  clock_gettime(CLOCK_REALTIME, &now);
  // A relative one would be another folder once the program has changed its own.
  return std::string(folder && *folder == '/' ? folder : "/tmp") + "/autoscope-" + std::to_string(getpid()) + "-" +
         std::to_string(number++) + "-" + std::to_string(now.tv_sec) + std::to_string(now.tv_nsec) + ".autoscope";
}

// The session that this process was given last.
struct Given {
  pid_t process;
  std::string session;
};
std::atomic<const Given *> given{nullptr};

// Results remove their session as soon as they have it: one that is still there has never been asked for.
void tellOfSessionLeft() noexcept try {
  const Given *last = given.load();
  if (last && last->process == getpid() && access(last->session.c_str(), F_OK) == 0)
    say("the process ended inside a profile: what it had recorded is " + last->session);
} catch (const std::exception &) {
}

char *give(const std::string &session) {
  delete given.exchange(new Given{getpid(), session});
  afterTheEnd = tellOfSessionLeft;
  return copyOf(session);
}

// Of options.output.
struct Named {
  std::string path, error, choices;
};

Named nameOf(const char *output) {
  config::ExpandedPath path = config::expandPath(output, config::currentPlaces());
  Named named{path.path, path.error, {}};
  if (named.error.empty() && !output::isKnownName(path.path)) {
    std::string endings = output::knownEndings();
    named.error = "the name must end in " + endings;
    for (size_t at = 0; (at = endings.find('.', at)) != std::string::npos;) {
      size_t end = std::min(endings.find_first_of(", ", at), endings.size());
      named.choices += endings.substr(at, end - at) + "\n";
      at = end;
    }
  }
  if (!named.error.empty())
    named.error = "the output " + std::string(output) + " cannot be used: " + named.error;
  return named;
}

std::string absolute(const std::string &path) {
  char folder[PATH_MAX];
  return path[0] != '/' && getcwd(folder, sizeof folder) ? std::string(folder) + "/" + path : path;
}

}  // namespace

extern "C" {

void autoscope_say(const char *sentence, unsigned once) {
  static std::atomic<uint64_t> said{0};
  uint64_t bit = once ? uint64_t{1} << once % 64 : 0;
  if (!(said.fetch_or(bit) & bit))
    say(sentence);
}

int autoscope_options_check(const autoscope_options *wanted, autoscope_failure *failure) {
  return orFail(failure, [&] {
    auto refuse = [failure](const std::string &sentence, const std::string &choices) {
      fail(failure, autoscope_bad_usage, sentence, choices);
      return 0;
    };
    const std::pair<const char *, std::string> values[] = {
        {"AUTOSCOPE_REPORT", wanted->report},
        {"AUTOSCOPE_OVERFLOW", wanted->overflow},
        {"AUTOSCOPE_BUFFER", wanted->buffer ? std::to_string(wanted->buffer) : ""}};
    for (const auto &[variable, value] : values) {
      config::Mistake mistake = value.empty() ? config::Mistake() : config::mistakeInCode(variable, value);
      std::string choices;
      for (const std::string &choice : mistake.choices)
        choices += choice + "\n";
      if (!mistake.sentence.empty())
        return refuse(mistake.sentence, choices);
    }
    Named output = *wanted->output ? nameOf(wanted->output) : Named();
    return output.error.empty() ? 1 : refuse(output.error, output.choices);
  });
}

char *autoscope_session_for(const char *output, char **product, autoscope_failure *failure) {
  *product = nullptr;
  return orFail(failure, [&]() -> char * {
    if (!output || !*output)
      return give(sessionOfItsOwn());
    Named path = nameOf(output);
    if (!path.error.empty()) {
      fail(failure, autoscope_bad_usage, path.error, path.choices);
      return nullptr;
    }
    std::string name = absolute(path.path);
    if (record::isBeingRecorded(config::sessionOf(name) + record::partSuffix)) {
      std::string ours = config::withTag(name, std::to_string(getpid()));
      say("another process is writing " + name + "; this one writes " + ours);
      name = ours;
    }
    *product = copyOf(name);
    // An output that is the session itself is there in any case.
    return config::sessionOf(name) == name ? copyOf(name) : give(config::sessionOf(name));
  });
}

int autoscope_produce(const autoscope_product *wanted, autoscope_failure *failure) {
  return orFail(failure, [&] {
    std::string error;
    if (wanted->path && strcmp(wanted->path, wanted->session) != 0) {
      output::Members members;
      members.reserve(wanted->metadata_count);
      for (size_t i = 0; i < wanted->metadata_count; ++i)
        members.emplace_back(wanted->metadata[i].name, wanted->metadata[i].json);
      config::ParsedOptions options = config::parseOptions([](const char *name) { return secure_getenv(name); });
      error = output::writeProduct(wanted->session, wanted->path, options.options.disk, members);
      if (!error.empty())
        error += "; the session is kept as " + std::string(wanted->session);
    }
    if (wanted->report && *wanted->report && strcmp(wanted->report, "none") != 0) {
      std::string failed = output::printReport(wanted->session, wanted->report, /*exportNs=*/0);
      error = error.empty() ? failed : error;
    }
    if (!error.empty())
      fail(failure, autoscope_other_failure, error);
    return error.empty() ? 1 : 0;
  });
}

}  // extern "C"
