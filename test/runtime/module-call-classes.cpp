// A module whose method is compiled elsewhere and inherited is of its object's class, also where the class that declares it is called.
// RUN: %clangxx -std=c++17 -O1 -DLIBRARY -c %s -o %t.o
// RUN: %clangxx %plugin_flags -fplugin-arg-autoscope-bases=lib::Base -std=c++17 -O1 %s %t.o -o %t -L%build/lib -Wl,-rpath,%build/lib -lautoscope
// RUN: env AUTOSCOPE_OUTPUT=%t.autoscope %t
// RUN: %autoscope tree %t.autoscope | FileCheck %s
namespace lib {
struct Base {
  virtual ~Base();
  virtual int forward(int x);
};
struct Plain {
  int id = 0;
};
} // namespace lib
#ifdef LIBRARY
lib::Base::~Base() {}
int lib::Base::forward(int x) { return x; }
#else
struct First : lib::Base {};
struct Second : lib::Plain, lib::Base {
  int run(int x) { return lib::Base::forward(x); }
};
int main() {
  First first;
  Second second;
  int sum = 0;
  for (int i = 0; i < 3; ++i)
    sum += first.forward(i);
  return sum - 3 + second.forward(0) + second.run(0);
}
#endif
// CHECK-NOT: Base
// CHECK-DAG: {{^}}First {{ *}}First {{ *}}3 {{.*}}
// CHECK-DAG: {{^}}Second {{ *}}Second {{ *}}2 {{.*}}
// CHECK-NOT: Base
