#include "config/OutputPath.h"

#include "config/Environment.h"

#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <initializer_list>
#include <unistd.h>

namespace autoscope::config {

namespace {

// Constant-initialised: the library starts a profile before the constructors of its own statics have run.
constexpr const char *sessionSuffix = ".autoscope";

std::string firstNumber(std::initializer_list<const char *> variables) {
  for (const char *name : variables) {
    const char *value = variable(name);
    if (!value || !*value)
      continue;
    std::string text = value;
    if (text.find_first_not_of("0123456789") == std::string::npos && text.size() <= 9)
      return text;
  }
  return {};
}

bool endsWith(const std::string &text, const std::string &end) {
  return text.size() > end.size() && text.compare(text.size() - end.size(), end.size(), end) == 0;
}

}  // namespace

std::string rankFromEnvironment() {
  return firstNumber({"RANK", "OMPI_COMM_WORLD_RANK", "PMI_RANK", "SLURM_PROCID"});
}

std::string worldSizeFromEnvironment() {
  return firstNumber({"WORLD_SIZE", "OMPI_COMM_WORLD_SIZE", "PMI_SIZE", "SLURM_NTASKS"});
}

Places currentPlaces() {
  Places places;
  char host[256] = "";
  gethostname(host, sizeof host - 1);
  places.host = host;
  places.pid = std::to_string(getpid());
  places.rank = rankFromEnvironment();
  if (places.rank.empty())
    places.rank = "0";
  time_t now = time(nullptr);
  tm parts = {};
  gmtime_r(&now, &parts);
  char text[64];
  // Not strftime: digits only, whatever the locale.
  snprintf(text, sizeof text, "%04d%02d%02d-%02d%02d%02d", parts.tm_year + 1900, parts.tm_mon + 1, parts.tm_mday,
           parts.tm_hour, parts.tm_min, parts.tm_sec);
  places.time = text;
  return places;
}

ExpandedPath expandPath(const std::string &pattern, const Places &places) {
  ExpandedPath expanded;
  for (size_t i = 0; i < pattern.size(); ++i) {
    if (pattern[i] != '%') {
      expanded.path += pattern[i];
      continue;
    }
    char letter = ++i < pattern.size() ? pattern[i] : 0;
    switch (letter) {
    case 'h':
      expanded.path += places.host;
      break;
    case 'p':
      expanded.path += places.pid;
      break;
    case 'r':
      expanded.path += places.rank;
      break;
    case 't':
      expanded.path += places.time;
      break;
    case '%':
      expanded.path += '%';
      break;
    default:
      expanded.error = letter ? std::string("%") + letter + " is no placeholder (%h, %p, %r, %t and %% are)"
                              : std::string("it ends in a single %");
      return expanded;
    }
  }
  return expanded;
}

std::string literally(const std::string &path) {
  std::string pattern;
  for (char c : path)
    pattern += c == '%' ? std::string("%%") : std::string(1, c);
  return pattern;
}

std::string sessionOf(const std::string &product) {
  return endsWith(product, sessionSuffix) ? product : product + sessionSuffix;
}

std::string withTag(const std::string &product, const std::string &tag) {
  size_t name = product.find_last_of('/');
  name = name == std::string::npos ? 0 : name + 1;
  size_t dot = product.find_last_of('.');
  if (endsWith(product, ".json.gz"))
    dot = product.size() - 8;
  if (dot == std::string::npos || dot <= name)
    return product + "." + tag;
  return product.substr(0, dot) + "." + tag + product.substr(dot);
}

}  // namespace autoscope::config
