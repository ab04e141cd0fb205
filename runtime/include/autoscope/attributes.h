// Macros for annotating code that must also compile without the autoscope plugin: with GCC, with another compiler, or
// with Clang alone. They are autoscope's attributes where the plugin is loaded, and nothing elsewhere.
//
//     AUTOSCOPE_FUNCTION int parse(const char *text);              // time each call
//     AUTOSCOPE_FUNCTION_NAMED("parse") int parse2(const char *);  // under this name
//     AUTOSCOPE_IGNORE void hot();                                 // never, whatever the options say
//     class AUTOSCOPE_MODULE Net { ... forward ... };              // a module: its forward is timed, with its place
//
//     AUTOSCOPE_FUNCTION_FLOPS(2.0 * m * n * k) void multiply(int m, int n, int k, ...);   // and this many FLOPs
//
// Includes nothing, defines these five names only.
#ifndef AUTOSCOPE_ATTRIBUTES_H
#define AUTOSCOPE_ATTRIBUTES_H

#if defined(__AUTOSCOPE__) && defined(__clang__)
// The GNU spelling is valid in every language version; `[[autoscope::scope]]` means the same.
#define AUTOSCOPE_FUNCTION __attribute__((autoscope_scope))
#define AUTOSCOPE_FUNCTION_NAMED(name) __attribute__((autoscope_scope(name)))
#define AUTOSCOPE_IGNORE __attribute__((autoscope_ignore))
#define AUTOSCOPE_MODULE __attribute__((autoscope_module))
#if defined(__cplusplus) && __cplusplus >= 201103L
// In front of the declaration.
#define AUTOSCOPE_FUNCTION_FLOPS(expression) [[autoscope::flops(expression)]]
#else
#define AUTOSCOPE_FUNCTION_FLOPS(expression) __attribute__((autoscope_scope))
#endif
#else
#define AUTOSCOPE_FUNCTION
#define AUTOSCOPE_FUNCTION_NAMED(name)
#define AUTOSCOPE_IGNORE
#define AUTOSCOPE_MODULE
#define AUTOSCOPE_FUNCTION_FLOPS(expression)
#endif

#endif
