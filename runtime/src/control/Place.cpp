#include "control/Place.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace autoscope::control {

namespace {
constexpr const char *socketSuffix = ".control";
}

std::vector<std::string> socketFolders(const char *runtimeDirectory, uid_t user) {
  std::vector<std::string> folders;
  if (runtimeDirectory && runtimeDirectory[0] == '/')
    folders.push_back(std::string(runtimeDirectory) + "/autoscope");
  folders.push_back(folderIn("/tmp", user));
  return folders;
}

std::string folderIn(const std::string &temporary, uid_t user) {
  return temporary + "/autoscope-" + std::to_string(user);
}

std::string socketName(pid_t pid) {
  return std::to_string(pid) + socketSuffix;
}

pid_t pidOfSocket(const std::string &name) {
  size_t digits = name.find_first_not_of("0123456789");
  if (digits == 0 || digits > 9 || name.compare(digits, std::string::npos, socketSuffix) != 0)
    return 0;
  return pid_t(std::stol(name.substr(0, digits)));
}

int openPrivateFolder(const std::string &path, uid_t user, Missing missing, std::string &error) {
  error.clear();
  if (missing == Missing::Make && mkdir(path.c_str(), 0700) != 0 && errno != EEXIST) {
    error = "cannot make the folder " + path + ": " + strerror(errno);
    return -1;
  }
  int folder = open(path.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  if (folder < 0) {
    if (errno != ENOENT && errno != ENOTDIR)
      error = "cannot open the folder " + path + ": " + strerror(errno);
    else if (missing == Missing::Make)
      error = path + " is no folder";
    return -1;
  }
  struct stat status;
  if (fstat(folder, &status) != 0 || status.st_uid != user || (status.st_mode & 077) != 0) {
    error = "the folder " + path + " is not used: it must belong to user " + std::to_string(user) +
            " and be closed to all others (mode 700)";
    close(folder);
    return -1;
  }
  return folder;
}

std::string pathThrough(int folder, const std::string &name) {
  return "/proc/self/fd/" + std::to_string(folder) + "/" + name;
}

}  // namespace autoscope::control
