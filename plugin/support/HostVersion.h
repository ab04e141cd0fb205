// Which LLVM is the process that loaded us?
//
// Asked by the loader and by the first static initialiser of each implementation, before anything of LLVM may be
// touched: nothing here includes an LLVM header or references an LLVM symbol, the dynamic linker is asked. Never fails:
// an unrecognised host is version 0.
#ifndef AUTOSCOPE_PLUGIN_SUPPORT_HOSTVERSION_H
#define AUTOSCOPE_PLUGIN_SUPPORT_HOSTVERSION_H

namespace autoscope {

// The LLVM major version of the running compiler, or 0.
int hostLlvmMajor();

}  // namespace autoscope

#endif
