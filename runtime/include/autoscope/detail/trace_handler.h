#if defined(__clang__)
#pragma clang system_header
#elif defined(__GNUC__)
#pragma GCC system_header
#endif
// tensorboard_trace_handler: included by autoscope/profile.h, for C++17.
#ifndef AUTOSCOPE_DETAIL_TRACE_HANDLER_H
#define AUTOSCOPE_DETAIL_TRACE_HANDLER_H

#include "autoscope/detail/torch_profile.h"
#include "autoscope/error.h"

#include <cerrno>
#include <chrono>
#include <cstring>
#include <functional>
#include <string>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

namespace autoscope {

namespace detail {

// With the folders above it. Throws error.
inline void makeFolder(const std::string &path) {
  for (std::size_t end = 1; end <= path.size(); ++end) {
    if (end < path.size() && path[end] != '/')
      continue;
    std::string part = path.substr(0, end);
    if (mkdir(part.c_str(), 0777) == 0 || errno == EEXIST)
      continue;
    int why = errno;
    struct stat found = {};
    if (stat(part.c_str(), &found) != 0)
      throw error("cannot create the folder " + part + ": " + std::strerror(why));
  }
}

inline std::string workerOfProcess() {
  char host[256] = "";
  gethostname(host, sizeof host - 1);
  return std::string(host) + "_" + std::to_string(getpid());
}

}  // namespace detail

// For options::on_trace_ready: writes each window as DIR/WORKER.NANOSECONDS.pt.trace.json, where TensorBoard's profiler
// plug-in looks, and .gz behind it if `gzip`. WORKER is HOST_PID unless given. What it calls throws error if that
// cannot be written.
inline std::function<void(profile &)> tensorboard_trace_handler(std::string dir, std::string worker = std::string(),
                                                                bool gzip = false) {
  return [folder = std::move(dir), name = std::move(worker), gzip](profile &of) {
    detail::makeFolder(folder);
    auto now =
        std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::system_clock::now().time_since_epoch());
    of.export_chrome_trace(folder + "/" + (name.empty() ? detail::workerOfProcess() : name) + "." +
                           std::to_string(now.count()) + ".pt.trace.json" + (gzip ? ".gz" : ""));
  };
}

}  // namespace autoscope

#endif
