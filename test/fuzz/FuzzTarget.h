// What every fuzz target needs: a check that ends it in a way that a log of CI shows, and files to read.
#pragma once

#include <cstddef>
#include <string>

namespace autoscope::fuzz {

// Says where it did not hold, and ends the target. Not assert(): it must hold in every build.
void require(bool condition, const char *file = __builtin_FILE(), int line = __builtin_LINE());

// In TMPDIR, of this process alone. /dev/shm is the place for it: targets write a file for each input.
std::string scratchFile(const std::string &name);
void writeFile(const std::string &path, const void *data, size_t size);

}  // namespace autoscope::fuzz
