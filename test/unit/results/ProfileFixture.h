// What tests of autoscope::profile share: a TMPDIR of their own that is empty at the end, and what calls throw.
#pragma once

#include "autoscope/profile.h"
#include "autoscope/record_function.h"

#include <algorithm>
#include <cstdlib>
#include <dirent.h>
#include <fstream>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <string>
#include <unistd.h>
#include <vector>

namespace autoscope {
namespace test {

// TMPDIR of this process.
class ProfileFixture : public testing::Test {
protected:
  void SetUp() override {
    folder_ = place() + "autoscope-profile-XXXXXX";
    ASSERT_NE(mkdtemp(folder_.data()), nullptr);
    setenv("TMPDIR", folder_.c_str(), 1);
  }
  void TearDown() override {
    for (const std::string &name : allFiles())
      unlink(file(name).c_str());
    EXPECT_EQ(rmdir(folder_.c_str()), 0);
    setenv("TMPDIR", place().c_str(), 1);
  }
  // That of TMPDIR before.
  static const std::string &place() {
    static const std::string place = testing::TempDir();
    return place;
  }
  std::string file(const std::string &name) const { return folder_ + "/" + name; }
  // Without the recorder's memory, which is there to the end of the process.
  std::vector<std::string> files() const {
    std::vector<std::string> names = allFiles();
    names.erase(std::remove_if(names.begin(), names.end(),
                               [](const std::string &name) { return name.find(".ring") != std::string::npos; }),
                names.end());
    return names;
  }
  std::vector<std::string> allFiles() const {
    std::vector<std::string> names;
    DIR *directory = opendir(folder_.c_str());
    while (dirent *entry = readdir(directory))
      if (entry->d_name[0] != '.')
        names.emplace_back(entry->d_name);
    closedir(directory);
    return names;
  }
  nlohmann::json trace(const profile &of) const {
    of.export_chrome_trace(file("trace.json"));
    return read("trace.json");
  }
  nlohmann::json read(const std::string &name) const {
    std::ifstream in(file(name));
    return nlohmann::json::parse(in);
  }

  std::string folder_;
};

template <class Error, class Call> std::string messageOf(Call &&call) {
  try {
    call();
  } catch (const Error &thrown) {
    return thrown.what();
  } catch (const std::exception &other) {
    return std::string("another exception: ") + other.what();
  }
  return "nothing is thrown";
}

inline int scopesNamed(const nlohmann::json &trace, const std::string &name) {
  int count = 0;
  for (const auto &event : trace["traceEvents"])
    count += event["name"] == name && event["ph"] == "X";
  return count;
}

}  // namespace test
}  // namespace autoscope
