#include "output/Output.h"

#include "Message.h"
#include "config/OutputPath.h"
#include "report/Export.h"
#include "report/JsonWriter.h"
#include "report/SlowNotice.h"
#include "report/TableReport.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

namespace autoscope::output {

namespace {
constexpr std::chrono::seconds sayWhenSlow{5};
constexpr const char *noMemory = "out of memory";  // fits in a string without memory
constexpr int patience = 5000;                     // ms, with a reader of standard error that takes nothing

}  // namespace

bool isKnownName(const std::string &product) {
  return report::outputKindOf(product).has_value();
}

std::string knownEndings() {
  return report::knownEndings();
}

std::string writeProduct(const std::string &session, const std::string &product, uint64_t mostMegabytes,
                         const Members &members) noexcept try {
  std::optional<report::OutputKind> kind = report::outputKindOf(product);
  if (!kind)
    return "cannot write " + product + ": the name must end in " + knownEndings();
  report::ExportRequest request;
  request.mostMegabytes = mostMegabytes;
  request.progress = report::SlowNotice("writing " + product, sayWhenSlow, say);
  request.sessionPath = session;
  request.outputPath = product;
  request.kind = *kind;
  request.members = members;
  return report::exportSession(request);
} catch (const std::exception &) {
  return noMemory;
}

std::string printReport(const std::string &session, const std::string &kind, uint64_t exportNs) noexcept try {
  // By way of a file: the report library writes aside and renames, which standard error cannot do.
  report::ExportRequest request;
  request.sessionPath = session;
  // Which nobody can guess, in /tmp, and so have a link or a pipe there.
  request.outputPath = session + ".report-XXXXXX";
  int made = mkstemp(request.outputPath.data());
  if (made < 0)
    return "cannot write the report beside " + session + ": " + strerror(errno);
  close(made);
  request.exportNs = exportNs;
  request.progress = report::SlowNotice("the report of this profile", sayWhenSlow, say);
  request.rowLimit = report::TableOptions().rowLimit;
  request.kind = kind == "tree" ? report::OutputKind::Tree : report::OutputKind::Table;
  std::string error = report::exportSession(request);
  if (!error.empty()) {
    unlink(request.outputPath.c_str());
    return error;
  }
  int file = open(request.outputPath.c_str(), O_RDONLY | O_CLOEXEC);
  char buffer[65536];
  for (ssize_t length; file >= 0 && (length = read(file, buffer, sizeof buffer)) > 0;)
    for (ssize_t done = 0; done < length;) {
      ssize_t written = write(STDERR_FILENO, buffer + done, size_t(length - done));
      if (written > 0)
        done += written;
      else if (pollfd wait = {STDERR_FILENO, POLLOUT, 0};
               errno != EINTR && (errno != EAGAIN || poll(&wait, 1, patience) == 0))
        break;
    }
  if (file >= 0)
    close(file);
  unlink(request.outputPath.c_str());
  return {};
} catch (const std::exception &) {
  return noMemory;
}

std::string memoryLine(const std::vector<memory::MemoryNumbers> &numbers) {
  report::TextBuffer text;
  report::JsonWriter json(text);
  config::Places places = config::currentPlaces();
  json.beginObject();
  json.key("host").string(places.host);
  json.key("pid").integer(getpid());
  const char *end = places.rank.data() + places.rank.size();
  if (uint32_t rank = 0; std::from_chars(places.rank.data(), end, rank).ptr == end)
    json.key("rank").integer(rank);
  json.key("memory_stats").beginArray();
  for (const memory::MemoryNumbers &each : numbers) {
    json.beginObject();
    json.key("device").string(each.device);
    const std::pair<const char *, const std::optional<int64_t> &> members[] = {
        {"current_allocated", each.currentAllocated},
        {"peak_allocated", each.peakAllocated},
        {"current_reserved", each.currentReserved},
        {"peak_reserved", each.peakReserved}};
    for (const auto &[name, value] : members)
      if (value)
        json.key(name).integer(*value);
    json.endObject();
  }
  json.endArray().endObject();
  text += '\n';
  return text.string();
}

}  // namespace autoscope::output
