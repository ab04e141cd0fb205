#include "Process.h"

#include "SiteList.h"

#include "report/Utf8.h"

#include <algorithm>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <pwd.h>
#include <sstream>
#include <unistd.h>

namespace autoscope::tool {

namespace {

namespace fs = std::filesystem;

std::string fileOf(pid_t pid, const char *name) {
  return "/proc/" + std::to_string(pid) + "/" + name;
}

std::string contentOf(const std::string &path) {
  std::ifstream file(path, std::ios::binary);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

// Behind "Name:" of a line of /proc/PID/status.
std::istringstream fieldsOf(const std::string &line) {
  return std::istringstream(line.substr(line.find(':') + 1));
}

// A container may have users of its own: lines of "first id inside, first id here, how many".
uid_t insideOf(pid_t pid, uid_t user) {
  std::istringstream lines(contentOf(fileOf(pid, "uid_map")));
  for (uint64_t inside, here, count; lines >> inside >> here >> count;)
    if (user >= here && user - here < count)
      return static_cast<uid_t>(user - here + inside);
  return user;
}

}  // namespace

Process lookAt(pid_t pid) {
  Process process;
  process.pid = process.leader = process.innerPid = pid;
  std::istringstream status(contentOf(fileOf(pid, "status")));
  for (std::string line; std::getline(status, line); process.exists = true) {
    std::istringstream fields = fieldsOf(line);
    if (line.rfind("Name:", 0) == 0)
      fields >> process.name;
    else if (line.rfind("State:", 0) == 0)
      fields >> process.state;
    else if (line.rfind("Tgid:", 0) == 0)
      fields >> process.leader;
    else if (line.rfind("Uid:", 0) == 0) {
      uid_t real;
      fields >> real >> process.user;
    } else if (line.rfind("NSpid:", 0) == 0) {
      for (pid_t inner; fields >> inner;)
        process.innerPid = inner;
    }
  }
  if (!process.exists)
    return process;
  process.innerUser = insideOf(pid, process.user);
  std::error_code error;
  if (fs::path program = fs::read_symlink(fileOf(pid, "exe"), error); !error)
    process.name = program.filename();
  std::string environment = contentOf(fileOf(pid, "environ"));
  process.hasEnvironment = access(fileOf(pid, "environ").c_str(), R_OK) == 0 && !environment.empty();
  for (size_t begin = 0; begin < environment.size();) {
    size_t end = std::min(environment.find('\0', begin), environment.size());
    std::string entry = environment.substr(begin, end - begin);
    size_t equals = entry.find('=');
    if (equals != std::string::npos)
      process.environment.emplace(entry.substr(0, equals), entry.substr(equals + 1));
    begin = end + 1;
  }
  return process;
}

bool holdsAutoscope(const Process &process) {
  if (contentOf(fileOf(process.pid, "maps")).find("/libautoscope") != std::string::npos)
    return true;
  SiteList list;
  return list.open(fileOf(process.pid, "exe")).empty() && !list.sites().empty();
}

double ageInSeconds(const Process &process) {
  // The name, in parentheses, may hold anything; the 20th field behind it is the start, in clock ticks since the boot.
  std::string text = contentOf(fileOf(process.pid, "stat"));
  size_t end = text.rfind(')');
  if (end == std::string::npos)
    return 0;
  std::istringstream fields(text.substr(end + 1));
  std::string skipped;
  for (int i = 0; i < 19; ++i)
    fields >> skipped;
  double start = 0;
  fields >> start;
  // Not /proc/uptime, which may be a container's, while the start never is.
  timespec now = {};
  clock_gettime(CLOCK_BOOTTIME, &now);
  double uptime = static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) / 1e9;
  return uptime - start / static_cast<double>(sysconf(_SC_CLK_TCK));
}

std::vector<pid_t> processes() {
  std::vector<pid_t> found;
  std::error_code error;
  for (fs::directory_iterator entry("/proc", error), end; !error && entry != end; entry.increment(error))
    if (pid_t pid = static_cast<pid_t>(std::atol(entry->path().filename().c_str())))
      found.push_back(pid);
  std::sort(found.begin(), found.end());
  return found;
}

std::string called(const Process &process) {
  return "process " + std::to_string(process.pid) +
         (process.name.empty() ? "" : " (" + report::printable(process.name) + ")");
}

std::string userName(uid_t user) {
  const passwd *entry = getpwuid(user);
  return entry ? entry->pw_name : std::to_string(user);
}

}  // namespace autoscope::tool
