// Code annotated with the macros compiles without a warning where there is no plugin: plain clang, and GCC.
// RUN: %clangxx -std=c++11 -Wall -Wextra -pedantic -Werror -I %build/include -fsyntax-only %s
// RUN: %host_cxx -std=c++11 -Wall -Wextra -pedantic -Werror -I %build/include -fsyntax-only %s
// RUN: %clangxx -std=c++98 -Weverything -Werror -Wno-c++98-compat -I %build/include -fsyntax-only %s
// RUN: %clangxx -E -P -std=c++11 -I %build/include %s | FileCheck %s --implicit-check-not=autoscope
// RUN: %host_cxx -E -P -std=c++11 -I %build/include %s | FileCheck %s --implicit-check-not=autoscope
// CHECK: {{^ *}}int function();
// CHECK: {{^ *}}int named();
// CHECK: {{^ *}}int ignored();
// CHECK: class Net {
#include <autoscope/attributes.h>

AUTOSCOPE_FUNCTION int function();
AUTOSCOPE_FUNCTION_NAMED("named") int named();
AUTOSCOPE_IGNORE int ignored();
class AUTOSCOPE_MODULE Net {
public:
  int forward(int x);
};
