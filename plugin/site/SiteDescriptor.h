// What the program knows of one instrumented place, and the text that carries it: the record in the ELF section
// "autoscope_info" that abi.h describes. No Clang here.
#ifndef AUTOSCOPE_PLUGIN_SITE_SITEDESCRIPTOR_H
#define AUTOSCOPE_PLUGIN_SITE_SITEDESCRIPTOR_H

#include <string>
#include <vector>

namespace autoscope {

struct SiteDescriptor {
  enum class Kind { Function, Module } kind = Kind::Function;
  std::string name;           // what tables show
  std::string qualifiedName;  // without parameter types
  std::string moduleType;     // of a module scope: the class
  std::string file;
  unsigned line = 0;
  unsigned column = 0;  // for listings only
  bool namedByUser = false;
  bool torchBase = false;  // the guard passes a torch::nn::Module *
  bool ofCall = false;     // the caller enters the scope
  std::vector<std::string> parameters;

  // The record without its ending NUL; separators and NULs inside a field become '?'.
  std::string encode() const;
};

// "function" or "module"
const char *siteKindName(SiteDescriptor::Kind kind);

}  // namespace autoscope

#endif
