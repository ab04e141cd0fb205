// A whole file mapped for reading.
//
// Owned by SessionReader and the ELF reader; everything that they hand out points into it. The mapping is of the size
// that the file had when it was opened; a file that somebody shortens afterwards would fault, which the recorder never
// does (it only appends and renames). Failure is a sentence, never an exception.
//
// On tmpfs a hole takes memory of the file system as soon as it is read through a mapping, and a full one ends the
// reader by SIGBUS: there memory of our own lies in the place of holes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace autoscope::record {

class MappedFile {
public:
  MappedFile() = default;
  MappedFile(MappedFile &&other) noexcept;
  MappedFile &operator=(MappedFile &&other) noexcept;
  MappedFile(const MappedFile &) = delete;
  MappedFile &operator=(const MappedFile &) = delete;
  ~MappedFile();

  // Empty on success, else one sentence that names the path. An empty file maps to no bytes and is no failure.
  std::string open(const std::string &path);

  // Maps what the file has become since, though its name be another now; what was handed out is void. As open().
  std::string grow();

  // The mapping stays, for good: it cannot grow any more.
  void closeDescriptor();

  // What was a hole of the file when it was mapped may be none any more, and is shown as zeroes.
  bool holesAreFilled() const;

  // Gives the pages read so far back to the system; they come again when they are read.
  void letGo() const;

  const std::byte *data() const { return data_; }
  size_t size() const { return size_; }

private:
  struct Hole {
    uint64_t from, to;  // bytes
  };

  std::string map();
  std::vector<Hole> holes() const;

  std::string path_;
  int fd_ = -1;
  const std::byte *data_ = nullptr;
  size_t size_ = 0;
  std::vector<Hole> covered_;  // by zeroes
};

}  // namespace autoscope::record
