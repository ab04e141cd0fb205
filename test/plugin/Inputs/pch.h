// A header to precompile: functions that the precompiled file holds whole, and templates that its user instantiates.
inline int fromPch(int x) { return x; }
#ifdef __AUTOSCOPE__
[[autoscope::scope("annotated")]]
#endif
inline int annotated(int x) { return x; }
template <class T> T generic(T x) { return x; }
struct PchClass {
  int value;
  PchClass() : value(fromPch(1)) {}
  int method() { return value; }
};
template <class T> struct Late {
  int method() { return 1; }
};
constexpr int constantFromPch() { return 8; }
typedef int PchVector __attribute__((vector_size(constantFromPch())));
