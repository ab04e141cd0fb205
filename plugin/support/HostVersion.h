// Which LLVM is the process that loaded us?
//
// Asked by the loader and by the first static initialiser of each implementation, before anything of LLVM may be
// touched: nothing here includes an LLVM header or references an LLVM symbol, the dynamic linker is asked. Never fails:
// an unrecognised host is version 0.
#ifndef AUTOSCOPE_PLUGIN_SUPPORT_HOSTVERSION_H
#define AUTOSCOPE_PLUGIN_SUPPORT_HOSTVERSION_H

#include <string>

#include <string>

namespace autoscope {

// The LLVM major version of the running compiler, or 0.
int hostLlvmMajor();

// "14.0.6": the version of the running Clang without its vendor's suffix, or empty.
std::string hostClangVersion();

}  // namespace autoscope

#endif
