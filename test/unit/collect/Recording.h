// A profile recorded by a test into a temporary session, and what a reader finds in it.
#pragma once

#include "autoscope/profile.h"
#include "model/Profile.h"
#include "record/SessionReader.h"

#include <gtest/gtest.h>
#include <string>
#include <unistd.h>

namespace autoscope::test {

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool underSanitizer = true;
#elif defined(__has_feature)
constexpr bool underSanitizer = __has_feature(address_sanitizer) || __has_feature(thread_sanitizer);
#else
constexpr bool underSanitizer = false;
#endif

#if defined(__SANITIZE_THREAD__)
constexpr bool underThreadSanitizer = true;
#elif defined(__has_feature)
constexpr bool underThreadSanitizer = __has_feature(thread_sanitizer);
#else
constexpr bool underThreadSanitizer = false;
#endif

inline std::string temporaryPath(const std::string &name) {
  return testing::TempDir() + "autoscope-" + std::to_string(getpid()) + "-" + name + ".autoscope";
}

class Session {
public:
  explicit Session(const std::string &path) : path_(path) {
    std::string error;
    reader_ = record::SessionReader::open(path, error);
    EXPECT_EQ(error, "");
    if (reader_)
      profile_ = model::buildProfile(*reader_);
  }
  ~Session() {
    for (const char *end : {"", ".part", ".ring"})
      unlink((path_ + end).c_str());
  }
  Session(const Session &) = delete;
  Session &operator=(const Session &) = delete;

  const record::SessionReader &reader() const { return *reader_; }
  const model::Profile &profile() const { return profile_; }
  uint64_t calls(const std::string &name) const {
    const model::Row *row = find(name);
    return row ? row->calls : 0;
  }
  uint64_t open(const std::string &name) const {
    const model::Row *row = find(name);
    return row ? row->open : 0;
  }
  uint64_t lost() const {
    uint64_t sum = 0;
    for (const auto &[cause, count] : profile_.losses.causes)
      sum += count;
    return sum;
  }
  const model::Row *find(const std::string &name) const {
    for (const model::Row &row : profile_.rows)
      if (row.name == name)
        return &row;
    return nullptr;
  }

private:
  std::string path_;
  std::unique_ptr<record::SessionReader> reader_;
  model::Profile profile_;
};

class Recording {
public:
  explicit Recording(const std::string &name, unsigned buffer = 0, const std::string &overflow = "")
      : path_(temporaryPath(name)) {
    options wanted(path_);
    wanted.buffer = buffer;
    wanted.overflow = overflow;
    status started = start(wanted);
    EXPECT_EQ(started.message, "");
  }
  // Stops and reads.
  Session stop() {
    EXPECT_EQ(autoscope::stop().message, "");
    return Session(path_);
  }
  const std::string &path() const { return path_; }

private:
  std::string path_;
};

}  // namespace autoscope::test
