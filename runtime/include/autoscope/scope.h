// Scopes by hand, for compilers without the plugin (GCC, MSVC-free builds of any Clang) and for parts of a function.
//
//   void step() {
//     AUTOSCOPE_SCOPE("load batch");   // until the end of the block
//
// The name is a string literal. C++11 and later, C with the cleanup attribute; link libautoscope. A scope that is not
// recorded costs one test.
#ifndef AUTOSCOPE_SCOPE_H
#define AUTOSCOPE_SCOPE_H

#include "autoscope/abi.h"

#define AUTOSCOPE_DETAIL_TEXT2(x) #x
#define AUTOSCOPE_DETAIL_TEXT(x) AUTOSCOPE_DETAIL_TEXT2(x)
#define AUTOSCOPE_DETAIL_JOIN2(a, b) a##b
#define AUTOSCOPE_DETAIL_JOIN(a, b) AUTOSCOPE_DETAIL_JOIN2(a, b)

// An inline function's or template's scope is one site in the whole program, merged by the linker with the function;
// then its section must be a group's too, which only the compiler can arrange. So the text is not put in
// "autoscope_info".
#define AUTOSCOPE_DETAIL_SCOPE(name, id)                                                                               \
  static const char AUTOSCOPE_DETAIL_JOIN(__autoscope_info_, id)[] =                                                   \
      "A1\037"                                                                                                         \
      "function\037"                                                                                                   \
      "n\037" AUTOSCOPE_DETAIL_TEXT(__LINE__) "\037" __FILE__ "\037" name "\037" name "\037\037";                      \
  static struct __autoscope_site AUTOSCOPE_DETAIL_JOIN(__autoscope_site_, id) =                                        \
      __AUTOSCOPE_FUNCTION_SITE(AUTOSCOPE_DETAIL_JOIN(__autoscope_info_, id));                                         \
  __attribute__((cleanup(__autoscope_leave))) struct __autoscope_guard AUTOSCOPE_DETAIL_JOIN(                          \
      __autoscope_guard_, id) = {__autoscope_enter(&AUTOSCOPE_DETAIL_JOIN(__autoscope_site_, id),                      \
                                                   &AUTOSCOPE_DETAIL_JOIN(__autoscope_guard_, id))}

#define AUTOSCOPE_SCOPE(name) AUTOSCOPE_DETAIL_SCOPE(name, __LINE__)

#endif
