#include "config/Environment.h"

#include <cstdlib>
#include <cstring>
#include <exception>
#include <string>
#include <unistd.h>
#include <vector>

namespace autoscope::config {

namespace {

// Made once and never changed or freed: our threads may read it to the very end.
const std::vector<std::string> *copy = nullptr;
thread_local bool usesCopy __attribute__((tls_model("initial-exec"))) = false;

}  // namespace

const char *variable(const char *name) noexcept {
  if (!usesCopy)
    return secure_getenv(name);
  size_t length = strlen(name);
  if (copy)
    for (const std::string &entry : *copy)
      if (entry.compare(0, length, name) == 0 && entry[length] == '=')
        return entry.c_str() + length + 1;
  return nullptr;
}

void copyEnvironment() noexcept {
  if (copy)
    return;
  try {
    auto *entries = new std::vector<std::string>;
    for (char **entry = environ; entry && *entry; ++entry) {
      std::string name(*entry, strcspn(*entry, "="));
      if (secure_getenv(name.c_str()))
        entries->emplace_back(*entry);
    }
    copy = entries;
  } catch (const std::exception &) {
    // Said by nobody: then a profile starts with the standard settings.
  }
}

void useCopiedEnvironment() noexcept {
  usesCopy = true;
}

}  // namespace autoscope::config
