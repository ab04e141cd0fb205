// Names of files: placeholders in AUTOSCOPE_OUTPUT, and the session that belongs to a product.
//
// Pure text; only `currentPlaces` asks the system. Any thread.
#pragma once

#include <string>

namespace autoscope::config {

struct Places {
  std::string host, pid, rank, time;  // %h %p %r %t
};

// Of this process, now. The rank is "0" outside a distributed job.
Places currentPlaces();
// The rank by the launchers' variables; empty outside a distributed job.
std::string rankFromEnvironment();
std::string worldSizeFromEnvironment();

struct ExpandedPath {
  std::string path;
  std::string error;  // what is wrong with the pattern; empty: nothing
};
ExpandedPath expandPath(const std::string &pattern, const Places &places);

// The pattern that stands for just this path.
std::string literally(const std::string &path);

// trace.json -> trace.json.autoscope; x.autoscope -> itself.
std::string sessionOf(const std::string &product);
// trace.json.gz, "7" -> trace.7.json.gz
std::string withTag(const std::string &product, const std::string &tag);

}  // namespace autoscope::config
