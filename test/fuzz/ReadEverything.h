// Reads a file as a session, by the reader and every report, and stops the fuzzer at nonsense: a tree that does not
// nest, rows that do not add up, a trace that is no strict JSON, an error that is no sentence.
#pragma once

#include <cstddef>
#include <string>

namespace autoscope::fuzz {

// Not assert(): it must hold in every build.
void require(bool condition);

// In TMPDIR, of this process alone.
std::string scratchFile(const std::string &name);
void writeFile(const std::string &path, const void *data, size_t size);

// Leaves nothing beside the file.
void readEverything(const std::string &path);

}  // namespace autoscope::fuzz
