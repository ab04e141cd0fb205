#include "record/SessionReader.h"

#include "record/CoreFile.h"
#include "record/FilePath.h"
#include "record/LossText.h"
#include "record/OpenRegular.h"
#include "record/SessionInfo.h"
#include "record/StreamSections.h"

#include <algorithm>
#include <cstring>
#include <fcntl.h>
#include <sys/file.h>
#include <tuple>
#include <unistd.h>

namespace autoscope::record {

namespace {

constexpr size_t mostMapped = 32u << 20;  // of the file, while its sections are looked at
constexpr int mostParts = 16;             // of a chunk: what a stop found of it, what came after, copies of both

// One chunk may be there twice: in the stream, and in the ring where it was not recycled yet, perhaps with more behind
// it. Or in two parts, of which an earlier session wrote the first. Records hold times, so the same words mean the same
// part. False: these are more parts than a recorder makes of one chunk, and a damaged file could take hours.
bool addCopy(std::vector<ChunkCopy> &chunks, const ChunkCopy &copy) {
  int parts = 0;
  for (auto have = chunks.rbegin(); have != chunks.rend() && have->sequence == copy.sequence; ++have, ++parts) {
    if (have->isExcerpt || copy.isExcerpt) {  // killed between the two: the ring has the whole
      if (have->isExcerpt)
        *have = copy;
      return true;
    }
    size_t common = std::min(have->to - have->from, copy.to - copy.from);
    if (std::memcmp(have->words + have->from, copy.words + copy.from, common * sizeof(uint64_t)) != 0)
      continue;
    if (copy.to - copy.from > have->to - have->from)
      *have = copy;
    return true;
  }
  if (parts == mostParts)
    return false;
  chunks.push_back(copy);
  return true;
}

}  // namespace

bool isBeingRecorded(const std::string &part) {
  int fd = openRegular(part.c_str(), O_RDONLY);
  if (fd < 0)
    return false;
  // Shared, so that two readers at one time do not take each other for the recorder.
  bool locked = flock(fd, LOCK_SH | LOCK_NB) != 0;
  close(fd);
  return locked;
}

bool SessionReader::copied() const {
  return finished_ ? names_.info(infoKey::end) == infoKey::endsInCopy : copied_;
}

bool SessionReader::killed() const {
  return finished_ ? names_.info(infoKey::end) == infoKey::endsInKill : !recording_ && !copied_;
}

std::optional<uint64_t> SessionReader::writtenNs() const {
  if (writtenUntil_ == 0)
    return std::nullopt;
  return clock_.toNs(std::max(writtenUntil_, window_.start)) - clock_.toNs(window_.start);
}

std::unique_ptr<SessionReader> SessionReader::open(const std::string &path, std::string &error) {
  std::string file = path;
  if (!exists(file) && exists(file + partSuffix))
    file += partSuffix;
  std::unique_ptr<SessionReader> reader(new SessionReader(file));
  error = CoreFile::isCore(file) ? reader->readCore() : reader->readSession(file);
  if (!error.empty())
    return nullptr;
  reader->assembleThreads();
  reader->assembleWindow();
  reader->assembleLosses();
  reader->assembleDamage();
  reader->file_.letGo();
  return reader;
}

std::string SessionReader::readSession(const std::string &file) {
  std::string error = file_.open(file);
  if (error.empty() && file_.size() == 0 && endsWith(file, partSuffix))
    return readEmptyPart(file);
  if (error.empty())
    error = readHeader();
  if (error.empty() && endsWith(file, partSuffix) && isBeingRecorded(file)) {
    // What leaves the ring goes to the stream: so first the ring, then all that the stream has by then.
    recording_ = true;
    readRing();
    error = file_.grow();
  }
  if (error.empty())
    error = readSections();
  if (!error.empty())
    return error;
  if (finished_) {  // perhaps just now
    recording_ = haveRing_ = false;
    warnings_.clear();
    return {};
  }
  if (!recording_)
    readRing();
  if (haveRing_)
    takeRing();
  return {};
}

// A process creates its stream before its ring, and writes the first bytes of it when both are there. Where the ring
// knows of more, the stream has been cut since, and the ring has what it has.
std::string SessionReader::readEmptyPart(const std::string &file) {
  recording_ = isBeingRecorded(file);
  std::string stem = file.substr(0, file.size() - std::strlen(partSuffix));
  if (!recording_ && ring_.openAny(stem + ".ring").empty() && ring_.header().streamBytes != 0) {
    const RingHeader &head = ring_.header();
    haveRing_ = true;
    header_.pid = head.pid;
    header_.sessionNumber = head.sessionNumber;
    header_.start = head.sessionStart;
    takeRing();
    return {};
  }
  blank_ = true;
  warnings_.push_back(file + " is empty: its process " +
                      (recording_ ? "has not recorded anything yet" : "was killed before it recorded anything"));
  return {};
}

std::string SessionReader::readHeader() {
  if (file_.size() == 0)
    return path_ + " is empty";
  uint64_t magic = 0;
  std::memcpy(&magic, file_.data(), std::min(file_.size(), sizeof(magic)));
  if (file_.size() < sizeof(magic) || magic != fileMagic)
    return path_ + " is not an autoscope session";
  if (file_.size() < sizeof(FileHeader))
    return path_ + " is truncated: it ends within its header";
  std::memcpy(&header_, file_.data(), sizeof(header_));
  if (header_.version < oldestVersion || header_.version > formatVersion)
    return path_ + " has format version " + std::to_string(header_.version) + ", and this autoscope reads versions " +
           std::to_string(oldestVersion) + " to " + std::to_string(formatVersion);
  if (header_.bytes < sizeof(FileHeader) || header_.bytes > file_.size() || header_.bytes % 8 != 0)
    return path_ + " is damaged: its header has an impossible length";
  header_.ringPath[sizeof(header_.ringPath) - 1] = '\0';
  return {};
}

std::string SessionReader::readSections() {
  size_t offset = header_.bytes;
  size_t kept = offset;
  bool isPart = endsWith(path_, partSuffix), afterChunk = false;
  while (!finished_ && file_.size() - offset >= sizeof(SectionHeader)) {
    const std::byte *begin = file_.data() + offset;
    SectionHeader section;
    std::memcpy(&section, begin, sizeof(section));
    if (!isSectionStart(begin, file_.size() - offset) || section.bytes > file_.size() - offset) {
      size_t next = isPart ? findSection(file_, offset + 8) : file_.size();
      if (next == file_.size())
        break;
      damage_.unreadBytes += next - offset + (afterChunk ? dropDamagedEnd() : 0);
      afterChunk = false;
      offset = next;
      continue;
    }
    ChunkCopy copy;
    afterChunk = false;
    switch (section.type) {
    case SectionType::Chunk:
      afterChunk = readChunk(begin, section.bytes, copy);
      if (afterChunk)
        copies_.push_back(copy);
      else
        ++damage_.chunks;
      break;
    case SectionType::Meta:
      names_.add(begin + sizeof(section), section.bytes - sizeof(section));
      break;
    case SectionType::End:
      finished_ = true;
      break;
    case SectionType::Activity:
      activities_.push_back({reinterpret_cast<const uint64_t *>(begin + sizeof(section)),
                             reinterpret_cast<const uint64_t *>(begin + section.bytes)});
      break;
    }
    offset += section.bytes;
    // Looking at each chunk's header maps a quarter of the file.
    if (offset - kept > mostMapped) {
      file_.letGo();
      kept = offset;
    }
  }
  damage_.tornBytes = file_.size() - offset;
  tailIsCut_ = isSectionStart(file_.data() + offset, damage_.tornBytes);
  if (!tailIsCut_ && afterChunk)
    damage_.tornBytes += dropDamagedEnd();
  if (finished_ || isPart)
    return {};
  // A file with its final name was complete when it got that name, and its names are at its end.
  if (!tailIsCut_)
    return path_ + " is damaged at byte " + std::to_string(offset);
  return path_ + " is truncated: its end is missing after " + std::to_string(offset) + " bytes";
}

// Of the chunk that was read last, behind which the stream is damaged: so its end may be, too.
uint64_t SessionReader::dropDamagedEnd() {
  ChunkCopy &copy = copies_.back();
  uint32_t end = soundEnd(copy, header_.start.ticks), dropped = copy.to - end;
  copy.to = end;
  return dropped * sizeof(uint64_t);
}

void SessionReader::readRing() {
  std::string path = header_.ringPath;
  std::string stem = path_.substr(0, path_.size() - std::strlen(partSuffix));
  // The session may have been moved or copied together with its ring; one that is being recorded was not.
  std::string besides[] = {stem + ".ring", directoryOf(path_) + path.substr(path.rfind('/') + 1)};
  auto isItsRing = [this](const std::string &ring) {
    return !recording_ && exists(ring) && RingView().open(ring, header_.pid).empty();
  };
  if (auto found = std::find_if(std::begin(besides), std::end(besides), isItsRing); found != std::end(besides))
    path = *found;
  for (const std::string &beside : besides)  // for a sentence about what is there
    if ((path.empty() || !exists(path)) && exists(beside))
      path = beside;
  std::string error = path.empty() ? "its ring is missing"
                      : recording_ ? ring_.openLive(path, header_.pid)
                                   : ring_.open(path, header_.pid);
  if (!error.empty()) {
    warnings_.push_back(path_ + " is read without its ring, so its last scopes and names may be missing: " + error);
    return;
  }
  haveRing_ = true;
}

// Else the process has begun another one since, and has this one's names there, but none of its scopes.
bool SessionReader::ringIsOfSession() const {
  uint32_t number = haveRing_ ? ring_.header().sessionNumber : 0;
  return haveRing_ && (number == 0 || number == header_.sessionNumber);
}

void SessionReader::takeRing() {
  if (recording_)
    ring_.refreshNames();
  if (ringIsOfSession())
    keepMoments();
  uint64_t written = ringIsOfSession() ? ring_.header().streamBytes : 0;
  // What is left of a session in a core may be that of a flight recorder, whose stream is of no use.
  if (file_.size() != 0 || !ring_.header().isFlightRecorder)
    damage_.missingBytes += written - std::min<uint64_t>(written, file_.size());
  // A chunk leaves the ring only after the whole of it is in the stream.
  if (tailIsCut_ && written <= file_.size() - damage_.tornBytes)
    damage_.tornBytes = 0;
  damage_.chunks += ringIsOfSession() ? ring_.damagedChunks() : 0;
  if (ringIsOfSession())
    copies_.insert(copies_.end(), ring_.chunks().begin(), ring_.chunks().end());
  names_.add(ring_.metaBegin(), ring_.metaBytes());
  if (ringIsOfSession() && !names_.window())
    names_.setMemory(ring_.threadMemory(), ring_.processMemory());
}

// The stream has gone on while the ring was read, or since the core was made; the ring shows open scopes: they belong
// to the moment of the ring.
void SessionReader::keepMoments() {
  auto isLater = [this](ChunkCopy &copy) {
    auto found = ring_.moments().find(copy.threadUid);
    if (found == ring_.moments().end() || copy.sequence < found->second.sequence)
      return false;
    if (copy.sequence > found->second.sequence || copy.isExcerpt)
      return true;
    copy.to = std::min(copy.to, copy.from + found->second.words);
    return false;
  };
  copies_.erase(std::remove_if(copies_.begin(), copies_.end(), isLater), copies_.end());
}

// A thread numbers its chunks from 0, and hands in each that has something in it.
void SessionReader::countMissingChunks(const ChunkCopy *before, const ChunkCopy &copy) {
  constexpr uint32_t mostMissing = 1u << 20;  // of one place; more is no number that a recorder gave
  uint32_t next = copy.sequence;
  if (before && before->threadUid == copy.threadUid) {
    next = before->sequence + 1;
  } else {
    auto thread = names_.threads().find(copy.threadUid);
    bool beganHere = thread != names_.threads().end() && header_.start.ticks != 0 &&
                     thread->second.startTicks >= header_.start.ticks;
    if (beganHere || header_.sessionNumber == 1)
      next = 0;
  }
  if (copy.sequence <= next)
    return;
  if (copy.sequence - next > mostMissing)
    ++damage_.chunks;
  else
    chunkGaps_ += copy.sequence - next;
}

void SessionReader::assembleThreads() {
  std::stable_sort(copies_.begin(), copies_.end(), [](const ChunkCopy &a, const ChunkCopy &b) {
    return std::tie(a.threadUid, a.sequence) < std::tie(b.threadUid, b.sequence);
  });
  const ChunkCopy *before = nullptr;
  for (const ChunkCopy &copy : copies_) {
    countMissingChunks(before, copy);
    before = &copy;
    if (copy.from == copy.to)
      continue;
    if (threads_.empty() || threads_.back().uid != copy.threadUid) {
      threads_.emplace_back();
      threads_.back().uid = copy.threadUid;
    }
    damage_.chunks += !addCopy(threads_.back().chunks, copy);
  }
  copies_.clear();
  copies_.shrink_to_fit();
  for (Thread &thread : threads_)
    for (const ChunkCopy &chunk : thread.chunks) {
      thread.pieces.push_back({chunk.words + chunk.from, chunk.words + chunk.to});
      recordBytes_ += (chunk.to - chunk.from) * sizeof(uint64_t);
    }

  const auto &open = names_.window() || !ringIsOfSession() ? names_.openScopes() : ring_.openScopes();
  for (const auto &[uid, scopes] : open) {
    auto place = std::lower_bound(threads_.begin(), threads_.end(), uid,
                                  [](const Thread &thread, uint32_t value) { return thread.uid < value; });
    if (place == threads_.end() || place->uid != uid) {
      place = threads_.emplace(place);
      place->uid = uid;
    }
    place->open = scopes;
    if (auto until = names_.threadsWrittenUntil().find(uid); until != names_.threadsWrittenUntil().end())
      place->openUntil = until->second;
    std::stable_sort(place->open.begin(), place->open.end(),
                     [](const OpenScope &a, const OpenScope &b) { return a.depth < b.depth; });
  }
  for (Thread &thread : threads_)
    if (auto found = names_.threads().find(thread.uid); found != names_.threads().end()) {
      thread.tid = found->second.tid;
      thread.name = found->second.name;
    }
}

void SessionReader::assembleWindow() {
  std::vector<ClockPoint> &points = clockPoints_;
  points = names_.clocks();
  if (header_.start.ticks != 0)
    points.push_back(header_.start);
  window_.start = header_.start.ticks;
  window_.stop = 0;
  if (haveRing_) {
    points.push_back(ring_.header().first);
    points.push_back(ring_.header().last);
  }
  if (ringIsOfSession())
    window_.stop = ring_.header().last.ticks;
  if (names_.window())
    window_ = *names_.window();
  keptFrom_ = names_.keptFrom();
  if (keptFrom_ == 0 && ringIsOfSession())
    keptFrom_ = ring_.header().keptFrom;
  writtenUntil_ = names_.writtenUntil();
  if (writtenUntil_ == 0 && haveRing_ && ring_.header().sessionNumber == header_.sessionNumber)
    writtenUntil_ = ring_.header().writtenUntil;
  points.erase(std::remove_if(points.begin(), points.end(), [](const ClockPoint &p) { return p.ticks == 0; }),
               points.end());
  clock_ = ClockMap(points);
  if (!clock_.calibrated() && !blank_)
    warnings_.push_back("the clock of " + path_ + " was calibrated only once, so its times are in ticks, not in ns");
  if (size_t odd = clock_.oddPieces())
    warnings_.push_back("the clock of " + path_ + " ran at odd rates " + std::to_string(odd) +
                        (odd == 1 ? " time" : " times") +
                        ", so times may be wrong: the file is damaged, or the machine was suspended");

  // After a kill nobody wrote down when it happened: the latest time that anything in the session knows.
  for (const Thread &thread : threads_) {
    Record record;
    if (BackwardRecords records(thread.pieces); records.next(record))
      window_.stop = std::max(window_.stop, record.start + record.duration);
    for (const OpenScope &scope : thread.open)
      window_.stop = std::max(window_.stop, scope.start);
  }
  window_.stop = std::max(window_.stop, window_.start);
}

void SessionReader::assembleLosses() {
  std::map<LossCause, uint64_t> losses = names_.losses();
  if (losses.empty() && ringIsOfSession())
    for (uint32_t cause = 0; cause < lossCauseCount; ++cause)
      losses[static_cast<LossCause>(cause)] = ring_.header().losses[cause] - ring_.header().lossesAtStart[cause];
  // Those that we do not know are one, as all have one text; they come last.
  for (const auto &[cause, count] : losses)
    if (count > 0 && !losses_.empty() && !isKnown(cause) && !isKnown(losses_.back().first))
      losses_.back().second += count;
    else if (count > 0)
      losses_.emplace_back(cause, count);
}

void SessionReader::assembleDamage() {
  names_.damage().forEach(
      [this](uint32_t number, uint64_t count, const char *, const char *) { damage_.add(number, count); });
  damage_.names += names_.damaged();
  // Chunks that the recorder itself gave up are losses that it has counted; who has only the stream cannot know.
  auto isOfChunks = [](const std::pair<LossCause, uint64_t> &loss) {
    return loss.first == LossCause::BufferFull || loss.first == LossCause::WriteFailed ||
           loss.first == LossCause::Overwritten || loss.first == LossCause::DiskLimit || !isKnown(loss.first);
  };
  bool knows = finished_ || ringIsOfSession();
  bool givesUp = keptFrom_ != 0 || (ringIsOfSession() && ring_.header().isFlightRecorder) ||
                 std::any_of(losses_.begin(), losses_.end(), isOfChunks);
  if (knows && !givesUp)
    damage_.missingChunks = std::max(damage_.missingChunks, chunkGaps_);
  if (damage_.any())
    warnings_.push_back(path_ + " is not whole; lost: " + damage_.text());
}

}  // namespace autoscope::record
