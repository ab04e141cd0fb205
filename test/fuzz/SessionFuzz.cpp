// Any bytes as a session, with any bytes as its ring, through the reader and every report, as of a dead process and as of
// one that runs: no crash, hang or nonsense.
//
// Input: two bytes of length, so much of a stream, then patches of a well-formed ring (offset16 in units of 8, length8,
// bytes). The ring's fixed parts are made here, as no fuzzer finds 256 KiB of structure.
#include "model/Profile.h"
#include "model/ScopeWalk.h"
#include "record/SessionReader.h"
#include "report/Export.h"

#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <fstream>
#include <string>
#include <sys/file.h>
#include <unistd.h>
#include <vector>

namespace {

using namespace autoscope;

std::vector<char> ringWith(const uint8_t *patches, size_t size) {
  std::vector<char> ring(3 * record::chunkBytes);
  record::RingHeader header{};
  header.magic = record::ringMagic;
  header.version = record::formatVersion;
  header.slotBytes = record::slotBytes;
  header.slots = 2;
  header.slotOffset = 4096;
  header.metaOffset = header.slotOffset + header.slots * header.slotBytes;
  header.metaBytes = 256;
  header.firstChunk = 1;
  header.chunks = 2;
  std::memcpy(ring.data(), &header, sizeof(header));
  // Each patch goes to one of the parts that have structure.
  const size_t parts[] = {0,
                          header.slotOffset,
                          header.slotOffset + header.slotBytes,
                          header.metaOffset,
                          record::chunkBytes,
                          2 * record::chunkBytes,
                          header.slotOffset + record::slotModulesOffset};
  while (size >= 3) {
    size_t part = parts[patches[0] % std::size(parts)], offset = size_t{patches[1]} * 8, length = patches[2];
    patches += 3;
    size -= 3;
    length = std::min(length, size);
    std::memcpy(ring.data() + part + offset, patches, length);
    patches += length;
    size -= length;
  }
  return ring;
}

void write(const std::string &path, const void *data, size_t size) {
  std::ofstream(path, std::ios::binary).write(static_cast<const char *>(data), static_cast<std::streamsize>(size));
}

void require(bool condition) {
  if (!condition)
    std::abort();
}

// Rows and modules add up whatever the file says.
void checkProfile(const record::SessionReader &session, const model::ProfileOptions &options) {
  model::Profile profile = model::buildProfile(session, options);
  uint64_t scopes = 0;
  for (const model::Row &row : profile.rows) {
    scopes += row.scopes;
    require(row.module < profile.modules.size() && row.calls <= row.scopes && row.selfNs <= row.totalNs);
  }
  require(scopes == profile.scopes);
  for (size_t node = 1; node < profile.modules.size(); ++node) {
    const model::ModuleNode &module = profile.modules[node];
    require(module.module.parent < node && module.totalNs <= module.insideNs && module.calls <= module.scopes);
    require(module.steps.leastNs <= module.steps.medianNs && module.steps.medianNs <= module.steps.mostNs);
  }
}

void readAll(const std::string &path) {
  std::string error;
  auto session = record::SessionReader::open(path, error);
  require((session == nullptr) == !error.empty());
  require(error.find('\n') == std::string::npos);
  if (!session)
    return;
  for (const record::Thread &thread : session->threads()) {
    std::vector<model::Scope> stack;
    model::ScopeWalk(*session, thread).run([&stack](const model::Scope &scope) {
      require(scope.level <= stack.size() && scope.startNs <= scope.endNs);
      stack.resize(scope.level);
      require(stack.empty() || (stack.back().startNs <= scope.startNs && scope.endNs <= stack.back().endNs));
      stack.push_back(scope);
    });
  }
  for (report::OutputKind kind : {report::OutputKind::KinetoJson, report::OutputKind::Table, report::OutputKind::Stacks,
                                  report::OutputKind::Tree, report::OutputKind::Session}) {
    report::ExportRequest request;
    request.sessionPath = path;
    request.outputPath = kind == report::OutputKind::Session ? path + ".copy" : "/dev/null";
    request.kind = kind;
    require(report::exportSession(request).empty());
    request.groupByModule = true;
    request.moduleNames = model::ModuleNames::Kineto;
    require(report::exportSession(request).empty());
  }
  checkProfile(*session, {});
  model::ProfileOptions bySteps;
  bySteps.byModule = bySteps.bySteps = true;
  checkProfile(*session, bySteps);
  bySteps.isStep = [](const record::SiteText &site) { return site.line % 2 == 1; };
  bySteps.onlyStep = 1;
  checkProfile(*session, bySteps);
  require(record::SessionReader::open(path + ".copy", error) != nullptr);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static const std::string path = "/tmp/autoscope-fuzz-" + std::to_string(getpid()) + ".autoscope";
  if (size < 2)
    return 0;
  size_t length = std::min<size_t>(data[0] | data[1] << 8, size - 2);
  std::vector<uint8_t> stream(data + 2, data + 2 + length);
  // The ring is looked for beside the stream; a path in the header would lead anywhere.
  if (stream.size() >= sizeof(record::FileHeader))
    std::memset(stream.data() + offsetof(record::FileHeader, ringPath), 0, sizeof(record::FileHeader::ringPath));
  std::vector<char> ring = ringWith(data + 2 + length, size - 2 - length);
  write(path + ".part", stream.data(), stream.size());
  write(path + ".ring", ring.data(), ring.size());
  write(path, stream.data(), stream.size());
  readAll(path + ".part");
  int lock = open((path + ".part").c_str(), O_RDONLY | O_CLOEXEC);
  require(flock(lock, LOCK_EX) == 0);
  readAll(path + ".part");
  close(lock);
  readAll(path);
  for (const char *end : {"", ".part", ".ring", ".copy"})
    unlink((path + end).c_str());
  return 0;
}
